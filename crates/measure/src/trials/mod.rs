//! The benchmark suite: fixed cases, each run by several contestants in turns.
//!
//! ```text
//! Suite ──▶ Contestant, Contestant, … ──▶ TrialRounds ──▶ TrialRecord …
//!           12 rows, join, scalar         A B C A B C …   median, spread
//! ```
//!
//! A machine changes its speed. Turns let temporary load affect all contestants, and spread the
//! runs of a trial over the whole time. A first round warms up. It also determines how often a
//! short trial is repeated to last long enough for the clock.

mod contestant;
mod rival_program;
mod suite;
mod trial_rounds;

pub use contestant::{BoardMethod, Contestant, occupancy, subtree_times};
pub use rival_program::{RivalProgram, RivalProgramError, end_timed_programs};
pub use suite::{BenchmarkSet, Suite, thread_counts};
pub use trial_rounds::TrialRounds;
