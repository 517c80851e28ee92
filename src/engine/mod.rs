//! The data-parallel driver: one problem, many subtrees, one outcome.
//!
//! ```text
//! subtrees ──▶ workers (one per thread) ──▶ bounded channel ──▶ sink
//! (in order)    search one subtree each      rows, tallies      (one thread)
//! ```
//!
//! A [`Problem`] is cut into independent subtrees. A [`Run`] hands them to its workers one at
//! a time, in order, so that fast threads take more of them. Each worker searches its subtree,
//! gives every solution to an [`Emitter`] and returns a [`Tally`]. One sink on the calling
//! thread takes both, by default in the order of the subtrees, so that the output never
//! depends on the threads.
//!
//! The engine knows no problem by name. What a subtree is, a prefix of queens, a set of
//! columns or a chunk of a file, is the problem's affair:
//!
//! ```
//! use countless::engine::{Counted, Cut, Emitter, Problem, Run, Subtrees};
//! use countless::ledger::Spec;
//! use countless::table::{Columns, Fields, Row};
//! use countless::{Error, Kernel};
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
//!     type Worker = ();
//!     type Tally = Counted;
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
//!     fn subtrees(&self, _: &Cut) -> Result<Subtrees<'_, Self::Root>, Error> {
//!         let hundreds = (0..10).map(|i| (1, 100 * i..100 * (i + 1)));
//!         Ok(Subtrees::list("hundreds", hundreds.collect()))
//!     }
//!
//!     fn worker(&self, _: Kernel) {}
//!
//!     fn search(&self, (): &mut (), range: Self::Root, emitter: &mut Emitter<'_, Self>) -> Counted {
//!         let mut found = 0;
//!         for n in range.filter(|&n| n > 1 && (2..n).all(|d| n % d != 0)) {
//!             found += 1;
//!             if emitter.push(Prime(n)).is_break() {
//!                 break;
//!             }
//!         }
//!         Counted::of(found)
//!     }
//! }
//!
//! assert_eq!(Run::new().count(&Primes)?.total.solutions, 168);
//! let mut last = 0;
//! Run::new().threads(2).for_each(&Primes, |prime| last = prime.0)?;
//! assert_eq!(last, 997);
//! # Ok::<(), countless::Error>(())
//! ```

mod alarm;
mod cancel;
pub(crate) mod clock;
mod collector;
mod counted;
mod diagnostic;
pub(crate) mod drive;
mod emitter;
mod estimate;
mod forecast;
pub(crate) mod memory;
mod message;
mod outcome;
mod perform;
mod pool;
mod problem;
mod progress;
pub(crate) mod recheck;
mod record;
pub(crate) mod registry;
mod reorder;
mod rows;
pub(crate) mod run;
pub(crate) mod sample;
mod sink;
mod source;
pub(crate) mod subtrees;
mod trials;

pub(crate) use alarm::Alarm;
pub use cancel::{CancelToken, Reason};
pub use counted::Counted;
pub use diagnostic::Diagnostic;
pub use emitter::Emitter;
pub use estimate::Probe;
pub use forecast::{Basis, Forecast};
pub use outcome::Outcome;
pub(crate) use pool::Pool;
pub use problem::{Known, Problem, Tally};
pub use progress::Progress;
pub(crate) use recheck::Recheck;
pub use registry::AnyProblem;
pub(crate) use registry::{Context, Family};
pub use run::Run;
pub use sample::Estimate;
pub(crate) use sample::Sample;
pub use subtrees::{Cut, Subtree, Subtrees};
