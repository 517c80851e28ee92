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
pub mod random_grid;

use std::sync::Arc;

use super::cages::{CageConstraints, Cages, RuleOf45};
use super::compiled_shape::CompiledShape;
use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use super::single_puzzles::Rater;
use countless_engine::{Emitter, Error, Job, Run, SplitMix64};
use countless_simd::Kernel;
use countless_sudoku::{GenerateCounters, GenerateProgress, Level, Status};
use random_grid::{CellNeighbours, random_solution, undecided_cells, with_sums};

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

/// Interval of splits among the changes of cages. Every eighth change splits a cage; each other
/// change forms new cages from two adjacent ones.
const TRIES: usize = 8;

/// Number of cells of a large puzzle that are tried together. One of them is emptied. A cell with a
/// clue that has to stay is not tried again: with fewer clues, it would have to stay, too.
const TOGETHER: usize = 16;

/// Puzzle that is being generated.
pub(super) struct PuzzleInProgress {
    pub number: u64,
    pub attempt: u64,
    pub solution: Vec<u8>,
    pub puzzle: Vec<u8>,
    /// Cells with clues that are still to be tried, the next one last.
    pub untried_cells: Vec<usize>,
    pub clues: usize,
    pub random: SplitMix64,
    /// Own cages of the puzzle, until it has one solution.
    pub draft_cages: Vec<Vec<u16>>,
    /// Number of changes of `draft_cages`.
    pub cage_changes: usize,
    /// Final cages of the puzzle, if it has its own.
    pub cages: Option<Cages>,
    /// Nodes of the search for all solutions, if hard puzzles are requested.
    pub nodes: Option<u64>,
    /// True if the puzzle matches the request.
    pub is_accepted: bool,
}

impl GenerateVariants {
    /// Returns the random numbers of an attempt at a puzzle.
    fn random(&self, puzzle: u64, attempt: u64) -> SplitMix64 {
        let mut random = SplitMix64(self.seed);
        random.0 = random.next() ^ puzzle;
        random.0 = random.next() ^ attempt;
        random
    }

    /// Begins an attempt at a puzzle. Returns `None` if the run is cancelled.
    pub(super) fn start_puzzle(
        &self,
        number: u64,
        attempt: u64,
        emitter: &Emitter<'_, Self>,
    ) -> Option<PuzzleInProgress> {
        let mut random = self.random(number, attempt);
        let solution = random_solution(&self.compiled, &self.cages, &mut random, || {
            emitter.is_cancelled()
        })?;
        let mut cells: Vec<usize> = (0..solution.len()).collect();
        random.shuffle(&mut cells);
        let mut making = PuzzleInProgress {
            number,
            attempt,
            puzzle: solution.clone(),
            clues: solution.len(),
            solution,
            untried_cells: cells,
            random,
            draft_cages: Vec::new(),
            cage_changes: 0,
            cages: None,
            nodes: None,
            is_accepted: false,
        };
        if self.shape.options().own_cages {
            making.puzzle.fill(0);
            making.untried_cells.clear();
            making.clues = 0;
            let (solution, random) = (&making.solution, &mut making.random);
            let cells = (0..solution.len() as u16).collect();
            making.draft_cages = self.neighbours.partition(cells, solution, random);
        }
        Some(making)
    }

    /// Returns whether the puzzle needs no more changes.
    pub(super) fn is_done(&self, making: &PuzzleInProgress) -> bool {
        making.draft_cages.is_empty()
            && (making.untried_cells.is_empty() || self.clues == Some(making.clues))
    }

    /// Looks for a second solution of each puzzle with its own cages. If one exists, changes a cage
    /// with undecided cells. Returns `None` if the run is cancelled.
    pub(super) fn revise_cages(
        &self,
        worker: &mut VariantGenerateScratch,
        all: &mut [PuzzleInProgress],
        emitter: &Emitter<'_, Self>,
    ) -> Option<()> {
        let is_open = |making: &&mut PuzzleInProgress| !making.draft_cages.is_empty();
        let mut open: Vec<&mut PuzzleInProgress> = all.iter_mut().filter(is_open).collect();
        let (mut puzzles, mut cages) = (Vec::new(), Vec::new());
        for making in &open {
            puzzles.extend_from_slice(&making.puzzle);
            cages.push(with_sums(&making.draft_cages, &making.solution));
        }
        let fits = self.which_fit(worker, &puzzles, &cages, emitter)?;
        let mut constraints = CageConstraints::default();
        for ((making, cages), fits) in open.iter_mut().zip(cages).zip(fits) {
            if fits {
                making.cages = Some(cages);
                making.draft_cages.clear();
                continue;
            }
            let (cut, random) = (&mut making.draft_cages, &mut making.random);
            constraints.load(&cages, &self.areas);
            let is_open = undecided_cells(&self.compiled, &constraints);
            let mut wrong: Vec<usize> = (0..cut.len()).filter(|&i| cut[i].len() > 1).collect();
            let has_open = |index: &usize| cut[*index].iter().any(|&c| is_open[usize::from(c)]);
            // A puzzle that is only too hard may have none.
            if wrong.iter().any(has_open) {
                wrong.retain(has_open);
            }
            if let Some(&index) = wrong.get(random.below(wrong.len().max(1))) {
                making.cage_changes += 1;
                if making.cage_changes % TRIES == 0 {
                    let parts = self.neighbours.split_cage(&cut.swap_remove(index), random);
                    cut.extend(parts);
                } else {
                    let neighbours = &self.neighbours;
                    neighbours.repartition(cut, index, &making.solution, random);
                }
            }
        }
        Some(())
    }

    /// Removes a clue from each puzzle, if one that is tried can be removed without a second
    /// solution and without making the puzzle too hard. Returns `None` if the run is cancelled.
    pub(super) fn remove_clues(
        &self,
        worker: &mut VariantGenerateScratch,
        all: &mut [PuzzleInProgress],
        emitter: &Emitter<'_, Self>,
    ) -> Option<()> {
        let each = if self.is_large() { TOGETHER } else { 1 };
        let (mut puzzles, mut tried) = (Vec::new(), Vec::new());
        for making in all.iter_mut() {
            let each = if self.is_done(making) { 0 } else { each };
            let kept = making.untried_cells.len().saturating_sub(each);
            let cells = making.untried_cells.split_off(kept);
            for &cell in &cells {
                making.puzzle[cell] = 0;
                puzzles.extend_from_slice(&making.puzzle);
                making.puzzle[cell] = making.solution[cell];
            }
            tried.push(cells);
        }
        let mut fits = self.which_fit(worker, &puzzles, &[], emitter)?.into_iter();
        for (making, cells) in all.iter_mut().zip(tried) {
            // The next cell to try is the last one.
            let tested = cells.into_iter().zip(fits.by_ref());
            let fitting = tested.filter(|(_, fits)| *fits);
            let before = making.untried_cells.len();
            making.untried_cells.extend(fitting.map(|(cell, _)| cell));
            if making.untried_cells.len() > before
                && let Some(cell) = making.untried_cells.pop()
            {
                making.puzzle[cell] = 0;
                making.clues -= 1;
            }
        }
        Some(())
    }
}
