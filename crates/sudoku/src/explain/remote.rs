//! Remote pairs: cells with the same two candidates, each of which sees the next.

use super::deduction::{Deduction, Pattern, View};
use super::edges::{edge, one};
use super::layout::{Frame, Layout, Marks, Set, bits};
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
    digits: u32,
}

/// An even number of such cells, four at least: the first and the last hold one candidate
/// each, so what sees both has neither. The shortest from each cell is looked at.
pub fn pairs<L: Layout>(state: &State<L>, news: News<L>) -> Option<Deduction<L>> {
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

fn from<L: Layout>(
    state: &State<L>,
    same: L::Cells,
    start: usize,
    digits: u32,
) -> Option<Deduction<L>> {
    let mut layers = vec![L::Cells::of(start)];
    let mut fresh = same & !L::Cells::of(start);
    while let Some(&front) = layers.last() {
        let next = fresh & state.layout.peers_of_any(front);
        if next.is_empty() {
            return None;
        }
        fresh &= !next;
        layers.push(next);
        if layers.len() < 4 || layers.len() % 2 != 0 {
            continue;
        }
        let found = next.iter().find_map(|end| {
            let seen = state.layout.peers(start) & state.layout.peers(end);
            let mut removed = Marks::none();
            for digit in bits(digits) {
                removed[digit] = state.marks(digit) & seen;
            }
            if removed.is_empty() {
                return None;
            }
            let mut cells: Vec<usize> = path(&state.layout, &layers, end).collect();
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
fn path<L: Layout>(layout: &L, layers: &[L::Cells], end: usize) -> impl Iterator<Item = usize> {
    let mut cell = end;
    let before = layers.iter().rev().skip(1).map(move |&layer| {
        cell = (layer & layout.peers(cell)).first().unwrap_or(cell);
        cell
    });
    std::iter::once(end).chain(before)
}

impl<L: Layout> Pattern<L> for RemotePairs {
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let digits = frame.digits(self.digits);
        let cells: Vec<usize> = self.cells.iter().map(|&cell| frame.cell(cell)).collect();
        let name = |cell: Option<&usize>| state.layout.name(cell.copied().unwrap_or_default());
        let (first, last) = (name(cells.first()), name(cells.last()));
        // Neighbours cannot hold the same.
        let edges = cells.windows(2).flat_map(|pair| {
            let [here, next] = [pair[0], pair[1]];
            bits(digits).map(move |digit| {
                edge(
                    &state.layout,
                    EdgeKind::Weak,
                    one::<L>(digit, here),
                    one::<L>(digit, next),
                )
            })
        });
        Seen {
            digits,
            edges: edges.collect(),
            text: format!(
                "{} can only hold {} and alternate, since each shares a house with the next; so \
                 {first} and {last} differ",
                list(
                    cells
                        .iter()
                        .map(|&cell| state.layout.name(cell).to_string())
                ),
                listed(digits)
            ),
            cells,
            ..Seen::default()
        }
    }
}
