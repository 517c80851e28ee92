//! Numbers of solutions with a queen on each square.

use std::convert::Infallible;
use std::fmt::Write;
use std::ops::ControlFlow::Continue;

use super::board::check_size;
use super::search::{self, BoardSearcher, eighths};
use super::{Listing, Placement, known_counts, listing, row_split};
use countless_engine::Error;
use countless_engine::ledger::{CheckedCount, Spec};
use countless_engine::{Emitter, Granularity, Job, Known, Outcome, Problem, Run, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;

/// Number of solutions, and the number of those with a queen on each square.
///
/// Every row and every column of the table adds up to the number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// Number of solutions.
    pub solutions: u128,
    n: usize,
    /// Number of solutions for each square, row by row.
    squares: Vec<u128>,
}

impl Occupancy {
    /// Makes the table of a board of `n` rows from a tally, which has no places before the first
    /// count.
    fn of(n: usize, tally: &Tally) -> Self {
        let mut squares = tally.places.clone();
        squares.resize(n * n, 0);
        Self {
            solutions: tally.count,
            n,
            squares,
        }
    }

    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Number of solutions with a queen on a square. Row and column count from 1.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    pub fn at(&self, row: usize, column: usize) -> u128 {
        let n = self.n;
        assert!(
            (1..=n).contains(&row) && (1..=n).contains(&column),
            "a board of {n} rows"
        );
        let place = (row - 1) * n + column - 1;
        self.squares[place]
    }

    /// Formats the table as CSV: a header `c1,…,cN`, and a line of N numbers for each row of the
    /// board.
    pub fn csv(&self) -> String {
        let join = |fields: Vec<String>| fields.join(",") + "\n";
        let mut text = join((1..=self.n).map(|column| format!("c{column}")).collect());
        for row in 1..=self.n {
            let row = (1..=self.n).map(|column| self.at(row, column).to_string());
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", join(row.collect()));
        }
        text
    }

    /// Returns the mean over all rotations and reflections.
    fn symmetric(&self) -> Self {
        let n = self.n;
        let square = |place: usize| {
            let (row, column) = (place / n + 1, place % n + 1);
            let turned = [
                (row, column),
                (column, n + 1 - row),
                (n + 1 - row, n + 1 - column),
                (n + 1 - column, row),
            ];
            let all = turned
                .into_iter()
                .flat_map(|(row, column)| [(row, column), (column, row)]);
            all.map(|(row, column)| self.at(row, column)).sum::<u128>() / 8
        };
        Self {
            squares: (0..n * n).map(square).collect(),
            ..*self
        }
    }
}

/// The tally of a search: each solution counts as `weight` solutions.
fn weighted(found: CheckedCount, squares: &[u64], weight: u64) -> Tally {
    let places = squares.iter();
    let places = places.map(|&count| u128::from(weight) * u128::from(count));
    let count = u128::from(weight) * u128::from(found.count);
    Tally {
        count,
        residue: found.residue.times(weight),
        work: u64::try_from(count).unwrap_or(u64::MAX),
        places: places.collect(),
        ..Tally::default()
    }
}

/// Counts the solutions on each square of a board of `n` rows.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::tally;
///
/// let table = tally(6, &Run::new())?.total;
/// assert_eq!(table.solutions, 4);
/// assert_eq!((1..=6).map(|column| table.at(1, column)).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 0]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N), and the errors of [`Run::count`].
pub fn tally(n: usize, run: &Run) -> Result<Outcome<Occupancy>, Error> {
    let counter = SquareCounter::new(n)?;
    Ok(run.count(&counter)?.map(|sum| counter.whole(&sum)))
}

/// Counts the solutions on each square of a board. It visits one of eight images of a solution.
/// [`tally`] runs it.
#[derive(Clone, Copy, Debug)]
pub struct SquareCounter {
    n: usize,
}

impl SquareCounter {
    /// Makes the problem for a board of `n` rows.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N).
    pub fn new(n: usize) -> Result<Self, Error> {
        check_size(n, n)?;
        Ok(Self { n })
    }

    /// Returns the table of the whole board from the sum over all subtrees. The search visits some
    /// images of a solution and weights each, so that the sum of the weights is the number of
    /// images. The mean over the images of a square is thus its count.
    pub fn whole(&self, sum: &Tally) -> Occupancy {
        Occupancy::of(self.n, sum).symmetric()
    }

    /// Returns a job that counts the solutions on each square.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Problem for SquareCounter {
    type Root = search::SearchSubtree;
    type Scratch = BoardSearcher;
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        Err(no_ledger())
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, search::SearchSubtree>, Error> {
        let (split, subtrees) = row_split::split_boards(cut, self.n, &eighths(self.n))?;
        Ok(Subtrees::list(split, subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        BoardSearcher::new(kernel)
    }

    fn search(
        &self,
        worker: &mut BoardSearcher,
        subtree: search::SearchSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (mut found, mut squares) = (CheckedCount::default(), vec![0; self.n * self.n]);
        // The engine drops a cancelled count.
        let _ = worker.list(&subtree.board, emitter.cancel_flag(), &mut |solutions| {
            found.add(solutions.len() as u64);
            solutions.count_squares(&mut squares);
            Continue(())
        });
        weighted(found, &squares, subtree.weight)
    }

    fn known_total(&self) -> Option<Known> {
        known_counts::all(self.n)
    }
}

/// Error of a run with a ledger. A record stores one number, not one for each square.
fn no_ledger() -> Error {
    let reason = "a ledger does not store solutions per square";
    Error::Impossible(reason.to_owned())
}

/// Lists solutions, and counts them on each square.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::Board;
/// use countless_queens::TalliedListing;
///
/// let listing = TalliedListing(Board::new(6)?.queen(1, 3)?.listing());
/// let outcome = Run::new().for_each(&listing, |solution| assert_eq!(solution.queen(1), 3))?;
/// let table = listing.whole(&outcome.total);
/// assert_eq!(table.at(1, 3), table.solutions);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TalliedListing(pub Listing);

impl TalliedListing {
    /// Returns the table of the whole board from the sum over all subtrees, also if there were
    /// none.
    pub fn whole(&self, sum: &Tally) -> Occupancy {
        Occupancy::of(self.0.n(), sum)
    }

    /// Returns a job that lists the solutions and counts those on each square.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Problem for TalliedListing {
    type Root = search::SearchSubtree;
    type Scratch = BoardSearcher;
    type Solution = Placement;

    fn spec(&self) -> Result<Spec, Error> {
        Err(no_ledger())
    }

    fn columns(&self) -> Columns {
        self.0.columns()
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, search::SearchSubtree>, Error> {
        self.0.subtrees(cut)
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        self.0.scratch(kernel)
    }

    fn search(
        &self,
        worker: &mut BoardSearcher,
        subtree: search::SearchSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let n = self.0.n();
        let mut squares = vec![0; n * n];
        let found = listing::emit(worker, &subtree, emitter, |solutions| {
            solutions.count_squares(&mut squares);
        });
        weighted(found, &squares, 1)
    }

    fn known_total(&self) -> Option<Known> {
        self.0.known_total()
    }
}
