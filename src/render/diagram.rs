//! What to draw in the cells of a sudoku.

use countless::sudoku::{self, Grid, Puzzle, Unit};

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Blank,
    /// A digit of the puzzle.
    Given(u8),
    /// A digit of the solution.
    Solved(u8),
    /// The digits that it may have, bit 0 for a 1.
    Candidates(u16),
}

/// A sudoku as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram([Cell; 81]);

impl Diagram {
    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell; 81] {
        &self.0
    }

    /// The puzzle as it is given: its clues, or its pencil marks.
    pub fn of(puzzle: &Puzzle) -> Self {
        match puzzle {
            Puzzle::Grid(grid) => Self(grid.digits().map(|digit| match digit {
                0 => Cell::Blank,
                digit => Cell::Given(digit),
            })),
            Puzzle::Pencilled(marks) => Self(marks.cells().map(from_marks)),
        }
    }

    /// The puzzle with the candidates of its open cells: those of its marks that no
    /// clue in the same row, column or box rules out.
    pub fn with_candidates(puzzle: &Puzzle) -> Self {
        let marks = *puzzle.marks().cells();
        let mut cells = marks.map(from_marks);
        for unit in Unit::all().map(|unit| unit.cells().map(index)) {
            let clues = unit.iter().filter_map(|&cell| match cells[cell] {
                Cell::Given(_) => Some(marks[cell]),
                _ => None,
            });
            let clues = clues.fold(0, |all, digit| all | digit);
            for cell in unit {
                if let Cell::Candidates(digits) = &mut cells[cell] {
                    *digits &= !clues;
                }
            }
        }
        Self(cells)
    }

    /// The puzzle on the way to its solution: cells that are settled have one candidate.
    pub fn during(given: &[bool; 81], settled: &[bool; 81], candidates: &[u16; 81]) -> Self {
        Self(std::array::from_fn(|cell| {
            let digit = candidates[cell].trailing_zeros() as u8 + 1;
            match (given[cell], settled[cell]) {
                (true, _) => Cell::Given(digit),
                (false, true) => Cell::Solved(digit),
                (false, false) => Cell::Candidates(candidates[cell]),
            }
        }))
    }

    /// The puzzle with its solution filled in.
    pub fn solved(puzzle: &Puzzle, solution: &Grid) -> Self {
        let marks = puzzle.marks();
        Self(std::array::from_fn(|cell| {
            match from_marks(marks.cells()[cell]) {
                Cell::Given(digit) => Cell::Given(digit),
                _ => Cell::Solved(solution.digits()[cell]),
            }
        }))
    }
}

/// The number of a cell, from 0, row by row.
pub fn index(cell: sudoku::Cell) -> usize {
    9 * (cell.row() - 1) + cell.column() - 1
}

/// What pencil marks say of a cell: its digit, if there is one mark only.
fn from_marks(digits: u16) -> Cell {
    if digits.is_power_of_two() {
        Cell::Given(digits.trailing_zeros() as u8 + 1)
    } else {
        Cell::Candidates(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clue_is_no_candidate_of_its_row() {
        let puzzle = Grid::BLANK.with(1, 1, 5);
        let diagram = Diagram::with_candidates(&puzzle.into());
        assert_eq!(diagram.cells()[0], Cell::Given(5));
        assert_eq!(diagram.cells()[1], Cell::Candidates(0b1_1110_1111));
    }
}
