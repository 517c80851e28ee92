//! A symmetry of the sudoku: how cells and digits move.

use super::tables::order_of;
use crate::Grid;

/// The lanes 0, 1, …, 15, as the digits of a number.
pub(super) const IDENTITY: u64 = 0x0123_4567_89ab_cdef;

/// Where the cells and digits of a grid go: what leads to its [canonical form](super::Canonical).
///
/// The grid is transposed or not; then its rows and columns are put into another order, and its
/// digits are exchanged for others.
///
/// ```
/// use countless_sudoku::Grid;
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let canonical = grid.canonical().expect("no digit stands twice");
/// let way = canonical.transform;
/// assert_eq!(way.apply(&grid), canonical.form);
/// for (row, column) in (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column))) {
///     let (from_row, from_column) = (way.rows()[row - 1], way.columns()[column - 1]);
///     let digit = if way.is_transposed() {
///         grid.at(from_column, from_row)
///     } else {
///         grid.at(from_row, from_column)
///     };
///     let exchanged = digit.map(|digit| way.digits()[digit as usize - 1]);
///     assert_eq!(canonical.form.at(row, column), exchanged);
/// }
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transform {
    transposed: bool,
    /// The rows and columns, from 0, and the digits, of which the first stands for a blank; as
    /// the digits of hexadecimal numbers, the first one highest.
    rows: u64,
    columns: u64,
    digits: u64,
}

impl Transform {
    /// A transform of numbers as its fields have them; what is behind their digits does not count.
    pub(super) const fn new(transposed: bool, rows: u64, columns: u64, digits: u64) -> Self {
        const fn first(digits: u32, of: u64) -> u64 {
            let rest = 64 - 4 * digits;
            of >> rest << rest
        }
        Self {
            transposed,
            rows: first(9, rows),
            columns: first(9, columns),
            digits: first(10, digits),
        }
    }

    /// Whether rows become columns, before anything else.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Which row, from 1, comes first, second, and so on; of the transposed grid, if it is.
    pub fn rows(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.rows, i))
    }

    /// Which column, from 1, comes first, second, and so on; of the transposed grid, if it is.
    pub fn columns(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.columns, i))
    }

    /// What the digits 1 to 9 become.
    pub fn digits(&self) -> [u8; 9] {
        std::array::from_fn(|i| nibble(self.digits, i + 1) as u8)
    }

    /// The image of a grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let digits = grid.digits();
        let image = std::array::from_fn(|cell| {
            let (row, column) = (nibble(self.rows, cell / 9), nibble(self.columns, cell % 9));
            let from = if self.transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            nibble(self.digits, digits[from].into()) as u8
        });
        Grid(image)
    }

    /// The number of the transform among all, below 2 × 1296² × 9!.
    pub(super) fn number(&self) -> u64 {
        let lines = |lines: u64| {
            let line = |place| nibble(lines, place);
            let order = |of: [usize; 3]| order_of(of) as u64;
            let bands = order([0, 3, 6].map(|first| line(first) / 3));
            let within = |first| order([0, 1, 2].map(|place: usize| line(first + place) % 3));
            ((bands * 6 + within(0)) * 6 + within(3)) * 6 + within(6)
        };
        let digits = (1..10).fold(0, |number, place| {
            let later = place + 1..10;
            let digit = nibble(self.digits, place);
            let less = later.filter(|&later| nibble(self.digits, later) < digit);
            number * (10 - place as u64) + less.count() as u64
        });
        let sides = u64::from(self.transposed);
        ((sides * 1296 + lines(self.rows)) * 1296 + lines(self.columns)) * 362_880 + digits
    }

    /// The numbers as the fields have them.
    pub(super) fn parts(&self) -> (bool, u64, u64, u64) {
        (self.transposed, self.rows, self.columns, self.digits)
    }
}

/// A digit of a hexadecimal number, of which the first is the highest.
#[inline(always)]
pub(super) fn nibble(hex: u64, place: usize) -> usize {
    (hex >> (60 - 4 * place)) as usize & 15
}
