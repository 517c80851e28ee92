//! Nodes of the search.

use super::item_counts::ItemCounts;
use super::item_set::ItemSet;
use super::list_levels::{LeveledWord, ListLevels};
use crate::solution_visit::Visit;

/// Node of the search. Its list is that of the first level.
pub struct ListNode<'a, 'v, L: LeveledWord, const W: usize, const P: usize> {
    pub levels: ListLevels<'a>,
    /// Items yet to cover.
    pub required: ItemSet<L, W>,
    pub counts: ItemCounts<L, W>,
    pub visit: &'a mut Visit<'v>,
}
