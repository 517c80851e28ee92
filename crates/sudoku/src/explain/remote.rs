//! Remote pairs: cells with the same two candidates, each of which sees the next.

use super::cells::{CellSet, Marks, bits};
use super::deduction::{Chain, Deduction, Node, Pattern};
use super::news::News;
use super::state::State;
use super::technique::Technique;

/// An even number of such cells, four at least: the first and the last hold one candidate
/// each, so what sees both has neither. The shortest from each cell is looked at.
pub fn pairs(state: &State, news: News) -> Option<Deduction> {
    let pairs = state.pairs();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|start| {
        let digits = state.cell(start);
        let same = bits(digits).fold(pairs, |same, digit| same & state.marks(digit));
        if same.len() < 4 {
            return None;
        }
        from(state, same, start, digits)
    })
}

fn from(state: &State, same: CellSet, start: usize, digits: u16) -> Option<Deduction> {
    let mut layers = vec![CellSet::of(start)];
    let mut fresh = same & !CellSet::of(start);
    while let Some(&front) = layers.last() {
        let next = fresh & front.peers_of_any();
        if next.is_empty() {
            return None;
        }
        fresh &= !next;
        layers.push(next);
        if layers.len() < 4 || layers.len() % 2 != 0 {
            continue;
        }
        let found = next.iter().find_map(|end| {
            let seen = CellSet::peers(start) & CellSet::peers(end);
            let mut removed = Marks::NONE;
            for digit in bits(digits) {
                removed[digit] = state.marks(digit) & seen;
            }
            let digit = digits.trailing_zeros() as usize;
            let chain = path(&layers, end).map(|cell| Node::candidate(cell, digit));
            let pattern = Pattern::RemotePairs(Chain::from_last(chain)?);
            Deduction::removing(Technique::RemotePairs, pattern, removed)
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The cells from `end`, in the last layer, back to the start.
fn path(layers: &[CellSet], end: usize) -> impl Iterator<Item = usize> {
    let mut cell = end;
    let before = layers.iter().rev().skip(1).map(move |&layer| {
        cell = (layer & CellSet::peers(cell)).first().unwrap_or(cell);
        cell
    });
    std::iter::once(end).chain(before)
}
