//! The records of a chunk, but for their puzzles.

use std::ops::Range;

use super::check::SolutionCheck;
use super::row::RowView;
use countless_engine::Diagnostic;

/// The records of a chunk: their texts, and where their puzzles are in a [set](super::PuzzleSet).
#[derive(Debug, Default)]
pub struct RecordTexts {
    /// The texts that records point into.
    texts: String,
    /// Passed columns, and whether each may be a number.
    passed: Vec<(Range<usize>, bool)>,
    ranges: Vec<TextRanges>,
    /// The place of the puzzle of each record, if it is one.
    pub places: Vec<Option<PuzzlePlace>>,
    /// The input, by its number, and the line of the next record.
    pub position: Option<(usize, u64)>,
    /// Faults of records, each with the number of its record, in order.
    pub diagnostics: Vec<(usize, Diagnostic)>,
    /// Records whose given solution is wrong or missing.
    pub wrong_solutions: u64,
}

/// The texts of a record.
#[derive(Clone, Debug)]
struct TextRanges {
    text: Range<usize>,
    position: Option<(usize, u64)>,
    /// Its passed columns among those of all.
    passed: Range<usize>,
    check: Option<SolutionCheck>,
}

/// A puzzle of a set.
#[derive(Clone, Copy, Debug)]
pub enum PuzzlePlace {
    /// Among those of clues alone.
    Grid(usize),
    /// Among those with candidates.
    Pencilled(usize),
}

impl PuzzlePlace {
    /// Its number among those of its kind.
    pub fn number(self) -> usize {
        match self {
            Self::Grid(index) | Self::Pencilled(index) => index,
        }
    }

    /// Its item in a list that has one for each grid.
    pub fn of_grid<T>(self, list: &[T]) -> Option<&T> {
        match self {
            Self::Grid(index) => list.get(index),
            Self::Pencilled(_) => None,
        }
    }
}

impl RecordTexts {
    /// Forgets all records.
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

    /// Adds a fault of the record that is pushed next.
    pub fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.ranges.len(), diagnostic));
    }

    /// Adds the comparison with the given solution to the last record.
    pub fn set_check(&mut self, check: SolutionCheck) {
        if let Some(record) = self.ranges.last_mut() {
            record.check = Some(check);
        }
    }

    /// Adds a passed column to the last record; if others in it are numbers, this may be one.
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

    /// The text of a puzzle.
    pub fn text(&self, record: usize) -> &str {
        &self.texts[self.ranges[record].text.clone()]
    }

    /// The row of a record. Out of line, it would be written to memory only to be read again.
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
