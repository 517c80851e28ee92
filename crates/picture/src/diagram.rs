//! What to draw in the cells of a sudoku.

use std::sync::{Arc, LazyLock};

use countless_sudoku::Puzzle;
use countless_variants::{Shape, ShapeOptions};

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// Nothing.
    Empty,
    /// A digit of the puzzle.
    Given(u8),
    /// A digit of the solution.
    Solved(u8),
    /// The digits that it may have, bit 0 for a 1.
    Candidates(u32),
}

/// A sudoku as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    shape: Arc<Shape>,
    cells: Vec<CellContent>,
}

/// The shape of nine by nine cells.
static CLASSIC: LazyLock<Arc<Shape>> = LazyLock::new(|| {
    let shape = Shape::new(&ShapeOptions::default());
    Arc::new(shape.expect("there are sudokus of nine by nine cells"))
});

impl Diagram {
    /// What the sudoku looks like.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[CellContent] {
        &self.cells
    }

    /// The puzzle as it is given: its clues, or its pencil marks.
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

    /// A puzzle of a shape, 0 for a blank.
    pub fn of_variant(shape: Arc<Shape>, digits: &[u8]) -> Self {
        let cell = |&digit: &u8| match digit {
            0 => CellContent::Empty,
            digit => CellContent::Given(digit),
        };
        let cells = digits.iter().map(cell).collect();
        Self { shape, cells }
    }

    /// The puzzle with the candidates of its open cells: those of its marks that no clue of the
    /// same unit or cage rules out.
    #[must_use]
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

    /// The digits of nine by nine cells as pencil marks: a character for each digit of each cell,
    /// a dot if it is not there.
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

    /// The puzzle on the way to its solution: the candidates of each cell, bit 0 for a 1, of which
    /// settled cells have one.
    #[must_use]
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

    /// The number of a cell, from 0; none if it is not in the grid.
    pub fn index(&self, cell: countless_sudoku::Cell) -> Option<usize> {
        self.shape.cell_at(cell.row() - 1, cell.column() - 1)
    }

    /// The puzzle with its solution filled in.
    #[must_use]
    pub fn with_solution(mut self, solution: &[u8]) -> Self {
        for (cell, &digit) in self.cells.iter_mut().zip(solution) {
            if !matches!(cell, CellContent::Given(_)) {
                *cell = CellContent::Solved(digit);
            }
        }
        self
    }
}

/// Takes the clues of some cells from the candidates of the others.
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

/// The digits of a set, bit 0 for a 1.
pub(super) fn digits_of(set: u32) -> impl Iterator<Item = u8> {
    (1..=32).filter(move |digit| set >> (digit - 1) & 1 == 1)
}

/// What pencil marks say of a cell: its digit, if there is one mark only.
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
