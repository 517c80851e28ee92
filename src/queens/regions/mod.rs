//! Boards whose squares are coloured: every region has one piece.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | which squares pieces attack, as bits of a whole board |
//! | `tables` | the same with regions, made ready for the search |
//! | `search` | fills what is forced, and branches where there is least choice |
//! | `reader` | cuts inputs into boards |
//! | `batch`, `row` | solves the boards of whole inputs |
//! | `generate` | makes boards with one solution |

mod batch;
mod generate;
mod lines;
mod reader;
mod row;
mod search;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use batch::RegionBatch;
pub use generate::RegionGenerator;
pub use row::{BoardTally, SolvedBoard};
pub(super) use search::{Searcher, estimate, settle};
pub(super) use tables::Tables;

use super::MAX_N;
use crate::error::Error;

/// What ends the letters of a line.
const AFTER: [char; 2] = ['#', ','];

/// The letters of regions.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";

/// N regions of a board of N rows, each of which holds one piece. A region need not be
/// connected.
///
/// As text a board is its squares row by row: N × N letters or digits, one for each region,
/// which white space may separate.
///
/// ```
/// use countless::queens::{Board, Kind, Piece, Regions};
///
/// let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
/// let kind = Kind::of(Piece::CrownedRook).regions(&regions);
/// let board = Board::of_kind(4, 4, &kind)?;
/// let solution = board.solutions().next().expect("it has one");
/// assert_eq!(solution.columns(), [2, 4, 1, 3]);
/// assert_eq!(board.count()?, 1);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    n: usize,
    /// The region of each square, row by row; they are numbered as they come.
    of: Arc<[u8]>,
}

/// What is wrong with a text that is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its place in the text, in bytes.
    pub place: usize,
    pub reason: String,
}

impl Regions {
    /// Reads a board. Errors call the text `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for anything but N × N letters and digits of N sorts.
    pub fn parse(text: &str, name: &str) -> Result<Self, Error> {
        Self::read(text).map_err(|fault| {
            let before = &text[..fault.place];
            let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
            Error::Parse {
                name: name.to_owned(),
                line: 1 + before.matches('\n').count() as u64,
                column: 1 + before[line_start..].chars().count(),
                reason: fault.reason,
            }
        })
    }

    /// Reads a board; a `#` begins a comment that ends with the line, and of a row of a table
    /// only the first field is read.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let fault = |place, reason: String| Err(Fault { place, reason });
        let mut letters = Vec::new();
        let mut is_comment = false;
        for (place, letter) in text.char_indices() {
            is_comment = letter != '\n' && (is_comment || AFTER.contains(&letter));
            if is_comment || letter.is_whitespace() {
                continue;
            }
            if !letter.is_ascii_alphanumeric() {
                let letter = letter.escape_debug();
                return fault(
                    place,
                    format!("`{letter}` is no letter or digit of a region"),
                );
            }
            letters.push((place, letter as u8));
            if letters.len() > MAX_N * MAX_N {
                let most = MAX_N * MAX_N;
                return fault(place, format!("more than {most} squares are too many"));
            }
        }
        let start = letters.first().map_or(0, |&(place, _)| place);
        let n = letters.len().isqrt();
        if n == 0 || n * n != letters.len() {
            let squares = letters.len();
            let is_are = if squares == 1 {
                "square is"
            } else {
                "squares are"
            };
            return fault(start, format!("{squares} {is_are} no board of N × N"));
        }
        let mut names: Vec<u8> = Vec::new();
        let mut of = Vec::with_capacity(n * n);
        for &(place, letter) in &letters {
            let known = names.iter().position(|&name| name == letter);
            if known.is_none() && names.len() == n {
                let reason = format!("more than {n} regions on a board of {n} rows");
                return fault(place, reason);
            }
            let region = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(letter);
            }
            of.push(region as u8);
        }
        if names.len() < n {
            let reason = format!(
                "{} regions instead of {n} on a board of {n} rows",
                names.len()
            );
            return fault(start, reason);
        }
        Ok(Self { n, of: of.into() })
    }

    /// Of the number of the region of each square, which must be all those less than `n`.
    fn of_squares(n: usize, squares: &[u8]) -> Self {
        let mut order = Vec::new();
        let of = squares.iter().map(|square| {
            let known = order.iter().position(|other| other == square);
            known.unwrap_or_else(|| {
                order.push(*square);
                order.len() - 1
            }) as u8
        });
        Self {
            n,
            of: of.collect(),
        }
    }

    /// The rows of the board, which are as many as its regions.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The region of a square, by its number from 0 in the order in which they come. Row and
    /// column count from 1.
    ///
    /// # Panics
    ///
    /// If the board has no such square.
    pub fn of(&self, row: usize, column: usize) -> usize {
        assert!(
            (1..=self.n).contains(&row) && (1..=self.n).contains(&column),
            "a board of {} rows",
            self.n
        );
        self.square(row - 1, column - 1)
    }

    /// The same, counted from 0.
    pub(super) fn square(&self, row: usize, column: usize) -> usize {
        self.of[row * self.n + column].into()
    }

    /// The squares of a region in a row, one bit for each column.
    pub(super) fn in_row(&self, row: usize, region: usize) -> u32 {
        let squares = &self.of[row * self.n..][..self.n];
        let squares = squares.iter().enumerate();
        squares.fold(0, |bits, (column, &of)| {
            bits | u32::from(usize::from(of) == region) << column
        })
    }
}

impl FromStr for Regions {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, "the regions")
    }
}

impl fmt::Display for Regions {
    /// N × N letters, A for the first region that comes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self
            .of
            .iter()
            .map(|&region| char::from(LETTERS[usize::from(region)]));
        f.write_str(&letters.collect::<String>())
    }
}
