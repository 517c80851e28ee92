//! Nodes of the search.

use super::count::ItemCounts;
use super::levels::{LeveledWord, ListLevels};
use super::set::ItemSet;
use crate::visit::Visit;

/// Node of the search. Its list is that of the first level.
pub struct ListNode<'a, 'v, L: LeveledWord, const W: usize, const P: usize> {
    pub levels: ListLevels<'a>,
    /// Items yet to cover.
    pub required: ItemSet<L, W>,
    pub counts: ItemCounts<L, W>,
    pub visit: &'a mut Visit<'v>,
}
