//! Frames: maps from the form in which a puzzle is solved to the puzzle itself.

use super::layout_set::LayoutSet;
use super::{CanonicalFrame, CellSet, bits};

/// Map from the form in which a puzzle is solved to the puzzle itself. It moves cells and digits,
/// and maps houses to houses. Without a canonical form, a puzzle is solved unchanged.
#[derive(Clone, Debug, Default)]
pub struct Frame(pub Option<CanonicalFrame>);

impl Frame {
    pub fn cell(&self, cell: usize) -> usize {
        self.0.as_ref().map_or(cell, |frame| frame.cell(cell))
    }

    /// Maps a digit that counts from 0.
    pub fn digit(&self, digit: usize) -> usize {
        self.0.as_ref().map_or(digit, |frame| frame.digit(digit))
    }

    pub fn house(&self, group: usize) -> usize {
        self.0.as_ref().map_or(group, |frame| frame.house(group))
    }

    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    pub fn digits(&self, digits: u32) -> u32 {
        bits(digits).fold(0, |all, digit| all | 1 << self.digit(digit))
    }
}
