//! What joins the candidates of a pattern: the lines that people draw.
//!
//! ```text
//! strong   one of the two is true       two places of a unit, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::super::cell::Cell;
use super::almost::SetChain;
use super::cells::{CellSet, Marks, bits, has_two};
use super::colouring::partners;
use super::deduction::{Chain, Deduction, Pattern, Reason};
use super::medusa;
use super::state::State;
use super::step::{Candidate, Edge, EdgeKind};

/// A digit in some cells, which are taken together.
pub type End = (usize, CellSet);

/// The edge between two ends.
pub fn edge(kind: EdgeKind, from: End, to: End) -> Edge {
    let candidates = |(digit, cells): End| -> Vec<Candidate> {
        let cells = cells.iter().map(Cell::at);
        let digit = digit as u8 + 1;
        cells.map(|cell| Candidate { cell, digit }).collect()
    };
    Edge {
        from: candidates(from),
        to: candidates(to),
        kind,
    }
}

fn one(digit: usize, cell: usize) -> End {
    (digit, CellSet::of(cell))
}

/// The edges of a pattern; those of forcing chains are found with their
/// [implications](super::links).
pub fn edges(deduction: &Deduction, state: &State) -> Vec<Edge> {
    match deduction.pattern {
        Pattern::Turbot { digit, cells, .. } => by_turns(cells.map(|cell| one(digit, cell))),
        Pattern::EmptyRectangle {
            digit,
            places,
            units: [_, along, across, _],
            link: [near, far],
        } => {
            let across = places & CellSet::unit(across);
            let along = places & CellSet::unit(along) & !across;
            by_turns([
                one(digit, far),
                one(digit, near),
                (digit, along),
                (digit, across),
            ])
        }
        Pattern::RemotePairs(chain) => remote(&chain, state),
        Pattern::Wing {
            pivot,
            pincers,
            digit,
        } => wing(state, pivot, pincers, digit),
        Pattern::WWing {
            ends: [first, second],
            places: [near_first, near_second],
            linked,
            digit,
            ..
        } => by_turns([
            one(digit, first),
            one(linked, first),
            one(linked, near_first),
            one(linked, near_second),
            one(linked, second),
            one(digit, second),
        ]),
        Pattern::Colours {
            digit,
            colours: [first, second],
            ..
        } => joined(state, digit, first, second),
        Pattern::Medusa { digit, cell, .. } => {
            let (colours, _) = medusa::colour(state, digit, cell);
            coloured(state, &colours)
        }
        Pattern::Chain(chain) => alternating(&chain, state),
        Pattern::AlmostLocked(chain) => almost_locked(&chain, state),
        Pattern::Rectangle {
            corners, reason, ..
        } => rectangle(state, corners, reason),
        _ => Vec::new(),
    }
}

/// The first end or the second is true, not both the second and the third, and so on.
fn by_turns(ends: impl IntoIterator<Item = End>) -> Vec<Edge> {
    let ends: Vec<End> = ends.into_iter().collect();
    let pairs = ends.windows(2).enumerate();
    let edges = pairs.map(|(number, pair)| {
        let kind = if number % 2 == 0 {
            EdgeKind::Strong
        } else {
            EdgeKind::Weak
        };
        edge(kind, pair[0], pair[1])
    });
    edges.collect()
}

/// Neighbours cannot hold the same.
fn remote(chain: &Chain, state: &State) -> Vec<Edge> {
    let cells = chain.nodes().iter().filter_map(|node| node.cell());
    let cells: Vec<usize> = cells.collect();
    let pairs = cells.windows(2).flat_map(|pair| {
        bits(state.cell(pair[0]))
            .map(|digit| edge(EdgeKind::Weak, one(digit, pair[0]), one(digit, pair[1])))
    });
    pairs.collect()
}

/// Neither pincer holds what the pivot holds, but `digit` then.
fn wing(state: &State, pivot: usize, pincers: [usize; 2], digit: usize) -> Vec<Edge> {
    let arms = pincers.into_iter().flat_map(|pincer| {
        let shared = bits(state.cell(pincer) & !(1 << digit));
        shared.flat_map(move |shared| {
            [
                edge(EdgeKind::Weak, one(shared, pivot), one(shared, pincer)),
                edge(EdgeKind::Strong, one(shared, pincer), one(digit, pincer)),
            ]
        })
    });
    arms.collect()
}

/// The places of a digit of which one is first, and one second, and that are all of a unit.
fn joined(state: &State, digit: usize, first: CellSet, second: CellSet) -> Vec<Edge> {
    let pairs = first.iter().flat_map(|cell| {
        let others = partners(state, digit, cell) & second;
        others
            .iter()
            .map(move |other| edge(EdgeKind::Strong, one(digit, cell), one(digit, other)))
    });
    pairs.collect()
}

fn coloured(state: &State, [first, second]: &[Marks; 2]) -> Vec<Edge> {
    let lines = (0..9).flat_map(|digit| joined(state, digit, first[digit], second[digit]));
    let within = first.iter().filter_map(|(digit, cell)| {
        let other = bits(state.cell(cell) & !(1 << digit)).next()?;
        has_two(state.cell(cell))
            .then(|| edge(EdgeKind::Strong, one(digit, cell), one(other, cell)))
    });
    lines.chain(within).collect()
}

fn alternating(chain: &Chain, state: &State) -> Vec<Edge> {
    let ends = chain.nodes().iter();
    let ends: Vec<End> = ends.map(|node| (node.digit(), node.cells(state))).collect();
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => Some(edge(EdgeKind::Weak, last, first)),
        _ => None,
    };
    by_turns(ends).into_iter().chain(closing).collect()
}

/// A set that lacks a digit holds the next, which another cannot hold, then.
fn almost_locked(chain: &SetChain, state: &State) -> Vec<Edge> {
    let mut ends: Vec<End> = Vec::new();
    let mut lacked = chain.digit;
    for (number, set) in chain.sets().iter().enumerate() {
        let held = chain.links().nth(number).unwrap_or(chain.digit);
        ends.push((lacked, set.places(lacked, state)));
        ends.push((held, set.places(held, state)));
        lacked = held;
    }
    let closing = match ends[..] {
        [first, .., last] if chain.is_loop => Some(edge(EdgeKind::Weak, last, first)),
        _ => None,
    };
    by_turns(ends).into_iter().chain(closing).collect()
}

/// The two corners of a unit that has no other place for a digit.
fn rectangle(state: &State, corners: [usize; 4], reason: Reason) -> Vec<Edge> {
    let (digit, units) = match reason {
        Reason::Link { digit, unit } => (digit, [Some(unit), None]),
        Reason::Diagonal { digit, units } | Reason::Hidden { digit, units, .. } => {
            (digit, units.map(Some))
        }
        Reason::Filled | Reason::Extra(_) | Reason::Subset { .. } => return Vec::new(),
    };
    let corners: CellSet = corners.into_iter().collect();
    let edges = units.into_iter().flatten().filter_map(|unit| {
        let mut places = (state.marks(digit) & corners & CellSet::unit(unit)).iter();
        let ends = [one(digit, places.next()?), one(digit, places.next()?)];
        Some(edge(EdgeKind::Strong, ends[0], ends[1]))
    });
    edges.collect()
}
