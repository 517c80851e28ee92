//! Answers as rows show them.

use countless_table::Row;

/// An answer as rows show it.
pub trait AnswerRow: Row {
    /// The same, borrowed from nobody.
    type Owned;

    /// Makes that.
    fn to_owned(&self) -> Self::Owned;

    /// True if any text may stand in the place of the puzzle.
    fn allows_any_text(&self) -> bool;
}
