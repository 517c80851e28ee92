//! Forcing chains: what follows from an assumption by singles and locked candidates.
//!
//! An assumption that ends in a contradiction is wrong. What every candidate of a cell
//! leads to is true, and so is what every place of a digit in a unit leads to. Nested
//! chains draw conclusions from contradictions while an assumption holds.

use super::super::board::Board;
use super::super::candidates::Candidates;
use super::super::grid::CELLS;
use super::cells::{CELLS_OF, CellSet, Marks, UNITS, bits};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// A candidate that leads to a contradiction.
pub fn contradiction(state: &State) -> Option<Deduction> {
    let base = candidates(state);
    refuted(state, |cell, digit| suppose(&base, cell, digit).is_none()).and_then(|(cell, digit)| {
        let pattern = Pattern::Contradiction {
            cell,
            digit,
            nested: false,
        };
        let removed = Marks::of(digit, CellSet::of(cell));
        Deduction::removing(Technique::ForcingContradiction, pattern, removed)
    })
}

/// A cell all of whose candidates lead to the same.
pub fn cell(state: &State) -> Option<Deduction> {
    let base = candidates(state);
    by_size(state).find_map(|cell| {
        let ways = bits(state.cell(cell)).map(|digit| (cell, digit));
        let pattern = Pattern::EveryDigit { cell };
        let removed = all_remove(state, &base, ways);
        Deduction::removing(Technique::ForcingCell, pattern, removed)
    })
}

/// A unit in which all places of a digit lead to the same.
pub fn unit(state: &State) -> Option<Deduction> {
    let base = candidates(state);
    (0..UNITS).find_map(|unit| {
        (0..9).find_map(|digit| {
            let places = state.places(digit, unit);
            let ways = bits(places).map(|at| (CELLS_OF[unit][at], digit));
            let pattern = Pattern::EveryPlace { digit, unit };
            let removed = all_remove(state, &base, ways);
            Deduction::removing(Technique::ForcingUnit, pattern, removed)
        })
    })
}

/// A candidate that leads to a contradiction by way of others that do.
pub fn nested(state: &State) -> Option<Deduction> {
    let base = candidates(state);
    let refutes = |cell, digit| match suppose(&base, cell, digit) {
        Some(supposed) => !is_possible(supposed),
        None => true,
    };
    refuted(state, refutes).and_then(|(cell, digit)| {
        let pattern = Pattern::Contradiction {
            cell,
            digit,
            nested: true,
        };
        let removed = Marks::of(digit, CellSet::of(cell));
        Deduction::removing(Technique::ForcingNested, pattern, removed)
    })
}

/// The first candidate, as cell and digit, that `is_wrong`; cells with few come first.
fn refuted(state: &State, is_wrong: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    by_size(state).find_map(|cell| {
        bits(state.cell(cell))
            .find(|&digit| is_wrong(cell, digit))
            .map(|digit| (cell, digit))
    })
}

/// The open cells, those with fewest candidates first.
fn by_size(state: &State) -> impl Iterator<Item = usize> {
    (2..=9).flat_map(move |size| {
        let cells = state.open().iter();
        cells.filter(move |&cell| state.cell(cell).count_ones() == size)
    })
}

/// The candidates that are left in none of the ways; none if there is no way.
fn all_remove(
    state: &State,
    base: &Candidates,
    ways: impl Iterator<Item = (usize, usize)>,
) -> Marks {
    let mut left = Marks::NONE;
    let mut any = false;
    for (cell, digit) in ways {
        any = true;
        let Some(supposed) = suppose(base, cell, digit) else {
            continue;
        };
        for digit in 0..9 {
            left[digit] |= CellSet::from_bands(supposed.board(digit).bands());
        }
    }
    let mut removed = Marks::NONE;
    if any {
        for digit in 0..9 {
            removed[digit] = state.marks(digit) & !left[digit];
        }
    }
    removed
}

/// The candidates of a state, all that singles and locked candidates give drawn from them.
fn candidates(state: &State) -> Candidates {
    let grid = state.grid();
    let mut boards = [CellSet::NONE; 9];
    for (digit, board) in boards.iter_mut().enumerate() {
        *board = state.marks(digit);
    }
    for cell in (0..CELLS).filter(|&cell| grid[cell] != 0) {
        boards[grid[cell] as usize - 1].insert(cell);
    }
    let boards = boards.map(|cells| Board::new(cells.bands()));
    Candidates::deduced(boards, Board::new((!state.open()).bands()))
}

/// What follows if a digit is in a cell; none if that is a contradiction.
fn suppose(base: &Candidates, cell: usize, digit: usize) -> Option<Candidates> {
    let mut supposed = *base;
    supposed.assign(cell, digit);
    supposed.propagate().then_some(supposed)
}

/// Whether contradictions within do not lead to one.
fn is_possible(mut supposed: Candidates) -> bool {
    let mut changed = true;
    while changed {
        changed = false;
        for cell in supposed.open().iter() {
            for digit in supposed.candidates(cell) {
                let now_open = supposed.candidates(cell).count() > 1;
                if now_open && suppose(&supposed, cell, digit).is_none() {
                    supposed.exclude(cell, digit);
                    if !supposed.propagate() {
                        return false;
                    }
                    changed = true;
                }
            }
        }
    }
    true
}
