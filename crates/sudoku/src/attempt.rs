//! A grid that may break the rules.

use std::str::FromStr;

use super::grid::{CELLS, Grid};
use super::parse;
use super::parse::{GridError, GridFault};

/// A filled-in grid that may break the rules of sudoku.
///
/// ```
/// use countless_sudoku::Attempt;
///
/// let attempt: Attempt = ("55".to_owned() + &".".repeat(79)).parse()?;
/// assert_eq!(attempt.grid().clues(), 2);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt(Grid);

impl Attempt {
    /// Returns the digits, row by row; 0 is an empty cell.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

impl FromStr for Attempt {
    type Err = GridError;

    /// Reads 81 characters as a [`Grid`] does, but accepts equal digits in a house.
    fn from_str(text: &str) -> Result<Self, GridError> {
        match parse::parse_grid(text.as_bytes()) {
            Ok(grid) => Ok(Self(grid)),
            Err(GridError {
                fault: GridFault::Repeated(_),
                ..
            }) => {
                let mut digits = [0; CELLS];
                for (digit, &byte) in digits.iter_mut().zip(text.as_bytes()) {
                    *digit = parse::parse_cell(byte).unwrap_or_default();
                }
                Ok(Self(Grid(digits)))
            }
            Err(error) => Err(error),
        }
    }
}
