//! Positions of the cells of a layout.

use countless_text::Outline;

/// Cells of one grid, or of five overlapping grids, and their positions in the square around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellPositions {
    digits: usize,
    /// Number of rows and columns of the surrounding square.
    side: usize,
    /// Row and column of the first cell of each grid.
    corners: Vec<(usize, usize)>,
    /// Row and column of each cell, from 0.
    positions: Vec<(u16, u16)>,
}

impl CellPositions {
    /// Returns the layout of one grid with this number of digits.
    pub fn square(digits: usize) -> Self {
        Self::new(digits, vec![(0, 0)])
    }

    /// Returns the layout of five grids. Each outer grid shares a box of `rows` rows with the
    /// middle one.
    pub fn samurai(digits: usize, rows: usize) -> Self {
        let middle = digits - rows;
        let far = 2 * middle;
        let corners = vec![(0, 0), (0, far), (middle, middle), (far, 0), (far, far)];
        Self::new(digits, corners)
    }

    fn new(digits: usize, corners: Vec<(usize, usize)>) -> Self {
        let side = digits + corners.iter().map(|corner| corner.0).max().unwrap_or(0);
        let is_cell = |&(row, column): &(usize, usize)| {
            corners.iter().any(|&(top, left)| {
                (top..top + digits).contains(&row) && (left..left + digits).contains(&column)
            })
        };
        let all = (0..side * side).map(|i| (i / side, i % side));
        let places = all.filter(is_cell);
        let places = places.map(|(row, column)| (row as u16, column as u16));
        Self {
            digits,
            side,
            positions: places.collect(),
            corners,
        }
    }

    /// Returns the outline for reading puzzles. `band` is the number of rows of a box.
    pub fn outline(&self, band: usize) -> Outline {
        let places = (0..self.cells()).map(|cell| self.position(cell));
        Outline::new(self.digits, band, self.side, places)
    }

    pub fn digits(&self) -> usize {
        self.digits
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.positions.len()
    }

    pub fn side(&self) -> usize {
        self.side
    }

    pub fn corners(&self) -> &[(usize, usize)] {
        &self.corners
    }

    /// Returns the row and column of a cell, from 0.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.positions[cell];
        (row.into(), column.into())
    }

    /// Returns the cell in a row and column, from 0; `None` in a gap.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        let place = (row.try_into().ok()?, column.try_into().ok()?);
        self.positions.binary_search(&place).ok()
    }

    /// Returns the name of a cell, such as `r1c1`.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = self.position(cell);
        format!("r{}c{}", row + 1, column + 1)
    }
}
