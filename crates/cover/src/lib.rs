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
//! | either on all cores, with a ledger or into a table | a [`CoverProblem`], and a [`Run`] |
//! | random solutions | [`RandomCovers`], and a [`Run`] |
//! | problems for a start | [`make`] |
//!
//! ```
//! use countless_cover::make;
//!
//! // Domino tilings of a chessboard: Kasteleyn, 1961.
//! let dominoes = make::dominoes(8, 8)?;
//! assert_eq!(dominoes.count()?.to_string(), "12988816");
//! # Ok::<(), countless_engine::Error>(())
//! ```
//!
//! There are two methods: `search` visits every solution, `memo` counts equal states once; see
//! `docs/cover.md`. Both agree. A lost subtree of a count can be counted again.
//!
//! The crate depends on `countless-engine` for runs and ledgers, `countless-simd` for its kernels
//! and `countless-table` for rows and files.

#![forbid(unsafe_code)]

mod automorphisms;
mod big_count;
mod chain_count;
mod component;
mod component_counts;
mod count_estimate;
mod cover_check;
mod cover_factories;
mod cover_method;
mod cover_problem;
mod cover_solution;
mod cover_total;
mod disjoint_sets;
mod elimination;
mod exact_cover;
mod frontier;
mod isomorphic_parts;
mod item_bits;
mod item_order;
mod look_ahead;
pub mod make;
mod matrix_format;
mod memo;
mod memo_limits;
mod memo_trials;
mod misfit;
mod multiplicity;
mod option_bits;
mod option_table;
mod ordered_cover;
mod random_covers;
mod read_knuth;
mod search_tree;
mod set_list;
mod solution_source;
mod solution_visit;
mod split_tree;
mod stage_draft;
mod state_buckets;
mod state_count;
mod state_key;
#[cfg(test)]
mod tests;
mod text_line;
mod tree_cover;
mod write_cover;

pub use big_count::{BigCount, BigCountError};
pub use count_estimate::CountEstimate;
pub use cover_check::{CoverCheck, ForcedClash};
pub use cover_factories::FACTORIES;
pub use cover_method::CoverMethod;
pub use cover_problem::{CoverProblem, CoverScratch};
pub use cover_solution::Solution;
pub use cover_total::CoverTotal;
pub use exact_cover::ExactCover;
pub use matrix_format::MatrixFormat;
pub use random_covers::RandomCovers;

use countless_engine::{Error, Run};

/// Default memory limit of a count by memo, in bytes.
pub const MEMORY: usize = 2 << 30;

impl ExactCover {
    /// Counts the solutions, on all cores.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn count(&self) -> Result<BigCount, Error> {
        let run = Run::new();
        let cover = CoverProblem::counting(self.clone(), CoverMethod::Auto, MEMORY, &run)?;
        Ok(run.count(&cover)?.total.solutions)
    }

    /// Returns all solutions in order. Each is a list of option numbers, from 1 on.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn solutions(&self) -> Result<Vec<Vec<usize>>, Error> {
        cover_problem::all_solutions(self.clone(), &Run::new())
    }
}
