//! Edges between candidates: the lines that players draw.
//!
//! ```text
//! strong   one of the two is true       two places of a house, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::layout::{Layout, LayoutSet};
use super::step::{Candidate, Edge, EdgeKind};

/// End of an edge: a digit in one cell, or in a group of cells.
pub type EdgeEnd<L> = (usize, <L as Layout>::Cells);

/// Returns the edge between two ends.
pub fn edge<L: Layout>(layout: &L, kind: EdgeKind, from: EdgeEnd<L>, to: EdgeEnd<L>) -> Edge {
    let candidates = |(digit, cells): EdgeEnd<L>| -> Vec<Candidate> {
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
pub fn candidate_end<L: Layout>(digit: usize, cell: usize) -> EdgeEnd<L> {
    (digit, L::Cells::of(cell))
}

/// Edges of a chain, strong and weak in turn, beginning with a strong one.
pub fn alternating_edges<L: Layout>(
    layout: &L,
    ends: impl IntoIterator<Item = EdgeEnd<L>>,
) -> Vec<Edge> {
    let ends: Vec<EdgeEnd<L>> = ends.into_iter().collect();
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
