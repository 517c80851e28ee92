//! Steps of Sudoku Explainer, explained.

use super::super::super::grid::{CELLS, Grid};
use super::super::super::puzzle::PencilMarks;
use super::super::super::solver::Solver;
use super::super::deduction::Deduction;
use super::super::layout::Frame;
use super::super::step::Step;
use super::super::trace::{TraceEnd, describe_step};
use super::explainer_rating::{ExplainerRating, UNSOLVED};
use super::ladder::{Climb, ExplainerStep};
use super::rungs::Memory;

/// Iterator over the steps that Sudoku Explainer takes for a puzzle, each with its rating. A puzzle
/// with several solutions has none.
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
/// assert_eq!(hardest.rating, Some(47));
/// assert!(hardest.text.starts_with("Unique rectangle type 3: "));
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Debug)]
pub struct ExplainerTrace {
    climb: Climb,
    memory: Memory<'static>,
    rating: ExplainerRating,
    /// Number of solutions, where 2 stands for several.
    solutions: u128,
    steps_left: u64,
    end: Option<TraceEnd>,
}

impl ExplainerTrace {
    /// Begins with the candidates of a puzzle. Rungs that need a unique solution are used only if
    /// the marks say no more than the clues.
    pub fn new(puzzle: &PencilMarks) -> Self {
        let solutions = Solver::new().count(*puzzle, 2);
        Self {
            climb: Climb::of_marks(puzzle),
            memory: Memory::of_explanation(),
            rating: ExplainerRating::default(),
            solutions,
            steps_left: u64::MAX,
            end: match solutions {
                0 => Some(TraceEnd::NoSolution),
                1 => None,
                _ => Some(TraceEnd::Wall),
            },
        }
    }

    /// Limits the number of steps.
    #[must_use]
    pub fn steps(self, most: u64) -> Self {
        Self {
            steps_left: most,
            ..self
        }
    }

    /// Returns the digits so far.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::BLANK;
        grid.0.copy_from_slice(self.climb.state.digits());
        grid
    }

    /// Returns the candidates of each cell so far: bit 0 is a 1, bit 8 a 9. A solved cell has one
    /// bit.
    pub fn candidates(&self) -> [u16; CELLS] {
        std::array::from_fn(|cell| self.climb.state.possible(cell) as u16)
    }

    /// Returns the candidates of each cell so far, one bit per digit.
    pub fn possible(&self) -> Vec<u32> {
        self.candidates().map(u32::from).to_vec()
    }

    /// Returns the ratings of the puzzle, by the steps so far and those to come. They are 0 unless the
    /// puzzle has exactly one solution.
    pub fn rating(&self) -> ExplainerRating {
        match self.end {
            None | Some(TraceEnd::Limit) => self.climb.clone().rate(self.rating),
            _ => self.rating,
        }
    }

    /// True if the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        self.solutions == 1
    }

    /// Returns the end of the explanation, or `None` if another step may follow.
    pub fn end(&self) -> Option<TraceEnd> {
        self.end
    }

    /// Takes a step, and describes it.
    fn take(&mut self, next: ExplainerStep) -> Step {
        let found = next.pattern.expect("each step is explained");
        let deduction = Deduction {
            technique: found.technique,
            pattern: found.pattern,
            effect: next.effect,
        };
        let (state, frame) = (&mut self.climb.state, Frame::default());
        let described = describe_step(&deduction, found.title.as_deref(), state, &frame);
        deduction.apply(state);
        Step {
            rating: Some(next.rating),
            ..described
        }
    }
}

impl Iterator for ExplainerTrace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.end.is_some() {
            return None;
        }
        if self.climb.state.is_solved() {
            self.end = Some(TraceEnd::Solved);
            return None;
        }
        if self.steps_left == 0 {
            self.end = Some(TraceEnd::Limit);
            return None;
        }
        self.steps_left -= 1;
        let Some(next) = self.climb.step(0, &mut self.memory) else {
            self.rating.er = UNSOLVED;
            self.end = Some(TraceEnd::Wall);
            return None;
        };
        self.rating.add_step(next.rating, next.places());
        Some(self.take(next))
    }
}
