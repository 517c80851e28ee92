//! Rows: a puzzle with the answer to a question.

use std::iter;

use super::answer::AnswerRow;
use super::check::SolutionCheck;
use countless_table::{Fields, Row};

/// A row of the table that [`Ask`](super::Ask) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow<A> {
    /// The puzzle, or what stands in its place.
    pub puzzle: String,
    /// The number of its input, from 0, and its line, from 1; none of a puzzle that was cut.
    pub at: Option<(usize, u64)>,
    /// The answer.
    pub answer: A,
    /// The nodes of the search, if there is a column for them.
    pub nodes: Option<u64>,
    /// The comparison with the given solution, if there is a column for it.
    pub check: Option<SolutionCheck>,
    /// Fields of other columns of the input.
    pub passed: Vec<PassedField>,
}

/// A field of the input in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedField {
    /// The text in the input.
    pub text: String,
    /// Whether the others in its column are numbers, so that it may be one.
    pub is_number: bool,
}

/// A row made of texts that are elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct RowView<'a, P, A> {
    /// The text of the puzzle in the input.
    pub puzzle: &'a str,
    /// The input, by its number, and the line.
    pub at: Option<(usize, u64)>,
    /// The answer.
    pub answer: A,
    /// The nodes of the search, if there is a column for them.
    pub nodes: Option<u64>,
    /// The comparison with the given solution, if there is a column for it.
    pub check: Option<SolutionCheck>,
    /// Texts of other columns, and whether each may be a number.
    pub passed: P,
}

/// The absence of an answer: a row is the puzzle and its passed columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer;

impl Row for NoAnswer {
    fn fields(&self, _: &mut impl Fields) {}
}

impl AnswerRow for NoAnswer {
    type Owned = Self;

    fn to_owned(&self) -> Self {
        *self
    }

    fn allows_any_text(&self) -> bool {
        false
    }
}

impl<A> RowView<'_, iter::Empty<(&str, bool)>, A> {
    /// The row of a puzzle without other columns.
    pub fn without_columns(puzzle: &str, answer: A) -> RowView<'_, iter::Empty<(&str, bool)>, A> {
        RowView {
            puzzle,
            at: None,
            answer,
            nodes: None,
            check: None,
            passed: iter::empty(),
        }
    }
}

impl<'a, P: Iterator<Item = (&'a str, bool)> + Clone, A: AnswerRow> RowView<'a, P, A> {
    /// The row, with texts of its own.
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
        let puzzle = self.puzzle.as_bytes();
        if self.answer.allows_any_text() {
            fields.text(puzzle);
        } else {
            fields.plain(puzzle);
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
    /// The row with another answer.
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

impl<A: AnswerRow + Clone> Row for PuzzleRow<A> {
    fn fields(&self, fields: &mut impl Fields) {
        let passed = self.passed.iter();
        let line = RowView {
            puzzle: &self.puzzle,
            at: self.at,
            answer: self.answer.clone(),
            nodes: self.nodes,
            check: self.check,
            passed: passed.map(|field| (field.text.as_str(), field.is_number)),
        };
        line.fields(fields);
    }
}
