//! Search for other fillings of some cells of a solved grid.
//!
//! Another solution differs from the grid in some cells; the first of them is the start. A digit
//! that a cell loses must return in its row, column and box, in another cell, which loses its own
//! digit. The search adds cells until all lost digits have returned. The changed cells are
//! unavoidable, and listed if no subset of them is.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{CELLS, Grid, Solver};

/// A set of the cells of a grid, as bits.
pub(crate) type CellBits = u128;

/// Houses of each cell: row, column and box.
const HOUSES_OF_CELL: [[u8; 3]; CELLS] = {
    let mut units = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        let square = row / 3 * 3 + column / 3;
        units[cell] = [row as u8, 9 + column as u8, 18 + square as u8];
        cell += 1;
    }
    units
};

/// Cells of each house.
const HOUSE_CELLS: [CellBits; 27] = {
    let mut members = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let mut kind = 0;
        while kind < 3 {
            members[HOUSES_OF_CELL[cell][kind] as usize] |= 1 << cell;
            kind += 1;
        }
        cell += 1;
    }
    members
};

/// A search for the unavoidable sets of a solved grid.
#[derive(Debug)]
pub(super) struct UnavoidableSearch<'a> {
    grid: &'a Grid,
    /// Cell of each digit in each house.
    digit_cells: [[u8; 10]; 27],
    max_size: u32,
    stop: &'a AtomicBool,
    found: HashSet<CellBits>,
}

/// Changed cells, some of them with a new digit.
#[derive(Clone, Copy, Debug)]
struct PartialRefill {
    /// Cells that may change.
    free: CellBits,
    /// Cells that change.
    changed: CellBits,
    /// Changed cells with a new digit, together and by their digit.
    refilled: CellBits,
    digits: [CellBits; 10],
}

impl<'a> UnavoidableSearch<'a> {
    pub fn new(grid: &'a Grid, size: usize, stop: &'a AtomicBool) -> Self {
        let mut homes = [[0; 10]; 27];
        for (cell, &digit) in grid.digits().iter().enumerate() {
            for unit in HOUSES_OF_CELL[cell] {
                homes[usize::from(unit)][usize::from(digit)] = cell as u8;
            }
        }
        Self {
            grid,
            digit_cells: homes,
            max_size: size as u32,
            stop,
            found: HashSet::new(),
        }
    }

    /// Returns the sets with this first cell, the smallest first, and sets of one size in the order
    /// of their cells. A stopped search returns only some of them.
    pub fn sets_from(mut self, start: usize) -> Vec<CellBits> {
        let state = PartialRefill {
            free: CellBits::MAX >> (128 - CELLS) & !0 << start,
            changed: 0,
            refilled: 0,
            digits: [0; 10],
        };
        for digit in 1..=9 {
            if let Some(next) = self.with_digit(&state, start, digit) {
                self.search(&next);
            }
        }
        let mut solver = Solver::new();
        let sets = self.found.into_iter();
        let mut sets: Vec<CellBits> = sets
            .filter(|&set| is_minimal(self.grid, set, &mut solver))
            .collect();
        sets.sort_unstable_by_key(|set| (set.count_ones(), Reverse(set.reverse_bits())));
        sets
    }

    /// Returns the state with another digit in a cell; `None` if that is not possible.
    fn with_digit(
        &self,
        state: &PartialRefill,
        cell: usize,
        digit: usize,
    ) -> Option<PartialRefill> {
        let bit: CellBits = 1 << cell;
        let mut changed = state.changed | bit;
        if state.refilled & bit != 0 || usize::from(self.grid.digits()[cell]) == digit {
            return None;
        }
        for unit in HOUSES_OF_CELL[cell].map(usize::from) {
            if state.digits[digit] & HOUSE_CELLS[unit] != 0 {
                return None;
            }
            changed |= 1 << self.digit_cells[unit][digit];
        }
        if changed & !state.free != 0 || self.least_size(changed) > self.max_size {
            return None;
        }
        let mut next = *state;
        next.changed = changed;
        next.refilled |= bit;
        next.digits[digit] |= bit;
        Some(next)
    }

    /// Least number of changed cells of a complete state: a house never has only one.
    fn least_size(&self, changed: CellBits) -> u32 {
        let number = changed.count_ones();
        if number > self.max_size {
            return number;
        }
        let alone = |units: std::ops::Range<usize>| {
            let units = HOUSE_CELLS[units].iter();
            units.fold(0, |alone, members| {
                let inside = changed & members;
                alone + u32::from(inside.is_power_of_two())
            })
        };
        number + alone(0..9).max(alone(9..18)).max(alone(18..27))
    }

    /// Branches on the lost digit and house with the fewest places.
    fn search(&mut self, state: &PartialRefill) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (mut best, mut fewest) = (None, usize::MAX);
        for cell in cells_of(state.changed) {
            let digit = usize::from(self.grid.digits()[cell]);
            for unit in HOUSES_OF_CELL[cell].map(usize::from) {
                if state.digits[digit] & HOUSE_CELLS[unit] != 0 {
                    continue;
                }
                let ways = self.refills(state, unit, digit).count();
                if ways < fewest {
                    (best, fewest) = (Some((unit, digit)), ways);
                }
            }
        }
        let Some((unit, digit)) = best else {
            self.found.insert(state.changed);
            return;
        };
        let ways: Vec<PartialRefill> = self.refills(state, unit, digit).collect();
        for way in ways {
            self.search(&way);
        }
    }

    /// Returns the states in which a lost digit is back in a house.
    fn refills(
        &self,
        state: &PartialRefill,
        unit: usize,
        digit: usize,
    ) -> impl Iterator<Item = PartialRefill> {
        let ways = cells_of(HOUSE_CELLS[unit] & state.free & !state.refilled);
        ways.filter_map(move |cell| self.with_digit(state, cell, digit))
    }
}

/// Returns the cells of a set, in ascending order.
pub(crate) fn cells_of(mut set: CellBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}

/// True if every other filling of the cells changes all of them.
fn is_minimal(grid: &Grid, set: CellBits, solver: &mut Solver<'_>) -> bool {
    let puzzle = cells_of(set).fold(*grid, |puzzle, cell| puzzle.with_cell(cell, 0));
    let mut is_minimal = true;
    solver.solve(&puzzle, u64::MAX, &mut |other| {
        let keeps = cells_of(set).any(|cell| other.digits()[cell] == grid.digits()[cell]);
        is_minimal = !keeps || other == grid;
        if is_minimal { Continue(()) } else { Break(()) }
    });
    is_minimal
}
