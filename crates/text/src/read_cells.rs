//! The expected and the actual cells of a text.

use super::cell_digits::CellDigits;

/// The expected kind of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Digits, or candidates if the text does not contain digits.
    #[default]
    Any,
    /// Digits, one in each cell.
    Digits,
    /// Candidates: several digits side by side in each cell.
    Candidates,
}

impl Expect {
    /// True if cells may be candidates.
    pub fn takes_candidates(self) -> bool {
        self != Self::Digits
    }
}

/// The cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellValues {
    /// Digits, 0 for a blank.
    Digits(Vec<u8>),
    /// Sets of candidates, bit 0 for a 1.
    Candidates(Vec<u16>),
}

/// Cells read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCells<'a> {
    /// The cells, in order of rows.
    pub cells: CellValues,
    /// Byte offset of each cell in the text.
    pub places: Vec<usize>,
    /// The cells as written, if they are single characters in the usual signs without separators.
    pub text: Option<&'a str>,
    /// The rest of the line after the cells.
    pub tag: Option<&'a str>,
}

impl<'a> ReadCells<'a> {
    pub(super) fn of(got: CellDigits) -> Self {
        Self {
            cells: CellValues::Digits(got.digits),
            places: got.places,
            text: None,
            tag: None,
        }
    }

    pub(super) fn with_tag(mut self, rest: &'a str) -> Self {
        let rest = rest.trim_matches(ends_cells);
        self.tag = Some(rest).filter(|tag| !tag.is_empty());
        self
    }
}

/// True if a character ends the cells of a line.
pub(super) fn ends_cells(c: char) -> bool {
    c.is_whitespace() || ",;:|/#".contains(c)
}
