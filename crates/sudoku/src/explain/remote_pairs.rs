//! Remote pairs: a chain of cells with the same two candidates, where each cell sees the next.

use super::change_set::ChangeSet;
use super::deduction::{Deduction, TechniquePattern};
use super::edges::{candidate_end, edge};
use super::layout::{CandidateSet, Frame, Layout, LayoutSet, bits};
use super::pattern_description::PatternDescription;
use super::phrases::{digits as listed, list};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::step::EdgeKind;
use super::technique::Technique;

/// Cells with equal pairs of candidates, where each sees the next.
#[derive(Debug)]
struct RemotePairs {
    cells: Vec<usize>,
    digits: u32,
}

/// Finds a chain with an even number of cells, at least four. Its first and last cell hold
/// different digits, so a cell that sees both has neither. Only the shortest chains from each cell
/// are tried.
pub fn find<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|start| {
        let digits = state.candidates_of(start);
        let same = bits(digits).fold(pairs, |same, digit| same & state.candidate_cells(digit));
        if same.len() < 4 {
            return None;
        }
        find_from(state, same, start, digits)
    })
}

fn find_from<L: Layout>(
    state: &SolvingState<L>,
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
            let mut removed = CandidateSet::none();
            for digit in bits(digits) {
                removed[digit] = state.candidate_cells(digit) & seen;
            }
            if removed.is_empty() {
                return None;
            }
            let mut cells: Vec<usize> = chain_cells(&state.layout, &layers, end).collect();
            cells.reverse();
            let pattern = || RemotePairs { cells, digits };
            Deduction::removing(Technique::RemotePairs, pattern, removed)
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Cells from `end`, in the last layer, back to the start.
fn chain_cells<L: Layout>(
    layout: &L,
    layers: &[L::Cells],
    end: usize,
) -> impl Iterator<Item = usize> {
    let mut cell = end;
    let before = layers.iter().rev().skip(1).map(move |&layer| {
        cell = (layer & layout.peers(cell)).first().unwrap_or(cell);
        cell
    });
    std::iter::once(end).chain(before)
}

impl TechniquePattern for RemotePairs {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let digits = frame.digits(self.digits);
        let cells: Vec<usize> = self.cells.iter().map(|&cell| frame.cell(cell)).collect();
        let name =
            |cell: Option<&usize>| state.layout.puzzle_cell(cell.copied().unwrap_or_default());
        let (first, last) = (name(cells.first()), name(cells.last()));
        // Adjacent cells of the chain do not hold equal digits.
        let edges = cells.windows(2).flat_map(|pair| {
            let [here, next] = [pair[0], pair[1]];
            bits(digits).map(move |digit| {
                edge(
                    state.layout,
                    EdgeKind::Weak,
                    candidate_end(digit, here),
                    candidate_end(digit, next),
                )
            })
        });
        PatternDescription {
            digits,
            edges: edges.collect(),
            text: format!(
                "{} can only hold {} and alternate, since each shares a house with the next; so \
                 {first} and {last} differ",
                list(
                    cells
                        .iter()
                        .map(|&cell| state.layout.puzzle_cell(cell).to_string())
                ),
                listed(digits)
            ),
            cells,
            ..PatternDescription::default()
        }
    }
}
