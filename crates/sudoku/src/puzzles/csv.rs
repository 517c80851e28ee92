//! Comma-separated values (RFC 4180) with a puzzle in one column.
//!
//! The reader works on slices of a chunk and knows where in its line a field starts,
//! which the `csv` crate does not tell; the tests hold it against that crate.

use std::borrow::Cow;
use std::str::Utf8Error;

use super::record::Reading;
use super::{
    BadPuzzle, Raw, Reason, Record, is_silent, lines, locate, next_line, text, without_return,
};
use crate::{CELLS, GridFault, Puzzle, Repeats};
use countless_engine::Error;
use countless_table::delimited::{
    DELIMITERS, delimiter_of, find, is_json_number, is_name, names, no_column, numbered,
    record_end, split,
};
use countless_text::{Expect, Signs};

/// The names of a column of puzzles, in lower case. The first one that is found counts.
pub const PUZZLE: &[&str] = &[
    "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "grid", "question",
];
/// The names of a column of solutions.
pub(super) const SOLUTION: &[&str] = &["solution", "solutions", "answer"];

/// Stands for any number of blanks between fields.
const BLANKS: u8 = b' ';

/// A shorter field with a character that is not a cell is not meant as a puzzle.
const SHORT: usize = 20;

/// Which columns there are, and what they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csv {
    delimiter: u8,
    /// The names in the header; of an input without one, the numbers from 1.
    pub names: Vec<String>,
    /// The column that holds the puzzle, from 0.
    pub puzzle: usize,
    /// The column that holds the solution, from 0.
    pub solution: Option<usize>,
    /// Whether the first line is a header.
    pub has_header: bool,
    /// Whether the first rows have numbers in a column.
    pub numbers: Vec<bool>,
}

/// Whether a field has a digit in each cell.
fn is_solved(field: &str) -> bool {
    field.len() == CELLS && field.bytes().all(|byte| (b'1'..=b'9').contains(&byte))
}

impl Csv {
    /// Recognises a header that names a column of puzzles.
    pub fn detect(header: &[u8]) -> Option<Self> {
        let mut all = DELIMITERS.iter();
        all.find_map(|&delimiter| Self::detect_by(header, delimiter))
    }

    /// The same of fields between delimiters of one kind.
    pub fn detect_by(header: &[u8], delimiter: u8) -> Option<Self> {
        let names = names(header, delimiter)?;
        let puzzle = find(&names, PUZZLE).or_else(|| alone(&names))?;
        Some(Self::with_header(delimiter, names, puzzle))
    }

    /// Takes the column that is called `wanted`, or has that number, from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if there is no such column in the first line, which is line
    /// `number` of the input `name`.
    pub fn choose(first: &[u8], wanted: &str, name: &str, number: u64) -> Result<Self, Error> {
        let mut delimiter = delimiter_of(first);
        let mut names = names(first, delimiter).unwrap_or_default();
        let is_puzzle = |names: &[String]| {
            let place = numbered(wanted, names.len());
            place.is_some_and(|place| lines::looks_like_puzzle(names[place].as_bytes()))
        };
        let words: Vec<String> = text(first)
            .split_ascii_whitespace()
            .map(str::to_owned)
            .collect();
        let is_in_words = words.len() > 1 && names.len() == 1 || is_puzzle(&words);
        if find(&names, &[wanted]).is_none() && !is_puzzle(&names) && is_in_words {
            (delimiter, names) = (BLANKS, words);
        }
        if let Some(puzzle) = find(&names, &[wanted]) {
            return Ok(Self::with_header(delimiter, names, puzzle));
        }
        match numbered(wanted, names.len()) {
            Some(puzzle) if is_name(&names[puzzle]) => {
                Ok(Self::with_header(delimiter, names, puzzle))
            }
            Some(puzzle) => Ok(Self::without_header(delimiter, &names, puzzle)),
            None => Err(no_column(wanted, &names, name, number).into()),
        }
    }

    /// The names in a header that names no column of puzzles, if the line below it has as many
    /// fields and a puzzle among them.
    pub fn without_puzzle(header: &[u8], row: &[u8]) -> Option<Vec<String>> {
        DELIMITERS.iter().find_map(|&delimiter| {
            let names = names(header, delimiter)?;
            let fields = self::names(row, delimiter)?;
            let is_header = names.len() > 1 && names.iter().all(|name| is_name(name));
            let has_puzzle = fields
                .iter()
                .any(|field| lines::looks_like_puzzle(field.as_bytes()));
            (is_header && has_puzzle && fields.len() == names.len()).then_some(names)
        })
    }

    /// Recognises rows of a puzzle and its solution without a header.
    pub fn pairs(lines: &[(u64, &[u8])]) -> Option<Self> {
        let first = text(lines.first()?.1);
        let delimiter = delimiter_of(first.as_bytes());
        let pair = |line: &[u8]| {
            let fields = names(line, delimiter).filter(|fields| fields.len() == 2)?;
            let is_blank = |byte: u8| !(b'1'..=b'9').contains(&byte);
            let is_pair = lines::looks_like_puzzle(fields[0].as_bytes())
                && fields[0].bytes().any(is_blank)
                && is_solved(&fields[1]);
            is_pair.then_some(fields)
        };
        let fields = pair(first.as_bytes())?;
        let all = lines.iter().all(|(_, line)| pair(line).is_some());
        all.then(|| Self::without_header(delimiter, &fields, 0))
    }

    /// Columns that are called by their numbers, by the fields of the first row; the only other one
    /// with all digits is that of the solution.
    fn without_header(delimiter: u8, first: &[String], puzzle: usize) -> Self {
        let mut solved = (0..first.len()).filter(|&at| at != puzzle && is_solved(&first[at]));
        let solution = solved.next().filter(|_| solved.next().is_none());
        Self {
            delimiter,
            names: (1..=first.len()).map(|number| number.to_string()).collect(),
            puzzle,
            solution,
            has_header: false,
            numbers: Vec::new(),
        }
    }

    fn with_header(delimiter: u8, names: Vec<String>, puzzle: usize) -> Self {
        let solution = find(&names, SOLUTION).filter(|&solution| solution != puzzle);
        Self {
            delimiter,
            names,
            puzzle,
            solution,
            has_header: true,
            numbers: Vec::new(),
        }
    }

    /// Looks for columns of numbers in the first rows, which are whole.
    pub fn look_for_numbers(&mut self, rows: &[u8]) {
        let mut seen = vec![(false, true); self.names.len()];
        self.parse(rows, 1, Repeats::Passed, |record| {
            if record.fields.len() == seen.len() {
                for ((any, all), field) in seen.iter_mut().zip(record.fields) {
                    *any |= !field.is_empty();
                    *all &= field.is_empty() || is_json_number(field);
                }
            }
        });
        self.numbers = seen.iter().map(|(any, all)| *any && *all).collect();
    }

    /// Where the first record of `text` ends, if it ends.
    pub fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        if self.delimiter == BLANKS {
            return next_line(text, at_end).map(|(_, end)| end);
        }
        record_end(text, self.delimiter, at_end)
    }

    /// Visits the records of whole rows, of which the first is on line `first`.
    pub fn parse(
        &self,
        text: &[u8],
        first: u64,
        repeats: Repeats,
        mut visit: impl FnMut(Record<'_>),
    ) {
        self.raw(text, first, |raw| visit(record(&raw, repeats)));
    }

    /// The same of puzzles that are still to be read.
    pub fn raw(&self, text: &[u8], first: u64, mut visit: impl FnMut(Raw<'_>)) {
        // Both are much faster for all rows at once.
        let utf8 = std::str::from_utf8(text).ok();
        let has_quotes = memchr::memchr(b'"', text).is_some();
        let (mut line, mut start) = (first, 0);
        let mut fields = Vec::with_capacity(self.names.len());
        while let Some(length) = self.record_end(&text[start..], true) {
            let part = start..start + length;
            let row = &text[part.clone()];
            let is_nothing =
                row.trim_ascii().is_empty() || self.delimiter == BLANKS && is_silent(row);
            if !is_nothing {
                let utf8 = utf8.map_or_else(|| std::str::from_utf8(row), |text| Ok(&text[part]));
                visit(self.row(row, utf8, line, &mut fields));
            }
            line += if has_quotes {
                memchr::memchr_iter(b'\n', row).count() as u64
            } else {
                1
            };
            start += length;
        }
    }

    /// Reads one row into `fields`, whose old content is dropped.
    fn row<'a: 'f, 'f>(
        &self,
        row: &'a [u8],
        utf8: Result<&'a str, Utf8Error>,
        line: u64,
        fields: &'f mut Vec<Cow<'a, str>>,
    ) -> Raw<'f> {
        fields.clear();
        let mut raw = Raw {
            line,
            text: row.trim_ascii(),
            at: 0,
            bad: None,
            tag: None,
            solution: None,
            fields: &[],
            row: without_end(row),
        };
        let utf8 = match utf8 {
            Ok(utf8) => utf8,
            Err(error) => {
                raw.bad = Some(locate(row, line, error.valid_up_to(), Reason::NotUtf8));
                return raw;
            }
        };
        let mut puzzle_start = 0;
        if self.delimiter == BLANKS {
            for word in utf8.split_ascii_whitespace() {
                if fields.len() == self.puzzle {
                    puzzle_start = word.as_ptr().addr() - utf8.as_ptr().addr();
                }
                fields.push(Cow::Borrowed(word));
            }
        } else {
            split(utf8, self.delimiter, |start, field| {
                if fields.len() == self.puzzle {
                    puzzle_start = start;
                }
                fields.push(field);
            });
        }
        let fields: &'f [Cow<'a, str>] = fields;
        raw.fields = fields;
        if let Some(puzzle) = fields.get(self.puzzle) {
            raw.text = puzzle.trim_ascii().as_bytes();
            raw.at = puzzle_start + puzzle.len() - puzzle.trim_ascii_start().len();
        }
        if fields.len() != self.names.len() {
            let (found, expected) = (fields.len(), self.names.len());
            let reason = Reason::Fields { found, expected };
            raw.bad = Some(BadPuzzle::new(line, 1, reason));
        }
        let solution = self.solution.and_then(|column| fields.get(column));
        raw.solution = solution
            .map(|field| field.trim_ascii())
            .filter(|field| !field.is_empty());
        raw
    }
}

/// The column of solutions, if there is nothing else to solve.
pub(super) fn alone(names: &[String]) -> Option<usize> {
    find(names, SOLUTION).filter(|_| names.len() == 1)
}

/// Reads the puzzle of a row.
fn record<'a>(raw: &Raw<'a>, repeats: Repeats) -> Record<'a> {
    if raw.bad.is_none()
        && let Ok(puzzle) = Puzzle::parse(raw.text, repeats)
    {
        return with_puzzle(raw, Ok(puzzle));
    }
    unusual(raw, repeats)
}

#[inline]
fn with_puzzle<'a>(raw: &Raw<'a>, puzzle: Result<Puzzle, BadPuzzle>) -> Record<'a> {
    Record {
        line: raw.line,
        puzzle,
        text: text(raw.text),
        tag: None,
        solution: raw.solution,
        fields: raw.fields,
        row: raw.row,
    }
}

/// Reads a row whose field is not a plain puzzle.
#[cold]
fn unusual<'a>(raw: &Raw<'a>, repeats: Repeats) -> Record<'a> {
    let puzzle = match &raw.bad {
        Some(bad) => Err(bad.clone()),
        None if is_apart(raw.text) => return apart(raw, repeats),
        None => Puzzle::parse(raw.text, repeats).map_err(|error| match error.fault {
            GridFault::Illegal(_) if raw.text.len() < SHORT => {
                let found = String::from_utf8_lossy(raw.text);
                let reason = format!("expected a puzzle of 81 cells, found {found:?}");
                locate(raw.row, raw.line, raw.at, Reason::Format(reason))
            }
            fault => {
                let offset = raw.at + error.position - 1;
                locate(raw.row, raw.line, offset, Reason::Cells(fault))
            }
        }),
    };
    with_puzzle(raw, puzzle)
}

/// Whether the cells of a field do not stand together.
fn is_apart(text: &[u8]) -> bool {
    text.iter()
        .any(|byte| byte.is_ascii_whitespace() || b",;|[".contains(byte))
}

/// Reads a puzzle that is drawn in a field, or a list.
fn apart<'a>(raw: &Raw<'a>, repeats: Repeats) -> Record<'a> {
    let signs = Signs::default();
    let reading = Reading {
        signs: &signs,
        expect: Expect::Any,
        repeats,
    };
    reading.record(raw)
}

/// A row without what ends it.
fn without_end(row: &[u8]) -> &[u8] {
    without_return(row.strip_suffix(b"\n").unwrap_or(row))
}
