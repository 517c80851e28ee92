//! Exact covers: tilings, packings, Latin squares, and other problems of items and options.
//!
//! An [`ExactCover`] has items, and options that cover some of them. A solution covers every item
//! exactly once. Secondary items may stay uncovered, items may have colours, and primary items may
//! have a multiplicity: Knuth's XC, XCC and MCC (The Art of Computer Programming, volume 4B,
//! 7.2.2.1).
//!
//! | wanted | use |
//! |---|---|
//! | number of solutions | [`ExactCover::count`] |
//! | all solutions | [`ExactCover::solutions`] |
//! | either with a ledger or into a table | a [`CoverProblem`], and a [`Run`] |
//! | random solutions | [`CoverProblem::sampling`], and a [`Run`] |
//! | problems for a start | [`make`] |
//!
//! ```
//! use countless_cover::make;
//! use countless_engine::Run;
//!
//! // Domino tilings of a chessboard: Kasteleyn, 1961.
//! let outcome = make::dominoes(8, 8)?.count(&Run::new())?;
//! assert_eq!(outcome.total.solutions.to_string(), "12988816");
//! # Ok::<(), countless_engine::Error>(())
//! ```
//!
//! There are two methods: `search` visits every solution, `memo` counts equal states once; see
//! `docs/cover.md`. Both agree. A lost subtree of a count can be counted again.
//!
//! The crate depends on `countless-engine` for runs and ledgers, `countless-simd` for its kernels
//! and `countless-table` for rows and files.

#![forbid(unsafe_code)]

mod bits;
mod cell_board;
mod components;
mod count_estimate;
mod cover_check;
mod cover_factories;
mod cover_method;
mod cover_problem;
mod cover_solution;
mod cover_strategy;
mod cover_total;
mod exact_cover;
mod grid;
mod group;
mod input;
#[doc(hidden)]
pub mod internals;
mod list_numbers;
pub mod make;
mod memo;
mod random_covers;
mod search;
mod symmetry;
mod tree_search;

pub use cell_board::CellBoard;
pub use count_estimate::CountEstimate;
pub use cover_check::{CoverCheck, ForcedClash, WeightProof};
#[cfg(not(test))]
pub use cover_factories::FACTORIES;
pub use cover_method::CoverMethod;
pub use cover_problem::CoverProblem;
pub use cover_solution::Solution;
pub use cover_total::{BigCount, BigCountError, CoverTotal};
pub use exact_cover::ExactCover;
pub use grid::{Grid, GridOperation, Point};
pub use input::MatrixFormat;
pub use symmetry::class_kinds::{ClassKind, ClassKinds};
pub use symmetry::cover_symmetries::{CoverSymmetries, SymmetryKind, SymmetryOptions};
pub use tree_search::CoverScratch;

use countless_engine::{Error, Outcome, Run};

/// Default memory limit of a count by memo, in bytes.
pub const MEMORY: usize = 2 << 30;

impl ExactCover {
    /// Counts the solutions on the threads of a run, by the best method.
    ///
    /// ```
    /// use countless_cover::make;
    /// use countless_engine::Run;
    ///
    /// let outcome = make::dominoes(8, 8)?.count(&Run::new())?;
    /// assert_eq!(outcome.total.solutions.to_string(), "12988816");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`CoverProblem::counting`] and [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome<CoverTotal>, Error> {
        CoverProblem::counting(self.clone(), CoverMethod::Auto, run)?.count(run)
    }

    /// Returns all solutions in order, or as many as the limit of the run allows. Each is a list of
    /// option numbers, from 1 on.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    /// use countless_engine::Run;
    ///
    /// let problem: ExactCover = "a b c\na b\nb c\na\nc\n".parse()?;
    /// assert_eq!(problem.solutions(&Run::new())?, [[1, 4], [2, 3]]);
    /// assert_eq!(problem.solutions(&Run::new().limit(1))?, [[1, 4]]);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled, and the errors of [`Run::for_each`].
    pub fn solutions(&self, run: &Run) -> Result<Vec<Vec<usize>>, Error> {
        let mut all = Vec::new();
        let outcome = run.for_each(&CoverProblem::listing(self.clone()), |solution| {
            all.push(solution.options().collect());
        })?;
        if outcome.is_interrupted() {
            return Err(Error::Interrupted);
        }
        Ok(all)
    }
}
