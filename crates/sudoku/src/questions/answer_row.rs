//! Answers as they appear in rows.

use countless_table::Row;

/// Answer as it appears in a row.
pub trait AnswerRow: Row {
    /// Answer without borrowed data.
    type Owned;

    /// Converts the answer into an owned one.
    fn to_owned(&self) -> Self::Owned;

    /// True if the row may have any text in place of the puzzle.
    fn allows_any_text(&self) -> bool;
}

/// Answer that borrows nothing, so that a copy of it is the owned one.
pub trait CopiedAnswer: Row + Copy {
    /// True if the row may have any text in place of the puzzle.
    fn allows_any_text(&self) -> bool;
}

impl<A: CopiedAnswer> AnswerRow for A {
    type Owned = Self;

    fn to_owned(&self) -> Self {
        *self
    }

    fn allows_any_text(&self) -> bool {
        CopiedAnswer::allows_any_text(self)
    }
}
