//! Reader that divides inputs into partial boards, and files with one board or with the blocked
//! squares of one.
//!
//! A board is a line of squares or of the columns of its queens, a drawing or a matrix of N lines, a
//! row of a table, or a JSON object. A line that begins with `#` and is not a row of a drawing is a
//! comment.

use std::collections::VecDeque;
use std::io::Cursor;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use super::super::Regions;
use super::super::board::Square;
use super::super::board_batch::{BoardRecord, ReadBoards};
use super::partial_board::{
    BoardParser, LinesAbove, NumberRow, PartialBoard, ReadPartialBoard, is_bracket_line,
    two_readings,
};
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

/// Reads all boards of a text, and the faults of those that cannot be read.
///
/// # Errors
///
/// [`Error::Parse`] if the columns of a table are not those of boards of `n` rows.
pub fn boards_of(
    text: &str,
    n: usize,
    regions: Option<&Regions>,
) -> Result<Vec<Result<PartialBoard, RecordFault>>, Error> {
    let input = Input::new("t", Cursor::new(text.to_owned()), None)?;
    let mut reader = PartialReader::new(input, &Arc::new(BoardParser::new(n, regions)))?;
    let mut all = Vec::new();
    while let Some(record) = reader.record()? {
        all.push(record.board.map(|(board, _)| board));
    }
    Ok(all)
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

/// Most lines that are examined for a second line of 0 and 1.
const LINES_AHEAD: usize = 64;

impl PartialReader {
    /// Returns the line at index `at` of the lines ahead; `None` after the end.
    fn peek(&mut self, at: usize) -> Result<Option<&str>, Error> {
        while self.ahead.len() <= at {
            match self.lines.line()? {
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
        // A row such as `0100` may be a number, too.
        let is_caption = self.peek(0)?.is_some_and(is_caption)
            && !(self.is_row(0, 1)? && self.peek(1)?.is_some_and(is_caption));
        let mut lines = usize::from(is_caption);
        // Above numbers, the numbers of columns may be a board.
        if self
            .peek(lines)?
            .is_some_and(|line| expected.is_column_numbers(line))
            && self.is_row(lines + 1, 1)?
            && self.number_row(lines + 1)?.is_none()
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
    pub(super) fn text_record(&mut self) -> Result<Option<PartialRecord>, Error> {
        let expected = Arc::clone(&self.expected);
        while self.peek(0)?.is_some_and(|line| is_silent(&expected, line)) {
            self.ahead.pop_front();
            if self.above != LinesAbove::Lone {
                self.above = LinesAbove::Other;
            }
        }
        let headings = self.heading_lines()?;
        self.ahead.drain(..headings);
        let Some(first) = self.peek(0)?.map(str::to_owned) else {
            return Ok(None);
        };
        if let Some(kind) = self.number_row(0)? {
            return self.number_record(kind);
        }
        self.above = LinesAbove::Other;
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
        let lines = self.damaged_lines(1)?;
        Ok(self.take_record(lines))
    }

    /// Returns the number of lines of a damaged drawing that has at least `lines`.
    fn damaged_lines(&mut self, mut lines: usize) -> Result<usize, Error> {
        let expected = Arc::clone(&self.expected);
        // The numbers of columns are those of a drawing here.
        let ends_drawing =
            |line: &str| is_one_line(&expected, line) && !expected.is_column_numbers(line);
        while self
            .peek(lines)?
            .is_some_and(|line| !line.trim().is_empty() && !ends_drawing(line))
            && lines < 2 * expected.n
        {
            lines += 1;
        }
        Ok(lines)
    }

    /// Returns the kind of the line at index `at` if it is a line of numbers.
    fn number_row(&mut self, at: usize) -> Result<Option<NumberRow>, Error> {
        let expected = Arc::clone(&self.expected);
        Ok(self
            .peek(at)?
            .and_then(|line| NumberRow::of(line, expected.n)))
    }

    /// Returns the next record, which begins with a line of numbers.
    fn number_record(&mut self, first: NumberRow) -> Result<Option<PartialRecord>, Error> {
        let n = self.expected.n;
        let above = mem::replace(&mut self.above, LinesAbove::Boards);
        if first == NumberRow::Columns {
            return Ok(self.take_record(1));
        }
        let mut lines = 1;
        while lines <= n && self.number_row(lines)? == Some(NumberRow::ZeroOne) {
            lines += 1;
        }
        let is_run = above == LinesAbove::Boards || self.number_row(lines)?.is_some();
        if is_run && lines < n && above != LinesAbove::Refused {
            return Ok(self.take_record(1));
        }
        self.above = LinesAbove::Refused;
        let damaged = self.damaged_lines(lines)?;
        if lines < n && damaged > lines {
            return Ok(self.take_record(damaged));
        }
        if lines == n && !is_run && above != LinesAbove::Refused {
            return Ok(self.take_record(n));
        }
        if lines == 1 && matches!(above, LinesAbove::Other | LinesAbove::Lone) {
            self.above = LinesAbove::Lone;
            if above != LinesAbove::Lone && !self.is_above_lone()? {
                return Ok(self.take_record(1));
            }
        }
        let record = self.take_record(lines);
        Ok(record.map(|record| PartialRecord {
            board: Err(RecordFault::at(record.place, two_readings(lines, n))),
            ..record
        }))
    }

    /// Returns whether the first line ahead is above a line of 0 and 1 alone, with blank lines between
    /// them.
    fn is_above_lone(&mut self) -> Result<bool, Error> {
        let expected = Arc::clone(&self.expected);
        let mut at = 1;
        while at < LINES_AHEAD
            && self
                .peek(at)?
                .is_some_and(|line| is_silent(&expected, line))
        {
            at += 1;
        }
        Ok(self.number_row(at)? == Some(NumberRow::ZeroOne) && self.number_row(at + 1)?.is_none())
    }

    /// Removes the first lines ahead and makes a record of them.
    fn take_record(&mut self, lines: usize) -> Option<PartialRecord> {
        let taken: Vec<(u64, String)> = self.ahead.drain(..lines).collect();
        let line = taken.first()?.0;
        let texts: Vec<&str> = taken.iter().map(|(_, text)| text.as_str()).collect();
        let row = texts.join("\n");
        let text = match texts[..] {
            // A comma may end a list, and a comment a line of squares.
            [text] if text.starts_with('[') => text.trim_end_matches([',', ' ']),
            [text] => without_comment(text),
            _ => &row,
        };
        let board = if lines > 1 {
            self.expected.read_drawing(text)
        } else {
            self.expected.read(text)
        };
        Some(PartialRecord {
            place: (line, 1),
            board: board.map_err(|fault| fault.moved(line, 1)),
            passed: Vec::new(),
            row,
        })
    }
}

/// Returns whether a line is between boards: blank, a comment, or a bracket of a list of boards.
fn is_silent(expected: &BoardParser, line: &str) -> bool {
    line.trim().is_empty() || expected.is_comment(line) || is_bracket_line(line)
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
