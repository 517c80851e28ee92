//! Candidates as sets of cells.

use std::fmt;
use std::ops::{BitOrAssign, Index, IndexMut};

use super::{Layout, LayoutSet, ValueStore};

/// Set of candidates: the cells of each digit, from 0.
pub struct CandidateSet<L: Layout>(L::OfDigits<L::Cells>);

impl<L: Layout> CandidateSet<L> {
    #[inline(always)]
    pub fn none() -> Self {
        Self(L::OfDigits::from_fn(0, |_| L::Cells::NONE))
    }

    /// Returns the set of one digit in some cells.
    #[inline(always)]
    pub fn of(digit: usize, cells: L::Cells) -> Self {
        let mut marks = Self::none();
        marks[digit] = cells;
        marks
    }

    /// Creates a set from the cells of each digit.
    #[inline(always)]
    pub fn from_fn(layout: &L, cells: impl FnMut(usize) -> L::Cells) -> Self {
        Self(layout.for_digits(cells))
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().iter().all(|cells| cells.is_empty())
    }

    /// Cells of each digit.
    pub fn of_digits(&self) -> impl Iterator<Item = &L::Cells> {
        self.0.as_ref().iter()
    }

    /// Candidates as digit and cell, ordered by digit.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let digits = self.0.as_ref().iter().enumerate();
        digits.flat_map(|(digit, cells)| cells.iter().map(move |cell| (digit, cell)))
    }
}

// A derived impl would require `L: Copy`.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<L: Layout> Clone for CandidateSet<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for CandidateSet<L> {}

impl<L: Layout> PartialEq for CandidateSet<L> {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref() == other.0.as_ref()
    }
}

impl<L: Layout> fmt::Debug for CandidateSet<L> {
    /// Lists the candidates as digit and cell, ordered by digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<L: Layout> Index<usize> for CandidateSet<L> {
    type Output = L::Cells;
    #[inline(always)]
    fn index(&self, digit: usize) -> &L::Cells {
        &self.0[digit]
    }
}

impl<L: Layout> IndexMut<usize> for CandidateSet<L> {
    #[inline(always)]
    fn index_mut(&mut self, digit: usize) -> &mut L::Cells {
        &mut self.0[digit]
    }
}

impl<L: Layout> BitOrAssign for CandidateSet<L> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (cells, others) in self.0.as_mut().iter_mut().zip(other.0.as_ref()) {
            *cells |= *others;
        }
    }
}
