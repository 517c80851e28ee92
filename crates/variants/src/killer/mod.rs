//! Searching one hard killer after the other.
//!
//! ```text
//! a puzzle that took lanes too many guesses ─▶ sums that follow ─▶ propagate ─▶ solution
//!                                                                   ▲      │ dead: weights
//!                                                                   └ guess ◀ quiet
//! ```
//!
//! Lanes are fast where few guesses are needed. Here more is inferred, which pays where there are
//! many, and a puzzle learns from what fails: a cell weighs more the more often it was part of it.

// Cells of a cage index several arrays side by side.
#![allow(clippy::needless_range_loop)]

mod areas;
mod board;
mod cage;
mod exact;
mod groups;
mod houses;
mod pending;
mod propagate;
mod rules;
mod search;
mod sums;
#[cfg(test)]
mod tests;
mod totals;
mod weights;

pub use board::Board;
pub use search::{Hunt, Quarry};

use super::cages::{Areas, Cages};
use super::plan::Plan;
use houses::Houses;
use pending::Pending;
use rules::Rules;
use totals::Totals;
use weights::Weights;

/// What searches hard killers of a shape.
#[derive(Debug)]
pub struct Killer {
    houses: Houses,
    /// The cells of areas of whole houses, a bit each, and their sums.
    areas: Vec<(u128, u32)>,
    totals: Totals,
    rules: Rules,
    weights: Weights,
    pending: Pending,
    /// What is still to be searched, the next one last: a board, the cell that was guessed there,
    /// and what it can have instead.
    waiting: Vec<(Board, u8, u16)>,
}

impl Killer {
    /// Whether puzzles of a shape that have these cages can be searched.
    pub fn takes(plan: &Plan, cages: &Cages) -> bool {
        Houses::take(plan) && Rules::take(cages)
    }

    /// A search without work.
    pub fn new(plan: &Plan, shape: &Areas) -> Self {
        let rules = Rules::default();
        Self {
            houses: Houses::new(plan),
            areas: areas::areas(shape),
            totals: Totals::new(),
            weights: Weights::new(&rules),
            rules,
            pending: Pending::new(),
            waiting: Vec::new(),
        }
    }

    /// Begins with a puzzle that has these cages.
    pub fn begin(&mut self, cages: &Cages) {
        self.rules = Rules::new(&self.houses, &self.areas, cages);
        self.weights = Weights::new(&self.rules);
    }
}
