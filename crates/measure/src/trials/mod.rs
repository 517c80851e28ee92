//! The benchmark suite: fixed cases, each run by several contenders in turns.
//!
//! ```text
//! suite ──▶ Contender, Contender, … ──▶ Rounds ──▶ records
//!           12 rows, join, scalar       A B C A B C …   median, spread
//! ```
//!
//! Turns, because a machine changes its speed: what comes and goes hits all contenders
//! alike, and the runs of a trial are spread over the whole time. A first round warms up, and
//! shows how often a short trial has to be repeated to last long enough for the clock.

mod benchmark_set;
mod contestant;
mod rival_program;
mod stopwatch;
mod suite;
mod time_limit;
mod timed_program;
mod trial_rounds;

pub use benchmark_set::BenchmarkSet;
pub use contestant::{BoardMethod, Contestant, occupancy, subtree_times};
pub use rival_program::{RivalProgram, RivalProgramError};
pub use suite::{Suite, thread_counts};
pub use timed_program::end_timed_programs;
pub use trial_rounds::TrialRounds;
