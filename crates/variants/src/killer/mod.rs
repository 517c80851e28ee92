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

pub use board::KillerBoard;
pub use search::{KillerGoal, KillerTask};

use super::cages::{Cages, RuleOf45};
use super::plan::CompiledShape;
use houses::KillerHouses;
use pending::PendingRules;
use rules::KillerRules;
use totals::SubsetTotals;
use weights::CellWeights;

/// What searches hard killers of a shape.
#[derive(Debug)]
pub struct KillerSearch {
    houses: KillerHouses,
    /// The cells of areas of whole houses, a bit each, and their sums.
    areas: Vec<(u128, u32)>,
    totals: SubsetTotals,
    rules: KillerRules,
    weights: CellWeights,
    pending: PendingRules,
    /// What is still to be searched, the next one last: a board, the cell that was guessed there,
    /// and what it can have instead.
    open_nodes: Vec<(KillerBoard, u8, u16)>,
}

impl KillerSearch {
    /// Whether puzzles of a shape that have these cages can be searched.
    pub fn accepts(plan: &CompiledShape, cages: &Cages) -> bool {
        KillerHouses::accepts(plan) && KillerRules::accepts(cages)
    }

    /// A search without work.
    pub fn new(plan: &CompiledShape, shape: &RuleOf45) -> Self {
        let rules = KillerRules::default();
        Self {
            houses: KillerHouses::new(plan),
            areas: areas::area_sums(shape),
            totals: SubsetTotals::new(),
            weights: CellWeights::new(&rules),
            rules,
            pending: PendingRules::new(),
            open_nodes: Vec::new(),
        }
    }

    /// Begins with a puzzle that has these cages.
    pub fn begin(&mut self, cages: &Cages) {
        self.rules = KillerRules::new(&self.houses, &self.areas, cages);
        self.weights = CellWeights::new(&self.rules);
    }
}
