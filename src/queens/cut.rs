//! A board cut at its first rows, for the problems that search.

use std::cmp::Reverse;

use super::search::{self, Constraint, deepen, eighths, split};
use crate::engine::{Subtree, depth_for};

/// The subtrees of a search, in lexicographic order unless they are told otherwise.
#[derive(Debug)]
pub(super) struct Cut {
    /// How many rows are filled.
    depth: usize,
    subtrees: Vec<search::Subtree>,
}

impl Cut {
    /// Cuts the board, or all boards of `n` rows, of which one of each eight that rotations
    /// and reflections make of it is enough, finely enough for `threads`.
    pub fn new(n: usize, board: Option<&Constraint>, threads: usize) -> Self {
        let count = |depth| Self::at(n, board, depth).subtrees.len();
        Self::at(n, board, depth_for(threads, n, count))
    }

    /// The same with so many rows filled.
    pub fn at(n: usize, board: Option<&Constraint>, depth: usize) -> Self {
        let subtrees = match board {
            None => deepen(eighths(n), depth),
            Some(board) => split(board, depth),
        };
        Self { depth, subtrees }
    }

    /// Puts the largest first, so that no thread starts on one when the others end.
    pub fn largest_first(mut self) -> Self {
        self.subtrees
            .sort_by_cached_key(|subtree| Reverse(subtree.cost()));
        self
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// The squares of a subtree.
    pub fn get(&self, root: usize) -> &search::Subtree {
        &self.subtrees[root]
    }

    /// The subtrees for the engine, whose roots are their places.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        let subtrees = self.subtrees.iter().enumerate();
        subtrees.map(|(root, subtree)| Subtree {
            index: root as u64,
            cost: subtree.cost(),
            root,
        })
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        let costs = self.subtrees.iter().map(search::Subtree::cost);
        costs.fold(0, u64::saturating_add)
    }
}
