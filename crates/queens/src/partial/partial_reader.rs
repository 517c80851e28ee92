//! Reader that divides inputs into partial boards, and files with one board or with the blocked
//! squares of one.
//!
//! A board is a line of squares or of the columns of its queens, a drawing or a matrix of N lines, a
//! row of a table, or a JSON object. A line that begins with `#` and is not a row of a drawing is a
//! comment.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use super::super::Regions;
use super::super::board::Square;
use super::super::board_batch::{BoardRecord, ReadBoards};
use super::partial_board::{BoardParser, LinesAbove, PartialBoard, ReadPartialBoard};
use countless_engine::Error;
use countless_table::Input;
use countless_table::delimited::{delimiter_of, names};
use countless_table::input_lines::Lines;
use countless_table::json_object::JsonObject;
use countless_table::records::{
    RecordFault, RecordFormat, RecordSyntax, missing_column, only_column, place_of,
};

/// Number of lines of the head that are examined.
const HEAD_LINES: usize = 64;

/// Names of a column or key with a whole board, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "queens", "squares", "board"];

/// Text that should be a board.
pub(super) type PartialRecord = BoardRecord<ReadPartialBoard>;

/// Format of an input: the arrangement of its boards.
#[derive(Clone, Debug)]
enum PartialFormat {
    Text,
    /// One column of a table, or its columns q1, q2, … at these places.
    Table(RecordFormat, Option<Vec<usize>>),
    /// JSON objects, one a line.
    Objects,
}

/// Reader of the boards of one input.
#[derive(Debug)]
pub(super) struct PartialReader {
    pub(super) lines: Lines,
    format: PartialFormat,
    pub(super) expected: Arc<BoardParser>,
    /// Lines that were read ahead and do not belong to a record yet.
    pub(super) ahead: VecDeque<(u64, String)>,
    pub(super) above: LinesAbove,
}

impl ReadBoards for PartialReader {
    type Board = ReadPartialBoard;

    fn lines(&self) -> &Lines {
        &self.lines
    }

    fn record(&mut self) -> Result<Option<PartialRecord>, Error> {
        loop {
            let record = match &self.format {
                PartialFormat::Text => return self.text_record(),
                PartialFormat::Table(table, _) => self.lines.record(table)?,
                PartialFormat::Objects => self.lines.line()?,
            };
            match record {
                Some((_, row)) if row.trim().is_empty() => {}
                Some((line, row)) => return Ok(Some(self.row_record(line, row))),
                None => return Ok(None),
            }
        }
    }
}

impl PartialReader {
    pub fn new(input: Input, expected: &Arc<BoardParser>) -> Result<Self, Error> {
        let mut lines = Lines::new(input, "boards")?;
        let head = lines.head(HEAD_LINES);
        let first = (1..).zip(&head).find(|(_, line)| !line.trim().is_empty());
        let format = match first {
            Some((number, line)) => PartialFormat::detect(line, expected.n)
                .map_err(|reason| RecordFault::at((number, 1), reason).in_input(lines.name()))?,
            None => PartialFormat::Text,
        };
        if let (PartialFormat::Table(..), Some((number, _))) = (&format, first) {
            for _ in 0..number {
                lines.line()?;
            }
        }
        Ok(Self {
            lines,
            format,
            expected: Arc::clone(expected),
            ahead: VecDeque::new(),
            above: LinesAbove::Other,
        })
    }

    pub fn of_file(path: &Path, n: usize, regions: Option<&Regions>) -> Result<Self, Error> {
        let expected = Arc::new(BoardParser::new(n, regions));
        Self::new(Input::open(path)?, &expected)
    }

    /// Reads the board of a row of a table, or of an object.
    fn row_record(&self, line: u64, row: String) -> PartialRecord {
        let mut place = (line, 1);
        let board = match &self.format {
            PartialFormat::Text => self.expected.read(&row),
            PartialFormat::Objects => self.read_object(&row),
            PartialFormat::Table(table, columns) => {
                let mut fields = Vec::new();
                let record = table.read(row.as_bytes(), Ok(&row), 1, &mut fields);
                match (record.fault, columns) {
                    (Some(fault), _) => Err(fault),
                    (None, Some(columns)) => {
                        let words = columns.iter().map(|&column| record.fields[column].trim());
                        self.read_columns(&words.collect::<Vec<_>>())
                            .map_err(|(index, reason)| {
                                let at = table.start_of(&row, columns[index]);
                                RecordFault::at_byte(row.as_bytes(), at, reason)
                            })
                    }
                    (None, None) => {
                        let (below, column) = place_of(row.as_bytes(), record.offset);
                        place = (line + below - 1, column);
                        self.expected.read(&record.fields[table.wanted])
                    }
                }
            }
        };
        BoardRecord {
            place,
            board: board.map_err(|fault| fault.moved(place.0, place.1)),
            passed: Vec::new(),
            row,
        }
    }

    /// Reads the column of the queen in each row. An error is the index of a text that is not a
    /// column, and the reason.
    fn read_columns(&self, columns: &[&str]) -> Result<ReadPartialBoard, (usize, String)> {
        let board = self.expected.board_of_columns(columns);
        let board = board.map_err(|(row, reason)| (row - 1, reason))?;
        let names = columns
            .iter()
            .map(|&name| if name.is_empty() { "0" } else { name });
        Ok((board, names.collect::<Vec<_>>().join(" ")))
    }

    fn read_object(&self, row: &str) -> Result<ReadPartialBoard, RecordFault> {
        let object = serde_json::from_str::<JsonObject>(row);
        let mut object = object.map_err(|error| {
            let reason = format!("not an object of JSON: {error}");
            RecordFault::at((1, error.column().max(1)), reason)
        })?;
        if let Some(key) = object.repeated_key() {
            let reason = format!("the key {key:?} occurs twice");
            return Err(RecordFault::at_start(reason));
        }
        let value = BOARD_NAMES.iter().find_map(|name| object.take_value(name));
        let value = value.ok_or_else(|| {
            let names = BOARD_NAMES.join(", ");
            RecordFault::at_start(format!("none of the keys {names}"))
        })?;
        self.expected.read_value(&value)
    }
}

impl PartialFormat {
    /// Recognises the format of an input by its first line with content. An error is the reason.
    fn detect(first: &str, n: usize) -> Result<Self, String> {
        if first.trim_start().starts_with('{') {
            return Ok(Self::Objects);
        }
        let delimiter = delimiter_of(first.as_bytes());
        let syntax = RecordSyntax::Delimited(delimiter);
        let fields = names(first.as_bytes(), delimiter).unwrap_or_default();
        let column = |name: &str| {
            only_column(&fields, name).map_err(|[first, second]| {
                format!("columns {first} and {second} are called {name}")
            })
        };
        if column("q1")?.is_some() {
            let place = |row: usize| {
                let name = format!("q{row}");
                column(&name)?.ok_or_else(|| missing_column(&name, &fields))
            };
            let places: Vec<usize> = (1..=n).map(place).collect::<Result<_, _>>()?;
            let beyond = format!("q{}", n + 1);
            if column(&beyond)?.is_some() {
                return Err(format!("expected the columns q1 to q{n}, found {beyond}"));
            }
            let table = RecordFormat::new(syntax, fields, places[0], true);
            return Ok(Self::Table(table, Some(places)));
        }
        for name in BOARD_NAMES {
            if let Some(place) = column(name)? {
                let table = RecordFormat::new(syntax, fields, place, true);
                return Ok(Self::Table(table, None));
            }
        }
        Ok(Self::Text)
    }
}

/// Reads the only board of a file, with `n` rows and these regions. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not exactly one board.
pub fn only_board(path: &Path, n: usize, regions: Option<&Regions>) -> Result<PartialBoard, Error> {
    let mut reader = PartialReader::of_file(path, n, regions)?;
    let Some(record) = reader.record()? else {
        return Err(reader.error(RecordFault::at_start("expected a board, found nothing")));
    };
    if let Some(second) = reader.record()? {
        let reason = "expected one board, found a second";
        return Err(reader.error(RecordFault::at(second.place, reason)));
    }
    let (board, _) = record.board.map_err(|fault| reader.error(fault))?;
    Ok(board)
}

/// Largest file of blocked squares in bytes, comments included.
const LONGEST: u64 = 1 << 20;

/// Reads the blocked squares of a file for boards of `n` rows with these regions: lines of squares, or
/// one drawing with `#` for each. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] for other content, and if no square is
/// blocked.
pub fn blocked_squares(
    path: &Path,
    n: usize,
    regions: Option<&Regions>,
) -> Result<Vec<Square>, Error> {
    let mut reader = PartialReader::of_file(path, n, regions)?;
    let (mut blocked, mut drawing) = (Vec::new(), None);
    while let Some(record) = reader.record()? {
        let place = record.place;
        let refused = |reason: &str| Err(reader.error(RecordFault::at(place, reason)));
        let (board, text) = record.board.map_err(|fault| reader.error(fault))?;
        if drawing.is_some() {
            return refused("expected one drawing, found more below it");
        }
        if text.contains(':') {
            blocked.extend(board.queens);
        } else if !board.queens.is_empty() {
            return refused("expected blocked squares, # in a drawing or row:column, found queens");
        } else if !blocked.is_empty() {
            return refused("expected squares, found a drawing below them");
        } else {
            drawing = Some(place);
            blocked = board.blocked;
        }
        if reader.lines().consumed() > LONGEST {
            return refused(&format!(
                "expected blocked squares in at most {LONGEST} bytes"
            ));
        }
    }
    if blocked.is_empty() {
        let reason =
            "expected blocked squares, found none\nhint: 3:3 is a square, and # one in a drawing";
        return Err(reader.error(RecordFault::at(drawing.unwrap_or((1, 1)), reason)));
    }
    Ok(blocked)
}
