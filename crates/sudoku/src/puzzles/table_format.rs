//! Tables and JSON objects with a puzzle in one column.

use super::puzzle_record::record_in_usual_signs;
use super::{
    PuzzleRecord, PuzzleReject, RejectReason, UnreadRecord, is_blank_or_comment, line_format,
    lossy_text, reject_at,
};
use crate::{CELLS, GridFault, Puzzle, Repeats};
use countless_table::delimited::{DELIMITERS, delimiter_of, names};
use countless_table::json_object::JsonObject;
use countless_table::records::{
    Record, RecordFormat, RecordSyntax, column_by_number, find, is_name, usual_column,
};
use countless_text::Expect;

/// Names of a column of puzzles, in lower case. The first name that is found counts.
pub const PUZZLE_NAMES: &[&str] = &[
    "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "grid", "question",
];
/// Names of a column of solutions, in lower case.
const SOLUTION_NAMES: &[&str] = &["solution", "solutions", "answer"];

/// Least number of bytes for which a field is reported as a puzzle with an invalid character. A
/// shorter field is not meant as a puzzle.
const SHORTEST_PUZZLE: usize = 20;

/// Columns of an input, with those of puzzles and solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFormat {
    /// Columns. That of the puzzle is wanted.
    pub records: RecordFormat,
    /// Number of the column with the solution, from 0.
    pub solution: Option<usize>,
}

/// True if a field has a digit in each cell.
fn is_solved(field: &str) -> bool {
    field.len() == CELLS && field.bytes().all(|byte| (b'1'..=b'9').contains(&byte))
}

impl TableFormat {
    /// Detects a header that names a column of puzzles, with fields between one of `delimiters`.
    ///
    /// # Errors
    ///
    /// The reason, if two columns have the name for puzzles, or for solutions.
    pub fn detect(header: &[u8], delimiters: &[u8]) -> Result<Option<Self>, String> {
        for &delimiter in delimiters {
            let names = names(header, delimiter).unwrap_or_default();
            let puzzle = usual_column(&names, PUZZLE_NAMES)?;
            if let Some(puzzle) = puzzle.or_else(|| only_solutions(&names)) {
                let solution = solution_column(&names, puzzle, None)?;
                let syntax = RecordSyntax::Delimited(delimiter);
                let records = RecordFormat::new(syntax, names, puzzle, true);
                return Ok(Some(Self { records, solution }));
            }
        }
        Ok(None)
    }

    /// Takes the column with the number `wanted`, from 1, or with that name. The first line is a
    /// header if the column has a name there, unless `is_puzzle`.
    ///
    /// # Errors
    ///
    /// The reason, if the first line lacks this column.
    pub fn with_column(
        first: &[u8],
        wanted: &str,
        is_puzzle: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let delimiter = delimiter_of(first);
        let mut syntax = RecordSyntax::Delimited(delimiter);
        let mut fields = names(first, delimiter).unwrap_or_default();
        let words = words(first);
        let has_puzzle = |names: &[String]| {
            let place = column_by_number(wanted, names.len());
            place.is_some_and(|place| {
                let field = &names[place];
                line_format::looks_like_puzzle(field.as_bytes()) || is_puzzle(field)
            })
        };
        let is_in_words = if let [line] = &fields[..] {
            words.len() > 1 && (has_puzzle(&words) || !is_puzzle(line))
        } else {
            !has_puzzle(&fields) && has_puzzle(&words) && find(&fields, &[wanted]).is_none()
        };
        if is_in_words {
            (syntax, fields) = (RecordSyntax::Words, words);
        }
        let solved = solved_fields(&fields);
        let records = RecordFormat::with_column(syntax, fields, wanted, is_puzzle)?;
        let solution = if records.has_header {
            solution_column(&records.names, records.wanted, Some(wanted))?
        } else {
            only_other(&solved, records.wanted)
        };
        Ok(Self { records, solution })
    }

    /// Detects objects from the first line of an input. Returns `None` if it is not an object.
    ///
    /// # Errors
    ///
    /// The reason, if the object lacks a key for puzzles, `wanted` or one of the common names, or if
    /// two keys have the name.
    pub fn of_object(first: &[u8], wanted: Option<&str>) -> Result<Option<Self>, String> {
        let Ok(object) = serde_json::from_slice::<JsonObject>(first) else {
            return Ok(None);
        };
        let records = RecordFormat::of_object(object, wanted, |names| {
            let puzzle = usual_column(names, PUZZLE_NAMES)?.or_else(|| only_solutions(names));
            puzzle.ok_or_else(|| {
                let names = names.join(", ");
                format!("no key called puzzle\nhint: --column NAME, one of: {names}")
            })
        })?;
        let solution = None;
        Ok(Some(Self { records, solution }))
    }

    /// Returns the names in a header without a column of puzzles, if the next line has as many
    /// fields and one of them is a puzzle.
    pub fn names_without_puzzle(header: &[u8], row: &[u8]) -> Option<Vec<String>> {
        DELIMITERS.iter().find_map(|&delimiter| {
            let fields = names(row, delimiter)?;
            let names = names(header, delimiter)?;
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
        syntaxes(first).into_iter().find_map(|syntax| {
            let first = fields(first, syntax);
            let puzzle = only_puzzle(&first)?;
            let is_pair = |line: &[u8]| {
                let fields = fields(line, syntax);
                fields.len() == 2 && is_solved(&fields[1])
            };
            let mut lines = lines.iter().map(|&(_, line)| line);
            let fits = lines.all(|line| {
                let is_there = only_puzzle(&fields(line, syntax)) == Some(puzzle);
                is_there && (puzzle > 0 || syntax != RecordSyntax::Words && is_pair(line))
            });
            fits.then(|| Self {
                solution: only_other(&solved_fields(&first), puzzle),
                records: RecordFormat::new(syntax, first, puzzle, false),
            })
        })
    }

    /// Finds the columns of numbers in the first records, and the keys that the first object lacks.
    /// `wanted` is the column of puzzles that the user names.
    ///
    /// # Errors
    ///
    /// The reason, if two keys of objects have the name for solutions.
    pub fn look_at_head(&mut self, rows: &[u8], wanted: Option<&str>) -> Result<(), String> {
        let syntax = self.records.syntax;
        self.records
            .look_at_head(rows, |row| is_comment(syntax, row));
        if syntax == RecordSyntax::Object {
            self.solution = solution_column(&self.records.names, self.records.wanted, wanted)?;
        }
        Ok(())
    }

    /// True if puzzles that are written as 81 characters or pencil marks are read without others.
    pub fn is_plain(&self) -> bool {
        self.records.syntax != RecordSyntax::Object
    }

    /// Visits the records of whole rows without reading their puzzles; the first is on line
    /// `first`.
    pub fn visit_unread(&self, text: &[u8], first: u64, mut visit: impl FnMut(UnreadRecord<'_>)) {
        let is_comment = |row: &[u8]| is_comment(self.records.syntax, row);
        self.records
            .visit(text, first, is_comment, |record| visit(self.unread(record)));
    }

    /// Finds the puzzle and the solution of a record.
    #[inline]
    fn unread<'a>(&self, record: Record<'a>) -> UnreadRecord<'a> {
        let (mut text, mut offset) = (record.row.trim_ascii(), 0);
        if let Some(puzzle) = record.fields.get(self.records.wanted) {
            text = puzzle.trim_ascii().as_bytes();
            offset = record.offset + puzzle.len() - puzzle.trim_ascii_start().len();
        }
        let solution = self.solution.and_then(|column| record.fields.get(column));
        let solution = solution.map(|field| field.trim_ascii());
        let reject = record.fault.map(|fault| {
            PuzzleReject::new(fault.line, fault.column, RejectReason::Format(fault.reason))
        });
        UnreadRecord {
            text,
            offset,
            reject,
            solution: solution.filter(|field| !field.is_empty()),
            fields: record.fields,
            ..UnreadRecord::of(record.line, record.row)
        }
    }
}

/// True if a row is a comment. A table has none.
fn is_comment(syntax: RecordSyntax, row: &[u8]) -> bool {
    !matches!(syntax, RecordSyntax::Delimited(_)) && is_blank_or_comment(row)
}

/// Numbers of the fields that have all digits, from 0.
fn solved_fields(fields: &[String]) -> Vec<usize> {
    (0..fields.len())
        .filter(|&at| is_solved(&fields[at]))
        .collect()
}

/// Column of solutions of rows without a header: the only solved field besides the puzzle.
fn only_other(solved: &[usize], puzzle: usize) -> Option<usize> {
    let mut others = solved.iter().copied().filter(|&at| at != puzzle);
    others.next().filter(|_| others.next().is_none())
}

/// Column of solutions besides that of the puzzles. If there are two, which is an error unless the
/// user names the column `wanted` of puzzles, none is taken.
fn solution_column(
    names: &[String],
    puzzle: usize,
    wanted: Option<&str>,
) -> Result<Option<usize>, String> {
    match usual_column(names, SOLUTION_NAMES) {
        Err(_) if wanted.is_some() => Ok(None),
        found => Ok(found?.filter(|&solution| solution != puzzle)),
    }
}

/// Arrangements of fields that a line may have.
fn syntaxes(line: &[u8]) -> [RecordSyntax; 2] {
    [
        RecordSyntax::Delimited(delimiter_of(line)),
        RecordSyntax::Words,
    ]
}

/// Words of a line.
fn words(line: &[u8]) -> Vec<String> {
    let line = lossy_text(line);
    line.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Fields of a line, or its words.
fn fields(line: &[u8], syntax: RecordSyntax) -> Vec<String> {
    match syntax {
        RecordSyntax::Delimited(delimiter) => names(line, delimiter).unwrap_or_default(),
        RecordSyntax::Words | RecordSyntax::Object => words(line),
    }
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
    syntaxes(line).into_iter().find_map(|syntax| {
        let puzzles = puzzles(&fields(line, syntax));
        let between = match syntax {
            RecordSyntax::Delimited(b'\t') => "tabs",
            RecordSyntax::Delimited(b';') => "semicolons",
            RecordSyntax::Delimited(_) => "commas",
            RecordSyntax::Words | RecordSyntax::Object => "blanks",
        };
        (*puzzles.first()? > 0).then_some((puzzles, between))
    })
}

/// Column of solutions, if it is the only column.
fn only_solutions(names: &[String]) -> Option<usize> {
    find(names, SOLUTION_NAMES).filter(|_| names.len() == 1)
}

/// Reads the puzzle of a row.
#[inline]
pub(super) fn record<'a>(raw: &UnreadRecord<'a>, repeats: Repeats) -> PuzzleRecord<'a> {
    if raw.reject.is_none()
        && let Ok(puzzle) = Puzzle::parse(raw.text, repeats)
    {
        return raw.read(Ok(puzzle), lossy_text(raw.text), None);
    }
    record_of_other_text(raw, repeats)
}

/// Reads a row with a field that is not a plain puzzle.
#[cold]
fn record_of_other_text<'a>(raw: &UnreadRecord<'a>, repeats: Repeats) -> PuzzleRecord<'a> {
    let puzzle = match &raw.reject {
        Some(bad) => Err(bad.clone()),
        // The puzzle may be a drawing or a list in a field.
        None if has_separated_cells(raw.text) => {
            return record_in_usual_signs(raw, Expect::Any, repeats);
        }
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
    raw.read(puzzle, lossy_text(raw.text), None)
}

/// True if a field has something between its cells, or cells of several bytes.
fn has_separated_cells(text: &[u8]) -> bool {
    text.iter()
        .any(|byte| byte.is_ascii_whitespace() || b",;|[".contains(byte) || !byte.is_ascii())
}
