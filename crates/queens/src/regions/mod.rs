//! Boards with regions that hold one piece each.
//!
//! | file | content |
//! |---|---|
//! | `region_search` | search: propagates, branches on the line with fewest squares; its masks |
//! | `star_search` | search for several pieces in each line |
//! | `cells` | lines of a text, their squares and regions |
//! | `region_reader` | reader that divides inputs into boards; tables and objects with boards |
//! | `region_batch` | solving of the boards of whole inputs |
//! | `region_generator` | generator of boards with one solution |

mod cells;
mod region_batch;
mod region_generator;
pub mod region_reader;
mod region_search;
pub mod star_search;

use std::fmt;
use std::io::Cursor;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

pub use region_batch::RegionBatch;
pub use region_generator::RegionGenerator;
pub use region_search::RegionMasks;
pub(super) use region_search::{RegionSearch, estimate_nodes, propagate_rows};

use countless_engine::Error;
use countless_simd::distinct;
use countless_table::Input;

/// Letters of regions.
pub const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";

/// N regions of a board of N rows. Each region holds one piece and need not be connected.
///
/// The text of a board is its squares row by row: N × N letters or digits, one for each region,
/// with optional white space between them. Any other format of [files of boards](RegionBatch) is
/// valid, too.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{Board, BoardVariant, Piece, Regions};
///
/// let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
/// let variant = BoardVariant::of(Piece::CrownedRook).with_regions(&regions);
/// let board = Board::of_variant(4, 4, &variant)?;
/// let solution = board.solutions().next().expect("it has one");
/// assert_eq!(solution.columns(), [2, 4, 1, 3]);
/// assert_eq!(board.count(&Run::new())?.total.count, 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    n: usize,
    /// Region of each square, row by row. Regions are numbered in the order of their first squares.
    region_of_square: Arc<[u8]>,
}

impl Regions {
    /// Reads a board. Errors call the text `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text is not exactly one board.
    pub fn parse(text: &str, name: &str) -> Result<Self, Error> {
        let length = text.len() as u64;
        let input = Input::new(name, Cursor::new(text.to_owned()), Some(length))?;
        region_reader::one_board(input, None)
    }

    /// Makes regions from a letter for each square, row by row. Any characters are letters.
    ///
    /// ```
    /// use countless_queens::Regions;
    ///
    /// let regions = Regions::of_letters("xxyz.xyyz.xyzz..")?;
    /// assert_eq!((regions.n(), regions.region_of(1, 3)), (4, 1));
    /// assert!(Regions::of_letters("AAB").is_err());
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] unless a square of N × N letters has N regions, and N is at most
    /// [`MAX_N`](crate::MAX_N).
    pub fn of_letters(letters: &str) -> Result<Self, Error> {
        let letters: Vec<char> = letters.chars().collect();
        let n = letters.len().isqrt();
        let names = distinct(letters.clone());
        if n * n != letters.len() || n > crate::MAX_N {
            let reason = format!("expected N × N letters, found {}", letters.len());
            return Err(Error::Impossible(reason));
        }
        if names.len() != n {
            let reason = format!("expected {n} regions, found {}", names.len());
            return Err(Error::Impossible(reason));
        }
        Ok(Self::of_squares(n, &letters))
    }

    /// Reads the board of a file in any format of [files of boards](RegionBatch). `-` is standard
    /// input.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not exactly one
    /// board.
    pub fn open(path: &Path) -> Result<Self, Error> {
        region_reader::one_board(Input::open(path)?, None)
    }

    /// Reads one board of a file, by its number from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it has fewer boards, or if
    /// this board or one before it is invalid.
    pub fn open_nth(path: &Path, number: u64) -> Result<Self, Error> {
        region_reader::one_board(Input::open(path)?, Some(number))
    }

    /// Makes regions from a sign for each square. There must be `n` different signs.
    pub(crate) fn of_squares<T: PartialEq>(n: usize, squares: &[T]) -> Self {
        let mut order = Vec::new();
        let of = squares.iter().map(|square| {
            let known = order.iter().position(|&other| other == square);
            known.unwrap_or_else(|| {
                order.push(square);
                order.len() - 1
            }) as u8
        });
        Self {
            n,
            region_of_square: of.collect(),
        }
    }

    /// Number of rows of the board, and of regions.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Region of a square, as a number from 0 in the order of first squares. Row and column count
    /// from 1.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    pub fn region_of(&self, row: usize, column: usize) -> usize {
        assert!(
            (1..=self.n).contains(&row) && (1..=self.n).contains(&column),
            "a board of {} rows",
            self.n
        );
        self.region_of_zero_based(row - 1, column - 1)
    }

    /// Region of a square. Row and column count from 0.
    pub(super) fn region_of_zero_based(&self, row: usize, column: usize) -> usize {
        self.region_of_square[row * self.n + column].into()
    }

    /// Squares of a region in a row, one bit for each column.
    pub(super) fn in_row(&self, row: usize, region: usize) -> u32 {
        let squares = &self.region_of_square[row * self.n..][..self.n];
        squares.iter().enumerate().fold(0, |bits, (column, &of)| {
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
    /// Writes N × N letters, A for the region of the first square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self
            .region_of_square
            .iter()
            .map(|&region| char::from(LETTERS[usize::from(region)]));
        f.write_str(&letters.collect::<String>())
    }
}
