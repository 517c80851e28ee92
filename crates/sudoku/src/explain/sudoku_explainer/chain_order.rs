//! Order of single chains and cycles.

use super::candidate_rows::List;
use super::chain_hints::length_rating;
use super::cycles::Removed;

/// Kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Cycle through the start.
    Cycle,
    /// Chain from the start, true, to its opposite.
    Refuted,
    /// Chain from the start, false, to its opposite.
    Proved,
}

/// Order of hints: rating, length, key, start, kind.
pub type Order = (f64, u32, u8, usize, Kind);

/// Hint of a list.
#[derive(Debug)]
pub struct Found {
    /// Order among all hints.
    pub order: Order,
    /// Effect of a cycle.
    pub removed: Removed,
}

fn base(list: List, kind: Kind) -> f64 {
    match (list, kind) {
        (List::XY, _) => 7.0,
        (_, Kind::Cycle) => 6.5,
        (_, Kind::Refuted | Kind::Proved) => 6.6,
    }
}

/// Order of a hint of a list.
pub fn order(list: List, length: u32, start: usize, kind: Kind) -> Order {
    let rating = base(list, kind) + length_rating(length);
    (rating, length, 2 + list as u8, start, kind)
}

/// True if a hint goes before all of a list with at least this length.
pub fn is_before(best: Option<&Found>, list: List, length: u32) -> bool {
    !is_better(order(list, length, 0, Kind::Cycle), best)
}

/// True if this order goes before that of the best hint.
pub fn is_better(order: Order, best: Option<&Found>) -> bool {
    best.is_none_or(|best| order < best.order)
}

/// Replaces the best hint if this one goes before it.
pub fn offer(best: &mut Option<Found>, order: Order, removed: Removed) {
    if is_better(order, best.as_ref()) {
        *best = Some(Found { order, removed });
    }
}
