//! The loop that rates a puzzle by the rungs of the scale.
//!
//! # Rungs up to 4.4
//!
//! Each hint of these rungs stays valid as candidates go, or another one takes its place that is
//! rated no higher: sets shrink, and a wing becomes a pair or a single. So only one number counts,
//! the lowest *level* at which these rungs go on. All hints up to the level so far may be applied
//! in any order, and a rung that finds no more than another one below the level is skipped.

use super::super::super::puzzle::PencilMarks;
use super::super::deduction::Effect;
use super::super::layout::Classic;
use super::super::solving_state::{ChangeTracker, SolvingState};
use super::super::subsets;
use super::explainer_rating::{ExplainerLimits, ExplainerOutcome, ExplainerRating, UNSOLVED};
use super::marks::{HintPattern, Marks};
use super::rungs::{Memory, ORDERED, PATTERN_RUNGS, PATTERNS};

/// Lowest rating of a chain, in tenths.
const LOWEST_CHAIN: u16 = 65;

/// Rates a puzzle that is known to have exactly one solution.
///
/// A solved grid has the ratings 0. Another puzzle with no solution or several may get any rating.
/// In pencil marks, a cell with one mark is a clue. Rungs that need a unique solution are used only
/// if the marks say no more than the clues.
///
/// ```
/// use countless_sudoku::{ExplainerRating, Grid, rate_explainer};
///
/// let puzzle: Grid =
///     ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4".parse()?;
/// let rating = rate_explainer(&puzzle);
/// assert_eq!(rating, ExplainerRating { er: 30, ep: 28, ed: 26 });
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
pub fn rate_explainer(puzzle: impl Into<PencilMarks>) -> ExplainerRating {
    Climb::of_marks(&puzzle.into()).rate(ExplainerRating::default())
}

/// Rates pencil marks as [`rate_explainer`] does, but ends at the limits, or once `stopped` returns
/// true.
///
/// ```
/// use countless_sudoku::{ExplainerLimits, ExplainerOutcome, Grid, rate_explainer_within};
///
/// let puzzle: Grid =
///     ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4".parse()?;
/// let limits = ExplainerLimits::NONE.most(29);
/// let outcome = rate_explainer_within(&(&puzzle).into(), limits, &|| false);
/// assert_eq!(outcome, ExplainerOutcome::Above);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
pub fn rate_explainer_within(
    puzzle: &PencilMarks,
    limits: ExplainerLimits,
    stopped: &dyn Fn() -> bool,
) -> ExplainerOutcome {
    Climb::of_marks(puzzle).rate_within(ExplainerRating::default(), limits, stopped)
}

/// Step of a rating.
#[derive(Debug)]
pub struct ExplainerStep {
    /// Number of the rung.
    pub rung: u8,
    /// Rating in tenths.
    pub rating: u16,
    /// Candidates that are true or false.
    pub effect: Effect<Classic>,
    /// Pattern; none for chains, unless they are explained.
    pub pattern: Option<HintPattern>,
}

/// State of a puzzle while it is rated.
#[derive(Clone, Debug)]
pub struct Climb {
    /// Digits and candidates.
    pub state: SolvingState<Classic>,
    /// Changes since each row of [`PATTERNS`] last failed.
    changes: ChangeTracker<Classic, PATTERN_RUNGS>,
    /// True if the puzzle is known to have exactly one solution.
    unique: bool,
}

impl Climb {
    /// Begins with a state. Rungs that need a unique solution are used if `unique` is true.
    pub fn new(state: SolvingState<Classic>, unique: bool) -> Self {
        Self {
            state,
            changes: ChangeTracker::new(&Classic),
            unique,
        }
    }

    /// Begins with pencil marks. Rungs that need a unique solution are used only if the marks say
    /// no more than the clues.
    pub fn of_marks(puzzle: &PencilMarks) -> Self {
        puzzle.as_grid().map_or_else(
            || {
                let state = SolvingState::from_pencil_marks(puzzle);
                Self::new(state.after_elimination(), false)
            },
            |grid| Self::new(SolvingState::of(&grid), true),
        )
    }

    /// Candidates as the rungs above 4.4 read them.
    pub fn marks(&self) -> Marks {
        let state = &self.state;
        Marks {
            cells: std::array::from_fn(|cell| state.candidates_of(cell) as u16),
            boards: std::array::from_fn(|digit| state.candidate_cells(digit).0),
            empty: state.open.0,
        }
    }

    /// Rates the puzzle after steps with this rating.
    pub fn rate(self, before: ExplainerRating) -> ExplainerRating {
        match self.rate_within(before, ExplainerLimits::NONE, &|| false) {
            ExplainerOutcome::Rated(rating) => rating,
            _ => unreachable!("without limits a rating does not end early"),
        }
    }

    /// Rates the puzzle after steps with this rating up to a limit.
    fn rate_within(
        mut self,
        mut rating: ExplainerRating,
        limits: ExplainerLimits,
        stopped: &dyn Fn() -> bool,
    ) -> ExplainerOutcome {
        let mut memory = Memory::new(stopped);
        let mut is_finished = false;
        let mut tried = LOWEST_CHAIN - 1;
        while !self.state.is_solved() {
            if let Some((cell, digit)) = self.easy_single(rating.er) {
                self.state.place(cell, digit);
                rating.add_step(rating.er, true);
                continue;
            }
            let step = self.pattern_step(rating.er).or_else(|| {
                if rating.ep > 0 && rating.er > tried {
                    tried = rating.er;
                    is_finished = self.clone().ends_within(rating.er, &mut memory);
                }
                if is_finished {
                    None
                } else {
                    self.ordered_step(&mut memory)
                }
            });
            if is_finished {
                break;
            }
            if stopped() {
                return ExplainerOutcome::Stopped;
            }
            match &step {
                Some(step) => rating.add_step(step.rating, step.places()),
                None => rating.er = UNSOLVED,
            }
            if rating.er >= limits.enough {
                return ExplainerOutcome::Enough;
            }
            if rating.er > limits.most {
                return ExplainerOutcome::Above;
            }
            let Some(step) = step else { break };
            step.effect.apply(&mut self.state);
        }
        ExplainerOutcome::Rated(rating)
    }

    /// Returns a single that is rated no higher than a level: cell and digit.
    fn easy_single(&self, level: u16) -> Option<(usize, usize)> {
        let hidden = || (level >= 15).then(|| subsets::hidden_single(&self.state))?;
        let naked = || (level >= 23).then(|| subsets::naked_single(&self.state))?;
        let hidden = hidden().map(|(cell, digit, _)| (cell, digit));
        hidden.or_else(naked)
    }

    /// True if rungs up to 4.4, and chains rated up to a level, solve the puzzle.
    ///
    /// Such a chain stays valid as candidates go: if one of its candidates goes, singles follow the
    /// rest of it. So each order of the hints up to the level solves the puzzle, also if rungs
    /// below that of chains take part.
    fn ends_within(mut self, level: u16, memory: &mut Memory<'_>) -> bool {
        while !self.state.is_solved() {
            if let Some((cell, digit)) = self.easy_single(level) {
                self.state.place(cell, digit);
            } else if let Some(step) = self.pattern_step(level) {
                step.effect.apply(&mut self.state);
            } else {
                let marks = self.marks();
                let hints = memory.chains(&marks).single_within(&marks, level);
                if hints.is_empty() {
                    return false;
                }
                for hint in hints {
                    hint.effect().apply(&mut self.state);
                }
            }
        }
        true
    }

    /// Returns the first step of the lowest rung that has one. Steps of rungs up to `level` are
    /// taken to be equally easy, as a rating can take them; with level 0, the steps are those of
    /// Sudoku Explainer, except for the order within a rung up to 4.4.
    pub fn step(&mut self, level: u16, memory: &mut Memory<'_>) -> Option<ExplainerStep> {
        self.pattern_step(level)
            .or_else(|| self.ordered_step(memory))
    }

    /// Returns the first step of a rung up to 4.4.
    fn pattern_step(&mut self, level: u16) -> Option<ExplainerStep> {
        let (state, changes) = (&self.state, &mut self.changes);
        changes.update(state);
        let mut rungs = PATTERNS.into_iter().enumerate();
        rungs.find_map(|(row, (rung, rating, replaced_from, technique, search))| {
            if level >= replaced_from {
                return None;
            }
            let found = search(state, changes.unsearched(row), technique);
            if found.is_none() {
                changes.mark_searched(row);
            }
            found.map(|found| ExplainerStep {
                rung,
                rating,
                effect: found.effect,
                pattern: Some(HintPattern::new(found.technique, found.pattern)),
            })
        })
    }

    /// Returns the first step of a rung above 4.4.
    fn ordered_step(&self, memory: &mut Memory<'_>) -> Option<ExplainerStep> {
        let marks = self.marks();
        let mut rungs = ORDERED.iter();
        rungs.find_map(|&(rung, needs_uniqueness, search)| {
            if needs_uniqueness && !self.unique {
                return None;
            }
            let (hint, pattern) = search(&marks, memory)?;
            Some(ExplainerStep {
                rung,
                rating: hint.tenths(),
                effect: hint.effect(),
                pattern,
            })
        })
    }
}

impl ExplainerStep {
    /// True if the step places a digit.
    pub fn places(&self) -> bool {
        matches!(self.effect, Effect::Placed(..))
    }
}
