//! Comma-separated values (RFC 4180) with a puzzle in one column.
//!
//! The reader works on slices of a chunk and knows the position of each field in its line, which
//! the `csv` crate does not report.

use std::borrow::Cow;
use std::str::Utf8Error;

use super::puzzle_record::RecordParser;
use super::{
    PuzzleRecord, PuzzleReject, RejectReason, UnreadRecord, is_blank_or_comment, line_format,
    lossy_text, next_line, reject_at, without_carriage_return,
};
use crate::{CELLS, GridFault, Puzzle, Repeats};
use countless_engine::Error;
use countless_table::delimited::{
    DELIMITERS, column_by_number, delimiter_of, find, is_json_number, is_name, names, record_end,
    split, usual_column, wanted_column,
};
use countless_text::{Expect, Signs};

/// Names of a column of puzzles, in lower case. The first name that is found counts.
pub const PUZZLE_NAMES: &[&str] = &[
    "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "grid", "question",
];
/// Names of a column of solutions, in lower case.
pub(super) const SOLUTION_NAMES: &[&str] = &["solution", "solutions", "answer"];

/// Delimiter that stands for any number of blanks between fields.
const BLANKS: u8 = b' ';

/// Least number of bytes for which a field is reported as a puzzle with an invalid character. A
/// shorter field is not meant as a puzzle.
const SHORTEST_PUZZLE: usize = 20;

/// Columns of an input, and their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFormat {
    delimiter: u8,
    /// Names in the header, or numbers from 1 without a header.
    pub names: Vec<String>,
    /// Number of the column with the puzzle, from 0.
    pub puzzle: usize,
    /// Number of the column with the solution, from 0.
    pub solution: Option<usize>,
    /// True if the first line is a header.
    pub has_header: bool,
    /// True for each column that has numbers in the first rows.
    pub numbers: Vec<bool>,
}

/// True if a field has a digit in each cell.
fn is_solved(field: &str) -> bool {
    field.len() == CELLS && field.bytes().all(|byte| (b'1'..=b'9').contains(&byte))
}

impl CsvFormat {
    /// Detects a header that names a column of puzzles, with fields between one of `delimiters`, in
    /// line `number` of the input `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if two columns have the name for puzzles, or for solutions.
    pub fn detect(
        header: &[u8],
        delimiters: &[u8],
        name: &str,
        number: u64,
    ) -> Result<Option<Self>, Error> {
        for &delimiter in delimiters {
            let names = names(header, delimiter).unwrap_or_default();
            let puzzle = usual_column(&names, PUZZLE_NAMES, name, number)?;
            if let Some(puzzle) = puzzle.or_else(|| only_solutions(&names)) {
                let solution = solution_column(&names, puzzle, None, name, number)?;
                return Ok(Some(Self::with_header(delimiter, names, puzzle, solution)));
            }
        }
        Ok(None)
    }

    /// Takes the column with the number `wanted`, from 1, or with that name. The first line is a
    /// header if the column has a name there, unless `is_puzzle`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the first line, which is line `number` of the input `name`, lacks this
    /// column.
    pub fn with_column(
        first: &[u8],
        wanted: &str,
        name: &str,
        number: u64,
        is_puzzle: impl Fn(&str) -> bool,
    ) -> Result<Self, Error> {
        let mut delimiter = delimiter_of(first);
        let mut names = names(first, delimiter).unwrap_or_default();
        let words = words(first);
        let has_puzzle = |names: &[String]| {
            let place = column_by_number(wanted, names.len());
            place.is_some_and(|place| {
                let field = &names[place];
                line_format::looks_like_puzzle(field.as_bytes()) || is_puzzle(field)
            })
        };
        let is_in_words = if let [line] = &names[..] {
            words.len() > 1 && (has_puzzle(&words) || !is_puzzle(line))
        } else {
            !has_puzzle(&names) && has_puzzle(&words) && find(&names, &[wanted]).is_none()
        };
        if is_in_words {
            (delimiter, names) = (BLANKS, words);
        }
        let puzzle = wanted_column(&names, wanted, name, number)?;
        let by_number = column_by_number(wanted, names.len()).is_some();
        let has_header = !by_number || is_name(&names[puzzle]) && !is_puzzle(&names[puzzle]);
        Ok(if has_header {
            let solution = solution_column(&names, puzzle, Some(wanted), name, number)?;
            Self::with_header(delimiter, names, puzzle, solution)
        } else {
            Self::without_header(delimiter, &names, puzzle)
        })
    }

    /// Returns the names in a header without a column of puzzles, if the next line has as many
    /// fields and one of them is a puzzle.
    pub fn names_without_puzzle(header: &[u8], row: &[u8]) -> Option<Vec<String>> {
        DELIMITERS.iter().find_map(|&delimiter| {
            let names = names(header, delimiter)?;
            let fields = self::names(row, delimiter)?;
            let is_header = names.len() > 1 && names.iter().all(|name| is_name(name));
            let has_puzzle = fields
                .iter()
                .any(|field| line_format::looks_like_puzzle(field.as_bytes()));
            (is_header && has_puzzle && fields.len() == names.len()).then_some(names)
        })
    }

    /// Detects rows without a header in which one field alone is a puzzle, besides a solution: the
    /// first of two fields, or any other field.
    pub fn detect_rows(lines: &[(u64, &[u8])]) -> Option<Self> {
        let first = lines.first()?.1;
        [delimiter_of(first), BLANKS]
            .into_iter()
            .find_map(|delimiter| {
                let fields = fields(first, delimiter);
                let puzzle = only_puzzle(&fields)?;
                let csv = Self::without_header(delimiter, &fields, puzzle);
                let is_pair = |line: &[u8]| {
                    let fields = self::fields(line, delimiter);
                    fields.len() == 2 && is_solved(&fields[1])
                };
                let mut lines = lines.iter().map(|&(_, line)| line);
                let fits = lines.all(|line| {
                    let is_there = only_puzzle(&self::fields(line, delimiter)) == Some(puzzle);
                    is_there && (puzzle > 0 || delimiter != BLANKS && is_pair(line))
                });
                fits.then_some(csv)
            })
    }

    /// Creates columns named by number from the fields of the first row. If only one other field
    /// has all its digits, it is the solution.
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

    fn with_header(
        delimiter: u8,
        names: Vec<String>,
        puzzle: usize,
        solution: Option<usize>,
    ) -> Self {
        Self {
            delimiter,
            names,
            puzzle,
            solution,
            has_header: true,
            numbers: Vec::new(),
        }
    }

    /// Finds the columns of numbers in the first rows, which must be whole.
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

    /// End of the first record of `text`, or `None` if it may go on.
    pub fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        if self.delimiter == BLANKS {
            return next_line(text, at_end).map(|(_, end)| end);
        }
        record_end(text, self.delimiter, at_end)
    }

    /// Visits the records of whole rows; the first is on line `first`.
    pub fn parse(
        &self,
        text: &[u8],
        first: u64,
        repeats: Repeats,
        mut visit: impl FnMut(PuzzleRecord<'_>),
    ) {
        self.visit_unread(text, first, |raw| visit(record(&raw, repeats)));
    }

    /// Visits the records of whole rows without reading their puzzles; the first is on line
    /// `first`.
    pub fn visit_unread(&self, text: &[u8], first: u64, mut visit: impl FnMut(UnreadRecord<'_>)) {
        // Both checks are much faster for all rows at once.
        let utf8 = std::str::from_utf8(text).ok();
        let has_quotes = memchr::memchr(b'"', text).is_some();
        let (mut line, mut start) = (first, 0);
        let mut fields = Vec::with_capacity(self.names.len());
        while let Some(length) = self.record_end(&text[start..], true) {
            let part = start..start + length;
            let row = &text[part.clone()];
            let is_nothing =
                row.trim_ascii().is_empty() || self.delimiter == BLANKS && is_blank_or_comment(row);
            if !is_nothing {
                let utf8 = utf8.map_or_else(|| std::str::from_utf8(row), |text| Ok(&text[part]));
                visit(self.read_row(row, utf8, line, &mut fields));
            }
            line += if has_quotes {
                memchr::memchr_iter(b'\n', row).count() as u64
            } else {
                1
            };
            start += length;
        }
    }

    /// Reads one row into `fields`, and drops their old content.
    fn read_row<'a: 'f, 'f>(
        &self,
        row: &'a [u8],
        utf8: Result<&'a str, Utf8Error>,
        line: u64,
        fields: &'f mut Vec<Cow<'a, str>>,
    ) -> UnreadRecord<'f> {
        fields.clear();
        let mut raw = UnreadRecord {
            line,
            text: row.trim_ascii(),
            offset: 0,
            reject: None,
            tag: None,
            solution: None,
            fields: &[],
            row: without_end(row),
        };
        let utf8 = match utf8 {
            Ok(utf8) => utf8,
            Err(error) => {
                raw.reject = Some(reject_at(
                    row,
                    line,
                    error.valid_up_to(),
                    RejectReason::NotUtf8,
                ));
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
            raw.offset = puzzle_start + puzzle.len() - puzzle.trim_ascii_start().len();
        }
        if fields.len() != self.names.len() {
            let (found, expected) = (fields.len(), self.names.len());
            let reason = RejectReason::Fields { found, expected };
            raw.reject = Some(PuzzleReject::new(line, 1, reason));
        }
        let solution = self.solution.and_then(|column| fields.get(column));
        raw.solution = solution
            .map(|field| field.trim_ascii())
            .filter(|field| !field.is_empty());
        raw
    }
}

/// Column of solutions besides that of the puzzles. If there are two, which is an error unless the
/// user names the column `wanted` of puzzles, none is taken.
pub(super) fn solution_column(
    names: &[String],
    puzzle: usize,
    wanted: Option<&str>,
    name: &str,
    number: u64,
) -> Result<Option<usize>, Error> {
    match usual_column(names, SOLUTION_NAMES, name, number) {
        Err(_) if wanted.is_some() => Ok(None),
        found => Ok(found?.filter(|&solution| solution != puzzle)),
    }
}

/// Words of a line.
fn words(line: &[u8]) -> Vec<String> {
    let line = lossy_text(line);
    line.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Fields of a line, or its words.
fn fields(line: &[u8], delimiter: u8) -> Vec<String> {
    if delimiter == BLANKS {
        return words(line);
    }
    names(line, delimiter).unwrap_or_default()
}

/// Number of the only field that is a puzzle, from 0.
fn only_puzzle(fields: &[String]) -> Option<usize> {
    match puzzles(fields)[..] {
        [puzzle] => Some(puzzle),
        _ => None,
    }
}

/// Numbers of the fields that are puzzles, from 0. Solved grids count only without another.
fn puzzles(fields: &[String]) -> Vec<usize> {
    let is_puzzle = |field: &String| {
        let field = field.as_bytes();
        line_format::looks_like_puzzle(field) && line_format::cells(field).len() == field.len()
    };
    let puzzles = (0..fields.len()).filter(|&at| is_puzzle(&fields[at]));
    let (solved, open): (Vec<_>, Vec<_>) = puzzles.partition(|&at| is_solved(&fields[at]));
    if open.is_empty() { solved } else { open }
}

/// Numbers of the fields of a line that are puzzles, from 0, and the name of the separators. `None`
/// if the line begins with a puzzle or has none.
pub(super) fn puzzles_beside_fields(line: &[u8]) -> Option<(Vec<usize>, &'static str)> {
    [delimiter_of(line), BLANKS]
        .into_iter()
        .find_map(|delimiter| {
            let puzzles = puzzles(&fields(line, delimiter));
            let between = match delimiter {
                b'\t' => "tabs",
                b';' => "semicolons",
                BLANKS => "blanks",
                _ => "commas",
            };
            (*puzzles.first()? > 0).then_some((puzzles, between))
        })
}

/// Column of solutions, if it is the only column.
pub(super) fn only_solutions(names: &[String]) -> Option<usize> {
    find(names, SOLUTION_NAMES).filter(|_| names.len() == 1)
}

/// Reads the puzzle of a row.
fn record<'a>(raw: &UnreadRecord<'a>, repeats: Repeats) -> PuzzleRecord<'a> {
    if raw.reject.is_none()
        && let Ok(puzzle) = Puzzle::parse(raw.text, repeats)
    {
        return with_puzzle(raw, Ok(puzzle));
    }
    record_of_other_text(raw, repeats)
}

#[inline]
fn with_puzzle<'a>(
    raw: &UnreadRecord<'a>,
    puzzle: Result<Puzzle, PuzzleReject>,
) -> PuzzleRecord<'a> {
    PuzzleRecord {
        line: raw.line,
        puzzle,
        text: lossy_text(raw.text),
        tag: None,
        solution: raw.solution,
        fields: raw.fields,
        row: raw.row,
    }
}

/// Reads a row with a field that is not a plain puzzle.
#[cold]
fn record_of_other_text<'a>(raw: &UnreadRecord<'a>, repeats: Repeats) -> PuzzleRecord<'a> {
    let puzzle = match &raw.reject {
        Some(bad) => Err(bad.clone()),
        None if has_separated_cells(raw.text) => return record_of_separated_cells(raw, repeats),
        None => Puzzle::parse(raw.text, repeats).map_err(|error| match error.fault {
            GridFault::Illegal(_) if raw.text.len() < SHORTEST_PUZZLE => {
                let found = String::from_utf8_lossy(raw.text);
                let reason = format!("expected a puzzle of 81 cells, found {found:?}");
                reject_at(raw.row, raw.line, raw.offset, RejectReason::Format(reason))
            }
            fault => {
                let offset = raw.offset + error.position - 1;
                reject_at(raw.row, raw.line, offset, RejectReason::Cells(fault))
            }
        }),
    };
    with_puzzle(raw, puzzle)
}

/// True if a field has something between its cells, or cells of several bytes.
fn has_separated_cells(text: &[u8]) -> bool {
    text.iter()
        .any(|byte| byte.is_ascii_whitespace() || b",;|[".contains(byte) || !byte.is_ascii())
}

/// Reads a puzzle that is a drawing or a list in a field.
fn record_of_separated_cells<'a>(raw: &UnreadRecord<'a>, repeats: Repeats) -> PuzzleRecord<'a> {
    let signs = Signs::default();
    let reading = RecordParser {
        signs: &signs,
        expect: Expect::Any,
        repeats,
    };
    reading.record(raw)
}

/// Row without its line end.
fn without_end(row: &[u8]) -> &[u8] {
    without_carriage_return(row.strip_suffix(b"\n").unwrap_or(row))
}
