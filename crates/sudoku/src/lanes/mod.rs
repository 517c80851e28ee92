//! Search of many sudokus at once, one per vector lane.
//!
//! ```text
//! puzzles ─ transpose ─▶ lanes ─▶ pass ─▶ solved ─ transpose ─▶ outcomes
//!                          ▲        │ changed: again
//!                          │        │ dead: the lane is idle
//!                          └─ branch ◀ stuck
//! ```
//!
//! Each lane holds one node of the search tree of a puzzle. Lanes never wait for each other: after
//! every pass, idle lanes get another node or the next puzzle. If puzzles have more solutions than
//! are wanted, lanes branch although their last pass changed something.

// Cells and digits index several arrays side by side.
#![allow(clippy::needless_range_loop)]

mod choose_branches;
mod count_goal;
mod lane_grids;
mod lane_search;
mod lister;
mod pass;
mod schedule;
mod solve_goal;

pub use lane_search::LaneWork;
pub use solve_goal::{Budget, SolveOutcome};

use count_goal::BandCache;
use countless_engine::ledger::Residue;
use lane_search::LaneMemory;
pub use lister::Lister;

/// A worker that searches as many grids at once as a vector has lanes.
///
/// It keeps its memory from one call to the next.
#[derive(Debug)]
pub struct Lanes {
    memory: Box<LaneMemory>,
    band_cache: BandCache,
    residue: Residue,
    lister: Lister,
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

impl Lanes {
    /// Makes a worker with empty caches.
    pub fn new() -> Self {
        Self {
            memory: LaneMemory::new(),
            band_cache: BandCache::new(),
            residue: Residue::default(),
            lister: Lister::default(),
        }
    }

    /// Work of all calls so far.
    pub fn work(&self) -> LaneWork {
        self.memory.work
    }
}
