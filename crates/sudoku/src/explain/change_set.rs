//! Changes since a technique last failed: the only place to search again.
//!
//! Candidates are only ever removed. A pattern of one digit depends only on the places of this
//! digit, and a pattern of a house only on the cells of the house. The candidates that a pattern
//! would remove may lie elsewhere, but they never increase.

use std::fmt;

use super::layout::{CandidateSet, Layout, LayoutSet};
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Digits and cells that have lost candidates.
pub struct ChangeSet<L: Layout> {
    /// Digits, one bit each.
    pub digits: u32,
    pub cells: L::Cells,
}

impl<L: Layout> ChangeSet<L> {
    const NONE: Self = Self {
        digits: 0,
        cells: L::Cells::NONE,
    };

    /// Returns the set of all digits and cells, for a state that was never searched.
    pub fn all(layout: &L) -> Self {
        Self {
            digits: layout.all_digits(),
            cells: layout.all_cells(),
        }
    }

    /// Houses that have lost candidates.
    #[inline(always)]
    pub fn houses(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.houses()).filter(move |&house| self.has(layout, house))
    }

    /// Houses and cages that have lost candidates.
    #[inline(always)]
    pub fn groups(self, layout: &L) -> impl Iterator<Item = usize> {
        (0..layout.groups()).filter(move |&group| self.has(layout, group))
    }

    #[inline(always)]
    fn has(self, layout: &L, group: usize) -> bool {
        !(self.cells & layout.group(group)).is_empty()
    }
}

// A derived impl would require `L: Copy`.
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

/// Changes since each technique last failed.
#[derive(Clone, Debug)]
pub struct ChangeTracker<L: Layout> {
    /// Candidates at the last update.
    candidates: CandidateSet<L>,
    /// Changes since the last search without a result, for each technique.
    unsearched: [ChangeSet<L>; Technique::ALL.len()],
}

impl<L: Layout> ChangeTracker<L> {
    /// Creates a tracker for which nothing has been searched yet.
    pub fn new(layout: &L) -> Self {
        Self {
            candidates: CandidateSet::from_fn(layout, |_| layout.all_cells()),
            unsearched: [ChangeSet::all(layout); Technique::ALL.len()],
        }
    }

    /// Records the candidates that a state has lost since the last update.
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

    /// Returns the changes since a technique last failed.
    pub fn unsearched(&self, technique: Technique) -> ChangeSet<L> {
        self.unsearched[technique as usize]
    }

    /// Records that a technique finds nothing in the present state.
    pub fn mark_searched(&mut self, technique: Technique) {
        self.unsearched[technique as usize] = ChangeSet::NONE;
    }
}
