//! Where the cells of a shape are.

use countless_text::Outline;

/// The cells of a grid, or of five that overlap, and where they lie in the square around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellPositions {
    digits: usize,
    /// How many rows and columns there are to draw.
    side: usize,
    /// Where each grid begins.
    corners: Vec<(usize, usize)>,
    /// The row and column of each cell, from 0.
    positions: Vec<(u16, u16)>,
}

impl CellPositions {
    /// One grid of so many digits.
    pub fn square(digits: usize) -> Self {
        Self::new(digits, vec![(0, 0)])
    }

    /// Five of them, of which each but that in the middle shares a box of so many rows with it.
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

    /// Where the cells are, for whoever reads puzzles; a band of boxes has so many rows.
    pub fn outline(&self, band: usize) -> Outline {
        let places = (0..self.cells()).map(|cell| self.position(cell));
        Outline::new(self.digits, band, self.side, places)
    }

    pub fn digits(&self) -> usize {
        self.digits
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.positions.len()
    }

    pub fn side(&self) -> usize {
        self.side
    }

    pub fn corners(&self) -> &[(usize, usize)] {
        &self.corners
    }

    /// The row and column of a cell, from 0.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.positions[cell];
        (row.into(), column.into())
    }

    /// The cell in a row and column, from 0; none where there is a gap.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        let place = (row.try_into().ok()?, column.try_into().ok()?);
        self.positions.binary_search(&place).ok()
    }

    /// The cell called `r1c1`.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = self.position(cell);
        format!("r{}c{}", row + 1, column + 1)
    }
}
