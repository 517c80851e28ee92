//! What is known of a grid while people solve it: candidates, seen from every side.

use super::super::grid::{CELLS, Grid};
use super::super::pencil::PencilMarks;
use super::cells::{BOX, CELLS_OF, COLUMN, CellSet, Marks, PLACE_IN, UNITS, UNITS_OF, bits};
use super::frame::Frame;

/// The nine digits of a cell, or the nine places of a unit.
pub const NINE: u16 = 0o777;

/// The places of some cells in each unit.
fn places_in_units(cells: CellSet) -> [u16; UNITS] {
    let mut places = [0; UNITS];
    let bands = cells.bands();
    for row in 0..9 {
        let (band, within) = (row / 3, row % 3);
        let word = (bands[band] >> (9 * within)) as u16 & NINE;
        places[row] = word;
        for column in bits(word) {
            places[COLUMN + column] |= 1 << row;
        }
        for stack in 0..3 {
            let three = word >> (3 * stack) & 7;
            places[BOX + 3 * band + stack] |= three << (3 * within);
        }
    }
    places
}

/// The candidates of the open cells, and the digits of the settled ones.
///
/// Digits count from 0 here. The same candidates are kept three times, because each
/// technique looks at them from another side; a removed candidate costs four words.
/// Single candidates are noted as they arise, so that singles need no search.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The digit of every settled cell, from 1; 0 for an open one.
    digits: [u8; CELLS],
    /// The candidates of each open cell, a bit for each digit; none if it is settled.
    cells: [u16; CELLS],
    /// For each digit, its places in each unit; none if it is settled there.
    places: [[u16; UNITS]; 9],
    /// For each digit, the open cells that may hold it.
    marks: Marks,
    open: CellSet,
    /// The clues.
    given: CellSet,
    /// The open cells with one candidate.
    naked: CellSet,
    /// For each digit, a bit for each unit that has one place for it.
    hidden: [u32; 9],
}

impl State {
    /// Every digit is a candidate of every blank cell: nothing is eliminated yet.
    pub fn untouched(grid: &Grid) -> Self {
        let blanks = (0..CELLS).filter(|&cell| grid.0[cell] == 0);
        Self::with_candidates(grid, blanks.map(|cell| (cell, NINE)))
    }

    /// A cell with one mark is a clue, and no other mark is eliminated yet.
    pub fn pencilled(marks: &PencilMarks) -> Self {
        let cells = marks.cells();
        let grid = Grid(cells.map(|digits| {
            if digits.is_power_of_two() {
                digits.trailing_zeros() as u8 + 1
            } else {
                0
            }
        }));
        let blanks = (0..CELLS).filter(|&cell| grid.0[cell] == 0);
        Self::with_candidates(&grid, blanks.map(|cell| (cell, cells[cell])))
    }

    /// The digits of the clues are eliminated from their units.
    pub fn new(grid: &Grid) -> Self {
        Self::eliminated(grid, |_| NINE)
    }

    /// The digits of the settled cells are eliminated from their units, too.
    pub fn after_elimination(&self) -> Self {
        Self::eliminated(&self.grid(), |cell| self.cells[cell])
    }

    /// The candidates of open cells, less the digits that are settled in their units.
    #[inline(always)]
    fn eliminated(grid: &Grid, candidates: impl Fn(usize) -> u16) -> Self {
        let mut settled = [0; UNITS];
        for (cell, &digit) in grid.digits().iter().enumerate().filter(|(_, d)| **d != 0) {
            for unit in UNITS_OF[cell] {
                settled[unit] |= 1 << (digit - 1);
            }
        }
        let left = (0..CELLS).filter(|&cell| grid.0[cell] == 0).map(|cell| {
            let [row, column, square] = UNITS_OF[cell].map(|unit| settled[unit]);
            (cell, candidates(cell) & !(row | column | square))
        });
        let mut state = Self::with_candidates(grid, left);
        state.note_singles();
        state
    }

    /// The same in the frame of the puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut grid = Grid::BLANK;
        for (cell, &digit) in self.digits.iter().enumerate() {
            grid.0[frame.cell(cell)] = frame.value(digit);
        }
        let open = self.open.iter();
        let candidates = open.map(|cell| (frame.cell(cell), frame.digits(self.cells[cell])));
        let mut state = Self::with_candidates(&grid, candidates);
        state.note_singles();
        state.given = frame.cells(self.given);
        state
    }

    fn note_singles(&mut self) {
        for digit in 0..9 {
            for unit in 0..UNITS {
                self.note_places(digit, unit);
            }
        }
        let naked = |&cell: &usize| self.cells[cell].is_power_of_two();
        self.naked = self.open.iter().filter(naked).collect();
    }

    fn with_candidates(grid: &Grid, candidates: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut state = Self {
            digits: *grid.digits(),
            cells: [0; CELLS],
            places: [[0; UNITS]; 9],
            marks: Marks::NONE,
            open: CellSet::NONE,
            given: (0..CELLS).filter(|&cell| grid.0[cell] != 0).collect(),
            naked: CellSet::NONE,
            hidden: [0; 9],
        };
        for (cell, digits) in candidates {
            state.open.insert(cell);
            state.cells[cell] = digits;
            bits(digits).for_each(|digit| state.marks[digit].insert(cell));
        }
        for (digit, places) in state.places.iter_mut().enumerate() {
            *places = places_in_units(state.marks[digit]);
        }
        state
    }

    /// The digits of the settled cells.
    pub fn grid(&self) -> Grid {
        Grid(self.digits)
    }

    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    pub fn open(&self) -> CellSet {
        self.open
    }

    /// The cells that were settled from the start.
    pub fn given(&self) -> CellSet {
        self.given
    }

    /// The candidates of a cell, or the digit that it was settled with.
    pub fn possible(&self, cell: usize) -> u16 {
        match self.digits[cell] {
            0 => self.cells[cell],
            digit => 1 << (digit - 1),
        }
    }

    /// The candidates of a cell, none if it is settled.
    #[inline(always)]
    pub fn cell(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// The places of a digit in a unit, none if it is settled there.
    #[inline(always)]
    pub fn places(&self, digit: usize, unit: usize) -> u16 {
        self.places[digit][unit]
    }

    /// The places of every digit in a unit.
    pub fn places_of_all(&self, unit: usize) -> [u16; 9] {
        self.places.each_ref().map(|places| places[unit])
    }

    /// The candidates of every cell of a unit.
    pub fn cells_of(&self, unit: usize) -> [u16; 9] {
        CELLS_OF[unit].map(|cell| self.cells[cell])
    }

    /// The open cells that may hold a digit.
    #[inline(always)]
    pub fn marks(&self, digit: usize) -> CellSet {
        self.marks[digit]
    }

    /// The open cells with one candidate.
    #[inline(always)]
    pub fn naked(&self) -> CellSet {
        self.naked
    }

    /// A bit for each unit with one place for a digit.
    #[inline(always)]
    pub fn hidden(&self, digit: usize) -> u32 {
        self.hidden[digit]
    }

    /// The cells with exactly two candidates.
    pub fn pairs(&self) -> CellSet {
        let (mut once, mut twice, mut thrice) = (CellSet::NONE, CellSet::NONE, CellSet::NONE);
        for digit in 0..9 {
            let marks = self.marks[digit];
            thrice |= twice & marks;
            twice |= once & marks;
            once |= marks;
        }
        twice & !thrice
    }

    /// Settles a cell, and eliminates its digit from its units.
    #[inline(always)]
    pub fn place(&mut self, cell: usize, digit: usize) {
        let units = UNITS_OF[cell];
        for other in bits(self.cells[cell] & !(1 << digit)) {
            self.marks[other].remove(cell);
            for (unit, place) in units.into_iter().zip(PLACE_IN[cell]) {
                self.places[other][unit] &= !(1 << place);
                self.note_places(other, unit);
            }
        }
        self.cells[cell] = 0;
        self.digits[cell] = digit as u8 + 1;
        self.open.remove(cell);
        self.naked.remove(cell);
        self.marks[digit].remove(cell);
        for peer in (self.marks[digit] & CellSet::peers(cell)).iter() {
            self.remove(digit, peer);
        }
        for unit in units {
            self.places[digit][unit] = 0;
            self.hidden[digit] &= !(1 << unit);
        }
    }

    /// Removes a candidate.
    #[inline(always)]
    pub fn remove(&mut self, digit: usize, cell: usize) {
        self.marks[digit].remove(cell);
        self.cells[cell] &= !(1 << digit);
        if self.cells[cell].is_power_of_two() {
            self.naked.insert(cell);
        }
        for (unit, place) in UNITS_OF[cell].into_iter().zip(PLACE_IN[cell]) {
            self.places[digit][unit] &= !(1 << place);
            self.note_places(digit, unit);
        }
    }

    #[inline(always)]
    fn note_places(&mut self, digit: usize, unit: usize) {
        self.hidden[digit] |= u32::from(self.places[digit][unit].is_power_of_two()) << unit;
    }
}
