//! Text of one partial board.
//!
//! ```text
//!     1:3,4:2      3 0 0 2      ..Q..........Q..      . . Q .      0 0 1 0      [3, 0, 0, 2]
//!                                                     . . . .      0 0 0 0      ["..Q.", …]
//!                                                     …            …
//! ```
//!
//! From left to right: squares; the column of the queen in each row, 0 for none; a drawing in one
//! line or several; a matrix of 0 and 1; JSON.
//!
//! A line of numbers has the columns of queens, or it is a row of a matrix of 0 and 1. `0 1 0 0` is
//! a board of 4 rows with a queen in row 2, or a row with a queen in column 2. A line by itself is a
//! board. N lines between blank lines are the rows of one board, and in a run with larger numbers
//! each line is a board. Other runs have two readings, which is a fault.

use super::super::Regions;
use super::super::board::{Square, parse_squares};
use countless_engine::Error;
use countless_table::records::RecordFault;
use countless_text::line_end_within;
use serde_json::Value;

/// Board with given queens and blocked squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialBoard {
    /// Squares of the given queens.
    pub queens: Vec<Square>,
    /// Blocked squares, which stay empty.
    pub blocked: Vec<Square>,
}

/// Parser of the texts of boards of one size.
#[derive(Clone, Debug)]
pub(super) struct BoardParser {
    pub n: usize,
    /// Letter of the region of each square; `None` without regions. Drawings with regions show the
    /// letters, and queens as `*`.
    letters: Option<Vec<char>>,
}

/// Board of a text, and the text in the form of the result.
pub(super) type ReadPartialBoard = (PartialBoard, String);

impl BoardParser {
    /// Makes a parser of boards of `n` rows, with or without regions.
    pub fn new(n: usize, regions: Option<&Regions>) -> Self {
        let letters = |regions: &Regions| regions.to_string().chars().collect();
        Self {
            n,
            letters: regions.map(letters),
        }
    }

    /// Reads the text of one board.
    pub fn read(&self, text: &str) -> Result<ReadPartialBoard, RecordFault> {
        let trimmed = text.trim();
        if let Some((at, fault)) = line_end_within(trimmed)
            && !trimmed.contains('\n')
        {
            let start = text.len() - text.trim_start().len();
            return Err(RecordFault::at_byte(
                text.as_bytes(),
                start + at,
                fault.to_string(),
            ));
        }
        if trimmed.contains(':') {
            let board = self.read_squares(text)?;
            return Ok((board, trimmed.to_owned()));
        }
        if trimmed.starts_with('[') {
            let value = serde_json::from_str(trimmed)
                .map_err(|error| RecordFault::at_start(format!("not a list of JSON: {error}")))?;
            return self.read_value(&value);
        }
        if let Some(columns) = self.read_columns(text) {
            return Ok((columns?, trimmed.to_owned()));
        }
        self.read_drawing(text)
    }

    /// Reads a JSON value.
    pub fn read_value(&self, value: &Value) -> Result<ReadPartialBoard, RecordFault> {
        let items = match value {
            Value::String(text) => return self.read(text),
            Value::Array(items) => items,
            other => {
                let reason = format!("{other} is not a board: expected a text or a list");
                return Err(RecordFault::at_start(reason));
            }
        };
        let is_column = |item: &Value| item.is_u64() || item.is_null();
        if items.iter().all(is_column) {
            let words = items
                .iter()
                .map(|item| item.as_u64().unwrap_or(0).to_string());
            let text = words.collect::<Vec<_>>().join(" ");
            let found = items.len();
            let columns = self
                .read_columns(&text)
                .ok_or_else(|| self.columns_fault(found))?;
            let board = columns.map_err(|fault| RecordFault::at_start(fault.reason))?;
            return Ok((board, text));
        }
        let rows = items.iter().map(|row| match row {
            Value::String(text) => Some(text.clone()),
            Value::Array(cells) => cells.iter().map(|cell| self.json_square(cell)).collect(),
            _ => None,
        });
        let rows: Option<Vec<String>> = rows.collect();
        let rows = rows.ok_or_else(|| {
            RecordFault::at_start("expected a list of N columns, or of N rows of squares")
        })?;
        let read = self.read_drawing(&rows.join("\n"));
        read.map_err(|fault| RecordFault::at_start(fault.reason))
    }

    fn columns_fault(&self, found: usize) -> RecordFault {
        let n = self.n;
        RecordFault::at_start(format!(
            "expected {n} columns, one for each row, found {found}"
        ))
    }

    fn read_squares(&self, text: &str) -> Result<PartialBoard, RecordFault> {
        let queens = parse_squares(text, "", self.n).map_err(|error| match error {
            Error::Parse {
                line,
                column,
                reason,
                ..
            } => RecordFault::at((line, column), reason),
            other => RecordFault::at_start(other.to_string()),
        })?;
        Ok(PartialBoard {
            queens,
            blocked: Vec::new(),
        })
    }

    /// Reads the column of the queen in each row; `None` if the text is not a list of `n` numbers.
    fn read_columns(&self, text: &str) -> Option<Result<PartialBoard, RecordFault>> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let words: Vec<&str> = words.collect();
        // Words of 0 and 1 as long as a row are rows of squares.
        let is_squares = |word: &str| {
            word.len() == self.n && word.bytes().all(|byte| matches!(byte, b'0' | b'1'))
        };
        let are_rows = self.n > 1 && words.iter().all(|word| is_squares(word));
        if words.len() != self.n || are_rows || !words.iter().all(|word| is_number(word)) {
            return None;
        }
        Some(self.board_of_columns(&words).map_err(|(row, reason)| {
            let at = words[row - 1].as_ptr().addr() - text.as_ptr().addr();
            RecordFault::at_byte(text.as_bytes(), at, reason)
        }))
    }

    /// Makes the board of a column for each row, where 0 or an empty text stands for a row without
    /// a queen. An error is the row, from 1, of a text that is not a column, and the reason.
    pub fn board_of_columns(&self, columns: &[&str]) -> Result<PartialBoard, (usize, String)> {
        let mut board = PartialBoard::default();
        for (row, word) in (1..).zip(columns) {
            let wrong = || {
                let n = self.n;
                let reason = format!("row {row}: expected a column from 0 to {n}, found {word}");
                (row, reason)
            };
            let column = match *word {
                "" => 0,
                word => word.parse::<usize>().map_err(|_| wrong())?,
            };
            if column > self.n {
                return Err(wrong());
            }
            if column > 0 {
                board.queens.push((row, column));
            }
        }
        Ok(board)
    }

    /// Returns the squares of a line that is row `row` of a drawing, from 1, with or without its
    /// number before it; `None` for other lines. Rows may be of 0 and 1.
    pub fn drawing_row(&self, line: &str, row: usize) -> Option<Vec<char>> {
        zero_one_squares(line, row, self.n).or_else(|| {
            let words: Vec<&str> = line.split_whitespace().collect();
            row_of_words(&words, row, self.n, |c| self.is_square(c))
        })
    }

    fn is_square(&self, c: char) -> bool {
        match &self.letters {
            None => matches!(c, 'Q' | '.' | '#'),
            Some(letters) => matches!(c, '*' | '.' | '#') || letters.contains(&c),
        }
    }

    /// Returns whether a line is a comment and not part of a drawing. A line with more squares than
    /// other characters is a damaged drawing.
    pub fn is_comment(&self, line: &str) -> bool {
        let text = line.trim();
        let squares = text.chars().filter(|&c| self.is_square(c)).count();
        let all = text.chars().filter(|c| !c.is_whitespace()).count();
        text.starts_with('#') && (text == "#" && self.n > 1 || 2 * squares <= all)
    }

    /// Returns whether a line numbers the columns of a drawing.
    pub fn is_column_numbers(&self, line: &str) -> bool {
        let numbers = (1..=self.n).map(|number| number.to_string());
        line.split_whitespace().eq(numbers)
    }

    /// Reads a drawing in one line or N lines.
    pub fn read_drawing(&self, text: &str) -> Result<ReadPartialBoard, RecordFault> {
        let n = self.n;
        let lines: Vec<&str> = text.lines().collect();
        let mut squares = Vec::with_capacity(n * n);
        if let ([line], 1) = (&lines[..], n)
            && let Some(row) = self.drawing_row(line, 1)
        {
            squares = row;
        } else if let [line] = lines[..] {
            squares.extend(line.chars().filter(|c| !c.is_whitespace()));
            if let Some(c) = squares.iter().find(|&&c| !self.is_square(c)) {
                let at = line.find(*c).unwrap_or(0);
                return Err(RecordFault::at_byte(
                    line.as_bytes(),
                    at,
                    self.square_reason(*c),
                ));
            }
            if squares.len() != n * n {
                let found = squares.len();
                let expected = n * n;
                return Err(RecordFault::at_start(format!(
                    "expected {expected} squares, found {found}"
                )));
            }
        } else {
            for (index, line) in lines.iter().enumerate() {
                let row = self.drawing_row(line, index + 1).filter(|_| index < n);
                squares.extend(row.ok_or_else(|| self.row_fault(line, index))?);
            }
            if lines.len() != n {
                let found = lines.len();
                return Err(RecordFault::at_start(format!(
                    "expected {n} rows, found {found}"
                )));
            }
        }
        let is_digit = |c: &char| matches!(c, '0' | '1');
        if squares.iter().all(is_digit) {
            for square in &mut squares {
                *square = if *square == '1' { self.queen() } else { '.' };
            }
        }
        let mut board = PartialBoard::default();
        for (place, &c) in squares.iter().enumerate() {
            let (row, column) = (place / n + 1, place % n + 1);
            match (c, &self.letters) {
                ('Q', None) | ('*', Some(_)) => board.queens.push((row, column)),
                ('#', _) => board.blocked.push((row, column)),
                ('.', _) => {}
                (c, Some(letters)) => {
                    let letter = letters[place];
                    if letter != c {
                        let reason =
                            format!("{c} at {row}:{column}, which --regions has as {letter}");
                        return Err(RecordFault::at_start(reason));
                    }
                }
                (c, None) => return Err(RecordFault::at_start(self.square_reason(c))),
            }
        }
        Ok((board, squares.into_iter().collect()))
    }

    /// Reason of a fault: a character that is not a square.
    fn square_reason(&self, c: char) -> String {
        let expected = match self.letters {
            None => "Q, . or #",
            Some(_) => "*, # or the letter of a region",
        };
        format!("expected a square, {expected}, found {c:?}")
    }

    /// Fault of a line that is not a row of a drawing.
    fn row_fault(&self, line: &str, index: usize) -> RecordFault {
        let n = self.n;
        let is_digit = |c: char| matches!(c, '0' | '1' | ' ' | ',');
        let is_matrix = line.chars().all(is_digit);
        let wrong = line
            .chars()
            .position(|c| !self.is_square(c) && !c.is_whitespace() && !is_matrix);
        let reason = match wrong {
            _ if index >= n => format!("expected {n} rows, found another"),
            Some(at) => self.square_reason(line.chars().nth(at).unwrap_or(' ')),
            None => {
                let is_between = |c: char| c.is_whitespace() || c == ',';
                let found = line.chars().filter(|c| !is_between(*c)).count();
                format!("expected {n} squares in a row, found {found}")
            }
        };
        RecordFault::at((index as u64 + 1, wrong.unwrap_or(0) + 1), reason)
    }

    /// Sign of a queen in drawings.
    fn queen(&self) -> char {
        if self.letters.is_some() { '*' } else { 'Q' }
    }

    /// Converts a JSON value to a square of a drawing.
    fn json_square(&self, value: &Value) -> Option<char> {
        match value {
            Value::Null | Value::Bool(false) => Some('.'),
            Value::Bool(true) => Some(self.queen()),
            Value::Number(number) => match number.as_u64() {
                Some(0) => Some('.'),
                Some(1) => Some(self.queen()),
                _ => None,
            },
            Value::String(text) => {
                let mut chars = text.chars();
                let first = chars.next();
                first.filter(|_| chars.next().is_none())
            }
            _ => None,
        }
    }
}

/// Line of N numbers between blanks, commas, semicolons, bars, brackets or quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberRow {
    /// Columns of queens: a number is above 1.
    Columns,
    /// Only 0 and 1.
    ZeroOne,
}

/// Reading of the lines above those that are read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinesAbove {
    Other,
    /// Directly above: numbers, a board on each line.
    Boards,
    /// Directly above: numbers with two readings.
    Refused,
    /// A line of 0 and 1 alone, perhaps above blank lines.
    Lone,
}

impl NumberRow {
    /// Classifies a line; `None` if it is not a line of `n` numbers. A single number is only a
    /// column.
    pub fn of(line: &str, n: usize) -> Option<Self> {
        let words: Vec<&str> = words(line).collect();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if n < 2 || words.len() != n || !words.iter().all(is_number) {
            return None;
        }
        let is_small = |word: &&str| matches!(*word, "0" | "1");
        Some(if words.iter().all(is_small) {
            Self::ZeroOne
        } else {
            Self::Columns
        })
    }
}

/// Squares of a line that is row `row` of a matrix of 0 and 1, with or without its number before it
/// and separators between the squares; `None` for other lines.
pub(super) fn zero_one_squares(line: &str, row: usize, n: usize) -> Option<Vec<char>> {
    let words: Vec<&str> = words(line).collect();
    row_of_words(&words, row, n, |c| matches!(c, '0' | '1')).filter(|_| n > 1)
}

/// Squares of the words of row `row`, with or without its number before it; `None` unless they are
/// `n` squares.
fn row_of_words(
    words: &[&str],
    row: usize,
    n: usize,
    is_square: impl Fn(char) -> bool,
) -> Option<Vec<char>> {
    let squares = |words: &[&str]| {
        let squares: Vec<char> = words.concat().chars().collect();
        let is_row = squares.len() == n && squares.iter().all(|&c| is_square(c));
        is_row.then_some(squares)
    };
    let numbered = words.split_first();
    let numbered = numbered.filter(|(first, _)| **first == row.to_string());
    let numbered = numbered.and_then(|(_, rest)| squares(rest));
    numbered.or_else(|| squares(words))
}

/// Returns whether a line only opens or closes a list of boards over several lines.
pub(super) fn is_bracket_line(line: &str) -> bool {
    let count = |bracket| line.matches(bracket).count();
    count('[') != count(']') && words(line).next().is_none()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || ",;|[](){}\"'".contains(c))
        .filter(|word| !word.is_empty())
}

/// Fault of `lines` lines of 0 and 1 that have two readings.
pub(super) fn two_readings(lines: usize, n: usize) -> String {
    format!(
        "rows of 0 and 1: one board of {lines} rows, or a board on each line?\n\
         hint: one board has {n} rows between blank lines; a header q1,q2,… makes each line a board"
    )
}
