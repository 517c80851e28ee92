//! Counts or streams **every** solution of a finite search problem on all cores: N-queens boards,
//! sudokus, exact covers, and problems that you define.
//!
//! | you want | begin with |
//! |---|---|
//! | the number of ways to place queens | [`queens::count`], [`queens::Board`] |
//! | a sudoku solved, counted, explained, rated | [`sudoku::Grid`], [`sudoku::solve_all`] |
//! | files of puzzles, boards by the million | a problem such as [`sudoku::Ask`] or [`queens::BoardProblem`], and a [`Run`](engine::Run) |
//! | tilings, packings, any exact cover | [`cover::ExactCover`] |
//! | a problem of your own | [`engine::Problem`], and `examples/langford.rs` |
//!
//! ```
//! use countless::engine::Run;
//! use countless::{queens, sudoku};
//!
//! assert_eq!(queens::count(10, &Run::new())?.total.count, 724);
//! let board = queens::Board::new(8)?.queen(1, 5)?.blocked(2, 7)?;
//! let first = board.solutions().next().expect("there are some");
//! assert_eq!(first.to_string(), "5,1,4,6,8,2,7,3");
//!
//! let grid: sudoku::Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let sudoku::Solved::Unique(solution) = grid.solve() else { panic!("it is unique") };
//! assert!(solution.to_string().starts_with("534678912"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rows and columns count from 1. Totals are `u128`. Every count is computed a second time modulo a
//! prime and compared with published totals. A wrong total is an error.
//!
//! The feature `cli`, on by default, builds the program `countless`. With
//! `default-features = false`, the package is a library without terminal, charts or drawings.

#![forbid(unsafe_code)]

#[doc(inline)]
pub use countless_cover as cover;
#[doc(inline)]
pub use countless_engine as engine;
pub use countless_engine::Error;
#[doc(inline)]
pub use countless_engine::ledger;
#[doc(inline)]
pub use countless_queens as queens;
pub use countless_simd::{Kernel, KernelError};
#[doc(inline)]
pub use countless_table as table;
#[doc(inline)]
pub use countless_variants as variants;

/// Classic sudokus, and questions about the puzzles of files. The puzzles of a question may have
/// any layout of [`variants`].
pub mod sudoku {
    #[doc(inline)]
    pub use countless_sudoku::*;
    #[doc(inline)]
    pub use countless_variants::questions::{self, *};
}

/// The command line. It is here, and not beside `main`, so that it is compiled while the slowest
/// library is. It is not part of the library's interface.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

#[cfg(feature = "cli")]
extern crate self as countless;

/// Returns the registry of all problems of this library. It opens each problem from the plan of a
/// ledger.
///
/// [`Registry::audit`](engine::Registry::audit) verifies ledgers with it. A problem of your own
/// needs a [`Factory`](engine::Factory) in a registry of its own, as in `examples/langford.rs`.
///
/// ```
/// use countless::engine::{ReopenInputs, Run};
/// use countless::ledger::Spec;
///
/// let spec = Spec::new("queens count", "search").with("n", 8);
/// let problem = countless::registry().open(&spec, &ReopenInputs::new())?;
/// assert_eq!(problem.count(&Run::new())?.total.count, 92);
/// # Ok::<(), countless::Error>(())
/// ```
pub fn registry() -> engine::Registry {
    let puzzles = sudoku::FACTORIES.into_iter().chain(variants::FACTORIES);
    let others = queens::FACTORIES.into_iter().chain(cover::FACTORIES);
    engine::Registry::new(puzzles.chain(others))
}
