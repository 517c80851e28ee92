//! The search for other ways to fill some cells of a solved grid.
//!
//! Another solution differs from the grid in some cells, the least of which is the start. Whatever
//! digit a cell loses has to come back in its row, column and box, in another cell, which loses its
//! own digit. So one cell demands others, until all demands are met: the cells are unavoidable if
//! no fewer of them can be filled in another way.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{CELLS, Grid, Solver};

/// The cells of a grid, as bits.
pub(crate) type Set = u128;

/// The units of each cell: row, column and box.
const UNITS: [[u8; 3]; CELLS] = {
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

/// The cells of each unit.
const MEMBERS: [Set; 27] = {
    let mut members = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let mut kind = 0;
        while kind < 3 {
            members[UNITS[cell][kind] as usize] |= 1 << cell;
            kind += 1;
        }
        cell += 1;
    }
    members
};

/// A search for the sets of a solved grid.
#[derive(Debug)]
pub(super) struct Search<'a> {
    grid: &'a Grid,
    /// The cell of each digit in each unit.
    homes: [[u8; 10]; 27],
    size: u32,
    stop: &'a AtomicBool,
    found: HashSet<Set>,
}

/// Cells on the way to another solution.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Those that may keep their digit or change it.
    free: Set,
    /// Those that change.
    changed: Set,
    /// Of these, those that have a new digit, and for each digit which.
    filled: Set,
    digits: [Set; 10],
}

impl<'a> Search<'a> {
    pub fn new(grid: &'a Grid, size: usize, stop: &'a AtomicBool) -> Self {
        let mut homes = [[0; 10]; 27];
        for (cell, &digit) in grid.digits().iter().enumerate() {
            for unit in UNITS[cell] {
                homes[usize::from(unit)][usize::from(digit)] = cell as u8;
            }
        }
        Self {
            grid,
            homes,
            size: size as u32,
            stop,
            found: HashSet::new(),
        }
    }

    /// The sets whose first cell this is, the smallest first, those of a size in the order of
    /// their cells. If the search is stopped, not all of them.
    pub fn from(mut self, start: usize) -> Vec<Set> {
        let state = State {
            free: Set::MAX >> (128 - CELLS) & !0 << start,
            changed: 0,
            filled: 0,
            digits: [0; 10],
        };
        for digit in 1..=9 {
            if let Some(next) = self.filled(&state, start, digit) {
                self.search(&next);
            }
        }
        let mut solver = Solver::new();
        let sets = self.found.into_iter();
        let mut sets: Vec<Set> = sets
            .filter(|&set| is_minimal(self.grid, set, &mut solver))
            .collect();
        sets.sort_unstable_by_key(|set| (set.count_ones(), Reverse(set.reverse_bits())));
        sets
    }

    /// The state with another digit in a cell, if that is possible.
    fn filled(&self, state: &State, cell: usize, digit: usize) -> Option<State> {
        let bit: Set = 1 << cell;
        let mut changed = state.changed | bit;
        if state.filled & bit != 0 || usize::from(self.grid.digits()[cell]) == digit {
            return None;
        }
        for unit in UNITS[cell].map(usize::from) {
            if state.digits[digit] & MEMBERS[unit] != 0 {
                return None;
            }
            changed |= 1 << self.homes[unit][digit];
        }
        if changed & !state.free != 0 || self.least(changed) > self.size {
            return None;
        }
        let mut next = *state;
        next.changed = changed;
        next.filled |= bit;
        next.digits[digit] |= bit;
        Some(next)
    }

    /// How many cells must change at least: none alone in a unit.
    fn least(&self, changed: Set) -> u32 {
        let number = changed.count_ones();
        if number > self.size {
            return number;
        }
        let alone = |units: std::ops::Range<usize>| {
            let units = MEMBERS[units].iter();
            units.fold(0, |alone, members| {
                let inside = changed & members;
                alone + u32::from(inside.is_power_of_two())
            })
        };
        number + alone(0..9).max(alone(9..18)).max(alone(18..27))
    }

    /// Meets the demand that can be met in the fewest ways.
    fn search(&mut self, state: &State) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (mut best, mut fewest) = (None, usize::MAX);
        for cell in cells(state.changed) {
            let digit = usize::from(self.grid.digits()[cell]);
            for unit in UNITS[cell].map(usize::from) {
                if state.digits[digit] & MEMBERS[unit] != 0 {
                    continue;
                }
                let ways = self.ways(state, unit, digit).count();
                if ways < fewest {
                    (best, fewest) = (Some((unit, digit)), ways);
                }
            }
        }
        let Some((unit, digit)) = best else {
            self.found.insert(state.changed);
            return;
        };
        let ways: Vec<State> = self.ways(state, unit, digit).collect();
        for way in ways {
            self.search(&way);
        }
    }

    /// The ways to bring a digit back into a unit.
    fn ways(&self, state: &State, unit: usize, digit: usize) -> impl Iterator<Item = State> {
        let ways = cells(MEMBERS[unit] & state.free & !state.filled);
        ways.filter_map(move |cell| self.filled(state, cell, digit))
    }
}

/// The cells of a set, in ascending order.
pub(crate) fn cells(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}

/// Whether every other way to fill the cells changes all of them.
fn is_minimal(grid: &Grid, set: Set, solver: &mut Solver<'_>) -> bool {
    let puzzle = cells(set).fold(*grid, |puzzle, cell| puzzle.with_cell(cell, 0));
    let mut is_minimal = true;
    solver.solve(&puzzle, u64::MAX, &mut |other| {
        let keeps = cells(set).any(|cell| other.digits()[cell] == grid.digits()[cell]);
        is_minimal = !keeps || other == grid;
        if is_minimal { Continue(()) } else { Break(()) }
    });
    is_minimal
}
