//! Sets of cells and of candidates, as bitboards, and the geometry of the grid in them.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not};

use super::super::grid::{CELLS, Unit};

/// The units of a grid: nine rows, nine columns, nine boxes, in the order of [`Unit::all`].
pub const UNITS: usize = 27;
/// The first column among the units.
pub const COLUMN: usize = 9;
/// The first box among the units.
pub const BOX: usize = 18;

/// Some of the 81 cells: bit `i` is cell `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet(u128);

impl CellSet {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self((1 << CELLS) - 1);

    #[inline(always)]
    pub const fn of(cell: usize) -> Self {
        Self(1 << cell)
    }

    #[inline(always)]
    pub const fn peers(cell: usize) -> Self {
        PEERS[cell]
    }

    #[inline(always)]
    pub const fn unit(unit: usize) -> Self {
        UNIT[unit]
    }

    /// The cells at some positions of a unit.
    pub fn at(unit: usize, positions: u16) -> Self {
        bits(positions).map(|at| CELLS_OF[unit][at]).collect()
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 != 0
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// The cell of a set of one.
    #[inline(always)]
    pub fn only(self) -> Option<usize> {
        (self.0 & self.0.wrapping_sub(1) == 0)
            .then(|| self.first())
            .flatten()
    }

    /// The cells in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        // One word at a time: 128-bit shifts take several instructions.
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
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

    /// The cells that see any of these.
    pub fn peers_of_any(self) -> Self {
        self.iter()
            .fold(Self::NONE, |seen, cell| seen | PEERS[cell])
    }

    /// The three bands of 27 cells.
    #[inline(always)]
    pub fn bands(self) -> [u32; 3] {
        [0, 27, 54].map(|first| (self.0 >> first) as u32 & 0o777_777_777)
    }

    #[inline(always)]
    pub fn from_bands([top, middle, bottom]: [u32; 3]) -> Self {
        Self(u128::from(top) | u128::from(middle) << 27 | u128::from(bottom) << 54)
    }

    /// The units that all cells of the set are in, in order.
    pub fn common_units(self) -> impl Iterator<Item = usize> {
        let first = self.first().map_or([UNITS; 3], |cell| UNITS_OF[cell]);
        first
            .into_iter()
            .filter(move |&unit| unit < UNITS && (self & !Self::unit(unit)).is_empty())
    }

    /// The cells that see all of these: peers of each.
    pub fn common_peers(self) -> Self {
        self.iter().fold(Self::ALL, |seen, cell| seen & PEERS[cell])
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for CellSet {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// Some of the 729 candidates: for each digit, from 0, its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks([CellSet; 9]);

impl Marks {
    pub const NONE: Self = Self([CellSet::NONE; 9]);
    pub const ALL: Self = Self([CellSet::ALL; 9]);

    /// One digit in some cells.
    pub fn of(digit: usize, cells: CellSet) -> Self {
        let mut marks = Self::NONE;
        marks[digit] = cells;
        marks
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|cells| cells.is_empty())
    }

    /// The candidates, digit by digit, as digit and cell.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let digits = self.0.into_iter().enumerate();
        digits.flat_map(|(digit, cells)| cells.iter().map(move |cell| (digit, cell)))
    }
}

impl Index<usize> for Marks {
    type Output = CellSet;
    #[inline(always)]
    fn index(&self, digit: usize) -> &CellSet {
        &self.0[digit]
    }
}

impl IndexMut<usize> for Marks {
    #[inline(always)]
    fn index_mut(&mut self, digit: usize) -> &mut CellSet {
        &mut self.0[digit]
    }
}

impl BitOrAssign for Marks {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (cells, others) in self.0.iter_mut().zip(other.0) {
            *cells |= others;
        }
    }
}

/// The bits of a word that are set, lowest first: digits of a cell, places in a unit.
#[inline(always)]
pub fn bits(word: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        let some = rest != 0;
        rest &= rest.wrapping_sub(1);
        some.then_some(bit)
    })
}

/// Whether exactly two bits of a word are set.
///
/// This is less work than counting them, where the processor has no instruction for that.
#[inline(always)]
pub fn has_two(word: u16) -> bool {
    let rest = word & word.wrapping_sub(1);
    rest.is_power_of_two()
}

/// Whether no more than so many bits of a word are set, for small numbers.
#[inline(always)]
pub fn has_at_most(word: u16, most: u32) -> bool {
    (0..most).fold(word, |rest, _| rest & rest.wrapping_sub(1)) == 0
}

/// The unit of a number below [`UNITS`].
pub fn unit(number: usize) -> Unit {
    match number {
        row @ 0..COLUMN => Unit::Row(row + 1),
        column @ COLUMN..BOX => Unit::Column(column - COLUMN + 1),
        index => Unit::Box(index - BOX + 1),
    }
}

/// The cells of each unit in ascending order.
pub static CELLS_OF: [[usize; 9]; UNITS] = {
    let mut cells = [[0; 9]; UNITS];
    let mut i = 0;
    while i < 81 {
        let mut k = 0;
        while k < 3 {
            cells[UNITS_OF[i][k]][PLACE_IN[i][k]] = i;
            k += 1;
        }
        i += 1;
    }
    cells
};

/// The row, the column and the box of each cell.
pub static UNITS_OF: [[usize; 3]; CELLS] = {
    let mut units = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        units[cell] = [row, COLUMN + column, BOX + row / 3 * 3 + column / 3];
        cell += 1;
    }
    units
};

/// The place of each cell in its row, its column and its box.
pub static PLACE_IN: [[usize; 3]; CELLS] = {
    let mut places = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = [column, row, row % 3 * 3 + column % 3];
        cell += 1;
    }
    places
};

/// How many segments there are, the three cells that a line and a box share: three of each
/// row, then three of each column.
pub const SEGMENTS: usize = 54;

/// The cells of a segment.
pub fn segment(number: usize) -> CellSet {
    SEGMENT[number]
}

static SEGMENT: [CellSet; SEGMENTS] = {
    let mut sets = [CellSet::NONE; SEGMENTS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        sets[3 * row + column / 3].0 |= 1 << cell;
        sets[3 * (COLUMN + column) + row / 3].0 |= 1 << cell;
        cell += 1;
    }
    sets
};

/// The segments within a unit.
pub fn segments_of(unit: usize) -> impl Iterator<Item = usize> {
    let box_of = unit.saturating_sub(BOX);
    let (band, stack) = (box_of / 3, box_of % 3);
    (0..6).filter_map(move |i| match (unit < BOX, i < 3) {
        (true, true) => Some(3 * unit + i),
        (true, false) => None,
        (false, true) => Some(3 * (3 * band + i) + stack),
        (false, false) => Some(3 * (COLUMN + 3 * stack + i - 3) + band),
    })
}

static UNIT: [CellSet; UNITS] = {
    let mut sets = [CellSet::NONE; UNITS];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 0;
        while k < 3 {
            sets[UNITS_OF[cell][k]].0 |= 1 << cell;
            k += 1;
        }
        cell += 1;
    }
    sets
};

static PEERS: [CellSet; CELLS] = {
    let mut peers = [CellSet::NONE; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [row, column, square] = UNITS_OF[cell];
        let seen = UNIT[row].0 | UNIT[column].0 | UNIT[square].0;
        peers[cell] = CellSet(seen & !(1 << cell));
        cell += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    #[test]
    fn the_geometry_is_that_of_units() {
        for (number, unit_of) in Unit::all().enumerate() {
            assert_eq!(unit(number), unit_of);
            let cells = unit_of.cells().map(Cell::index);
            assert_eq!(CELLS_OF[number], cells);
            assert_eq!(CellSet::unit(number), cells.into_iter().collect());
        }
        for (cell, units) in UNITS_OF.into_iter().enumerate() {
            let seen = |&other: &usize| {
                let mut shared = units.into_iter().zip(UNITS_OF[other]);
                other != cell && shared.any(|(a, b)| a == b)
            };
            assert_eq!(CellSet::peers(cell), (0..CELLS).filter(seen).collect());
            assert_eq!(CellSet::peers(cell).len(), 20);
        }
    }

    #[test]
    fn segments_are_what_lines_and_boxes_share() {
        for number in 0..SEGMENTS {
            let within = (0..UNITS).filter(|&unit| segments_of(unit).any(|s| s == number));
            let within: Vec<usize> = within.collect();
            assert_eq!(within.len(), 2);
            let shared = CellSet::unit(within[0]) & CellSet::unit(within[1]);
            assert_eq!((segment(number), shared.len()), (shared, 3));
        }
    }

    #[test]
    fn sets_list_their_cells_in_order() {
        let cells = [0, 26, 27, 63, 64, 80];
        let set: CellSet = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(CellSet::from_bands(set.bands()), set);
        assert_eq!((!set).len(), 75);
        for word in 0..0o1000_u16 {
            assert_eq!(has_two(word), word.count_ones() == 2);
            assert!((0..5).all(|most| has_at_most(word, most) == (word.count_ones() <= most)));
        }
        assert_eq!(bits(0o521).collect::<Vec<_>>(), [0, 4, 6, 8]);
    }
}
