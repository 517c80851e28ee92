//! Classic layout: nine rows, columns and boxes of nine cells, in constants.

use std::fmt::Debug;
use std::sync::LazyLock;

use super::candidates::{CandidateSet, RemainingCandidates};
use super::houses::HouseKind;
use super::layout_set::{Set128, WideSet};
use super::{Layout, PlainLayout, bits};
pub use crate::grid::HOUSES_OF;
use crate::grid::{CELLS, Cell, HOUSE_CELLS, SEEN_CELLS};
use crate::grid_candidates::{Bitboard, Candidates};

/// Number of digits, and of cells in a house.
const NINE: usize = 9;
/// Number of houses: nine rows, nine columns and nine boxes.
const HOUSES: usize = 27;
/// Number of the first column among the houses.
const COLUMN: usize = 9;
/// Number of the first box among the houses.
const BOX: usize = 18;
/// Number of 64-bit words in a set of the 486 rectangles in two boxes.
const WORDS: usize = 8;
/// Bits of three adjacent cells of a row.
const THREE: u32 = 0o7;

/// Layout of a classic 9×9 sudoku.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

impl Layout for Classic {
    type Cells = Set128;
    type Houses = WideSet<1>;
    type OfDigits<T: Copy + Debug + Default> = [T; NINE];
    type OfCells<T: Copy + Debug + Default> = [T; CELLS];
    type OfGroups<T: Copy + Debug + Default> = [T; HOUSES];
    type OfPlaces<T: Copy + Debug + Default> = [T; NINE * HOUSES];
    type Rectangles = [u64; WORDS];
    type Remaining = Candidates;

    fn plain(&self) -> &PlainLayout {
        static PLAIN: LazyLock<PlainLayout> = LazyLock::new(|| {
            let houses = |first: usize| MEMBERS[first..first + NINE].iter();
            let family = |kind, first| (kind, houses(first).map(|cells| cells.to_vec()).collect());
            let families = [
                family(HouseKind::Row, 0),
                family(HouseKind::Column, COLUMN),
                family(HouseKind::Box, BOX),
            ];
            let mut plain = PlainLayout::new(NINE, Cell::all().collect(), &families);
            // Fish between lines and boxes have the places of locked candidates.
            plain.family_pairs.clear();
            plain
        });
        &PLAIN
    }

    #[inline(always)]
    fn digits(&self) -> usize {
        NINE
    }

    #[inline(always)]
    fn cells(&self) -> usize {
        CELLS
    }

    #[inline(always)]
    fn houses(&self) -> usize {
        HOUSES
    }

    #[inline(always)]
    fn groups(&self) -> usize {
        HOUSES
    }

    #[inline(always)]
    fn lines(&self) -> usize {
        BOX
    }

    #[inline(always)]
    fn kind(&self, group: usize) -> HouseKind {
        match group {
            ..COLUMN => HouseKind::Row,
            COLUMN..BOX => HouseKind::Column,
            BOX.. => HouseKind::Box,
        }
    }

    #[inline(always)]
    fn all_cells(&self) -> Set128 {
        Set128((1 << CELLS) - 1)
    }

    #[inline(always)]
    fn peers(&self, cell: usize) -> Set128 {
        PEERS[cell]
    }

    #[inline(always)]
    fn group(&self, group: usize) -> Set128 {
        SETS[group]
    }

    #[inline(always)]
    fn members(&self, group: usize) -> &[u16] {
        &MEMBERS[group]
    }

    #[inline(always)]
    fn places_of(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        HOUSES_OF[cell].into_iter().zip(PLACE_IN[cell])
    }

    #[inline(always)]
    fn groups_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        HOUSES_OF[cell].into_iter()
    }

    /// Returns the rows of a box, then its columns, or the boxes of a line.
    #[inline(always)]
    fn crossings(&self, house: usize) -> impl Iterator<Item = (u32, usize)> {
        const ALL: [u32; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];
        let parts: &'static [u32] = if house >= BOX { &ALL } else { &ALL[..3] };
        parts
            .iter()
            .zip(&CROSSED[house])
            .map(|(&part, &other)| (part, other))
    }

    #[inline(always)]
    fn segment(&self, segment: usize) -> Set128 {
        SEGMENTS[segment]
    }

    #[inline(always)]
    fn places_in_area(&self, line: usize, area: usize) -> u32 {
        let (band, stack) = ((area - BOX) / 3, (area - BOX) % 3);
        let (along, across) = if line < COLUMN {
            (band, stack)
        } else {
            (stack, band)
        };
        let is_crossing = line % NINE / 3 == along;
        (u32::from(is_crossing) * THREE) << (3 * across)
    }

    #[inline(always)]
    fn no_rectangles(&self) -> [u64; WORDS] {
        [0; WORDS]
    }

    #[inline(always)]
    fn houses_of(&self, cell: usize, kind: HouseKind) -> impl Iterator<Item = usize> {
        let [row, column, square] = HOUSES_OF[cell];
        let house = match kind {
            HouseKind::Row => row,
            HouseKind::Column => column,
            _ => square,
        };
        std::iter::once(house)
    }

    #[inline(always)]
    fn places(&self, cells: Set128) -> [u32; HOUSES] {
        let mut places = [0; HOUSES];
        let bands = cells.bands();
        for row in 0..NINE {
            let (band, within) = (row / 3, row % 3);
            let word = (bands[band] >> (NINE * within)) & self.all_digits();
            places[row] = word;
            for column in bits(word) {
                places[COLUMN + column] |= 1 << row;
            }
            for stack in 0..3 {
                let three = word >> (3 * stack) & THREE;
                places[BOX + 3 * band + stack] |= three << (3 * within);
            }
        }
        places
    }
}

/// Deductions of the solver.
impl RemainingCandidates<Classic> for Candidates {
    fn of(_: &Classic, marks: &CandidateSet<Classic>, solved: Set128) -> Self {
        let boards = std::array::from_fn(|digit| Bitboard::new(marks[digit].bands()));
        Self::from_deduced(boards, Bitboard::new(solved.bands()))
    }

    #[inline(always)]
    fn assign(&mut self, _: &Classic, cell: usize, digit: usize) {
        Self::assign(self, cell, digit);
    }

    fn exclude(&mut self, _: &Classic, cell: usize, digit: usize) {
        Self::exclude(self, cell, digit);
    }

    #[inline(always)]
    fn has_changes(&self) -> bool {
        Self::has_changes(self)
    }

    #[inline(always)]
    fn deduce(&mut self, _: &Classic) -> bool {
        Self::deduce(self)
    }

    #[inline(always)]
    fn cells(&self, digit: usize) -> Set128 {
        Set128::from_bands(self.board(digit).bands())
    }

    #[inline(always)]
    fn unsolved(&self, _: &Classic) -> Set128 {
        Set128::from_bands(Self::unsolved(self).bands())
    }

    #[inline(always)]
    fn digits(&self, _: &Classic, cell: usize) -> u32 {
        self.candidates(cell).fold(0, |all, digit| all | 1 << digit)
    }
}

/// Cells of each house in ascending order.
pub static MEMBERS: [[u16; NINE]; HOUSES] = {
    let mut cells = [[0; NINE]; HOUSES];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 0;
        while k < 3 {
            cells[HOUSES_OF[cell][k]][PLACE_IN[cell][k]] = cell as u16;
            k += 1;
        }
        cell += 1;
    }
    cells
};

/// Places of each cell in its row, its column and its box.
static PLACE_IN: [[usize; 3]; CELLS] = const_array!([0; 3]; CELLS, cell => {
    let (row, column) = (cell / NINE, cell % NINE);
    [column, row, row % 3 * 3 + column % 3]
});

/// Rows and columns of each box, and boxes of each line.
static CROSSED: [[usize; 6]; HOUSES] = {
    let mut crossed = [[0; 6]; HOUSES];
    let mut line = 0;
    while line < NINE {
        let mut i = 0;
        while i < 3 {
            crossed[line][i] = BOX + line / 3 * 3 + i;
            crossed[COLUMN + line][i] = BOX + 3 * i + line / 3;
            crossed[BOX + line][i] = line / 3 * 3 + i;
            crossed[BOX + line][3 + i] = COLUMN + line % 3 * 3 + i;
            i += 1;
        }
        line += 1;
    }
    crossed
};

/// Cells of each segment: three segments in each line.
static SEGMENTS: [Set128; 54] = const_array!(Set128(0); 54, segment => {
    let line = segment / 3;
    Set128(HOUSE_CELLS[line] & HOUSE_CELLS[CROSSED[line][segment % 3]])
});

pub static SETS: [Set128; HOUSES] =
    const_array!(Set128(0); HOUSES, house => Set128(HOUSE_CELLS[house]));

pub static PEERS: [Set128; CELLS] =
    const_array!(Set128(0); CELLS, cell => Set128(SEEN_CELLS[cell]));
