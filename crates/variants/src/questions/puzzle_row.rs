//! Rows: a puzzle with the answer to a question, and the comparison with a given solution.

use countless_table::{Fields, Row};

/// Row of the table that [`Ask`](super::Ask) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow<A> {
    /// Puzzle, or the text of a reject.
    pub puzzle: String,
    /// Number of its input, from 0, and its line, from 1; `None` for a puzzle that was cut or that
    /// is a subtree by itself.
    pub at: Option<(usize, u64)>,
    /// Answer to the question.
    pub answer: A,
    /// Nodes of the search, or `None` without a column for them.
    pub nodes: Option<u64>,
    /// Comparison with the given solution, or `None` without a column for it.
    pub check: Option<SolutionCheck>,
    /// Fields of passed columns.
    pub passed: Vec<PassedField>,
}

/// Field of the input in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedField {
    /// Text in the input.
    pub text: String,
    /// True if its column has numbers only, so that it may be one.
    pub is_number: bool,
}

/// Row of borrowed texts.
#[derive(Clone, Copy, Debug)]
pub struct RowView<'a, P, A> {
    /// Text of the puzzle in the input.
    pub puzzle: &'a str,
    /// Number of the input, and the line.
    pub at: Option<(usize, u64)>,
    /// Answer to the question.
    pub answer: &'a A,
    /// Nodes of the search, or `None` without a column for them.
    pub nodes: Option<u64>,
    /// Comparison with the given solution, or `None` without a column for it.
    pub check: Option<SolutionCheck>,
    /// Texts of passed columns, each with true if it may be a number.
    pub passed: P,
}

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCheck {
    /// The given solution is right.
    Right,
    /// The given solution is wrong.
    Wrong,
    /// No solution is given, or the record is not a puzzle.
    None,
}

impl SolutionCheck {
    /// Returns the word in the column `check`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "wrong",
            Self::None => "none",
        }
    }
}

/// Absence of an answer: a row is the puzzle and its passed columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer;

impl Row for NoAnswer {
    fn fields(&self, _: &mut impl Fields) {}
}

impl OwnedAnswer for NoAnswer {}

impl<'a, P: Iterator<Item = (&'a str, bool)> + Clone, A: AnswerRow> RowView<'a, P, A> {
    /// Returns the row with owned texts.
    pub fn to_row(&self) -> PuzzleRow<A::Owned> {
        let passed = self.passed.clone().map(|(text, is_number)| PassedField {
            text: text.to_owned(),
            is_number,
        });
        PuzzleRow {
            puzzle: self.puzzle.to_owned(),
            at: self.at,
            answer: self.answer.to_owned(),
            nodes: self.nodes,
            check: self.check,
            passed: passed.collect(),
        }
    }
}

impl<'a, P: Iterator<Item = (&'a str, bool)> + Clone, A: AnswerRow> Row for RowView<'a, P, A> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        if !A::WRITES_PUZZLE {
            let puzzle = self.puzzle.as_bytes();
            if self.answer.allows_any_text() {
                fields.text(puzzle);
            } else {
                fields.plain(puzzle);
            }
        }
        self.answer.fields(fields);
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
        if let Some(check) = self.check {
            fields.plain(check.name().as_bytes());
        }
        for (text, is_number) in self.passed.clone() {
            fields.passed(text, is_number);
        }
    }
}

impl<A> PuzzleRow<A> {
    /// Returns the row with another answer.
    pub fn with_answer<B>(self, answer: B) -> PuzzleRow<B> {
        PuzzleRow {
            puzzle: self.puzzle,
            at: self.at,
            answer,
            nodes: self.nodes,
            check: self.check,
            passed: self.passed,
        }
    }
}

impl<A: AnswerRow> Row for PuzzleRow<A> {
    fn fields(&self, fields: &mut impl Fields) {
        let passed = self.passed.iter();
        let line = RowView {
            puzzle: &self.puzzle,
            at: self.at,
            answer: &self.answer,
            nodes: self.nodes,
            check: self.check,
            passed: passed.map(|field| (field.text.as_str(), field.is_number)),
        };
        line.fields(fields);
    }
}

/// Answer as it appears in a row.
pub trait AnswerRow: Row {
    /// Answer without borrowed data.
    type Owned;

    /// True if the answer has a column for the puzzle, or if rows do not have one.
    const WRITES_PUZZLE: bool = false;

    /// Converts the answer into an owned one.
    fn to_owned(&self) -> Self::Owned;

    /// True if the row may have any text in place of the puzzle.
    fn allows_any_text(&self) -> bool;
}

/// Answer that borrows nothing, so that a copy of it is the owned one.
pub trait OwnedAnswer: Row + Clone {
    /// True if the answer has a column for the puzzle, or if rows do not have one.
    const WRITES_PUZZLE: bool = false;

    /// True if the row may have any text in place of the puzzle.
    fn allows_any_text(&self) -> bool {
        false
    }
}

impl<A: OwnedAnswer> AnswerRow for A {
    type Owned = Self;

    const WRITES_PUZZLE: bool = A::WRITES_PUZZLE;

    fn to_owned(&self) -> Self {
        self.clone()
    }

    fn allows_any_text(&self) -> bool {
        OwnedAnswer::allows_any_text(self)
    }
}
