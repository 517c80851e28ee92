//! Reader that divides inputs into partial boards.
//!
//! A board is a line of squares or of the columns of its queens, a drawing or a matrix of N lines, a
//! row of a table, or a JSON object. A line that begins with `#` and is not a row of a drawing is a
//! comment.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::super::Regions;
use super::super::board_batch::ReadBoards;
use super::number_rows::LinesAbove;
use super::partial_board::{BoardParser, PartialFault, ReadPartialBoard};
use countless_engine::Error;
use countless_table::Input;
use countless_table::delimited::{delimiter_of, missing_column, names, only_column, split};
use countless_table::input_lines::Lines;
use countless_table::json_object::JsonObject;

/// Number of lines of the head that are examined.
const HEAD_LINES: usize = 64;

/// Names of a column or key with a whole board, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "queens", "squares", "board"];

/// Text that should be a board.
#[derive(Clone, Debug)]
pub struct PartialRecord {
    /// Line and column of the board in the input, from 1.
    pub(super) line: u64,
    pub(super) column: usize,
    /// Text of the whole record in the input.
    pub row: String,
    pub read: Result<ReadPartialBoard, PartialFault>,
}

impl PartialRecord {
    /// Line of the board in the input, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the line and column of a fault in the input.
    pub fn fault_place(&self, fault: &PartialFault) -> (u64, usize) {
        let indent = if fault.line == 0 { self.column - 1 } else { 0 };
        (self.line + fault.line as u64, fault.column + indent)
    }
}

/// Format of an input: the arrangement of its boards.
#[derive(Clone, Debug)]
enum PartialFormat {
    Text,
    /// Columns q1, q2, … of a table.
    Columns {
        delimiter: u8,
        places: Vec<usize>,
        fields: usize,
    },
    /// One column of a table.
    Field {
        delimiter: u8,
        place: usize,
        fields: usize,
    },
    /// JSON objects, one a line.
    Objects,
}

/// Reader of the boards of one input.
#[derive(Debug)]
pub(super) struct PartialReader {
    pub(super) source: Lines,
    layout: PartialFormat,
    pub(super) expected: Arc<BoardParser>,
    /// Lines that were read ahead and do not belong to a record yet.
    pub(super) ahead: VecDeque<(u64, String)>,
    pub(super) above: LinesAbove,
}

impl ReadBoards for PartialReader {
    type Record = PartialRecord;

    fn source(&self) -> &Lines {
        &self.source
    }

    fn record(&mut self) -> Result<Option<PartialRecord>, Error> {
        let delimiter = match self.layout {
            PartialFormat::Text => return self.text_record(),
            PartialFormat::Columns { delimiter, .. } | PartialFormat::Field { delimiter, .. } => {
                Some(delimiter)
            }
            PartialFormat::Objects => None,
        };
        while let Some((line, text)) = self.source.next(delimiter)? {
            let row = text.trim_end_matches(['\n', '\r']);
            if !row.trim().is_empty() {
                return Ok(Some(self.row_record(line, row)));
            }
        }
        Ok(None)
    }
}

impl PartialReader {
    pub fn new(input: Input, expected: &Arc<BoardParser>) -> Result<Self, Error> {
        let mut source = Lines::new(input, "boards")?;
        let head = source.head(HEAD_LINES);
        let first = (1..).zip(&head).find(|(_, line)| !line.trim().is_empty());
        let layout = match first {
            Some((number, line)) => PartialFormat::detect(line, number, source.name(), expected.n)?,
            None => PartialFormat::Text,
        };
        if let (PartialFormat::Columns { .. } | PartialFormat::Field { .. }, Some((number, _))) =
            (&layout, first)
        {
            for _ in 0..number {
                source.next(None)?;
            }
        }
        Ok(Self {
            source,
            layout,
            expected: Arc::clone(expected),
            ahead: VecDeque::new(),
            above: LinesAbove::Other,
        })
    }

    pub fn of_file(path: &Path, n: usize, regions: Option<&Regions>) -> Result<Self, Error> {
        let expected = Arc::new(BoardParser::new(n, regions));
        Self::new(Input::open(path)?, &expected)
    }

    pub fn error(&self, (line, column): (u64, usize), reason: &str) -> Error {
        Error::Parse {
            name: self.source.name().to_string(),
            line,
            column,
            reason: reason.to_owned(),
        }
    }

    /// Board of a record, and its text.
    pub fn board_of(&self, record: PartialRecord) -> Result<ReadPartialBoard, Error> {
        let fault = match record.read {
            Ok(read) => return Ok(read),
            Err(ref fault) => fault,
        };
        Err(self.error(record.fault_place(fault), &fault.reason))
    }

    /// Reads the board of a row of a table, or of an object.
    fn row_record(&self, line: u64, row: &str) -> PartialRecord {
        let (mut column, mut skipped) = (1, 0);
        let mut fields = Vec::new();
        let mut starts = Vec::new();
        if let PartialFormat::Columns { delimiter, .. } | PartialFormat::Field { delimiter, .. } =
            self.layout
        {
            split(row, delimiter, |start, field| {
                starts.push(start);
                fields.push(field.into_owned());
            });
        }
        let wrong = |wanted: usize| {
            let found = fields.len();
            Err(PartialFault::at_start(format!(
                "expected {wanted} fields, found {found}"
            )))
        };
        let read = match &self.layout {
            PartialFormat::Text => self.expected.read(row),
            PartialFormat::Columns { fields: wanted, .. }
            | PartialFormat::Field { fields: wanted, .. }
                if fields.len() != *wanted =>
            {
                wrong(*wanted)
            }
            PartialFormat::Columns { places, .. } => {
                let columns: Vec<&str> = places.iter().map(|&place| fields[place].trim()).collect();
                let names = columns
                    .iter()
                    .map(|&name| if name.is_empty() { "0" } else { name });
                let text = names.collect::<Vec<_>>().join(" ");
                let board = self
                    .expected
                    .board_of_columns(&columns)
                    .map_err(|(row, reason)| {
                        column = starts[places[row - 1]] + 1;
                        PartialFault::at_start(reason)
                    });
                board.map(|board| (board, text))
            }
            PartialFormat::Field { place, .. } => {
                let before = &row[..starts[*place]];
                skipped = before.matches('\n').count() as u64;
                column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
                self.expected.read(&fields[*place])
            }
            PartialFormat::Objects => self.read_object(row),
        };
        PartialRecord {
            line: line + skipped,
            column,
            row: row.to_owned(),
            read,
        }
    }

    fn read_object(&self, row: &str) -> Result<ReadPartialBoard, PartialFault> {
        let object = serde_json::from_str::<serde_json::Map<String, Value>>(row);
        let object = object.map_err(|error| PartialFault {
            line: 0,
            column: error.column().max(1),
            reason: format!("not an object of JSON: {error}"),
        })?;
        let keys = serde_json::from_str::<JsonObject>(row).ok();
        if let Some(key) = keys.as_ref().and_then(JsonObject::repeated_key) {
            let reason = format!("the key {key:?} occurs twice");
            return Err(PartialFault::at_start(reason));
        }
        let value = BOARD_NAMES.iter().find_map(|name| object.get(*name));
        let value = value.ok_or_else(|| {
            let names = BOARD_NAMES.join(", ");
            PartialFault::at_start(format!("none of the keys {names}"))
        })?;
        self.expected.read_value(value)
    }
}

impl PartialFormat {
    /// Recognises the format of an input by its first line with content, which is line `number`.
    fn detect(first: &str, number: u64, input: &str, n: usize) -> Result<Self, Error> {
        if first.trim_start().starts_with('{') {
            return Ok(Self::Objects);
        }
        let delimiter = delimiter_of(first.as_bytes());
        let fields = names(first.as_bytes(), delimiter).unwrap_or_default();
        let wrong = |reason| Error::Parse {
            name: input.to_owned(),
            line: number,
            column: 1,
            reason,
        };
        let column = |name: &str| {
            only_column(&fields, name).map_err(|[first, second]| {
                wrong(format!("columns {first} and {second} are called {name}"))
            })
        };
        if column("q1")?.is_some() {
            let place = |row: usize| {
                let name = format!("q{row}");
                let missing = || missing_column(&name, &fields, input, number).into();
                column(&name)?.ok_or_else(missing)
            };
            let places = (1..=n).map(place).collect::<Result<_, Error>>()?;
            let beyond = format!("q{}", n + 1);
            if column(&beyond)?.is_some() {
                let reason = format!("expected the columns q1 to q{n}, found {beyond}");
                return Err(wrong(reason));
            }
            return Ok(Self::Columns {
                delimiter,
                places,
                fields: fields.len(),
            });
        }
        for name in BOARD_NAMES {
            if let Some(place) = column(name)? {
                return Ok(Self::Field {
                    delimiter,
                    place,
                    fields: fields.len(),
                });
            }
        }
        Ok(Self::Text)
    }
}
