//! The data-parallel driver: one problem, many subtrees, one result.
//!
//! ```text
//! subtrees ──▶ workers (one per thread) ──▶ bounded channel ──▶ sink
//! (in order)    search one subtree each      rows, tallies      (one thread)
//! ```
//!
//! A [`Problem`] is cut into independent [`Subtree`]s. [`run`] hands them to the
//! workers one at a time, in order, so that fast threads take more of them; each
//! worker searches its subtree, appends rows to a byte buffer and returns a
//! [`Tally`]. One [`Sink`] on the calling thread takes both, by default in the
//! order of the subtrees, so that the output never depends on the threads.
//!
//! The engine knows no problem by name. What a subtree is, a prefix of queens, a
//! set of columns or a chunk of a file, is the problem's affair:
//!
//! ```
//! use countless::engine::{Count, Options, Part, Problem, Pulse, Stop, Subtree, run};
//!
//! /// Counts the primes below a bound, a hundred numbers at a time.
//! struct Primes;
//!
//! impl Problem for Primes {
//!     type Root = std::ops::Range<u32>;
//!     type Worker = ();
//!     type Tally = u128;
//!
//!     fn worker(&self) {}
//!
//!     fn search(&self, (): &mut (), range: Self::Root, _: &mut Part<'_, u128>) -> u128 {
//!         range.filter(|&n| n > 1 && (2..n).all(|d| n % d != 0)).count() as u128
//!     }
//! }
//!
//! let hundreds = (0..10).map(|i| Ok(Subtree { index: i, cost: 1, root: 100 * i as u32..100 * (i as u32 + 1) }));
//! let mut count = Count::default();
//! run(&Primes, hundreds, &mut count, Options::default(), &Stop::new(), &Pulse::new(Some(10)))?;
//! assert_eq!(count.total, 168);
//! # Ok::<(), countless::Error>(())
//! ```

mod clock;
mod counted;
mod drive;
mod outlet;
mod pulse;
mod resume;
mod sample;
mod sink;
mod split;
mod stop;
mod survey;
#[cfg(test)]
mod tests;

pub use clock::{Whose, cpu_time};
pub use counted::Counted;
pub use drive::{Options, Order, Report, pool, run};
pub use outlet::Part;
pub use pulse::Pulse;
pub use resume::{Known, Recorder, Resume, Resumed, resume};
pub use sample::{Draw, Estimate, Rounds, Sample};
pub use sink::{Count, Finished, First, List, Sink};
pub use split::{PER_THREAD, depth_for};
pub use stop::{Reason, Stop};
pub use survey::{Drawn, Survey, survey};

/// A finite search problem, cut into independent subtrees.
pub trait Problem: Sync {
    /// What tells one subtree from another, such as the queens of the first rows.
    type Root: Send;
    /// Scratch memory of one thread, reused from subtree to subtree.
    type Worker;
    /// What a searched subtree amounts to, besides its rows.
    type Tally: Tally;

    /// Makes the scratch memory of one thread.
    fn worker(&self) -> Self::Worker;

    /// Searches one subtree, appending rows, if any, to `part`.
    ///
    /// The result must depend on `root` alone. A search that runs for more than a
    /// moment polls [`Part::stop`] and may then return at once with anything: the
    /// tally of a stopped subtree is dropped.
    fn search(
        &self,
        worker: &mut Self::Worker,
        root: Self::Root,
        part: &mut Part<'_, Self::Tally>,
    ) -> Self::Tally;
}

/// One independent piece of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree<R> {
    /// Its number among all subtrees of the problem, the same on every machine.
    pub index: u64,
    /// Its estimated share of the work, in any unit, for progress and remaining time.
    pub cost: u64,
    /// What the problem needs to search it.
    pub root: R,
}

/// A result that can be added up over subtrees, in any order.
pub trait Tally: Default + Send {
    /// Adds the result of another subtree.
    fn merge(&mut self, other: Self);
    /// How many solutions it stands for, for progress.
    fn solutions(&self) -> u128;
}

impl Tally for u128 {
    fn merge(&mut self, other: Self) {
        *self += other;
    }
    fn solutions(&self) -> u128 {
        *self
    }
}
