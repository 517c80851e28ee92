//! Placements of N queens that do not attack each other, on an N × N board.
//!
//! Rows and columns count from 1 in the public interface.
//!
//! | question | item |
//! |---|---|
//! | number of solutions of a board | [`count`], [`Board::count`] |
//! | solutions, one after the other | [`Board::solutions`] |
//! | solutions, on all cores | [`Board::run`] |
//! | solutions by their symmetry | [`classes`], [`fundamental`], [`torus_classes`] |
//! | number of solutions that use each square | [`tally`] |
//! | completions of the boards of a file | [`PartialBatch`] |
//! | other pieces, a torus or regions | [`BoardVariant`], [`Board::of_variant`] |
//! | one solution of a board of any size | [`construct`], [`sample`] |
//!
//! ```
//! use countless_engine::Run;
//! use countless_queens::Board;
//!
//! assert_eq!(countless_queens::count(14, &Run::new())?.total.count, 365_596);
//! let board = Board::new(8)?.queen(1, 5)?.blocked(3, 3)?;
//! let first = board.solutions().next().expect("it has one");
//! assert_eq!(first.to_string(), "5,1,4,6,8,2,7,3");
//! # Ok::<(), countless_engine::Error>(())
//! ```
//!
//! A [`Run`] with a ledger, a number of threads or a [`Table`](countless_table::Table) needs a
//! [`Problem`](countless_engine::Problem). [`counter`] makes the problem that counts a board
//! fastest. [`JoinCounter`] and [`BoardProblem`] use one method each and give equal totals; a
//! `BoardProblem` may also list the solutions. The join visits no solution.
//!
//! The crate depends on `countless-engine` for runs and ledgers, `countless-simd` for its kernels,
//! `countless-table` for rows and files, and `countless-text` for boards with regions.

#![forbid(unsafe_code)]

mod board;
mod board_batch;
mod board_problem;
pub mod growth;
#[doc(hidden)]
pub mod internals;
pub mod join;
mod join_counter;
pub mod known_counts;
mod partial;
mod placement;
mod queens_factories;
mod regions;
pub mod search;
mod symmetry;
mod torus_classes;

pub use board::{Board, BoardVariant, Piece, Square, parse_squares};
pub use board_batch::SolvedBoard;
pub use board_problem::{BoardProblem, Occupancy};
pub use join_counter::JoinCounter;
pub use partial::{PartialBatch, PartialBoard, blocked_squares, only_board as only_partial_board};
pub use placement::{Placement, construct, fundamental, images, is_solution, sample, samples};
#[cfg(not(test))]
pub use queens_factories::FACTORIES;
pub use queens_factories::QueensMethod;
pub use regions::{RegionBatch, RegionGenerator, Regions};
pub use search::MAX_N;
pub use symmetry::{BoardTurn, Classes, SymmetryCount, TurnCounter, classes, classes_of};
pub use torus_classes::{TorusClasses, torus_classes, torus_fundamental};

use countless_engine::{ErasedProblem, Error, Outcome, Run};

/// Counts the solutions of a board of `n` rows. The empty board has one solution.
///
/// Uses the join for 4 to 32 rows. It counts 16 rows in a few hundredths of a second and 20 in a
/// few minutes. 24 rows take eight days on one core.
///
/// ```
/// use countless_engine::Run;
///
/// let outcome = countless_queens::count(14, &Run::new().threads(2))?;
/// assert_eq!(outcome.total.count, 365_596);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`], [`Error::Threads`] if the threads cannot be
/// started, [`Error::Miscounted`] if the total is certainly wrong.
pub fn count(n: usize, run: &Run) -> Result<Outcome, Error> {
    counter(n, QueensMethod::Auto, run.thread_count())?.count(run)
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
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`], and the errors of [`Run::count`].
pub fn tally(n: usize, run: &Run) -> Result<Outcome<Occupancy>, Error> {
    Board::new(n)?.tally(run)
}

/// Returns the problem of counting all solutions of `n` rows by a method. The tables of the join
/// are made with `threads` threads.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{QueensMethod, counter};
///
/// let run = Run::new().threads(2);
/// let problem = counter(11, QueensMethod::Auto, run.thread_count())?;
/// assert_eq!(problem.count(&run)?.total.count, 2_680);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if the method does not support the board, [`Error::Threads`] if the
/// threads cannot be started.
pub fn counter(
    n: usize,
    method: QueensMethod,
    threads: usize,
) -> Result<Box<dyn ErasedProblem>, Error> {
    if method.resolve(n)? == QueensMethod::Join
        && let Some(counter) = JoinCounter::new(n, threads)?
    {
        return Ok(Box::new(counter));
    }
    Ok(Box::new(BoardProblem::all(n)?))
}

/// Returns the problem of listing all placements of `n` queens.
///
/// ```
/// use countless_engine::Run;
///
/// assert_eq!(countless_queens::lister(6)?.count(&Run::new())?.total.count, 4);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is too large to search.
pub fn lister(n: usize) -> Result<Box<dyn ErasedProblem>, Error> {
    Ok(Box::new(Board::new(n)?.listing()))
}
