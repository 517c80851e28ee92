//! Nishio (rung 23): a candidate, true or false, that leaves its digit no place in a house.
//!
//! Unit propagation by boards shows where there is a contradiction, as that does not depend on the
//! order. Only there the ordered propagation runs, for its length.

use super::super::deduction::Pattern;
use super::super::layout::classic::{PEERS, SETS};
use super::super::technique::Technique;
use super::chain_proofs::{self, Proof, ancestors};
use super::dynamic_chains::{Branches, Found};
use super::marks::{ExplainedHint, HintPattern, Literal, Marks, cells_in, digits_in};
use super::places::Places;
use super::propagation::Propagation;

/// Finds the shortest contradiction.
pub fn first(marks: &Marks, explains: bool) -> Option<ExplainedHint> {
    let found = best(marks)?;
    let pattern = explains.then(|| pattern(marks, found.result)).flatten();
    let pattern = pattern.map(|pattern| HintPattern::new(Technique::Nishio, pattern));
    Some((found.hint(&marks.cells, 7.5), pattern))
}

fn pattern(marks: &Marks, result: Literal) -> Option<Pattern> {
    let (source, mut propagation) = (Places::new(marks), Propagation::default());
    propagation.start(&source, result.opposite());
    propagation.go_on(&source, false, u32::MAX, None);
    let (nodes, ends) = ancestors(&propagation, &propagation.contradiction?, &mut |_| None);
    let chain = Proof::new(&source, nodes, None).contradict([ends[0], ends[1]]);
    let branches = Branches::Contradiction;
    Some(chain_proofs::pattern(branches, result, vec![chain]))
}

fn best(marks: &Marks) -> Option<Found> {
    let mut best = None;
    let mut limit = u32::MAX;
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
                propagation.go_on(source, false, limit, None);
                if let Some(length) = propagation.contradiction_length() {
                    let (branches, result) = (Branches::Contradiction, start.opposite());
                    // Assumptions are in order.
                    let order = u64::from(start.0 ^ 1);
                    limit = Found::new(branches, result, &[], length, order).offer(&mut best);
                }
            }
        }
    }
    best
}

/// False if every place of a digit in some house goes once one place is true, or false.
fn is_possible(board: u128, cell: usize, on: bool) -> bool {
    let (wanted, _) = house_counts(board);
    let mut placed = u128::from(on) << cell;
    let gone = if on { PEERS[cell].0 } else { 1 << cell };
    let mut left = board & !gone;
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
    for (house, cells) in SETS.iter().enumerate() {
        let places = board & cells.0;
        houses |= u32::from(places != 0) << house;
        if places & places.wrapping_sub(1) == 0 {
            singles |= places;
        }
    }
    (houses, singles)
}
