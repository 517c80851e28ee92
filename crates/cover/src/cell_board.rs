//! Cells of a problem, and the operations that map them to each other.

use std::collections::HashMap;

use super::exact_cover::ExactCover;
use super::grid::{Grid, GridOperation, Point, are_connected, difference, extreme, sum};
use countless_simd::sort_by_key;

/// Items of a problem that are cells of a grid.
///
/// ```
/// use countless_cover::make;
///
/// let problem = make::dominoes(2, 3)?;
/// let board = problem.cell_board().expect("its items are cells");
/// assert_eq!(board.cells()[4], (4, [0, 1, 1]));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellBoard {
    grid: Grid,
    /// Item numbers from 0 on, and their points: first cells, then crossings between them.
    points: Vec<(usize, Point)>,
    /// Number of cells.
    cells: usize,
    /// Item at each point.
    items: HashMap<Point, usize>,
}

/// Operation of a grid, and a shift after it.
pub(crate) type BoardMap = (GridOperation, Point);

impl ExactCover {
    /// Finds the cells of a problem on its grid: items such as `2.5`, in row 2 and column 5, or
    /// `1.2.5` in layer 1. The grid is that of the comment in the first lines of a file, or of
    /// [`with_grid`](Self::with_grid); without, squares or cubes. `None` if no item is a cell.
    #[must_use]
    pub fn cell_board(&self) -> Option<CellBoard> {
        let grids = match self.grid() {
            Some(grid) => vec![grid],
            None => vec![Grid::squares(), Grid::cubes()],
        };
        let boards = grids.into_iter().map(|grid| CellBoard::of(self, grid));
        boards.into_iter().find(|board| board.cells > 0)
    }
}

impl CellBoard {
    fn of(problem: &ExactCover, grid: Grid) -> Self {
        let items = problem.items.iter().enumerate();
        let points = items.filter_map(|(at, item)| Some((at, grid.point_named(&item.name)?)));
        let mut points: Vec<(usize, Point)> = points.collect();
        sort_by_key(&mut points, |&(_, point)| !grid.is_cell(point));
        Self {
            grid,
            items: points.iter().map(|&(item, at)| (at, item)).collect(),
            cells: points.partition_point(|&(_, point)| grid.is_cell(point)),
            points,
        }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Item numbers from 0 on, and their cells, by item.
    #[must_use]
    pub fn cells(&self) -> &[(usize, Point)] {
        &self.points[..self.cells]
    }

    /// Item numbers from 0 on, and their points: the cells, and then the crossings, which are
    /// points between sticks.
    pub fn points(&self) -> impl Iterator<Item = (usize, Point)> {
        self.points.iter().copied()
    }

    /// Operations of the grid that may map the board to itself, rotations first.
    pub(crate) fn maps(&self) -> impl Iterator<Item = BoardMap> {
        let (turns, reflections) =
            (self.grid.operations().into_iter()).partition::<Vec<_>, _>(GridOperation::is_rotation);
        turns.into_iter().chain(reflections).flat_map(|turn| {
            let shifts: Vec<Point> = match self.grid.torus {
                Some(sides) => {
                    let last = sides.map(|side| side - 1);
                    self.grid.shifts([0; 3], last)
                }
                None => self.shift_after(&turn).into_iter().collect(),
            };
            shifts.into_iter().map(move |shift| (turn, shift))
        })
    }

    /// Item number at the image of a point, if there is an item.
    pub(crate) fn image(&self, (turn, shift): &BoardMap, point: Point) -> Option<usize> {
        let image = self.grid.home(sum(turn.image(point), *shift));
        self.items.get(&image).copied()
    }

    /// True if neighbours connect all cells.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let cells: Vec<Point> = self.cells().iter().map(|cell| cell.1).collect();
        are_connected(self.grid, &cells)
    }

    /// Shift that moves the image of the board to the place of the board.
    fn shift_after(&self, turn: &GridOperation) -> Option<Point> {
        let cells = self.cells().iter().map(|cell| cell.1);
        let images = cells.clone().map(|cell| turn.image(cell));
        let shift = difference(extreme(cells, i32::min), extreme(images, i32::min));
        self.grid.is_shift(shift).then_some(shift)
    }
}
