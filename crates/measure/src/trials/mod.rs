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

mod clock;
mod contender;
mod limit;
mod peer;
mod rounds;
mod running;
mod sets;
mod suite;

pub use contender::{Contender, Method, occupancy, subtree_times};
pub use peer::{Peer, PeerError};
pub use rounds::Rounds;
pub use running::end_running;
pub use sets::PuzzleSet;
pub use suite::{Suite, thread_counts};
