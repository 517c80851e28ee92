//! Cells of a puzzle that may hold clues.

use std::fmt;
use std::str::FromStr;

use super::super::cell::Cell;
use super::super::grid::CELLS;

/// Cells that may hold clues, as a drawing of 81 characters, row by row.
///
/// The characters `.`, `0` and `_` are empty cells. A digit, `x`, `X`, `#` or `*` is a cell that
/// may hold a clue. White space and line ends may occur anywhere.
///
/// ```
/// use countless_sudoku::{Cell, Pattern};
///
/// let cross: Pattern = "....x........x........x........x....xxxxxxxxx....x........x........x........x....".parse()?;
/// assert_eq!(cross.len(), 17);
/// assert!(cross.contains(Cell::new(5, 1)) && !cross.contains(Cell::new(1, 1)));
/// # Ok::<(), countless_sudoku::PatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern(u128);

/// Error in the text of a [`Pattern`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A character that is neither an empty cell nor a clue; lines and columns count from 1.
    #[error(
        "line {line}, column {column}: expected a blank (. 0 _) or a clue (x X # * 1-9), found \
         {found:?}"
    )]
    Character {
        /// Line of the character.
        line: usize,
        /// Position of the character in its line.
        column: usize,
        /// The character.
        found: char,
    },
    /// Number of cells that is not 81.
    #[error("expected a pattern of 81 cells, found {0}")]
    Length(usize),
}

impl Pattern {
    /// True if the cell may hold a clue.
    pub fn contains(self, cell: Cell) -> bool {
        self.has(cell.index())
    }

    pub(super) fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Number of cells that may hold a clue.
    #[allow(clippy::len_without_is_empty)] // an empty pattern is useless
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if two rows of a band or two columns of a stack are empty: exchanging them turns every
    /// solution into another one.
    pub(super) fn has_exchangeable_lines(self) -> bool {
        let blank = |line: usize, down: bool| {
            (0..9).all(|at| !self.has(if down { 9 * at + line } else { 9 * line + at }))
        };
        let lacks = |down| {
            (0..9)
                .step_by(3)
                .any(|first| (first..first + 3).filter(|&line| blank(line, down)).count() > 1)
        };
        lacks(false) || lacks(true)
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (mut cells, mut count) = (0, 0);
        for (text, line) in text.lines().zip(1..) {
            for (found, column) in text.chars().zip(1..) {
                let clue = match found {
                    '.' | '0' | '_' => 0,
                    'x' | 'X' | '#' | '*' | '1'..='9' => 1,
                    _ if found.is_whitespace() => continue,
                    _ => {
                        return Err(PatternError::Character {
                            line,
                            column,
                            found,
                        });
                    }
                };
                if count < CELLS {
                    cells |= clue << count;
                }
                count += 1;
            }
        }
        if count == CELLS {
            Ok(Self(cells))
        } else {
            Err(PatternError::Length(count))
        }
    }
}

impl fmt::Display for Pattern {
    /// Writes 81 characters, `x` and `.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..CELLS).try_for_each(|index| f.write_str(if self.has(index) { "x" } else { "." }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_pattern_reads_what_it_prints(cells in 0..1_u128 << 81) {
            let pattern = Pattern(cells);
            prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
            let lines: Vec<String> = pattern
                .to_string()
                .as_bytes()
                .chunks(9)
                .map(|row| String::from_utf8_lossy(row).replace('x', "#"))
                .collect();
            prop_assert_eq!(lines.join("\r\n").parse(), Ok(pattern));
        }

        #[test]
        fn nothing_panics(text in ".{0,100}") {
            let _ = text.parse::<Pattern>();
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!("x".parse::<Pattern>(), Err(PatternError::Length(1)));
        let wrong = PatternError::Character {
            line: 2,
            column: 3,
            found: '?',
        };
        assert_eq!("xx\n..?".parse::<Pattern>(), Err(wrong));
        let many = ".".repeat(200);
        assert_eq!(many.parse::<Pattern>(), Err(PatternError::Length(200)));
    }

    #[test]
    fn lines_that_can_be_exchanged_are_found() {
        let blank = |lines: &[usize], down: bool| {
            let cells = (0..81).filter(|i| !lines.contains(&(if down { i % 9 } else { i / 9 })));
            Pattern(cells.fold(0, |cells, i| cells | 1 << i))
        };
        for down in [false, true] {
            assert!(blank(&[3, 5], down).has_exchangeable_lines());
            assert!(!blank(&[2, 3, 6], down).has_exchangeable_lines());
        }
    }
}
