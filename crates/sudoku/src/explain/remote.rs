//! Remote pairs: cells with the same two candidates, each of which sees the next.

use super::super::cell::Cell;
use super::cells::{CellSet, Marks, bits};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{edge, one};
use super::news::News;
use super::phrases::{digits as listed, list};
use super::seen::Seen;
use super::state::State;
use super::step::EdgeKind;
use super::technique::Technique;

/// Cells with the same two candidates, each of which sees the next.
#[derive(Debug)]
struct RemotePairs {
    cells: Vec<usize>,
    digits: u16,
}

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
            if removed.is_empty() {
                return None;
            }
            let mut cells: Vec<usize> = path(&layers, end).collect();
            cells.reverse();
            let pattern = RemotePairs { cells, digits };
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

impl Pattern for RemotePairs {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let digits = frame.digits(self.digits);
        let cells: Vec<usize> = self.cells.iter().map(|&cell| frame.cell(cell)).collect();
        let name = |cell: Option<&usize>| Cell::at(cell.copied().unwrap_or_default());
        let (first, last) = (name(cells.first()), name(cells.last()));
        // Neighbours cannot hold the same.
        let edges = cells.windows(2).flat_map(|pair| {
            let [here, next] = [pair[0], pair[1]];
            bits(digits).map(move |digit| edge(EdgeKind::Weak, one(digit, here), one(digit, next)))
        });
        Seen {
            digits,
            edges: edges.collect(),
            text: format!(
                "{} can only hold {} and alternate, since each shares a house with the next; so \
                 {first} and {last} differ",
                list(cells.iter().map(|&cell| Cell::at(cell).to_string())),
                listed(digits)
            ),
            cells,
            ..Seen::default()
        }
    }
}
