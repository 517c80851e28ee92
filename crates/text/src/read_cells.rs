//! What is to be read of a text, and what was.

use super::cell_digits::CellDigits;

/// What is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Digits; where there are none, candidates.
    #[default]
    Any,
    /// Digits, one in each cell.
    Digits,
    /// Candidates, which are digits side by side.
    Candidates,
}

impl Expect {
    /// Whether cells may be candidates.
    pub fn takes_candidates(self) -> bool {
        self != Self::Digits
    }
}

/// The cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellValues {
    /// Their digits, 0 for a blank.
    Digits(Vec<u8>),
    /// Their candidates, bit 0 for a 1.
    Candidates(Vec<u16>),
}

/// What was read of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCells<'a> {
    /// The cells, in order of rows.
    pub cells: CellValues,
    /// The byte of the text at which each stands.
    pub places: Vec<usize>,
    /// The cells as they are written, if they are characters without anything between that
    /// everybody reads so.
    pub text: Option<&'a str>,
    /// What follows them in their line.
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

/// Whether a character ends the cells of a line.
pub(super) fn ends_cells(c: char) -> bool {
    c.is_whitespace() || ",;:|/#".contains(c)
}
