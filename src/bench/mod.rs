//! The benchmark suite: fixed cases, each run by several contenders in turns.
//!
//! ```text
//! suite ──▶ Case { Contender, Contender, … } ──▶ round by round ──▶ records
//!            12 rows   join scalar 1 thread       A B C A B C …      median, spread
//! ```
//!
//! Turns, because a machine changes its speed: what comes and goes hits all contenders
//! alike. A first round warms up, and tells how often a short trial has to be repeated to
//! last long enough for the clock.

mod case;
mod clock;
mod contender;
mod peer;
mod running;
mod sets;
mod suite;

pub use case::Case;
pub use contender::{Contender, Method, occupancy, subtree_times};
pub use peer::{Peer, PeerError};
pub use running::end_running;
pub use sets::PuzzleSet;
pub use suite::{Suite, thread_counts};
