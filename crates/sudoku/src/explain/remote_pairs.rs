//! Remote pairs: a chain of cells with the same two candidates, where each cell sees the next.

use super::change_set::ChangeSet;
use super::deduction::Deduction;
use super::edges::{candidate_end, edge};
use super::layout::{CandidateSet, Layout, LayoutSet, bits};
use super::pattern::{Pattern, PatternDescription};
use super::phrases::{digits as listed, list};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::step::EdgeKind;
use super::technique::Technique;

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
            let digits: Vec<usize> = bits(digits).collect();
            let pattern = || Pattern::new(words).with_cells(&cells).with_digits(&digits);
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

fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells) = (state.layout, &pattern.cells);
    let names: Vec<String> = cells
        .iter()
        .map(|&cell| layout.puzzle_cell(cell).to_string())
        .collect();
    let ends = [names.first(), names.last()].map(|end| end.map_or("", String::as_str));
    let seen = pattern.described(String::new());
    let text = format!(
        "{} can only hold {} and alternate, since each shares a house with the next; so {} and {} \
         differ",
        list(names.iter().cloned()),
        listed(seen.digits),
        ends[0],
        ends[1]
    );
    // Adjacent cells of the chain do not hold equal digits.
    let mut edges = Vec::new();
    for pair in cells.windows(2) {
        for digit in bits(seen.digits) {
            let ends = [pair[0], pair[1]].map(|cell| candidate_end(digit, cell));
            edges.push(edge(layout, EdgeKind::Weak, ends[0], ends[1]));
        }
    }
    PatternDescription {
        text,
        edges,
        ..seen
    }
}
