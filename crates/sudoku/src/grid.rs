//! A 9×9 grid of digits and empty cells, with its cells, rows, columns and boxes, and its text
//! form.

use std::fmt;

use serde::{Serialize, Serializer};

/// Number of cells of a grid.
pub const CELLS: usize = 81;

/// The two other rows in the band of each row. They have the numbers of the two other boxes in the
/// band of a box.
pub(crate) const BAND_MATES: [[usize; 2]; 9] = [
    [1, 2],
    [0, 2],
    [0, 1],
    [4, 5],
    [3, 5],
    [3, 4],
    [7, 8],
    [6, 8],
    [6, 7],
];

/// All orders of three.
pub(crate) const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Row, column and box of each cell: numbers of houses in the order of [`GridHouse::all`].
pub static HOUSES_OF: [[usize; 3]; CELLS] = const_array!([0; 3]; CELLS, cell => {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
});

/// Cells of each house, one bit each.
pub(crate) static HOUSE_CELLS: [u128; 27] = {
    let mut houses = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let mut kind = 0;
        while kind < 3 {
            houses[HOUSES_OF[cell][kind]] |= 1 << cell;
            kind += 1;
        }
        cell += 1;
    }
    houses
};

/// Cells that each cell sees, one bit each.
pub(crate) static SEEN_CELLS: [u128; CELLS] = const_array!(0; CELLS, cell => {
    let [row, column, square] = HOUSES_OF[cell];
    (HOUSE_CELLS[row] | HOUSE_CELLS[column] | HOUSE_CELLS[square]) & !(1 << cell)
});

/// Cells of a set, in ascending order. It takes one half at a time: 128-bit shifts take several
/// instructions.
#[inline(always)]
pub(crate) fn cells_of(set: u128) -> impl Iterator<Item = usize> + Clone {
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    std::iter::from_fn(move || {
        let (word, first) = if low == 0 {
            (&mut high, 64)
        } else {
            (&mut low, 0)
        };
        let some = *word != 0;
        let cell = first + word.trailing_zeros() as usize;
        *word &= word.wrapping_sub(1);
        some.then_some(cell)
    })
}

/// Positions of the bits set in a word, lowest first: digits of a cell, or places in a house.
#[inline(always)]
pub fn bits(word: u32) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        let some = rest != 0;
        rest &= rest.wrapping_sub(1);
        some.then_some(bit)
    })
}

/// The digits of a sudoku, row by row; 0 is an empty cell.
///
/// Rows and columns count from 1. A grid may break the rules: parsing rejects equal digits in a
/// house, [`Grid::conflict`] finds them.
///
/// ```
/// use countless_sudoku::Grid;
///
/// let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let grid: Grid = text.parse()?;
/// assert_eq!(grid.at(1, 1), Some(4));
/// assert_eq!(grid.at(1, 2), None);
/// assert_eq!(grid.with(1, 1, 0).clues(), 16);
/// assert_eq!(grid.to_string(), text);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Grid(pub(super) [u8; CELLS]);

impl Grid {
    /// The grid with 81 empty cells.
    pub const BLANK: Self = Self([0; CELLS]);

    /// Makes a grid of these digits, 0 for an empty cell; `None` if one is above 9.
    pub fn new(digits: [u8; CELLS]) -> Option<Self> {
        digits
            .iter()
            .all(|&digit| digit <= 9)
            .then_some(Self(digits))
    }

    /// Returns the digits row by row, 0 for an empty cell.
    pub fn digits(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Returns the digit in a row and a column, both from 1; `None` if the cell is empty.
    ///
    /// # Panics
    ///
    /// If the row or the column is not from 1 to 9.
    pub fn at(&self, row: usize, column: usize) -> Option<u8> {
        Some(self[Cell::new(row, column)]).filter(|&digit| digit != 0)
    }

    /// Returns the grid with `digit` in a row and a column; 0 empties the cell.
    ///
    /// # Panics
    ///
    /// If the row or the column is not from 1 to 9, or the digit is above 9.
    #[must_use]
    pub fn with(self, row: usize, column: usize, digit: u8) -> Self {
        assert!(digit <= 9, "{digit} is not a digit of a sudoku");
        self.with_cell(Cell::new(row, column).index(), digit)
    }

    /// Returns the grid with a digit in the cell with this index; 0 empties the cell.
    #[must_use]
    pub fn with_cell(mut self, cell: usize, digit: u8) -> Self {
        self.0[cell] = digit;
        self
    }

    /// Number of cells with a digit.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// Returns the first pair of equal digits in a house, in the order of [`GridHouse::all`];
    /// `None` if the grid keeps the rules.
    pub fn conflict(&self) -> Option<Conflict> {
        GridHouse::all().find_map(|house| {
            let mut seen = [None; 10];
            house.cells().into_iter().find_map(|cell| {
                let digit = self[cell];
                let first = seen[digit as usize].replace(cell)?;
                (digit != 0).then_some(Conflict {
                    digit,
                    house,
                    cells: (first, cell),
                })
            })
        })
    }

    /// True if no row, column or box has a digit twice.
    ///
    /// Equals `conflict().is_none()`, several times as fast.
    pub fn is_consistent(&self) -> bool {
        // Each house counts each digit in four bits: nine cells cannot overflow them. A count of
        // two or more sets a bit other than the lowest.
        const ONE: [u64; 16] = {
            let mut one = [0; 16];
            let mut digit = 1;
            while digit < 10 {
                one[digit] = 1 << (4 * digit);
                digit += 1;
            }
            one
        };
        const TWO_OR_MORE: u64 = 0xee_eeee_eee0;
        let mut columns = [0; 9];
        let mut twice = 0;
        for band in self.0.chunks_exact(27) {
            let mut boxes = [0; 3];
            for row in band.chunks_exact(9) {
                let mut sum = 0;
                for (stack, minirow) in row.chunks_exact(3).enumerate() {
                    for (i, &digit) in minirow.iter().enumerate() {
                        let one = ONE[digit as usize % ONE.len()];
                        columns[3 * stack + i] += one;
                        boxes[stack] += one;
                        sum += one;
                    }
                }
                twice |= sum;
            }
            twice |= boxes[0] | boxes[1] | boxes[2];
        }
        for column in columns {
            twice |= column;
        }
        twice & TWO_OR_MORE == 0
    }

    /// True if every cell has a digit and no house has a digit twice.
    pub fn is_solved(&self) -> bool {
        !self.0.contains(&0) && self.is_consistent()
    }

    /// True if this grid has every digit of `clues` in the same cell.
    pub fn extends(&self, clues: &Self) -> bool {
        (0..CELLS).all(|cell| clues.0[cell] == 0 || clues.0[cell] == self.0[cell])
    }

    /// Returns the digits as 81 ASCII characters, with `blank` for an empty cell.
    #[inline]
    pub fn to_ascii(&self, blank: u8) -> [u8; CELLS] {
        self.0
            .map(|digit| if digit == 0 { blank } else { b'0' + digit })
    }
}

impl std::ops::Index<Cell> for Grid {
    type Output = u8;
    /// Returns the digit of a cell, 0 if it is empty.
    fn index(&self, cell: Cell) -> &u8 {
        &self.0[cell.index()]
    }
}

impl Serialize for Grid {
    /// Serializes as its 81 characters.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Grid {
    /// Writes 81 characters, `.` for an empty cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.to_ascii(b'.')).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// A row, column or box, numbered from 1; boxes are numbered row by row.
///
/// ```
/// use countless_sudoku::{Cell, GridHouse};
///
/// assert_eq!(GridHouse::all().count(), 27);
/// assert_eq!(GridHouse::Box(9).cells()[0], Cell::new(7, 7));
/// assert_eq!(GridHouse::Row(2).to_string(), "row 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridHouse {
    /// Nine cells side by side.
    Row(usize),
    /// Nine cells one below the other.
    Column(usize),
    /// Three by three cells.
    Box(usize),
}

impl GridHouse {
    /// Returns the nine rows, then the nine columns, then the nine boxes.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = (1..=9).map(Self::Row);
        rows.chain((1..=9).map(Self::Column))
            .chain((1..=9).map(Self::Box))
    }

    /// Returns the cells of the house, in ascending order.
    ///
    /// # Panics
    ///
    /// If the number of the house is not from 1 to 9.
    pub fn cells(self) -> [Cell; 9] {
        std::array::from_fn(|i| match self {
            Self::Row(row) => Cell::new(row, i + 1),
            Self::Column(column) => Cell::new(i + 1, column),
            Self::Box(index) => {
                let (band, stack) = ((index - 1) / 3, (index - 1) % 3);
                Cell::new(3 * band + i / 3 + 1, 3 * stack + i % 3 + 1)
            }
        })
    }
}

impl fmt::Display for GridHouse {
    /// Writes `row 1` to `box 9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(index) => write!(f, "row {index}"),
            Self::Column(index) => write!(f, "column {index}"),
            Self::Box(index) => write!(f, "box {index}"),
        }
    }
}

/// Two equal digits in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The digit that occurs twice.
    pub digit: u8,
    /// The house with both cells.
    pub house: GridHouse,
    /// The two cells, in ascending order.
    pub cells: (Cell, Cell),
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digit, house, (first, second)) = (self.digit, self.house, self.cells);
        write!(
            f,
            "{digit} appears twice in {house}, at {first} and {second}"
        )
    }
}

/// A cell of a grid, or of a larger sudoku. Rows and columns count from 1.
///
/// ```
/// use countless_sudoku::Cell;
///
/// let cell = Cell::new(4, 7);
/// assert_eq!((cell.row(), cell.column()), (4, 7));
/// assert_eq!(cell.to_string(), "r4c7");
/// assert!(cell < Cell::new(5, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Returns the cell in a row and a column.
    ///
    /// # Panics
    ///
    /// If the row or the column is not from 1 to 9.
    pub fn new(row: usize, column: usize) -> Self {
        let is_place = (1..=9).contains(&row) && (1..=9).contains(&column);
        assert!(is_place, "a grid has no row {row} or no column {column}");
        Self::in_layout(row, column)
    }

    /// Returns the cell in a row and a column, both from 1 to 255, of a layout that may be larger.
    pub fn in_layout(row: usize, column: usize) -> Self {
        Self {
            row: row as u8,
            column: column as u8,
        }
    }

    /// Returns every cell, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS).map(Self::from_index)
    }

    /// Row, from 1.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// Column, from 1.
    pub fn column(self) -> usize {
        self.column.into()
    }

    /// Returns the cell of a 9×9 grid with this index, from 0, row by row.
    pub fn from_index(index: usize) -> Self {
        Self::in_layout(index / 9 + 1, index % 9 + 1)
    }

    /// Index of the cell in a 9×9 grid, from 0, row by row.
    pub fn index(self) -> usize {
        9 * (self.row() - 1) + self.column() - 1
    }
}

impl fmt::Display for Cell {
    /// Writes the cell as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("r{}c{}", self.row(), self.column()))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_cover_every_cell_three_times() {
        let mut times = [0; CELLS];
        for house in GridHouse::all() {
            for cell in house.cells() {
                times[cell.index()] += 1;
                let (row, column) = (cell.index() / 9, cell.index() % 9);
                assert!(match house {
                    GridHouse::Row(number) => row + 1 == number,
                    GridHouse::Column(number) => column + 1 == number,
                    GridHouse::Box(number) => row / 3 * 3 + column / 3 + 1 == number,
                });
            }
        }
        assert_eq!(times, [3; CELLS]);
    }

    #[test]
    fn digits_above_nine_are_refused() {
        let digits = |last| {
            let mut digits = [9; CELLS];
            digits[80] = last;
            digits
        };
        assert!(Grid::new(digits(0)).is_some());
        for last in [10, 17, u8::MAX] {
            assert_eq!(Grid::new(digits(last)), None);
        }
    }

    #[test]
    fn conflict_names_the_first_pair() {
        let mut grid = Grid::BLANK;
        (grid.0[10], grid.0[20]) = (7, 7);
        let conflict = grid.conflict().expect("two 7s in box 1");
        let cells = (Cell::new(2, 2), Cell::new(3, 3));
        assert_eq!((conflict.house, conflict.cells), (GridHouse::Box(1), cells));
        assert_eq!(
            conflict.to_string(),
            "7 appears twice in box 1, at r2c2 and r3c3"
        );
        grid.0[16] = 7;
        assert_eq!(grid.conflict().map(|c| c.house), Some(GridHouse::Row(2)));
    }

    proptest! {
        #[test]
        fn the_fast_check_agrees_with_the_slow_one(
            digits in prop::collection::vec((0..CELLS, 1..=9_u8), 0..12)
        ) {
            let mut grid = Grid::BLANK;
            for (cell, digit) in digits {
                grid.0[cell] = digit;
            }
            prop_assert_eq!(grid.is_consistent(), grid.conflict().is_none());
        }

        #[test]
        fn text_round_trips(digits in prop::array::uniform9(0..=9_u8)) {
            // Digits of one row only, in the fifth row: equal digits are a conflict.
            let grid = Grid(std::array::from_fn(|cell| {
                if cell / 9 == 4 { digits[cell % 9] } else { 0 }
            }));
            if grid.is_consistent() {
                prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
            } else {
                prop_assert!(grid.to_string().parse::<Grid>().is_err());
            }
        }
    }
}
