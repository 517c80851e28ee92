//! Problems split into subtrees, and runs that search the subtrees on all cores.
//!
//! ```text
//! subtrees ──▶ workers (one per thread) ──▶ bounded channel ──▶ sink
//! (in order)    search one subtree each      rows, tallies      (one thread)
//! ```
//!
//! A [`Problem`] is split into independent subtrees. A [`Run`] gives them to its workers one at a
//! time, in order, so that fast threads search more of them. Each worker searches its subtree,
//! sends every solution to an [`Emitter`] and returns a [`Tally`]. One sink on the calling thread
//! receives both, by default in the order of the subtrees. The output therefore does not depend on
//! the threads.
//!
//! The engine is generic over the problem. The problem decides what a subtree is: a prefix of
//! queens, a set of columns, a chunk of a file.
//!
//! ```
//! use countless_engine::{Emitter, Granularity, Problem, Run, Subtrees, Tally, depth_for};
//! use countless_engine::ledger::Spec;
//! use countless_table::{Columns, Fields, Row};
//! use countless_engine::Error;
//! use countless_simd::Kernel;
//!
//! /// The primes below a thousand, a hundred numbers at a time.
//! struct Primes;
//!
//! struct Prime(u64);
//!
//! impl Row for Prime {
//!     fn fields(&self, fields: &mut impl Fields) {
//!         fields.number(self.0);
//!     }
//! }
//!
//! impl Problem for Primes {
//!     type Root = std::ops::Range<u64>;
//!     type Scratch = ();
//!     type Solution = Prime;
//!
//!     fn spec(&self) -> Result<Spec, Error> {
//!         Ok(Spec::new("primes", "division").with("below", 1000))
//!     }
//!
//!     fn columns(&self) -> Columns {
//!         Columns::new().field("prime")
//!     }
//!
//!     fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
//!         let hundreds = (0..10).map(|i| (1, 100 * i..100 * (i + 1)));
//!         Ok(Subtrees::list("hundreds", hundreds.collect()))
//!     }
//!
//!     fn scratch(&self, _: Kernel) {}
//!
//!     fn search(&self, (): &mut (), range: Self::Root, emitter: &mut Emitter<'_, Self>) -> Tally {
//!         let mut found = 0;
//!         for n in range.filter(|&n| n > 1 && (2..n).all(|d| n % d != 0)) {
//!             found += 1;
//!             if emitter.push(Prime(n)).is_break() {
//!                 break;
//!             }
//!         }
//!         Tally::of(found)
//!     }
//! }
//!
//! assert_eq!(Run::new().count(&Primes)?.total.count, 168);
//! let mut last = 0;
//! Run::new().threads(2).for_each(&Primes, |prime| last = prime.0)?;
//! assert_eq!(last, 997);
//! # Ok::<(), countless_engine::Error>(())
//! ```

#![forbid(unsafe_code)]

mod audit;
mod cancel;
mod clock;
mod collector;
mod emitter;
mod error;
mod estimate;
mod job;
pub mod ledger;
pub mod memory;
mod outcome;
mod parallel_search;
mod perform;
mod problem;
mod random;
mod reorder;
mod run;
mod stratified_sample;
mod subtree_timer;
mod subtrees;
mod thread_pool;

/// False in WebAssembly, which has no files. Runs there neither write rows nor keep ledgers, so that
/// programs are half as large.
const HAS_FILES: bool = cfg!(not(target_family = "wasm"));

pub use audit::{Audit, Mismatch};
pub use cancel::{CancelToken, Progress, Reason};
pub use clock::Instant;
pub use emitter::Emitter;
pub use error::{Diagnostic, Error, ErrorKind};
pub use job::{Factory, Job, Registry, ReopenInputs};
pub use ledger::Tally;
pub use outcome::{Basis, Forecast, LedgerState, Outcome};
pub use problem::{ErasedProblem, Known, Problem};
pub use random::SplitMix64;
pub use run::Run;
pub use stratified_sample::{DrawnSubtree, Estimate, Sample, SampleRounds};
pub use subtree_timer::Alarm;
#[cfg(windows)]
pub use subtree_timer::add_child;
pub use subtree_timer::{CpuClock, cpu_time};
pub use subtrees::{Granularity, Subtree, Subtrees, depth_for};
