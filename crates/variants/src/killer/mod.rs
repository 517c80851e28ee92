//! Search of hard killer sudokus, one after another.
//!
//! ```text
//! hard puzzle of the lanes ─▶ derived sums ─▶ propagation ─▶ solution
//!                                             ▲        │ contradiction: weights
//!                                             └ branch ◀ no more changes
//! ```
//!
//! Lanes are fast on puzzles with few branches. This search deduces more at each node, which pays
//! on puzzles with many branches. It also learns from contradictions: each increases the weights of
//! its cells.

// The cells of a cage index several arrays in parallel.
#![allow(clippy::needless_range_loop)]

mod candidate_word;
mod cell_weights;
mod exact_candidates;
mod killer_board;
mod killer_houses;
mod killer_rules;
mod killer_task;
mod propagate;
mod propagate_cage;
mod signed_sums;

pub use killer_board::KillerBoard;
pub use killer_task::{KillerGoal, KillerTask};

use super::cages::{Cages, RuleOf45};
use super::compiled_shape::CompiledShape;
use cell_weights::CellWeights;
use killer_houses::KillerHouses;
use killer_rules::KillerRules;
use propagate::PendingRules;
use signed_sums::SubsetTotals;

/// Search of hard killer sudokus of one shape.
#[derive(Debug)]
pub struct KillerSearch {
    houses: KillerHouses,
    /// Cells of areas of whole houses, and their sums.
    areas: Vec<(u128, u32)>,
    totals: SubsetTotals,
    rules: KillerRules,
    weights: CellWeights,
    pending: PendingRules,
    /// Open nodes, the next one last: a board, the cell of its branch, and the other candidates of
    /// the cell.
    open_nodes: Vec<(KillerBoard, u8, u16)>,
}

impl KillerSearch {
    /// Returns whether puzzles with this shape and these cages can be searched.
    pub fn accepts(plan: &CompiledShape, cages: &Cages) -> bool {
        KillerHouses::accepts(plan) && KillerRules::accepts(cages)
    }

    /// Creates a search of puzzles of a shape.
    pub fn new(plan: &CompiledShape, shape: &RuleOf45) -> Self {
        let rules = KillerRules::default();
        Self {
            houses: KillerHouses::new(plan),
            areas: signed_sums::area_sums(shape),
            totals: SubsetTotals::new(),
            weights: CellWeights::new(&rules),
            rules,
            pending: PendingRules::new(),
            open_nodes: Vec::new(),
        }
    }

    /// Begins a puzzle with these cages.
    pub fn begin(&mut self, cages: &Cages) {
        self.rules = KillerRules::new(&self.houses, &self.areas, cages);
        self.weights = CellWeights::new(&self.rules);
    }
}
