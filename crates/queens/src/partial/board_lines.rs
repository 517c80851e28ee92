//! Boards among lines of text: one on a line, drawings, and matrices of 0 and 1.

use std::mem;
use std::sync::Arc;

use super::partial_board::{BoardParser, LinesAbove, NumberRow, is_bracket_line, two_readings};
use super::partial_reader::{PartialReader, PartialRecord};
use countless_engine::Error;
use countless_table::records::RecordFault;

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
