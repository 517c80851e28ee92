//! Edges between candidates: the lines that players draw.
//!
//! ```text
//! strong   one of the two is true       two places of a house, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::layout::{CellSet, LayoutSet, PlainLayout};
use super::step::{Candidate, Edge, EdgeKind};

/// End of an edge: a digit in one cell, or in a group of cells.
pub type EdgeEnd = (usize, CellSet);

/// Returns the edge between two ends.
pub fn edge(layout: &PlainLayout, kind: EdgeKind, from: EdgeEnd, to: EdgeEnd) -> Edge {
    let candidates = |(digit, cells): EdgeEnd| -> Vec<Candidate> {
        let cells = cells.iter().map(|cell| layout.puzzle_cell(cell));
        let digit = digit as u8 + 1;
        cells.map(|cell| Candidate { cell, digit }).collect()
    };
    Edge {
        from: candidates(from),
        to: candidates(to),
        kind,
    }
}

/// Returns the end of one candidate.
pub fn candidate_end(digit: usize, cell: usize) -> EdgeEnd {
    (digit, CellSet::of(cell))
}

/// Edges of a chain, strong and weak in turn, beginning with a strong one.
pub fn alternating_edges(
    layout: &PlainLayout,
    ends: impl IntoIterator<Item = EdgeEnd>,
) -> Vec<Edge> {
    let ends: Vec<EdgeEnd> = ends.into_iter().collect();
    let pairs = ends.windows(2).enumerate();
    let edges = pairs.map(|(number, pair)| {
        let kind = if number % 2 == 0 {
            EdgeKind::Strong
        } else {
            EdgeKind::Weak
        };
        edge(layout, kind, pair[0], pair[1])
    });
    edges.collect()
}
