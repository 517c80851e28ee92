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

mod alike;
mod amount;
mod bounds;
mod check;
mod component;
mod cover;
mod cut;
mod draw;
mod factory;
mod fit;
mod front;
mod incidence;
mod insurance;
mod key;
mod line;
mod lists;
mod look_ahead;
pub mod make;
mod matrix;
mod memo;
mod method;
mod order;
mod ordered;
mod outlook;
mod parts;
mod problem;
mod read;
mod sample;
mod search;
mod set_list;
mod sets;
mod solution;
mod states;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod total;
mod visit;
mod write;

pub use check::{CoverCheck, ForcedClash};
pub use cover::{CoverProblem, CoverScratch};
pub use factory::FACTORIES;
pub use incidence::MatrixFormat;
pub use method::CoverMethod;
pub use num_bigint::BigUint;
pub use outlook::CountEstimate;
pub use problem::ExactCover;
pub use sample::RandomCovers;
pub use solution::Solution;
pub use total::CoverTotal;

use countless_engine::{Error, Run};

/// Default memory limit of a count by memo, in bytes.
pub const MEMORY: usize = 2 << 30;

impl ExactCover {
    /// Counts the solutions, on all cores.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn count(&self) -> Result<BigUint, Error> {
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
        cover::all_solutions(self.clone(), &Run::new())
    }
}
