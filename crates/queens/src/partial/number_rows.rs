//! Lines of numbers: the columns of queens, or the rows of a matrix of 0 and 1.
//!
//! `0 1 0 0` is a board of 4 rows with a queen in row 2, or a row with a queen in column 2. A line
//! by itself is a board. N lines between blank lines are the rows of one board, and in a run with
//! larger numbers each line is a board. Other runs have two readings, which is a fault.

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
    let squares = |words: &[&str]| {
        let squares: Vec<char> = words.concat().chars().collect();
        let is_row = squares.len() == n && squares.iter().all(|c| matches!(c, '0' | '1'));
        is_row.then_some(squares)
    };
    let numbered = words.split_first();
    let numbered = numbered.filter(|(first, _)| **first == row.to_string());
    let numbered = numbered.and_then(|(_, rest)| squares(rest));
    numbered.or_else(|| squares(&words)).filter(|_| n > 1)
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
