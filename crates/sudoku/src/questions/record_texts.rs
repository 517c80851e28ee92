//! Records of a chunk, without their puzzles.

use std::ops::Range;

use super::puzzle_row::RowView;
use super::solution_check::SolutionCheck;
use countless_engine::Diagnostic;

/// Records of a chunk: their texts, and the places of their puzzles in a
/// [batch](super::PuzzleBatch).
#[derive(Debug, Default)]
pub struct RecordTexts {
    /// Number of the input, or `None` for a piece of a puzzle.
    input: Option<usize>,
    /// Texts of all records, one after the other.
    texts: String,
    /// Passed columns of all records.
    passed: Vec<Range<usize>>,
    /// True for each passed column that may hold numbers.
    are_numbers: Vec<bool>,
    /// Text and line of each record.
    ranges: Vec<TextRange>,
    /// Comparison with the given solution for each record; empty without a column for it.
    checks: Vec<SolutionCheck>,
    /// Place of the puzzle of each record, or `None` if the record is not a puzzle.
    pub places: Vec<Option<PuzzlePlace>>,
    /// Diagnostics, each with the number of its record, in order.
    pub diagnostics: Vec<(usize, Diagnostic)>,
    /// Number of records with a wrong or a missing solution.
    pub wrong_solutions: u64,
}

/// Text of a record, as a range of all texts, and its first line in the input.
#[derive(Clone, Debug)]
struct TextRange {
    text: Range<usize>,
    line: u64,
}

/// Place of a puzzle in a batch.
#[derive(Clone, Copy, Debug)]
pub enum PuzzlePlace {
    /// Number among the puzzles of clues alone.
    Grid(usize),
    /// Number among the puzzles with candidates.
    Pencilled(usize),
}

impl PuzzlePlace {
    /// Returns the number among the puzzles of its kind.
    pub fn number(self) -> usize {
        match self {
            Self::Grid(index) | Self::Pencilled(index) => index,
        }
    }

    /// Returns its item in a list with one item per grid.
    pub fn of_grid<T>(self, list: &[T]) -> Option<&T> {
        match self {
            Self::Grid(index) => list.get(index),
            Self::Pencilled(_) => None,
        }
    }
}

impl RecordTexts {
    /// Removes all records. The next ones are of this input, or a piece of a puzzle. `are_numbers`
    /// has true for each of their passed columns that may hold numbers.
    pub fn begin(&mut self, input: Option<usize>, are_numbers: &[bool]) {
        self.texts.clear();
        self.passed.clear();
        self.ranges.clear();
        self.checks.clear();
        self.places.clear();
        self.diagnostics.clear();
        self.wrong_solutions = 0;
        self.input = input;
        self.are_numbers.clear();
        self.are_numbers.extend(are_numbers);
    }

    /// Adds a record with its first line in the input. Its other columns follow.
    #[inline]
    pub fn push(&mut self, line: u64, text: &str, place: Option<PuzzlePlace>) {
        let text = self.add_text(text);
        self.ranges.push(TextRange { text, line });
        self.places.push(place);
    }

    /// Adds a diagnostic of the record that is pushed next.
    pub fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.ranges.len(), diagnostic));
    }

    /// Adds the comparison with the given solution for the last record.
    pub(super) fn add_check(&mut self, check: SolutionCheck) {
        self.checks.push(check);
    }

    /// Adds a passed column to the last record.
    pub(super) fn add_passed(&mut self, field: &str) {
        let field = self.add_text(field);
        self.passed.push(field);
    }

    fn add_text(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    /// Text of a puzzle.
    pub fn text(&self, record: usize) -> &str {
        &self.texts[self.ranges[record].text.clone()]
    }

    /// Row of a record. It is inlined: a call would write it to memory only to read it again.
    #[inline]
    pub fn row<'a, A>(
        &'a self,
        record: usize,
        answer: &'a A,
        nodes: Option<u64>,
    ) -> RowView<'a, impl Iterator<Item = (&'a str, bool)> + Clone, A> {
        let TextRange { text, line } = &self.ranges[record];
        let columns = self.are_numbers.len();
        let passed = self.passed[record * columns..][..columns].iter();
        let passed = passed.zip(&self.are_numbers);
        RowView {
            puzzle: &self.texts[text.clone()],
            at: self.input.map(|input| (input, *line)),
            answer,
            nodes,
            check: self.checks.get(record).copied(),
            passed: passed.map(|(field, is_number)| (&self.texts[field.clone()], *is_number)),
        }
    }
}
