//! Records of a chunk, without their puzzles.

use std::ops::Range;

use super::puzzle_row::RowView;
use super::solution_check::SolutionCheck;
use countless_engine::Diagnostic;

/// Records of a chunk: their texts, and the places of their puzzles in a
/// [batch](super::PuzzleBatch).
#[derive(Debug, Default)]
pub struct RecordTexts {
    /// Texts of all records, one after the other.
    texts: String,
    /// Passed columns, each with true if it may be a number.
    passed: Vec<(Range<usize>, bool)>,
    ranges: Vec<TextRanges>,
    /// Place of the puzzle of each record, or `None` if the record is not a puzzle.
    pub places: Vec<Option<PuzzlePlace>>,
    /// Number of the input, and line of the next record.
    pub position: Option<(usize, u64)>,
    /// Diagnostics, each with the number of its record, in order.
    pub diagnostics: Vec<(usize, Diagnostic)>,
    /// Number of records with a wrong or a missing solution.
    pub wrong_solutions: u64,
}

/// Texts of a record, as ranges of all texts.
#[derive(Clone, Debug)]
struct TextRanges {
    text: Range<usize>,
    position: Option<(usize, u64)>,
    /// Range of its passed columns among those of all records.
    passed: Range<usize>,
    check: Option<SolutionCheck>,
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
    /// Removes all records.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.passed.clear();
        self.ranges.clear();
        self.places.clear();
        self.diagnostics.clear();
        self.wrong_solutions = 0;
    }

    /// Adds a record without other columns.
    pub fn push(&mut self, text: &str, place: Option<PuzzlePlace>) {
        let text = self.add_text(text);
        let passed = self.passed.len()..self.passed.len();
        self.ranges.push(TextRanges {
            text,
            position: self.position,
            passed,
            check: None,
        });
        self.places.push(place);
    }

    /// Adds a diagnostic of the record that is pushed next.
    pub fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.ranges.len(), diagnostic));
    }

    /// Sets the comparison with the given solution for the last record.
    pub fn set_check(&mut self, check: SolutionCheck) {
        if let Some(record) = self.ranges.last_mut() {
            record.check = Some(check);
        }
    }

    /// Adds a passed column to the last record. `is_number` says whether the column may hold
    /// numbers.
    pub fn add_passed(&mut self, field: &str, is_number: bool) {
        let field = self.add_text(field);
        self.passed.push((field, is_number));
        if let Some(record) = self.ranges.last_mut() {
            record.passed.end = self.passed.len();
        }
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
    pub fn row<A>(
        &self,
        record: usize,
        answer: A,
        nodes: Option<u64>,
    ) -> RowView<'_, impl Iterator<Item = (&str, bool)> + Clone, A> {
        let record = &self.ranges[record];
        let passed = self.passed[record.passed.clone()].iter();
        RowView {
            puzzle: &self.texts[record.text.clone()],
            at: record.position,
            answer,
            nodes,
            check: record.check,
            passed: passed.map(|(field, is_number)| (&self.texts[field.clone()], *is_number)),
        }
    }
}
