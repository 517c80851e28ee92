//! A symmetry of sudoku together with a relabelling of digits.

use super::row_tables::order_of;
use crate::Grid;

/// The lanes 0, 1, …, 15, as the digits of a hexadecimal number.
pub(super) const IDENTITY: u64 = 0x0123_4567_89ab_cdef;

/// A symmetry and a relabelling of digits. [`Canonical`](super::Canonical) has one from a grid to
/// its form.
///
/// The grid is transposed or not. Then its rows and columns are reordered, and its digits are
/// relabelled.
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
    /// Rows and columns, from 0, and labels of the digits, the first of an empty cell. They are the
    /// digits of hexadecimal numbers, the first one highest.
    rows: u64,
    columns: u64,
    digits: u64,
}

impl Transform {
    /// Makes a transform from the numbers in its fields. Digits behind the last label or line are
    /// ignored.
    pub(crate) const fn new(transposed: bool, rows: u64, columns: u64, digits: u64) -> Self {
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

    /// True if rows become columns, before anything else.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Returns the rows, from 1, in their new order. They are rows of the transpose if
    /// [`is_transposed`](Self::is_transposed).
    pub fn rows(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.rows, i))
    }

    /// Returns the columns, from 1, in their new order. They are columns of the transpose if
    /// [`is_transposed`](Self::is_transposed).
    pub fn columns(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.columns, i))
    }

    /// Returns the labels of the digits 1 to 9.
    pub fn digits(&self) -> [u8; 9] {
        std::array::from_fn(|i| nibble(self.digits, i + 1) as u8)
    }

    /// Returns the image of a grid.
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

    /// Index of the transform among all, below 2 × 1296² × 9!.
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

    /// Returns the fields.
    pub(super) fn parts(&self) -> (bool, u64, u64, u64) {
        (self.transposed, self.rows, self.columns, self.digits)
    }
}

/// Returns a digit of a hexadecimal number; place 0 is the highest digit.
#[inline(always)]
pub(super) fn nibble(hex: u64, place: usize) -> usize {
    (hex >> (60 - 4 * place)) as usize & 15
}
