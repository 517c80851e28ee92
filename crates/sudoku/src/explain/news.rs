//! What has changed since a technique last found nothing: the only place to look again.
//!
//! Candidates only ever go. What a technique sees in one digit depends on nothing but the
//! places of this digit, and what it sees in a house on nothing but the cells of the house, but
//! for the candidates that it would remove, and of these there are no more than before.

use std::fmt;

use super::layout::{CandidateSet, Layout, LayoutSet};
use super::state::SolvingState;
use super::technique::Technique;

/// The digits and the cells that have lost candidates.
pub struct ChangeSet<L: Layout> {
    /// A bit for each digit.
    pub digits: u32,
    pub cells: L::Cells,
}

impl<L: Layout> ChangeSet<L> {
    const NONE: Self = Self {
        digits: 0,
        cells: L::Cells::NONE,
    };

    /// Nothing has been looked at.
    pub fn all(layout: &L) -> Self {
        Self {
            digits: layout.all_digits(),
            cells: layout.all_cells(),
        }
    }

    /// The houses that have lost candidates.
    #[inline(always)]
    pub fn houses(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.houses()).filter(move |&house| self.has(layout, house))
    }

    /// The houses and the cages that have lost candidates.
    #[inline(always)]
    pub fn groups(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.groups()).filter(move |&group| self.has(layout, group))
    }

    #[inline(always)]
    fn has(self, layout: &L, group: usize) -> bool {
        !(self.cells & layout.group(group)).is_empty()
    }
}

// Derived, these would ask as much of the layout.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<L: Layout> Clone for ChangeSet<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for ChangeSet<L> {}

impl<L: Layout> fmt::Debug for ChangeSet<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digits, cells } = self;
        write!(f, "{digits:b} {cells:?}")
    }
}

/// Remembers of each technique what it has seen in vain.
#[derive(Clone, Debug)]
pub struct ChangeTracker<L: Layout> {
    /// The candidates when something was looked for last.
    candidates: CandidateSet<L>,
    /// For each technique, what has changed since it found nothing.
    unsearched: [ChangeSet<L>; Technique::ALL.len()],
}

impl<L: Layout> ChangeTracker<L> {
    /// Nothing has been looked at.
    pub fn new(layout: &L) -> Self {
        Self {
            candidates: CandidateSet::from_fn(layout, |_| layout.all_cells()),
            unsearched: [ChangeSet::all(layout); Technique::ALL.len()],
        }
    }

    /// Takes note of what has changed in a state.
    pub fn update(&mut self, state: &SolvingState<L>) {
        let mut latest = ChangeSet::<L>::NONE;
        for digit in 0..state.layout.digits() {
            let gone = self.candidates[digit] & !state.candidate_cells(digit);
            latest.digits |= u32::from(!gone.is_empty()) << digit;
            latest.cells |= gone;
            self.candidates[digit] = state.candidate_cells(digit);
        }
        for news in &mut self.unsearched {
            news.digits |= latest.digits;
            news.cells |= latest.cells;
        }
    }

    /// What has changed since a technique found nothing.
    pub fn unsearched(&self, technique: Technique) -> ChangeSet<L> {
        self.unsearched[technique as usize]
    }

    /// Takes note that a technique finds nothing in the state as it is.
    pub fn mark_searched(&mut self, technique: Technique) {
        self.unsearched[technique as usize] = ChangeSet::NONE;
    }
}
