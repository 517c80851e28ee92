//! Records of a chunk: those that are read as puzzles, the texts of all, and the subtrees of a
//! question, which are chunks, puzzles, or pieces of puzzles with many solutions.

use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::puzzle_row::{RowView, SolutionCheck};
use super::requirements::Requirements;
use crate::any_puzzle::AnyPuzzle;
use countless_engine::Diagnostic;
use countless_sudoku::Status;
use countless_sudoku::puzzles::{PuzzleChunk, PuzzleFormat};

/// Input of puzzles.
#[derive(Debug)]
pub struct PuzzleInput {
    /// Name of the input.
    pub name: Arc<str>,
    /// Format of the input, with its columns.
    pub format: PuzzleFormat,
    /// Positions of the passed columns, or of the tag in an input without columns.
    pub passed: Vec<usize>,
    /// True if the input has no lines besides blank ones and comments.
    pub is_blank: bool,
}

/// Chunk of records to be read.
#[derive(Clone, Copy, Debug)]
pub struct ChunkRecords<'a> {
    /// Chunk of the input.
    pub chunk: &'a PuzzleChunk,
    /// Input of the chunk.
    pub input: &'a PuzzleInput,
    /// Requirements of the question.
    pub wanted: &'a Requirements,
}

/// Single record.
#[derive(Clone, Debug)]
pub struct SingleRecord {
    /// Line where it starts, from 1.
    pub line: u64,
    /// Text of the puzzle in a row, or the text of a reject.
    pub text: String,
    /// Text after the puzzle in its line.
    pub tag: Option<String>,
    /// Puzzle, or the diagnostic of a reject.
    pub puzzle: Result<AnyPuzzle, Diagnostic>,
}

impl ChunkRecords<'_> {
    /// Adds the other columns of the last record: the comparison with the given solution, and the
    /// passed columns, or the tag of an input without columns.
    #[inline]
    pub fn add_columns(
        &self,
        lines: &mut RecordTexts,
        check: SolutionCheck,
        fields: &[Cow<'_, str>],
        tag: Option<&str>,
    ) {
        if self.wanted.passed.has_check {
            lines.checks.push(check);
        }
        let has_columns = self.input.format.puzzle_column().is_some();
        for &index in &self.input.passed {
            let field = fields.get(index).map(Cow::as_ref);
            let text = if has_columns { field } else { tag };
            let field = lines.add_text(text.unwrap_or(""));
            lines.passed.push(field);
        }
    }
}

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
    /// Text of each record, as a range of all texts, and its first line in the input.
    ranges: Vec<(Range<usize>, u64)>,
    /// Comparison with the given solution for each record; empty without a column for it.
    checks: Vec<SolutionCheck>,
    /// Place of the puzzle of each record, or `None` if the record is not a puzzle.
    pub places: Vec<Option<PuzzlePlace>>,
    /// Diagnostics, each with the number of its record, in order.
    pub diagnostics: Vec<(usize, Diagnostic)>,
    /// Number of records with a wrong or a missing solution.
    pub wrong_solutions: u64,
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

/// Result of the search for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleResult {
    /// Status of the puzzle, if the limit was at least two.
    pub status: Status,
    /// Number of solutions, up to the limit.
    pub solutions: u64,
    /// Nodes of the search, if they were counted.
    pub nodes: u64,
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
        self.ranges.push((text, line));
        self.places.push(place);
    }

    /// Adds a diagnostic of the record that is pushed next.
    pub fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push((self.ranges.len(), diagnostic));
    }

    /// Compares the solution that the next record gives with its puzzle. A wrong or missing one is
    /// counted and has a diagnostic.
    pub(super) fn add_comparison(
        &mut self,
        given: Option<&str>,
        compare: impl FnOnce(&str) -> Result<(), String>,
        diagnostic: impl FnOnce(String) -> Diagnostic,
    ) -> SolutionCheck {
        let (check, reason) = match given.map_or("", str::trim) {
            "" => (SolutionCheck::None, "no solution given".to_owned()),
            given => match compare(given) {
                Ok(()) => return SolutionCheck::Right,
                Err(reason) => (SolutionCheck::Wrong, reason),
            },
        };
        self.wrong_solutions += 1;
        self.add_diagnostic(diagnostic(reason));
        check
    }

    fn add_text(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    /// Text of a puzzle.
    pub fn text(&self, record: usize) -> &str {
        &self.texts[self.ranges[record].0.clone()]
    }

    /// Row of a record. It is inlined: a call would write it to memory only to read it again.
    #[inline]
    pub fn row<'a, A>(
        &'a self,
        record: usize,
        answer: &'a A,
        nodes: Option<u64>,
    ) -> RowView<'a, impl Iterator<Item = (&'a str, bool)> + Clone, A> {
        let (text, line) = &self.ranges[record];
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

/// Piece of a puzzle, or all of it.
#[derive(Clone, Debug)]
pub struct PuzzlePiece {
    /// The piece as a puzzle.
    pub puzzle: AnyPuzzle,
    /// Number of pieces with as many solutions that it stands for.
    pub(super) times: u64,
    cut: Arc<CutPuzzle>,
}

/// Puzzle that was cut.
#[derive(Debug)]
struct CutPuzzle {
    text: String,
    /// Number of remaining pieces, and solutions of the finished ones.
    remaining: Mutex<(usize, u128)>,
}

impl PuzzlePiece {
    /// All pieces of a puzzle with this text. The number before each piece is that of the pieces
    /// with as many solutions that it stands for.
    pub(super) fn all(text: &str, pieces: Vec<(u64, AnyPuzzle)>) -> impl Iterator<Item = Self> {
        let whole = Arc::new(CutPuzzle {
            text: text.to_owned(),
            remaining: Mutex::new((pieces.len(), 0)),
        });
        pieces.into_iter().map(move |(times, puzzle)| Self {
            puzzle,
            times,
            cut: Arc::clone(&whole),
        })
    }

    /// Text of the whole puzzle.
    pub fn text(&self) -> &str {
        &self.cut.text
    }

    /// True if the solutions counted so far reach the limit.
    pub(super) fn has_solutions(&self, limit: u128) -> bool {
        let open = self.cut.remaining.lock();
        open.unwrap_or_else(PoisonError::into_inner).1 >= limit
    }

    /// Adds the solutions of the piece, up to a limit for the whole puzzle. Returns the number
    /// added and, after the last piece, the number for the whole puzzle.
    pub(super) fn add(&self, solutions: u128, limit: u128) -> (u128, Option<u128>) {
        let open = self.cut.remaining.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        let (left, sum) = &mut *open;
        let added = solutions.min(limit - *sum);
        *left -= 1;
        *sum += added;
        (added, (*left == 0).then_some(*sum))
    }
}

/// Subtree of a question: a part of its inputs. It is of one type for all questions.
#[derive(Clone, Debug)]
pub enum QuestionSubtree {
    /// Chunk of an input, and the number of pieces to cut its larger puzzles into.
    Chunk(PuzzleChunk, usize),
    /// Single puzzle.
    Single(Arc<SingleRecord>),
    /// Piece of a puzzle.
    Piece(PuzzlePiece),
    /// List of rows deferred behind the pieces of a puzzle, with their diagnostics.
    Rows(Arc<dyn Any + Send + Sync>, Vec<Diagnostic>),
}
