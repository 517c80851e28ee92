//! Where in its search tree a solution was found.

use super::goal::Mark;

/// The way from a puzzle to a node of its search tree, a bit for each branch, the first
/// one highest: 0 where it is accepted, 1 where it is refused. In that order comes the
/// first solution, however the lanes took turns.
///
/// A branch rules out at least one of the six ways of a digit in a band or stack, so
/// that there are at most 9 · 6 · 5 = 270 branches on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path {
    turns: [u64; 5],
    depth: u32,
}

impl Mark for Path {
    const TELLS_APART: bool = true;
    const ROOT: Self = Self {
        turns: [0; 5],
        depth: 0,
    };

    fn accept(&mut self) {
        self.depth += 1;
    }

    fn refuse(&mut self) {
        self.turns[self.depth as usize / 64] |= 1 << (63 - self.depth % 64);
        self.depth += 1;
    }
}
