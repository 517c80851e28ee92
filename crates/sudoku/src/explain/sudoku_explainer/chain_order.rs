//! Order of single chains and cycles, and the hints that a search keeps.

use super::candidate_rows::List;
use super::marks::{ChainLink, length_rating};

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

/// Candidates that a cycle removes, by ascending cells, and its literals from the end to the start.
pub type Cycle = (Vec<(usize, u16)>, Vec<ChainLink>);

/// Hint of a list.
#[derive(Debug)]
pub struct Found {
    /// Order among all hints.
    pub order: Order,
    /// The cycle, if it is one.
    pub cycle: Option<Cycle>,
}

/// Order of a hint of a list.
pub fn order(list: List, length: u32, start: usize, kind: Kind) -> Order {
    let base = match (list, kind) {
        (List::XY, _) => 7.0,
        (_, Kind::Cycle) => 6.5,
        (_, Kind::Refuted | Kind::Proved) => 6.6,
    };
    let rating = base + length_rating(length);
    (rating, length, 2 + list as u8, start, kind)
}

/// Hints that a search keeps: the first one, or all.
#[derive(Debug, Default)]
pub struct Kept {
    first_only: bool,
    pub hints: Vec<Found>,
}

impl Kept {
    /// Keeps the first hint only.
    pub fn first() -> Self {
        Self {
            first_only: true,
            hints: Vec::new(),
        }
    }

    /// True if a hint of this order would be kept.
    pub fn wants(&self, order: Order) -> bool {
        let mut before = self.hints.iter().filter(|_| self.first_only);
        before.all(|before| order < before.order)
    }

    /// True if a hint of a list with at least this length may be kept.
    pub fn wants_any(&self, list: List, length: u32) -> bool {
        self.wants(order(list, length, 0, Kind::Cycle))
    }

    /// Keeps a chain or a cycle of this order, if it is wanted.
    pub fn add(&mut self, order: Order, cycle: Option<Cycle>) {
        if self.wants(order) {
            if self.first_only {
                self.hints.clear();
            }
            self.hints.push(Found { order, cycle });
        }
    }
}
