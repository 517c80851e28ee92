//! Exact covers: tilings, packings, Latin squares, and whatever else can be said in items and
//! options.
//!
//! A [`Problem`] has items, and options that cover some of them; a solution covers every item
//! just once. Secondary items may be left out, items may come in colours, and primary ones more
//! than once: Knuth's XC, XCC and MCC (The Art of Computer Programming, volume 4B, 7.2.2.1).
//!
//! | wanted | take |
//! |---|---|
//! | how many solutions there are | [`Problem::count`] |
//! | all of them | [`Problem::solutions`] |
//! | either on all cores, with a ledger, into a table | a [`Cover`], and a [`Run`] |
//! | some of them, drawn at random | a [`Sample`], and a [`Run`] |
//! | problems to begin with | [`make`] |
//!
//! ```
//! use countless_cover::make;
//!
//! // The ways to tile a chessboard with dominoes: Kasteleyn, 1961.
//! let dominoes = make::dominoes(8, 8)?;
//! assert_eq!(dominoes.count()?.to_string(), "12988816");
//! # Ok::<(), countless_engine::Error>(())
//! ```
//!
//! Two methods: `search` visits every solution, `memo` counts equal states once; see
//! `docs/cover.md`. A subtree of a count is work that can be
//! lost and done again, and all methods agree.
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

/// What a count by memo may take unless said otherwise, in bytes.
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

    /// All solutions, each as the numbers of its options, from 1 on, in order.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn solutions(&self) -> Result<Vec<Vec<usize>>, Error> {
        cover::all_solutions(self.clone(), &Run::new())
    }
}
