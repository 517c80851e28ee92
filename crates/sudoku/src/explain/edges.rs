//! What joins candidates: the lines that people draw.
//!
//! ```text
//! strong   one of the two is true       two places of a house, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::layout::{Layout, LayoutSet};
use super::step::{Candidate, Edge, EdgeKind};

/// A digit in some cells, which are taken together.
pub type EdgeEnd<L> = (usize, <L as Layout>::Cells);

/// The edge between two ends.
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

/// The end of one candidate.
pub fn candidate_end<L: Layout>(digit: usize, cell: usize) -> EdgeEnd<L> {
    (digit, L::Cells::of(cell))
}

/// The first end or the second is true, not both the second and the third, and so on.
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
