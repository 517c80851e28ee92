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
//! its cells, and the search branches on a cell with few candidates and a great weight.

// The cells of a cage index several arrays in parallel.
#![allow(clippy::needless_range_loop)]

mod exact_candidates;
mod killer_board;
mod killer_rules;
mod propagate;
mod propagate_cage;

pub use killer_board::KillerBoard;

use super::cages::{Cages, RuleOf45, SumTable, members};
use super::compiled_shape::CompiledShape;
use countless_simd::{Simd, Task};
use exact_candidates::DigitSetTable;
use killer_board::{CELLS, DIGITS, KillerHouses};
use killer_rules::{KillerRules, SubsetTotals};
use propagate::{PendingRules, Propagation};

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
    pub fn accepts(compiled: &CompiledShape, cages: &Cages) -> bool {
        KillerHouses::accepts(compiled) && KillerRules::accepts(cages)
    }

    /// Creates a search of puzzles of a shape.
    pub fn new(compiled: &CompiledShape, shape: &RuleOf45) -> Self {
        let rules = KillerRules::default();
        Self {
            houses: KillerHouses::new(compiled),
            areas: killer_rules::area_sums(shape),
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

/// Node of a killer search.
#[derive(Clone, Copy, Debug)]
pub enum KillerNode<'a> {
    /// A grid that houses and rules allow: the only candidate of each cell.
    Grid(&'a [u16]),
    /// A choice between candidates.
    Branch,
    Contradiction,
}

/// Task that searches a board of the current puzzle.
pub struct KillerTask<'a, V> {
    pub killer: &'a mut KillerSearch,
    pub board: KillerBoard,
    /// Receives each node, and returns whether the search goes on.
    pub visit: V,
}

impl<V: FnMut(KillerNode<'_>) -> bool> Task for KillerTask<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        self.propagation(simd).begin();
        self.killer.open_nodes.clear();
        let (mut restricted, mut branch) = (Ok(()), None);
        loop {
            let mut is_open = restricted.is_ok() && self.propagation(simd).propagate().is_ok();
            if let Some(cell) = branch.filter(|_| !is_open) {
                let blame = self.killer.pending.blame;
                self.killer.weights.record_failure(cell, blame);
            }
            let is_complete = is_open && self.board.open == 0;
            is_open &= !is_complete;
            let goes_on = (self.visit)(if is_complete {
                KillerNode::Grid(self.board.first(self.killer.houses.cells))
            } else if is_open {
                KillerNode::Branch
            } else {
                KillerNode::Contradiction
            });
            if !goes_on {
                return;
            }
            let (cell, digits) = if is_open {
                let (cell, digit) = self.killer.weights.choose_branch(&self.board);
                let rest = self.board.get(cell) & !digit;
                self.killer.open_nodes.push((self.board, cell, rest));
                (cell, digit)
            } else if let Some((board, cell, rest)) = self.killer.open_nodes.pop() {
                self.board = board;
                (cell, rest)
            } else {
                return;
            };
            restricted = self.propagation(simd).begin_branch(cell, digits);
            branch = Some(cell);
        }
    }
}

impl<V> KillerTask<'_, V> {
    #[inline(always)]
    fn propagation<S: Simd>(&mut self, simd: S) -> Propagation<'_, S> {
        let killer = &mut *self.killer;
        Propagation {
            simd,
            houses: &killer.houses,
            rules: &killer.rules,
            sums: SumTable::new(),
            totals: &killer.totals,
            exact: DigitSetTable::get(),
            pending: &mut killer.pending,
            board: &mut self.board,
        }
    }
}

/// Factor by which a failure weighs more than the previous one, so that old failures fade.
const GROWTH: f32 = 1.0 / 0.997;

/// Weight that a failure adds to the cell of its branch. It adds 1 to each cell of the
/// contradiction.
const BRANCH: f32 = 2.0;

/// Initial weight of a rule, divided among its cells.
const START: f32 = 0.1;

/// Basic weight of every cell, as a fraction of the weight of a failure.
const LEAST: f32 = 1e-3;

/// Weight of a failure above which all weights are scaled down.
const LARGE: f32 = 1e15;

/// Factor for each number of candidates: the reciprocal of its square.
const SHARES: [f32; DIGITS + 1] = {
    let (mut shares, mut count) = ([0.0; DIGITS + 1], 2);
    while count <= DIGITS {
        shares[count] = 1.0 / (count * count) as f32;
        count += 1;
    }
    shares
};

/// Weights of the cells. A cell gains weight with each failure that it is part of, and old failures
/// fade.
#[derive(Debug)]
struct CellWeights {
    by_cell: [f32; CELLS],
    /// Weight of the next failure.
    increment: f32,
}

impl CellWeights {
    /// Returns the weights of a puzzle before the first failure.
    pub fn new(rules: &KillerRules) -> Self {
        let mut of = [0.0; CELLS];
        for &set in &rules.cells_of_rule {
            for cell in members(set) {
                of[usize::from(cell)] += START / set.count_ones() as f32;
            }
        }
        Self {
            by_cell: of,
            increment: 1.0,
        }
    }

    /// Records that a branch on a cell failed, and the cells of the contradiction.
    pub fn record_failure(&mut self, cell: u8, blame: u128) {
        self.by_cell[usize::from(cell)] += BRANCH * self.increment;
        for cell in members(blame) {
            self.by_cell[usize::from(cell)] += self.increment;
        }
        self.increment *= GROWTH;
        if self.increment > LARGE {
            for weight in self.by_cell.iter_mut().chain([&mut self.increment]) {
                *weight /= LARGE;
            }
        }
    }

    /// Returns the branching cell and its lowest candidate.
    #[inline(always)]
    pub fn choose_branch(&self, board: &KillerBoard) -> (u8, u16) {
        let (mut best, mut chosen) = (-1.0, 0);
        let least = LEAST * self.increment;
        for cell in members(board.open) {
            let candidates = board.get(cell).count_ones() as usize;
            let weight =
                (self.by_cell[usize::from(cell)] + least) * SHARES[candidates % SHARES.len()];
            if weight > best {
                (best, chosen) = (weight, cell);
            }
        }
        let digits = board.get(chosen);
        (chosen, digits & digits.wrapping_neg())
    }
}
