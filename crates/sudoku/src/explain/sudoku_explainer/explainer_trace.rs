//! Steps of Sudoku Explainer in words.

use super::super::super::grid::CELLS;
use super::super::super::puzzle::PencilMarks;
use super::super::layout::{Frame, Layout, bits};
use super::super::solving_state::{CandidateList, PlainState};
use super::super::step::Candidate;
use super::super::trace::{candidates, describe_step, removal};
use super::ladder::{Climb, ExplainerRating, ExplainerStep, Memory, StepEffect, UNSOLVED};
use super::marks::Hint;

/// Step of Sudoku Explainer, with its rating.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedStep {
    /// Rating in tenths.
    pub rating: u16,
    /// Cell that is solved, with its digit.
    pub placed: Vec<Candidate>,
    /// Candidates that are removed.
    pub removed: Vec<Candidate>,
    /// Name of the technique, the pattern where it has one, and the effect.
    pub text: String,
}

/// Iterator over the steps that Sudoku Explainer takes for a puzzle with one solution.
///
/// Steps of one rung up to 4.4 may come in another order. Their ratings are the same.
///
/// ```
/// use countless_sudoku::{ExplainerTrace, Grid};
///
/// let puzzle: Grid =
///     "....1...2......61.4..83...7..64...9.74....3......5.......67.1..3..2....9....8.4..".parse()?;
/// let hardest = ExplainerTrace::new(&(&puzzle).into()).max_by_key(|step| step.rating);
/// let hardest = hardest.expect("the puzzle is not solved");
/// assert_eq!(hardest.rating, 47);
/// assert!(hardest.text.starts_with("Unique rectangle or loop: "));
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Debug)]
pub struct ExplainerTrace {
    climb: Climb,
    memory: Memory<'static>,
    rating: ExplainerRating,
}

impl ExplainerTrace {
    /// Begins with the candidates of a puzzle. Rungs that need a unique solution are used only if
    /// the marks say no more than the clues.
    pub fn new(puzzle: &PencilMarks) -> Self {
        Self {
            climb: Climb::of_marks(puzzle),
            memory: Memory::new(&|| false),
            rating: ExplainerRating::default(),
        }
    }

    /// Returns the candidates of each cell so far: bit 0 is a 1, bit 8 a 9. A solved cell has one
    /// bit.
    pub fn candidates(&self) -> [u16; CELLS] {
        let state = PlainState::of(&self.climb.state);
        std::array::from_fn(|cell| state.possible(cell) as u16)
    }

    /// Returns the rating by the steps so far; after the last one it is that of the puzzle.
    pub fn rating(&self) -> ExplainerRating {
        self.rating
    }

    /// True if every cell is solved.
    pub fn is_solved(&self) -> bool {
        self.climb.state.is_solved()
    }

    /// Describes a step before it is applied.
    fn describe(&self, step: &ExplainerStep) -> RatedStep {
        let state = &self.climb.state;
        let rating = step.rating;
        match &step.effect {
            StepEffect::Pattern(deduction) => {
                let step = describe_step(deduction, state, &Frame::default());
                RatedStep {
                    rating,
                    placed: step.placed,
                    removed: step.removed,
                    text: step.text,
                }
            }
            StepEffect::Hint(hint) => {
                let layout = state.layout.plain();
                let removed = removed_by(hint);
                let placed: CandidateList = hint
                    .placed
                    .iter()
                    .map(|&(cell, digit)| (digit, cell))
                    .collect();
                let placed = candidates(layout, &placed);
                let length = match hint.length {
                    0 => String::new(),
                    length => format!(" of {length} statements"),
                };
                let effect = match placed.first() {
                    Some(Candidate { cell, digit }) => format!("{cell} is {digit}"),
                    None => removal(layout, &removed),
                };
                RatedStep {
                    rating,
                    placed,
                    removed: candidates(layout, &removed),
                    text: format!("{}{length}: {effect}.", title_of(step.rung)),
                }
            }
        }
    }
}

/// Name of the techniques of a rung above 4.4.
fn title_of(rung: u8) -> &'static str {
    match rung {
        15 => "Unique rectangle or loop",
        16 => "Naked quad",
        17 => "Jellyfish",
        18 => "Hidden quad",
        19 => "Bivalue universal grave",
        20 => "Aligned pair exclusion",
        21 => "Forcing chain or cycle",
        22 => "Aligned triplet exclusion",
        23 => "Nishio forcing chain",
        24 => "Multiple forcing chains",
        25 => "Dynamic forcing chains",
        26 => "Dynamic forcing chains with locked candidates, pairs and X-wings",
        27 => "Dynamic forcing chains with nested chains",
        28 => "Dynamic forcing chains with nested multiple chains",
        29 => "Dynamic forcing chains with nested dynamic chains",
        _ => "Dynamic forcing chains with chains nested twice",
    }
}

/// Candidates that a hint removes, as digit and cell.
fn removed_by(hint: &Hint) -> CandidateList {
    let removed = hint.removed.iter();
    let mut removed: CandidateList = removed
        .flat_map(|&(cell, digits)| bits(digits.into()).map(move |digit| (digit, cell)))
        .collect();
    removed.sort_unstable();
    removed
}

impl Iterator for ExplainerTrace {
    type Item = RatedStep;

    fn next(&mut self) -> Option<RatedStep> {
        if self.is_solved() {
            return None;
        }
        let Some(step) = self.climb.step(0, &mut self.memory) else {
            self.rating.er = UNSOLVED;
            return None;
        };
        self.rating.add_step(step.rating, step.places());
        let rated = self.describe(&step);
        step.apply(&mut self.climb.state);
        Some(rated)
    }
}
