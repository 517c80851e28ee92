//! Single puzzles of any shape: solved, listed in lexicographic order, cut into pieces, rated and
//! explained.
//!
//! A list needs no memory that grows with the number of solutions. Few solutions are collected in any
//! order and sorted. If a puzzle has more, its first empty cell is filled with each digit in turn, and
//! each of these puzzles is listed separately.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::cages::{Cages, RuleOf45};
use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_simd::{Kernel, sort};
use countless_sudoku::{
    FittedLayout, Level, Rating, Status, TableLayout, Technique, Trace, TraceOptions,
};

/// Largest number of solutions sorted together.
const TOGETHER: u64 = 4096;

/// Visits every solution of a puzzle in lexicographic order. Setting `stop` ends the search early.
pub fn list_solutions(
    lanes: &mut VariantLanes,
    kernel: Kernel,
    puzzle: &[u8],
    own: &[Cages],
    stop: &AtomicBool,
    visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut solutions = Vec::new();
    let mut waiting = vec![puzzle.to_vec()];
    while let Some(part) = waiting.pop() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let all = lanes.collect(kernel, &part, own, TOGETHER, stop, &mut solutions);
        let blank = part.iter().position(|&digit| digit == 0);
        match blank.filter(|_| !all) {
            None => {
                let mut sorted: Vec<&[u8]> = solutions.chunks_exact(part.len()).collect();
                sort(&mut sorted);
                sorted.into_iter().try_for_each(&mut *visit)?;
            }
            Some(cell) => {
                // The last puzzle of the stack is listed next.
                for digit in (1..=lanes.digits() as u8).rev() {
                    let mut filled = part.clone();
                    filled[cell] = digit;
                    waiting.push(filled);
                }
            }
        }
    }
    Continue(())
}

impl Shape {
    /// Solves a puzzle, in which 0 is an empty cell, with the kernel of a run. Returns the status
    /// and one of its solutions, which is empty for a puzzle without a solution.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::Status;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let puzzle = shape.parse("...1...4.3...4..")?;
    /// let (status, solution) = shape.solve(&puzzle, &Run::new())?;
    /// assert_eq!(status, Status::Unique);
    /// assert_eq!(shape.write(&solution), "4231312413422413");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn solve(&self, puzzle: &[u8], run: &Run) -> Result<(Status, Vec<u8>), Error> {
        let mut found = self.search(puzzle, 2, run)?;
        let status = Status::of(found.counts[0]);
        if status == Status::None {
            found.solutions.clear();
        }
        Ok((status, found.solutions))
    }

    /// Searches a puzzle up to a limit of solutions.
    fn search(&self, puzzle: &[u8], limit: u64, run: &Run) -> Result<LaneResults, Error> {
        assert_eq!(puzzle.len(), self.cells(), "a digit for each cell");
        let (mut found, token) = (LaneResults::default(), run.child_token());
        let (mut lanes, kernel) = (VariantLanes::new(self), run.kernel_used());
        if !lanes.count(kernel, puzzle, &[], limit, None, token.flag(), &mut found) {
            return Err(Error::Interrupted);
        }
        Ok(found)
    }

    /// Counts the solutions of a puzzle, in which 0 is an empty cell, up to a limit.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// assert_eq!(shape.count(&[0; 16], u64::MAX, &Run::new())?, 288);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn count(&self, puzzle: &[u8], limit: u64, run: &Run) -> Result<u64, Error> {
        Ok(self.search(puzzle, limit, run)?.counts[0])
    }

    /// Passes the solutions of a puzzle to `visit` in lexicographic order, until it breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use countless_engine::Run;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let mut first = None;
    /// shape.list(&[0; 16], &Run::new(), &mut |solution| {
    ///     first = Some(shape.write(solution));
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(first.as_deref(), Some("1234341221434321"));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn list(
        &self,
        puzzle: &[u8],
        run: &Run,
        mut visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) {
        assert_eq!(puzzle.len(), self.cells(), "a digit for each cell");
        let (token, kernel) = (run.child_token(), run.kernel_used());
        let mut lanes = VariantLanes::new(self);
        // A visitor that breaks has what it needs.
        let _ = list_solutions(&mut lanes, kernel, puzzle, &[], token.flag(), &mut visit);
    }

    /// Splits a puzzle, in which 0 is an empty cell, into at least `wanted` puzzles, or into as many
    /// as it has. Each solution belongs to exactly one of them.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let parts = shape.split(&[0; 16], 5);
    /// let counts = parts.iter().map(|part| shape.count(part, u64::MAX, &Run::new()));
    /// assert_eq!(counts.sum::<Result<u64, _>>()?, 288);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn split(&self, puzzle: &[u8], wanted: usize) -> Vec<Vec<u8>> {
        let pieces = cut(self, puzzle, wanted, false).into_iter();
        pieces.map(|piece| piece.digits).collect()
    }
}

/// Rater of puzzles of one shape.
#[derive(Clone, Debug)]
pub struct Rater {
    layout: FittedLayout,
    /// Areas from which further cages are derived.
    areas: RuleOf45,
}

impl Rater {
    /// Creates a rater of puzzles of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut rater = Self {
            layout: shape.layout(FittedLayout::new),
            areas: RuleOf45::new(shape),
        };
        rater.set_cages(&shape.cages);
        rater
    }

    /// Replaces the cages by these cages and the cages derived from them.
    pub fn set_cages(&mut self, cages: &Cages) {
        self.layout = self.layout.with_cages(self.areas.with_derived(cages));
    }

    /// Rates a puzzle with one solution. The result is meaningless once `stopped` returns true.
    pub fn rate(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Rating {
        self.layout.rate(puzzle, Technique::ForcingNested, &stopped)
    }

    /// Returns whether techniques up to a level solve a puzzle.
    pub fn solves(&self, puzzle: &[u8], level: Level, stopped: impl Fn() -> bool) -> bool {
        let within = |technique: &&Technique| technique.level() <= level;
        let upto = Technique::ALL.iter().rfind(within);
        let upto = upto.copied().unwrap_or(Technique::Elimination);
        self.layout.rate(puzzle, upto, &stopped).solved
    }

    /// Returns the level of a puzzle with one solution, as in its rating. It is faster than a
    /// rating, because a puzzle that needs forcing chains is extreme in any case.
    pub fn level(&self, puzzle: &[u8], stopped: impl Fn() -> bool) -> Level {
        self.layout
            .rate(puzzle, Technique::AlsChain, &stopped)
            .level()
    }
}

impl Shape {
    /// Prepares the explanation of a puzzle, in which 0 is an empty cell. The returned iterator
    /// takes the steps. Techniques that need a unique solution are left out if the puzzle has
    /// several: the run counts its solutions first.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::{TraceEnd, TraceOptions};
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let puzzle = shape.parse("...1...4.3...4..")?;
    /// let mut trace = shape.explain(&puzzle, TraceOptions::new(), &Run::new())?;
    /// let last = trace.by_ref().last().expect("there are steps");
    /// assert_eq!(last.text, "Full house: r3c3 is the last open cell of box 4, so it is 4.");
    /// assert_eq!(trace.end(), Some(TraceEnd::Solved));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn explain(
        &self,
        puzzle: &[u8],
        options: TraceOptions,
        run: &Run,
    ) -> Result<Trace<TableLayout>, Error> {
        let solutions = self.solve(puzzle, run)?.0.solutions();
        Ok(Trace::within(&self.tables(), puzzle, solutions, options))
    }

    /// Returns the layout for human techniques, with cages and the cages derived from them.
    pub(super) fn tables(&self) -> TableLayout {
        let cages = RuleOf45::new(self).with_derived(&self.cages);
        self.layout(<TableLayout>::new).with_cages(cages)
    }

    /// Rates a puzzle, in which 0 is an empty cell. Returns `None` unless it has exactly one
    /// solution.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::Level;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let rating = shape.rate(&shape.parse("...1...4.3...4..")?, &Run::new())?;
    /// assert_eq!(rating.map(|rating| rating.level()), Some(Level::Easy));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn rate(&self, puzzle: &[u8], run: &Run) -> Result<Option<Rating>, Error> {
        if self.solve(puzzle, run)?.0 != Status::Unique {
            return Ok(None);
        }
        let token = run.child_token();
        let rating = Rater::new(self).rate(puzzle, || token.is_cancelled());
        if token.is_cancelled() {
            return Err(Error::Interrupted);
        }
        Ok(Some(rating))
    }
}

/// Piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of pieces with as many solutions that it stands for.
    pub times: u64,
    /// Its digits; empty cells are 0.
    pub digits: Vec<u8>,
}

/// True if a cut for a count has interchangeable digits.
pub fn has_interchangeable_digits(shape: &Shape, puzzle: &[u8]) -> bool {
    shape.cages.is_empty() && absent_digits(shape, puzzle).len() > 1
}

fn absent_digits(shape: &Shape, piece: &[u8]) -> Vec<u8> {
    let digits = 1..=shape.digits() as u8;
    digits.filter(|digit| !piece.contains(digit)).collect()
}

/// Cuts a puzzle into at least `pieces` puzzles, or into as many as it has: its first empty cells
/// hold each combination of digits that breaks no rule. Each solution is in one piece, and the
/// solutions are in lexicographic order. If they are only counted, digits that occur nowhere yet
/// are interchangeable, unless cages have sums: the least of them stands for all.
pub fn cut(shape: &Shape, puzzle: &[u8], pieces: usize, counts: bool) -> Vec<Piece> {
    let houses = shape.houses().map(|house| &house.cells[..]);
    let cages = shape.cages().map(|(cells, _)| cells);
    let has_equal_digits = counts && shape.cages.is_empty();
    let groups: Vec<&[u16]> = houses.chain(cages).collect();
    let mut all = vec![Piece {
        times: 1,
        digits: puzzle.to_vec(),
    }];
    for cell in (0..puzzle.len()).filter(|&cell| puzzle[cell] == 0) {
        if all.len() >= pieces {
            break;
        }
        let around = groups.iter().filter(|cells| cells.contains(&(cell as u16)));
        let around = around.flat_map(|cells| cells.iter().copied());
        let around: Vec<usize> = around.map(usize::from).collect();
        let mut filled = Vec::new();
        for piece in &all {
            let absent = absent_digits(shape, &piece.digits);
            let merged = piece.times.checked_mul(absent.len() as u64);
            let merged = merged.filter(|_| has_equal_digits && absent.len() > 1);
            for digit in 1..=shape.digits() as u8 {
                let is_absent = absent.contains(&digit);
                let is_merged = merged.is_some() && is_absent && digit != absent[0];
                if is_merged || around.iter().any(|&other| piece.digits[other] == digit) {
                    continue;
                }
                let mut next = piece.clone();
                next.digits[cell] = digit;
                next.times = merged.filter(|_| is_absent).unwrap_or(piece.times);
                filled.push(next);
            }
        }
        all = filled;
    }
    all
}
