//! Nishio (rung 23): a candidate, true or false, that leaves its digit no place in a house.
//!
//! Unit propagation by boards shows where there is a contradiction, as that does not depend on the
//! order. Only there the ordered propagation runs, for its length.

use super::super::deduction::Pattern;
use super::super::layout::classic::PEERS;
use super::chain_proofs::{self, Proof, ancestors};
use super::dynamic_chains::{Best, Branches, First, Found, Hints};
use super::marks::{Hint, Literal, Marks, cells_in, digits_in};
use super::places::Places;
use super::propagation::Propagation;

/// Finds the hint of rung 23.
pub fn first(marks: &Marks) -> Option<Hint> {
    Some(best(marks)?.hint(&marks.cells, 7.5))
}

/// Returns the pattern of the hint.
pub fn pattern(marks: &Marks) -> Option<Pattern> {
    let result = best(marks)?.result;
    let (source, mut propagation) = (Places::new(marks), Propagation::default());
    propagation.start(&source, result.opposite());
    propagation.go_on(&source, false, u32::MAX, None);
    let (nodes, ends) = ancestors(&propagation, &propagation.contradiction?, &mut |_| None);
    let chain = Proof::new(&source, nodes, None).contradict([ends[0], ends[1]]);
    let branches = Branches::Contradiction;
    Some(chain_proofs::pattern(branches, result, vec![chain]))
}

fn best(marks: &Marks) -> Option<Best> {
    let mut first = First::default();
    let mut prepared: Option<(Places, Propagation)> = None;
    for (cell, &candidates) in marks.cells.iter().enumerate() {
        for digit in digits_in(candidates).filter(|_| candidates.count_ones() > 1) {
            for on in [true, false] {
                if is_possible(marks.boards[digit], cell, on) {
                    continue;
                }
                let (source, propagation) =
                    prepared.get_or_insert_with(|| (Places::new(marks), Propagation::default()));
                let start = Literal::new(cell, digit, on);
                propagation.start(source, start);
                propagation.go_on(source, false, first.limit(), None);
                if let Some(length) = propagation.contradiction_length() {
                    first.offer(&Found {
                        branches: Branches::Contradiction,
                        result: start.opposite(),
                        ends: &[],
                        length,
                        // Assumptions are in order.
                        order: u64::from(start.0 ^ 1),
                    });
                }
            }
        }
    }
    first.best
}

/// False if every place of a digit in some house goes once one place is true, or false.
fn is_possible(board: u128, cell: usize, on: bool) -> bool {
    let (wanted, _) = house_counts(board);
    let mut left = if on {
        board & !PEERS[cell].0
    } else {
        board & !(1 << cell)
    };
    let mut placed = if on { 1 << cell } else { 0 };
    loop {
        let (houses, singles) = house_counts(left);
        if houses != wanted {
            return false;
        }
        let new = singles & !placed;
        if new == 0 {
            return true;
        }
        placed |= new;
        for cell in cells_in(new) {
            left &= !PEERS[cell].0;
        }
    }
}

/// Houses with a place of a digit, as bits, and places that are alone in a house.
fn house_counts(board: u128) -> (u32, u128) {
    let (mut houses, mut singles) = (0, 0);
    let (mut once, mut twice) = (0u32, 0u32);
    for band in 0..3 {
        let rows = [0, 1, 2].map(|row| (board >> (27 * band + 9 * row)) as u32 & 0o777);
        for (row, places) in rows.into_iter().enumerate() {
            let at = 27 * band + 9 * row;
            houses |= u32::from(places != 0) << (3 * band + row);
            if places & places.wrapping_sub(1) == 0 {
                singles |= u128::from(places) << at;
            }
            twice |= once & places;
            once |= places;
        }
        for square in 0..3 {
            let places = rows.map(|row| row >> (3 * square) & 7);
            let joined = places[0] | places[1] << 9 | places[2] << 18;
            houses |= u32::from(joined != 0) << (18 + 3 * band + square);
            if joined & joined.wrapping_sub(1) == 0 {
                singles |= u128::from(joined) << (27 * band + 3 * square);
            }
        }
    }
    let alone = u128::from(once & !twice);
    let columns = (0..9).fold(0, |columns, _| columns << 9 | alone);
    (houses | once << 9, singles | board & columns)
}
