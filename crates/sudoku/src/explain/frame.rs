//! The frame in which a puzzle is solved: its canonical form.
//!
//! Which of several deductions of a technique comes first depends on the order of cells and
//! digits, and what comes later may depend on it. All puzzles that are the same up to symmetry
//! have one canonical form, so all of them take the same steps, and have the same rating.

use std::cell::RefCell;

use super::super::canon::{Canonical, Canonizer};
use super::super::grid::{CELLS, Grid};
use super::cells::{BOX, CELLS_OF, COLUMN, CellSet, Marks, UNITS_OF, bits, segment};
use countless_simd::Kernel;

thread_local! {
    /// Its memory is used again.
    static CANONIZER: RefCell<(Canonizer, Vec<Canonical>)> = RefCell::default();
}

/// Where the cells and digits of a puzzle are that is solved in another form; units are kept.
#[derive(Clone, Debug)]
pub struct Frame {
    pub cells: [u8; CELLS],
    /// From 1.
    pub digits: [u8; 9],
}

impl Frame {
    /// Everything is where it is solved.
    pub fn same() -> Self {
        Self {
            cells: std::array::from_fn(|cell| cell as u8),
            digits: std::array::from_fn(|digit| digit as u8 + 1),
        }
    }

    /// The canonical form of a puzzle, and the frame that leads back to it. A puzzle in which a
    /// digit stands twice in a unit has none, and stays as it is.
    pub fn canonical(puzzle: &Grid) -> (Grid, Self) {
        if !puzzle.is_consistent() {
            return (*puzzle, Self::same());
        }
        let canonical = CANONIZER.with_borrow_mut(|(canonizer, forms)| {
            canonizer.run(Kernel::best(), &[*puzzle], forms);
            forms[0]
        });
        let way = canonical.transform;
        let (rows, columns) = (way.rows(), way.columns());
        let cells = std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9] - 1, columns[cell % 9] - 1);
            let from = if way.is_transposed() {
                9 * column + row
            } else {
                9 * row + column
            };
            from as u8
        });
        let mut digits = [0; 9];
        for (digit, becomes) in (1..).zip(way.digits()) {
            digits[usize::from(becomes) - 1] = digit;
        }
        (canonical.form, Self { cells, digits })
    }

    /// The frame that leads the other way.
    pub fn reversed(&self) -> Self {
        let (mut cells, mut digits) = ([0; CELLS], [0; 9]);
        for (from, &to) in (0..).zip(&self.cells) {
            cells[usize::from(to)] = from;
        }
        for (from, &to) in (1..).zip(&self.digits) {
            digits[usize::from(to) - 1] = from;
        }
        Self { cells, digits }
    }

    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    pub fn unit(&self, unit: usize) -> usize {
        let [first, .., last] = CELLS_OF[unit].map(|cell| UNITS_OF[self.cell(cell)]);
        // The first and the last cell of a box share nothing else.
        let mut shared = first
            .into_iter()
            .zip(last)
            .filter(|(one, other)| one == other);
        shared.next().map_or(unit, |(unit, _)| unit)
    }

    /// A digit from 0.
    pub fn digit(&self, digit: usize) -> usize {
        usize::from(self.digits[digit]) - 1
    }

    pub fn digits(&self, digits: u16) -> u16 {
        bits(digits).fold(0, |all, digit| all | 1 << self.digit(digit))
    }

    /// The digit of a settled cell, from 1; 0 of an open one.
    pub fn value(&self, value: u8) -> u8 {
        match value {
            0 => 0,
            digit => self.digits[usize::from(digit) - 1],
        }
    }

    pub fn marks(&self, marks: &Marks) -> Marks {
        let mut moved = Marks::NONE;
        for digit in 0..9 {
            moved[self.digit(digit)] = self.cells(marks[digit]);
        }
        moved
    }

    /// The number of a segment.
    pub fn segment(&self, number: usize) -> usize {
        let cells = self.cells(segment(number));
        let mut units = cells.common_units();
        let line = units.next().unwrap_or_default();
        let square = units.next().unwrap_or(BOX) - BOX;
        let part = if line < COLUMN {
            square % 3
        } else {
            square / 3
        };
        3 * line + part
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::{SEGMENTS, UNITS, segments_of};
    use super::super::definitions::puzzles;
    use super::*;

    #[test]
    fn a_frame_leads_back_to_the_puzzle() {
        for puzzle in puzzles() {
            let (form, frame) = Frame::canonical(&puzzle);
            for cell in 0..CELLS {
                let digit = puzzle.digits()[frame.cell(cell)];
                assert_eq!(frame.value(form.digits()[cell]), digit, "{puzzle}");
            }
            assert_eq!(frame.cells(CellSet::ALL), CellSet::ALL);
            assert_eq!(frame.digits(0o777), 0o777);
            for unit in 0..UNITS {
                assert_eq!(
                    frame.cells(CellSet::unit(unit)),
                    CellSet::unit(frame.unit(unit))
                );
                let own = segments_of(frame.unit(unit));
                let moved = segments_of(unit).map(|number| frame.segment(number));
                let (mut own, mut moved): (Vec<_>, Vec<_>) = (own.collect(), moved.collect());
                own.sort_unstable();
                moved.sort_unstable();
                assert_eq!(moved, own);
            }
            for number in 0..SEGMENTS {
                let moved = frame.cells(segment(number));
                assert_eq!(moved, segment(frame.segment(number)));
            }
        }
    }
}
