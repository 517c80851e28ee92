//! Contents of the cells of a sudoku, for drawings.

use std::sync::{Arc, LazyLock};

use countless_sudoku::Puzzle;
use countless_variants::{Shape, ShapeOptions};

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// No digit and no candidates.
    Empty,
    /// Clue of the puzzle.
    Given(u8),
    /// Digit of the solution.
    Solved(u8),
    /// Candidates of the cell, bit 0 for 1.
    Candidates(u32),
}

/// Sudoku and the contents of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Diagram {
    shape: Arc<Shape>,
    cells: Vec<CellContent>,
}

/// Layout of nine by nine cells.
static CLASSIC: LazyLock<Arc<Shape>> = LazyLock::new(|| {
    Arc::new(Shape::new(&ShapeOptions::new()).expect("there are sudokus of nine by nine cells"))
});

impl Diagram {
    /// Layout of the sudoku.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Cells, row by row.
    pub fn cells(&self) -> &[CellContent] {
        &self.cells
    }

    /// Puzzle as given: its clues, or its pencil marks.
    pub fn of(puzzle: &Puzzle) -> Self {
        match puzzle {
            Puzzle::Grid(grid) => Self::of_variant(CLASSIC.clone(), grid.digits()),
            Puzzle::Pencilled(marks) => Self {
                shape: CLASSIC.clone(),
                cells: marks
                    .cells()
                    .iter()
                    .map(|&marks| content_of_marks(marks))
                    .collect(),
            },
        }
    }

    /// Puzzle of a variant; 0 stands for an empty cell.
    pub fn of_variant(shape: Arc<Shape>, digits: &[u8]) -> Self {
        let cell = |&digit: &u8| match digit {
            0 => CellContent::Empty,
            digit => CellContent::Given(digit),
        };
        let cells = digits.iter().map(cell).collect();
        Self { shape, cells }
    }

    /// Adds candidates to the empty cells. A clue removes its digit from the candidates of its
    /// houses and its cage.
    pub fn with_candidates(mut self) -> Self {
        for cell in &mut self.cells {
            if *cell == CellContent::Empty {
                *cell = CellContent::Candidates((1 << self.shape.digits()) - 1);
            }
        }
        for unit in self.shape.houses() {
            remove_clues(&mut self.cells, &unit.cells);
        }
        for (cage, _) in self.shape.cages() {
            remove_clues(&mut self.cells, cage);
        }
        self
    }

    /// Pencil marks of nine by nine cells: one character for each digit of each cell, a dot for a
    /// digit that is not possible.
    pub fn pencil_marks(&self) -> String {
        let marks = self.cells.iter().flat_map(|&cell| {
            (1..=9).map(move |digit| {
                let has = match cell {
                    CellContent::Empty => true,
                    CellContent::Given(own) | CellContent::Solved(own) => own == digit,
                    CellContent::Candidates(digits) => digits >> (digit - 1) & 1 != 0,
                };
                if has { char::from(b'0' + digit) } else { '.' }
            })
        });
        marks.collect()
    }

    /// Grid at a step of the solution. `candidates` has the candidates of each cell, bit 0 for 1; a
    /// solved cell has one.
    pub fn at_step(&self, settled: &[bool], candidates: &[u32]) -> Self {
        let now = settled.iter().zip(candidates);
        let cell = |(&cell, (&is_settled, &digits)): (&CellContent, (&bool, &u32))| match cell {
            CellContent::Given(digit) => CellContent::Given(digit),
            _ if is_settled => CellContent::Solved(digits.trailing_zeros() as u8 + 1),
            _ => CellContent::Candidates(digits),
        };
        Self {
            shape: self.shape.clone(),
            cells: self.cells.iter().zip(now).map(cell).collect(),
        }
    }

    /// Index of a cell, from 0 on; `None` outside of the grid.
    pub fn index(&self, cell: countless_sudoku::Cell) -> Option<usize> {
        self.shape.cell_at(cell.row() - 1, cell.column() - 1)
    }

    /// Fills in the solution.
    pub fn with_solution(mut self, solution: &[u8]) -> Self {
        for (cell, &digit) in self.cells.iter_mut().zip(solution) {
            if !matches!(cell, CellContent::Given(_)) {
                *cell = CellContent::Solved(digit);
            }
        }
        self
    }
}

/// Removes the clues of a group of cells from the candidates of its other cells.
fn remove_clues(cells: &mut [CellContent], group: &[u16]) {
    let clues = group
        .iter()
        .filter_map(|&cell| match cells[usize::from(cell)] {
            CellContent::Given(digit) => Some(1 << (digit - 1)),
            _ => None,
        });
    let clues = clues.fold(0, |all, digit: u32| all | digit);
    for &cell in group {
        if let CellContent::Candidates(digits) = &mut cells[usize::from(cell)] {
            *digits &= !clues;
        }
    }
}

/// Digits of a set, bit 0 for 1.
pub(super) fn digits_of(set: u32) -> impl Iterator<Item = u8> {
    (1..=32).filter(move |digit| set >> (digit - 1) & 1 == 1)
}

/// Content of a cell with pencil marks: a single mark is a clue.
fn content_of_marks(digits: u16) -> CellContent {
    if digits.is_power_of_two() {
        CellContent::Given(digits.trailing_zeros() as u8 + 1)
    } else {
        CellContent::Candidates(digits.into())
    }
}

#[cfg(test)]
mod tests {
    use countless_sudoku::Grid;

    use super::*;

    #[test]
    fn a_clue_is_no_candidate_of_its_row() {
        let puzzle = Grid::BLANK.with(1, 1, 5);
        let diagram = Diagram::of(&puzzle.into()).with_candidates();
        assert_eq!(diagram.cells()[0], CellContent::Given(5));
        assert_eq!(diagram.cells()[1], CellContent::Candidates(0b1_1110_1111));
    }
}
