//! Generation of puzzles of a shape.
//!
//! Clues of a random solution are removed in random order, as long as the solution stays unique.
//! The puzzles of a range are generated side by side, so that all lanes have work. Each puzzle
//! depends only on the seed and its number.
//!
//! With more than sixteen digits, a clue also stays if a search of too many nodes is needed to
//! remove it.
//!
//! If a level is requested, a clue also stays if the puzzle would be too hard without it. A puzzle
//! that is too easy is generated anew.
//!
//! If each puzzle has its own cages, a random solution is divided into cages. While there are
//! several solutions, cages are rearranged or split. The puzzle has no clues. If hard puzzles are
//! requested, cages are then merged.

pub mod generate_problem;
mod harden;
mod puzzle_in_progress;
pub mod random_grid;

use std::sync::Arc;

use super::cages::{CageConstraints, RuleOf45};
use super::compiled_shape::CompiledShape;
use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use super::single_puzzles::Rater;
use countless_engine::{Error, Job, Run};
use countless_simd::Kernel;
use countless_sudoku::{GenerateCounters, GenerateProgress, Level, Status};
use random_grid::CellNeighbours;

pub use generate_problem::FACTORY;

/// Least number of clues of a puzzle with 2×2 boxes and one solution (found by exhaustive search).
const FEWEST_OF_FOUR: usize = 4;

/// Number of empty cells up to which a puzzle is easy: some row or column then has exactly one of
/// them.
const BLANKS_OF_EASY: usize = 3;

/// Generator of puzzles of a shape with one solution.
///
/// The columns are `puzzle,solution,clues`. If each puzzle has its own cages, a column `cages`
/// follows `puzzle`, and puzzles do not have clues. If a level is requested, it is the last column.
/// If hard puzzles are requested, the last column is `nodes`.
///
/// ```
/// use countless_engine::Run;
/// use countless_variants::{GenerateVariants, Shape, ShapeOptions};
///
/// let shape = Shape::new(&ShapeOptions::new().size(6))?;
/// let run = Run::new();
/// let generate = GenerateVariants::new(shape, 5, 1, None, &run)?;
/// assert_eq!(run.count(&generate)?.total.count, 5);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GenerateVariants {
    shape: Arc<Shape>,
    compiled: Arc<CompiledShape>,
    /// Cages common to all puzzles.
    cages: Arc<CageConstraints>,
    areas: Arc<RuleOf45>,
    neighbours: Arc<CellNeighbours>,
    count: u64,
    seed: u64,
    clues: Option<usize>,
    level: Option<Level>,
    /// True if cages are merged to make the puzzles hard.
    hardest: bool,
    efforts: Arc<GenerateCounters>,
}

/// Scratch memory of a thread.
#[derive(Debug)]
pub struct VariantGenerateScratch {
    kernel: Kernel,
    lanes: VariantLanes,
    results: LaneResults,
    /// Rater, if a level is requested.
    rater: Option<Rater>,
}

impl GenerateVariants {
    /// Creates a generator of `count` puzzles of a shape. They have `clues` clues. By default,
    /// clues are removed until none can be removed. The run looks for a solution of regions and
    /// cages.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if each puzzle has its own regions, if the shape has no solution, or
    /// if its puzzles cannot have this number of clues; [`Error::Interrupted`] if the run was
    /// cancelled.
    pub fn new(
        shape: Shape,
        count: u64,
        seed: u64,
        clues: Option<usize>,
        run: &Run,
    ) -> Result<Self, Error> {
        let options = shape.options();
        let no = |reason: &str| Err(Error::Impossible(reason.to_owned()));
        if options.own_regions {
            return no(
                "--regions each is not supported here: give one --regions FILE for all \
                       puzzles",
            );
        }
        if options.own_cages && clues.is_some_and(|clues| clues > 0) {
            return no("--cages each generates puzzles without clues: omit --clues and --blanks");
        }
        let has_drawing = options.regions.is_some() || options.cages.is_some();
        if has_drawing && shape.solve(&vec![0; shape.cells()], run)?.0 == Status::None {
            return no("these regions and cages have no solution");
        }
        // Without cages, two digits without clues are interchangeable.
        let has_more = options.diagonals || options.windows || options.samurai;
        let is_plain = !has_more && options.regions.is_none();
        let is_caged = options.own_cages || options.cages.is_some();
        let least = match shape.digits() {
            _ if is_caged => 0,
            4 if is_plain => FEWEST_OF_FOUR,
            digits => digits - 1,
        };
        let most = shape.cells();
        if let Some(clues) = clues.filter(|clues| !(least..=most).contains(clues)) {
            return Err(Error::Impossible(format!(
                "--clues: expected {least} to {most}, found {clues}"
            )));
        }
        let areas = RuleOf45::new(&shape);
        let mut cages = CageConstraints::default();
        cages.load(&shape.cages, &areas);
        Ok(Self {
            compiled: Arc::new(CompiledShape::new(&shape)),
            cages: Arc::new(cages),
            areas: Arc::new(areas),
            neighbours: Arc::new(CellNeighbours::new(&shape)),
            shape: Arc::new(shape),
            count,
            seed,
            clues,
            level: None,
            hardest: false,
            efforts: Arc::default(),
        })
    }

    /// Requests puzzles with this level, according to their rating.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if all puzzles with this number of clues are easier.
    pub fn with_level(mut self, level: Level) -> Result<Self, Error> {
        let blanks = self.clues.map(|clues| self.shape.cells() - clues);
        if level > Level::Easy && blanks.is_some_and(|blanks| blanks <= BLANKS_OF_EASY) {
            return Err(Error::Impossible(format!(
                "a puzzle with at most {BLANKS_OF_EASY} blanks is easy, not {level}"
            )));
        }
        self.level = Some(level);
        Ok(self)
    }

    /// Requests hard puzzles: cages are merged as long as the solution stays unique, so that the
    /// search takes many nodes.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] unless each puzzle has its own cages and no level is requested.
    pub fn with_hardest(mut self) -> Result<Self, Error> {
        if !self.shape.options().own_cages {
            return Err(Error::Impossible(
                "--hardest needs --cages each: it merges cages".to_owned(),
            ));
        }
        if let Some(level) = self.level {
            return Err(Error::Impossible(format!(
                "--hardest makes puzzles of any level: omit --level {level}"
            )));
        }
        self.hardest = true;
        Ok(self)
    }

    /// Returns the number of clues, if it was requested.
    pub fn clues(&self) -> Option<usize> {
        self.clues
    }

    /// Returns the progress of all runs together, including running ones.
    pub fn effort(&self) -> GenerateProgress {
        self.efforts.snapshot()
    }

    /// Returns a job that generates the puzzles.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}
