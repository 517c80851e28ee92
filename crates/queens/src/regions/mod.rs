//! Boards whose squares are coloured: every region has one piece.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | which squares pieces attack, as bits of a whole board |
//! | `tables` | the same with regions, made ready for the search |
//! | `search` | fills what is forced, and branches where there is least choice |
//! | `stars` | the same for several pieces in each line |
//! | `text` | a line as it is written, and the place of a fault |
//! | `cells` | the squares of a text, and their regions |
//! | `table` | the columns of tables, and the keys of objects |
//! | `layout` | how the boards of an input lie, recognised from its head |
//! | `reader` | cuts inputs into boards |
//! | `batch`, `row` | solves the boards of whole inputs |
//! | `generate` | makes boards with one solution |

mod batch;
mod cells;
mod generate;
mod layout;
mod lines;
mod reader;
#[cfg(test)]
mod reader_tests;
mod record;
mod row;
mod search;
mod stars;
#[cfg(test)]
mod stars_tests;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::io::Cursor;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

pub use batch::RegionBatch;
pub use generate::RegionGenerator;
pub(super) use row::to_one_based;
pub use row::{BoardTally, SolvedBoard};
pub(super) use search::{RegionSearcher, estimate_nodes, propagate_rows};
pub(super) use tables::RegionMasks;

use countless_engine::Error;
use countless_table::Input;

/// The letters of regions.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";

/// N regions of a board of N rows, each of which holds one piece. A region need not be
/// connected.
///
/// As text a board is its squares row by row: N × N letters or digits, one for each region,
/// which white space may separate; or in any other layout that
/// [files of boards](RegionBatch) have.
///
/// ```
/// use countless_queens::{Board, Kind, Piece, Regions};
///
/// let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
/// let kind = Kind::of(Piece::CrownedRook).regions(&regions);
/// let board = Board::of_kind(4, 4, &kind)?;
/// let solution = board.solutions().next().expect("it has one");
/// assert_eq!(solution.columns(), [2, 4, 1, 3]);
/// assert_eq!(board.count()?, 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    n: usize,
    /// The region of each square, row by row; they are numbered as they come.
    region_of_square: Arc<[u8]>,
}

impl Regions {
    /// Reads a board. Errors call the text `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for anything but one board.
    pub fn parse(text: &str, name: &str) -> Result<Self, Error> {
        let length = text.len() as u64;
        let input = Input::new(name, Cursor::new(text.to_owned()), Some(length))?;
        reader::only_board(input)
    }

    /// Reads the board of a file, in any layout that [files of boards](RegionBatch) have; `-` is
    /// standard input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if it cannot be read, [`Error::Parse`] for anything but one board.
    pub fn open(path: &Path) -> Result<Self, Error> {
        reader::only_board(Input::open(path)?)
    }

    /// Reads one of the boards of a file, by its number from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if it cannot be read, [`Error::Parse`] if it has fewer boards, or if one up to
    /// this is not a board.
    pub fn open_nth(path: &Path, number: u64) -> Result<Self, Error> {
        reader::nth_board(Input::open(path)?, number)
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
            region_of_square: of.collect(),
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
    pub fn region_of(&self, row: usize, column: usize) -> usize {
        assert!(
            (1..=self.n).contains(&row) && (1..=self.n).contains(&column),
            "a board of {} rows",
            self.n
        );
        self.region_of_zero_based(row - 1, column - 1)
    }

    /// The same, counted from 0.
    pub(super) fn region_of_zero_based(&self, row: usize, column: usize) -> usize {
        self.region_of_square[row * self.n + column].into()
    }

    /// The squares of a region in a row, one bit for each column.
    pub(super) fn in_row(&self, row: usize, region: usize) -> u32 {
        let squares = &self.region_of_square[row * self.n..][..self.n];
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
            .region_of_square
            .iter()
            .map(|&region| char::from(LETTERS[usize::from(region)]));
        f.write_str(&letters.collect::<String>())
    }
}
