//! The candidates left in 81 cells, by the deductions of the search.

use super::super::super::board::Board;
use super::super::super::candidates::Candidates;
use super::super::layout::{Classic, Left, Marks, Small};

impl Left<Classic> for Candidates {
    fn of(_: &Classic, marks: &Marks<Classic>, solved: Small) -> Self {
        let boards = std::array::from_fn(|digit| Board::new(marks[digit].bands()));
        Self::deduced(boards, Board::new(solved.bands()))
    }

    #[inline(always)]
    fn assign(&mut self, _: &Classic, cell: usize, digit: usize) {
        Self::assign(self, cell, digit);
    }

    fn exclude(&mut self, _: &Classic, cell: usize, digit: usize) {
        Self::exclude(self, cell, digit);
    }

    #[inline(always)]
    fn has_news(&self) -> bool {
        Self::has_news(self)
    }

    #[inline(always)]
    fn deduce(&mut self, _: &Classic) -> bool {
        Self::deduce(self)
    }

    #[inline(always)]
    fn cells(&self, digit: usize) -> Small {
        Small::from_bands(self.board(digit).bands())
    }

    #[inline(always)]
    fn open(&self, _: &Classic) -> Small {
        Small::from_bands(Self::open(self).bands())
    }

    #[inline(always)]
    fn digits(&self, _: &Classic, cell: usize) -> u32 {
        self.candidates(cell).fold(0, |all, digit| all | 1 << digit)
    }

    #[inline(always)]
    fn propagate(&mut self, _: &Classic) -> bool {
        Self::propagate(self)
    }
}
