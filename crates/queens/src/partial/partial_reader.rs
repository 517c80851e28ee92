//! Reader that divides inputs into partial boards.
//!
//! A board is a line of squares or of the columns of its queens, a drawing of N lines, a row of a
//! table, or a JSON object. A line that begins with `#` and is not a row of a drawing is a comment.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::super::Regions;
use super::super::board_batch::ReadBoards;
use super::partial_board::{BoardParser, PartialBoard, PartialFault, ReadPartialBoard};
use countless_engine::Error;
use countless_table::Input;
use countless_table::delimited::{delimiter_of, find, missing_column, names, split};
use countless_table::input_lines::Lines;

/// Number of lines of the head that are examined.
const HEAD_LINES: usize = 64;

/// Names of a column or key with a whole board, in order of preference.
const BOARD_NAMES: &[&str] = &["puzzle", "queens", "squares", "board"];

/// Text that should be a board.
#[derive(Clone, Debug)]
pub struct PartialRecord {
    /// Line and column of the board in the input, from 1.
    line: u64,
    column: usize,
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

/// Reads the only board of a file, with `n` rows and these regions. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not exactly one board.
pub fn only_board(path: &Path, n: usize, regions: Option<&Regions>) -> Result<PartialBoard, Error> {
    let expected = Arc::new(BoardParser::new(n, regions));
    let mut reader = PartialReader::new(Input::open(path)?, &expected)?;
    let name = Arc::clone(reader.source.name());
    let error = |line, column, reason: String| Error::Parse {
        name: name.to_string(),
        line,
        column,
        reason,
    };
    let Some(record) = reader.record()? else {
        return Err(error(1, 1, "expected a board, found nothing".to_owned()));
    };
    if let Some(second) = reader.record()? {
        let reason = "expected one board, found a second".to_owned();
        return Err(error(second.line, second.column, reason));
    }
    match &record.read {
        Ok((board, _)) => Ok(board.clone()),
        Err(fault) => {
            let (line, column) = record.fault_place(fault);
            Err(error(line, column, fault.reason.clone()))
        }
    }
}

/// Reader of the boards of one input.
#[derive(Debug)]
pub(super) struct PartialReader {
    source: Lines,
    layout: PartialFormat,
    expected: Arc<BoardParser>,
    /// Lines that were read ahead and do not belong to a record yet.
    ahead: VecDeque<(u64, String)>,
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
        })
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
        let value = BOARD_NAMES.iter().find_map(|name| object.get(*name));
        let value = value.ok_or_else(|| {
            let names = BOARD_NAMES.join(", ");
            PartialFault::at_start(format!("none of the keys {names}"))
        })?;
        self.expected.read_value(value)
    }

    /// Returns the line at index `at` of the lines ahead; `None` after the end.
    fn peek(&mut self, at: usize) -> Result<Option<&str>, Error> {
        while self.ahead.len() <= at {
            match self.source.line()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(Some(&self.ahead[at].1))
    }

    /// Returns whether the line at index `at` is row `row` of a drawing.
    fn is_row(&mut self, at: usize, row: usize) -> Result<bool, Error> {
        let expected = Arc::clone(&self.expected);
        Ok(self
            .peek(at)?
            .is_some_and(|line| expected.drawing_row(line, row).is_some()))
    }

    /// Returns the number of lines before a drawing: its caption and the numbers of its columns.
    fn heading_lines(&mut self) -> Result<usize, Error> {
        let expected = Arc::clone(&self.expected);
        let is_caption = self.peek(0)?.is_some_and(is_caption);
        let mut lines = usize::from(is_caption);
        if self
            .peek(lines)?
            .is_some_and(|line| expected.is_column_numbers(line))
            && self.is_row(lines + 1, 1)?
        {
            return Ok(lines + 1);
        }
        if !self.is_row(lines, 1)? {
            lines = 0;
        }
        // The caption `1` may also be the number of a single column.
        Ok(lines)
    }

    /// Returns the next text among lines that should be a board.
    fn text_record(&mut self) -> Result<Option<PartialRecord>, Error> {
        let expected = Arc::clone(&self.expected);
        let is_silent = |line: &str| line.trim().is_empty() || expected.is_comment(line);
        while self.peek(0)?.is_some_and(is_silent) {
            self.ahead.pop_front();
        }
        let headings = self.heading_lines()?;
        self.ahead.drain(..headings);
        let Some(first) = self.peek(0)?.map(str::to_owned) else {
            return Ok(None);
        };
        let n = self.expected.n;
        let mut rows = 0;
        while rows < n && self.is_row(rows, rows + 1)? {
            rows += 1;
        }
        if rows == n && n > 1 {
            return Ok(self.take_record(rows));
        }
        // Lines of squares have digits. Other lines up to an empty line, or to a whole board in one
        // line, are a damaged drawing.
        let is_drawing = rows > 0 && n > 1 || !first.contains(|c: char| c.is_ascii_digit());
        if is_one_line(&expected, &first) || !is_drawing {
            return Ok(self.take_record(1));
        }
        // The numbers of columns are those of a drawing here.
        let ends_drawing =
            |line: &str| is_one_line(&expected, line) && !expected.is_column_numbers(line);
        let mut lines = 1;
        while self
            .peek(lines)?
            .is_some_and(|line| !line.trim().is_empty() && !ends_drawing(line))
            && lines < 2 * n
        {
            lines += 1;
        }
        Ok(self.take_record(lines))
    }

    /// Removes the first lines ahead and makes a record of them.
    fn take_record(&mut self, lines: usize) -> Option<PartialRecord> {
        let taken: Vec<(u64, String)> = self.ahead.drain(..lines).collect();
        let line = taken.first()?.0;
        let texts: Vec<&str> = taken.iter().map(|(_, text)| text.as_str()).collect();
        let row = texts.join("\n");
        let text = match texts[..] {
            // A comment may end a line of squares.
            [text] => without_comment(text),
            _ => &row,
        };
        let read = if lines > 1 {
            self.expected.read_drawing(text)
        } else {
            self.expected.read(text)
        };
        Some(PartialRecord {
            line,
            column: 1,
            read,
            row,
        })
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
        if find(&fields, &["q1"]).is_some() {
            let place = |row: usize| {
                let name = format!("q{row}");
                find(&fields, &[&name]).ok_or_else(|| missing_column(&name, &fields, input, number))
            };
            let places = (1..=n).map(place).collect::<Result<_, _>>()?;
            let beyond = format!("q{}", n + 1);
            if find(&fields, &[&beyond]).is_some() {
                return Err(Error::Parse {
                    name: input.to_owned(),
                    line: number,
                    column: 1,
                    reason: format!("expected the columns q1 to q{n}, found {beyond}"),
                });
            }
            return Ok(Self::Columns {
                delimiter,
                places,
                fields: fields.len(),
            });
        }
        Ok(match find(&fields, BOARD_NAMES) {
            Some(place) => Self::Field {
                delimiter,
                place,
                fields: fields.len(),
            },
            None => Self::Text,
        })
    }
}

/// Returns a line without its comment. Only a line of squares, such as `1:3`, may have one.
fn without_comment(line: &str) -> &str {
    match line.split_once('#') {
        Some((squares, _)) if line.contains(':') => squares,
        _ => line,
    }
}

/// Returns whether a line is a whole board, or a list of JSON that should be one.
fn is_one_line(expected: &BoardParser, line: &str) -> bool {
    line.starts_with('[') || expected.read(without_comment(line)).is_ok()
}

/// Returns whether a line may be the caption of a drawing: a number, and the symmetry of the board.
fn is_caption(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = words
        .next()
        .is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let symmetry = words.next();
    is_number
        && matches!(symmetry, None | Some("half-turn" | "quarter-turn"))
        && words.next().is_none()
}
