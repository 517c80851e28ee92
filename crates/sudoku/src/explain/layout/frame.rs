//! Frames: maps from the form in which a puzzle is solved to the puzzle itself.

use std::fmt::Debug;

use super::candidate_set::CandidateSet;
use super::layout_set::LayoutSet;
use super::{Layout, bits};

/// Map from the form in which a puzzle is solved to the puzzle itself. It moves cells and digits,
/// and maps houses to houses.
pub trait Frame<L: Layout>: Clone + Debug {
    fn cell(&self, cell: usize) -> usize;

    /// Maps a digit that counts from 0.
    fn digit(&self, digit: usize) -> usize;

    fn house(&self, group: usize) -> usize;

    /// Maps the number of a segment.
    fn segment(&self, segment: usize) -> usize;

    fn cells(&self, cells: L::Cells) -> L::Cells {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    fn digits(&self, digits: u32) -> u32 {
        bits(digits).fold(0, |all, digit| all | 1 << self.digit(digit))
    }

    fn candidates(&self, layout: &L, marks: &CandidateSet<L>) -> CandidateSet<L> {
        let mut moved = CandidateSet::none();
        for digit in 0..layout.digits() {
            moved[self.digit(digit)] = self.cells(marks[digit]);
        }
        moved
    }
}

/// Frame of a puzzle that is solved unchanged.
#[derive(Clone, Copy, Debug)]
pub struct IdentityFrame;

impl<L: Layout> Frame<L> for IdentityFrame {
    fn cell(&self, cell: usize) -> usize {
        cell
    }

    fn digit(&self, digit: usize) -> usize {
        digit
    }

    fn house(&self, group: usize) -> usize {
        group
    }

    fn segment(&self, segment: usize) -> usize {
        segment
    }
}
