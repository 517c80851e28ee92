//! A node of the search.

use super::count::Counts;
use super::levels::{Leveled, Levels};
use super::set::Set;
use crate::visit::Visit;

/// A node; its list is that of the first level.
pub struct Node<'a, 'v, L: Leveled, const W: usize, const P: usize> {
    pub levels: Levels<'a>,
    /// The items that are to be covered.
    pub required: Set<L, W>,
    pub counts: Counts<L, W>,
    pub visit: &'a mut Visit<'v>,
}
