//! The frame in which a puzzle of 81 cells is solved: its canonical form.
//!
//! Which of several deductions of a technique comes first depends on the order of cells and
//! digits, and what comes later may depend on it. All puzzles that are the same up to symmetry
//! have one canonical form, so all of them take the same steps, and have the same rating.

use std::cell::RefCell;

use super::super::{Frame, Layout};
use super::Classic;
use crate::canon::{Canonical, Canonizer};
use crate::grid::{CELLS, Grid};
use countless_simd::Kernel;

thread_local! {
    /// Its memory is used again.
    static CANONIZER: RefCell<(Canonizer, Vec<Canonical>)> = RefCell::default();
}

/// The frame of a puzzle that is solved in its canonical form.
#[derive(Clone, Debug)]
pub struct CanonicalFrame {
    pub cells: [u8; CELLS],
    /// From 1.
    pub digits: [u8; 9],
}

impl CanonicalFrame {
    /// Everything is where it is solved.
    pub fn identity() -> Self {
        Self {
            cells: std::array::from_fn(|cell| cell as u8),
            digits: std::array::from_fn(|digit| digit as u8 + 1),
        }
    }

    /// The canonical form of a puzzle, and the frame that leads back to it. A puzzle in which a
    /// digit stands twice in a house has none, and stays as it is.
    pub fn canonical(puzzle: &Grid) -> (Grid, Self) {
        if !puzzle.is_consistent() {
            return (*puzzle, Self::identity());
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

    /// The digit of a settled cell, from 1; 0 of an open one.
    pub fn value(&self, value: u8) -> u8 {
        match value {
            0 => 0,
            digit => self.digits[usize::from(digit) - 1],
        }
    }
}

impl Frame<Classic> for CanonicalFrame {
    fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    fn digit(&self, digit: usize) -> usize {
        usize::from(self.digits[digit]) - 1
    }

    fn house(&self, group: usize) -> usize {
        // The first and the last cell of a box share nothing else.
        let (first, last) = (Classic.cell_at(group, 0), Classic.cell_at(group, 8));
        let ends = [first, last]
            .map(|cell| self.cell(cell))
            .into_iter()
            .collect();
        Classic.common_houses(ends).next().unwrap_or(group)
    }

    fn segment(&self, segment: usize) -> usize {
        let cells = self.cells(Classic.segment(segment));
        let line = Classic.common_houses(cells).next().unwrap_or_default();
        let mut within = Classic.segments_of(line);
        let moved = within.find(|&number| Classic.segment(number) == cells);
        moved.unwrap_or(segment)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::definitions::puzzles;
    use super::*;

    #[test]
    fn a_frame_leads_back_to_the_puzzle() {
        for puzzle in puzzles() {
            let (form, frame) = CanonicalFrame::canonical(&puzzle);
            for cell in 0..CELLS {
                let digit = puzzle.digits()[frame.cell(cell)];
                assert_eq!(frame.value(form.digits()[cell]), digit, "{puzzle}");
            }
            assert_eq!(frame.cells(Classic.all_cells()), Classic.all_cells());
            assert_eq!(frame.digits(0o777), 0o777);
            for house in 0..Classic.houses() {
                assert_eq!(
                    frame.cells(Classic.group(house)),
                    Classic.group(frame.house(house))
                );
                let own = Classic.segments_of(frame.house(house));
                let moved = Classic
                    .segments_of(house)
                    .map(|number| frame.segment(number));
                let (mut own, mut moved): (Vec<_>, Vec<_>) = (own.collect(), moved.collect());
                own.sort_unstable();
                moved.sort_unstable();
                assert_eq!(moved, own);
            }
            for number in 0..Classic.segments() {
                let moved = frame.cells(Classic.segment(number));
                assert_eq!(moved, Classic.segment(frame.segment(number)));
            }
        }
    }
}
