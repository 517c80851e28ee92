//! Patterns of cells with two candidates: XY-wing, XYZ-wing, W-wing and remote pairs.

use super::change_set::ChangeSet;
use super::deduction::{Deduction, Pattern, PatternDescription};
use super::layout::{CandidateSet, Layout, LayoutSet, bits, has_two};
use super::phrases::{
    alternating_edges, candidate_end, digits as listed, digits_or, edge, list, sign,
};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::step::EdgeKind;
use super::technique::Technique;

/// Finds a pivot with candidates x and y that sees a cell with x and z and one with y and z. Either
/// digit in the pivot forces z into one of the two.
pub fn find_xy<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|pivot| {
        let near = pairs & state.layout.peers(pivot);
        let [x, y] = both_digits(state.candidates_of(pivot));
        let firsts = near & state.candidate_cells(x) & !state.candidate_cells(y);
        firsts.iter().find_map(|first| {
            let z = (state.candidates_of(first) & !(1 << x)).trailing_zeros() as usize;
            let seconds = near & state.candidate_cells(y) & state.candidate_cells(z);
            seconds.iter().find_map(|second| {
                let seen = state.layout.peers(first) & state.layout.peers(second);
                let pattern = || wing([pivot, first, second], z);
                let removed = CandidateSet::of(z, state.candidate_cells(z) & seen);
                Deduction::removing(Technique::XyWing, pattern, removed)
            })
        })
    })
}

/// Finds a wing where the pivot has z, too: z is removed from the cells that see all three.
pub fn find_xyz<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    let mut triples = state.open() & !pairs;
    for cell in triples.iter() {
        if state.candidates_of(cell).count_ones() != 3 {
            triples.remove(cell);
        }
    }
    triples.iter().find_map(|pivot| {
        let digits = state.candidates_of(pivot);
        let near = pairs & state.layout.peers(pivot);
        let within = |&cell: &usize| state.candidates_of(cell) & !digits == 0;
        near.iter().filter(within).find_map(|first| {
            let later = near.iter().filter(|&second| second > first);
            later.filter(within).find_map(|second| {
                let shared = state.candidates_of(first) & state.candidates_of(second);
                if state.candidates_of(first) == state.candidates_of(second) {
                    return None;
                }
                let z = shared.trailing_zeros() as usize;
                let seen = state.layout.peers(pivot)
                    & state.layout.peers(first)
                    & state.layout.peers(second);
                let pattern = || wing([pivot, first, second], z);
                let removed = CandidateSet::of(z, state.candidate_cells(z) & seen);
                Deduction::removing(Technique::XyzWing, pattern, removed)
            })
        })
    })
}

/// Finds two cells with candidates x and y that see the two places of x in a house, one each. Not
/// both cells hold x, so one of them holds y.
pub fn find_w<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let pairs = state.bivalue_cells();
    pairs.iter().find_map(|first| {
        let [a, b] = both_digits(state.candidates_of(first));
        let same = pairs
            & state.candidate_cells(a)
            & state.candidate_cells(b)
            & !state.layout.peers(first);
        let later = same.iter().filter(|&second| second > first);
        later.into_iter().find_map(|second| {
            let seen = state.layout.peers(first) & state.layout.peers(second);
            [(a, b), (b, a)].into_iter().find_map(|(linked, digit)| {
                let removed = CandidateSet::of(digit, state.candidate_cells(digit) & seen);
                if removed.is_empty() {
                    return None;
                }
                let (house, places) = strong_link(state, linked, [first, second])?;
                let pattern = || {
                    let pattern = Pattern::new(w_wing_words).with_digits(&[linked, digit]);
                    let pattern = pattern.with_cells(&[first, second]).with_cells(&places);
                    pattern.with_houses(&[house])
                };
                Deduction::removing(Technique::WWing, pattern, removed)
            })
        })
    })
}

/// Finds a house with two places for a digit, outside of `ends`: the first end sees the first
/// place, and the second end the second.
fn strong_link<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    ends: [usize; 2],
) -> Option<(usize, [usize; 2])> {
    let [near_first, near_second] = ends.map(|cell| state.layout.peers(cell));
    (0..state.layout.houses()).find_map(|house| {
        if !has_two(state.places(digit, house)) {
            return None;
        }
        let places = state.layout.group(house) & state.candidate_cells(digit);
        let first = (places & near_first).first()?;
        let second = (places & near_second & !L::Cells::of(first)).first();
        let swapped = || {
            let second = (places & near_second).first()?;
            let first = (places & near_first & !L::Cells::of(second)).first()?;
            Some([first, second])
        };
        let found = second.map(|second| [first, second]).or_else(swapped)?;
        let apart = found.iter().all(|place| !ends.contains(place));
        apart.then_some((house, found))
    })
}

/// The two candidates of a bivalue cell.
fn both_digits(digits: u32) -> [usize; 2] {
    let mut digits = bits(digits);
    std::array::from_fn(|_| digits.next().unwrap_or_default())
}

/// Creates the pattern of a pivot and two pincers: one of the three holds the digit.
fn wing(cells: [usize; 3], digit: usize) -> Pattern {
    Pattern::new(wing_words)
        .with_cells(&cells)
        .with_digits(&[digit])
}

/// Describes the pivot and the two pincers.
fn wing_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells, [digit]) = (state.layout, pattern.cells(), pattern.digits());
    let value = sign(digit);
    let [pivot, first, second] = cells;
    let [own, one, other] = cells.map(|cell| state.candidates_of(cell));
    let ways = [(first, one), (second, other)].map(|(cell, candidates)| {
        let other = listed(candidates & !(1 << digit));
        format!("if it is {other}, {} is {value}", layout.puzzle_cell(cell))
    });
    let itself = if own >> digit & 1 == 0 {
        String::new()
    } else {
        format!("; else it is {value} itself")
    };
    let text = format!(
        "{} is {}: {}{itself}",
        layout.puzzle_cell(pivot),
        digits_or(own),
        ways.join("; ")
    );
    // Each pincer does not hold the digit of the pivot, so it holds `digit`.
    let mut edges = Vec::new();
    for (pincer, candidates) in [(first, one), (second, other)] {
        for shared in bits(candidates & !(1 << digit)) {
            let [near, far] = [pivot, pincer].map(|cell| candidate_end(shared, cell));
            edges.push(edge(layout, EdgeKind::Weak, near, far));
            edges.push(edge(
                layout,
                EdgeKind::Strong,
                far,
                candidate_end(digit, pincer),
            ));
        }
    }
    PatternDescription {
        digits: own | one | other,
        edges,
        ..pattern.described(text)
    }
}

/// Describes the two bivalue cells, then the two places that link them.
fn w_wing_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let (layout, cells, [house]) = (state.layout, pattern.cells(), pattern.houses());
    let [linked, digit] = pattern.digits();
    let (linked_value, value) = (sign(linked), sign(digit));
    let [first, second, near_first, near_second] = cells.map(|cell| layout.puzzle_cell(cell));
    let text = format!(
        "{first} and {second} can only hold {}; in {}, {linked_value} is in {near_first}, seen by \
         {first}, or in {near_second}, seen by {second}, so {first} or {second} is {value}",
        listed(1 << linked | 1 << digit),
        layout.house(house)
    );
    let ends = [
        candidate_end(digit, cells[0]),
        candidate_end(linked, cells[0]),
        candidate_end(linked, cells[2]),
        candidate_end(linked, cells[3]),
        candidate_end(linked, cells[1]),
        candidate_end(digit, cells[1]),
    ];
    PatternDescription {
        edges: alternating_edges(layout, &ends, false),
        ..pattern.described(text)
    }
}

/// Finds a chain with an even number of cells, at least four. Its first and last cell hold
/// different digits, so a cell that sees both has neither. Only the shortest chains from each cell
/// are tried.
pub fn find_remote_pairs<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
) -> Option<Deduction<L>> {
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
            let pattern = || {
                Pattern::new(remote_words)
                    .with_cells(&cells)
                    .with_digits(&digits)
            };
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

fn remote_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
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
        edges,
        text,
        ..seen
    }
}
