//! What joins candidates: the lines that people draw.
//!
//! ```text
//! strong   one of the two is true       two places of a unit, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::super::cell::Cell;
use super::cells::CellSet;
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

/// The end of one candidate.
pub fn one(digit: usize, cell: usize) -> End {
    (digit, CellSet::of(cell))
}

/// The first end or the second is true, not both the second and the third, and so on.
pub fn by_turns(ends: impl IntoIterator<Item = End>) -> Vec<Edge> {
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
