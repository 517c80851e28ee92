//! Grids: cells of a lattice, their places in drawings, and their symmetries.
//!
//! [`ExactCover::cell_board`](crate::ExactCover::cell_board) finds the items of a problem that are
//! cells of its grid.

mod lattice;

use std::fmt;
use std::str::FromStr;

use crate::bits::DisjointSets;
use countless_engine::Error;
use countless_simd::{distinct, sort};
use lattice::{CUBES, LATTICES, Lattice, Matrix, SQUARES};

/// Point of a lattice: layer, y and x.
pub type Point = [i32; 3];

/// Place in a drawing: layer, row and column, from 0 on.
pub type Place = [usize; 3];

/// Kind of cells, and the sides of a torus if opposite edges of the board are joined.
///
/// ```
/// use countless_cover::Grid;
///
/// let grid: Grid = "squares torus 6 8".parse()?;
/// assert_eq!(grid.to_string(), "squares torus 6 8");
/// // An operation maps the torus to itself: here not a quarter turn.
/// assert_eq!(grid.operations().len(), 4);
/// assert_eq!("cubes".parse::<Grid>()?.operations().len(), 48);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub(crate) lattice: &'static Lattice,
    /// Length of each side of a torus.
    pub(crate) torus: Option<Point>,
}

/// Map that leaves all points in place.
const UNIT: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// Linear map of a grid to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridOperation(Matrix);

impl GridOperation {
    /// Image of a point.
    #[must_use]
    pub fn image(&self, point: Point) -> Point {
        self.0.map(|row| (0..3).map(|at| row[at] * point[at]).sum())
    }

    /// True unless the operation is a reflection.
    #[must_use]
    pub fn is_rotation(&self) -> bool {
        let [a, b, c] = self.0;
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        a[0] * minor(1, 2) - a[1] * minor(0, 2) + a[2] * minor(0, 1) > 0
    }

    /// True if the operation leaves all points in place.
    pub(crate) fn is_identity(&self) -> bool {
        self.0 == UNIT
    }

    /// Map that does this one first.
    fn then(&self, next: &Matrix) -> Self {
        let entry = |row: usize, column: usize| -> i32 {
            (0..3).map(|at| next[row][at] * self.0[at][column]).sum()
        };
        Self([0, 1, 2].map(|row| [0, 1, 2].map(|column| entry(row, column))))
    }
}

/// Point on an axis.
fn along(axis: usize, length: i32) -> Point {
    let mut point = [0; 3];
    point[axis] = length;
    point
}

/// Sum of two points.
pub(crate) fn sum(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference of two points.
pub(crate) fn difference(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Least or greatest of the coordinates of points; the origin without points.
pub(crate) fn extreme(points: impl Iterator<Item = Point>, choose: fn(i32, i32) -> i32) -> Point {
    let extreme = points.reduce(|a, b| [0, 1, 2].map(|axis| choose(a[axis], b[axis])));
    extreme.unwrap_or_default()
}

/// Points of a box in order, at steps along each axis.
pub(crate) fn points_between(low: Point, high: Point, step: i32) -> Vec<Point> {
    let mut points = Vec::new();
    let range = |axis: usize| (low[axis]..=high[axis]).step_by(step as usize);
    for layer in range(0) {
        for y in range(1) {
            points.extend(range(2).map(|x| [layer, y, x]));
        }
    }
    points
}

/// True if neighbours connect all cells.
pub(crate) fn are_connected(grid: Grid, cells: &[Point]) -> bool {
    let mut cells = cells.to_vec();
    sort(&mut cells);
    let mut sets = DisjointSets::new(cells.len());
    for (at, &cell) in (0..).zip(&cells) {
        for other in grid.neighbours(cell) {
            if let Ok(other) = cells.binary_search(&grid.home(other)) {
                sets.unite(at, other as u32);
            }
        }
    }
    sets.representatives().iter().all(|&first| first == 0)
}

impl Grid {
    /// Names of all kinds of cells.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LATTICES.iter().map(|lattice| lattice.name)
    }

    /// Creates the grid of squares.
    #[must_use]
    pub fn squares() -> Self {
        Self::of(&SQUARES)
    }

    /// Creates the grid of cubes.
    #[must_use]
    pub fn cubes() -> Self {
        Self::of(&CUBES)
    }

    fn of(lattice: &'static Lattice) -> Self {
        Self {
            lattice,
            torus: None,
        }
    }

    /// Joins opposite edges of a board: of rows and columns in the plane, of layers, rows and
    /// columns in space.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the number of sides is wrong, if a side is 0 or longer than 256, or
    /// if spheres do not fit because a side is odd.
    pub fn torus(self, sides: &[usize]) -> Result<Self, Error> {
        let lengths = self.lengths(sides)?;
        let is_wrapped =
            |axis| self.is_flat() && axis == 0 || self.is_shift(along(axis, lengths[axis]));
        if !sides.contains(&0) && (0..3).all(is_wrapped) {
            return Ok(Self {
                torus: Some(lengths),
                ..self
            });
        }
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        Err(Error::Impossible(format!(
            "a torus of {} cannot have the sides {}",
            self.name(),
            sides.join(" and ")
        )))
    }

    /// Lengths of the sides of a box: rows and columns in the plane, layers, rows and columns in
    /// space.
    pub(crate) fn lengths(self, sides: &[usize]) -> Result<Point, Error> {
        let expected = if self.is_flat() {
            "rows and columns"
        } else {
            "layers, rows and columns"
        };
        let largest = sides.iter().copied().max().unwrap_or(0);
        if largest > self.largest_side() {
            return Err(Error::Impossible(format!(
                "{expected}: expected a size of at most {}, found {largest}",
                self.largest_side()
            )));
        }
        let step = self.step();
        let length = |side: usize| side as i32 * step;
        match *sides {
            [rows, columns] if self.is_flat() => Ok([1, length(rows), length(columns)]),
            [layers, rows, columns] if !self.is_flat() => Ok([layers, rows, columns].map(length)),
            _ => Err(Error::Impossible(format!(
                "expected {expected}, found {} numbers",
                sides.len()
            ))),
        }
    }

    /// Largest number of rows, columns or layers.
    pub(crate) fn largest_side(self) -> usize {
        if self.is_flat() { 256 } else { 32 }
    }

    /// Name of the kind of cells.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.lattice.name
    }

    /// True if the grid has one layer.
    #[must_use]
    pub fn is_flat(self) -> bool {
        self.lattice.is_flat
    }

    /// The grid without a torus.
    pub(crate) fn without_torus(self) -> Self {
        Self::of(self.lattice)
    }

    /// True for squares and cubes without a torus: names of cells are enough to recognize them.
    #[must_use]
    pub fn is_usual(self) -> bool {
        self == Self::squares() || self == Self::cubes()
    }

    /// Smallest distance of two cells of one kind along an axis.
    pub(crate) fn step(self) -> i32 {
        if self.cells_are_shifts() {
            1
        } else {
            self.lattice.period
        }
    }

    /// True if a shift by any cell maps cells to cells of the same kind.
    fn cells_are_shifts(self) -> bool {
        self.lattice.residues[0] == [0; 3]
    }

    /// Number of blank columns that a drawing may have between cells.
    pub(crate) fn blank_columns(self) -> usize {
        usize::from(self.lattice.column[1] > 1 && self.lattice.divisor == 1)
            .max(usize::from(self.lattice.period == 2))
    }

    /// True if a shift maps cells to cells of the same kind.
    pub(crate) fn is_shift(self, shift: Point) -> bool {
        if self.cells_are_shifts() {
            self.is_cell(shift)
        } else {
            shift.iter().all(|at| at % self.lattice.period == 0)
        }
    }

    fn residue(self, point: Point) -> Option<usize> {
        let residue = point.map(|at| at.rem_euclid(self.lattice.period));
        self.lattice.residues.iter().position(|at| *at == residue)
    }

    /// True if a point is the centre of a cell.
    #[must_use]
    pub fn is_cell(self, point: Point) -> bool {
        self.residue(point).is_some() && (!self.is_flat() || point[0] == 0)
    }

    /// Moves a point to the board of a torus.
    #[must_use]
    pub fn home(self, point: Point) -> Point {
        match self.torus {
            None => point,
            Some(sides) => [0, 1, 2].map(|axis| point[axis].rem_euclid(sides[axis])),
        }
    }

    /// Rotations and reflections that map the grid to itself, in a fixed order.
    #[must_use]
    pub fn operations(self) -> Vec<GridOperation> {
        let (mut found, mut next) = (vec![GridOperation(UNIT)], 0);
        while let Some(&operation) = found.get(next) {
            next += 1;
            for generator in self.lattice.generators {
                let product = operation.then(generator);
                if !found.contains(&product) {
                    found.push(product);
                }
            }
        }
        sort(&mut found);
        if let Some(sides) = self.torus {
            found.retain(|operation| {
                (0..3).all(|axis| {
                    let image = operation.image(along(axis, sides[axis]));
                    (0..3).all(|at| image[at] % sides[at] == 0)
                })
            });
        }
        found
    }

    /// Corners of a cell, in their order around it, as points for [`page`](Self::page).
    pub fn corners(self, cell: Point) -> impl Iterator<Item = Point> {
        let residue = self.residue(cell).into_iter();
        let corners = residue.flat_map(move |residue| self.lattice.corners[residue]);
        let centre = cell.map(|at| at * self.lattice.scale);
        corners.map(move |&corner| sum(centre, corner))
    }

    /// Place of a corner on a page: to the right and down, in sides of a cell.
    #[must_use]
    pub fn page(self, corner: Point) -> [f64; 2] {
        let unit = match self.lattice.shared {
            1 => f64::from(self.lattice.period),
            _ => f64::from(self.lattice.scale * self.lattice.period),
        };
        let [_, down, right] = corner.map(|at| f64::from(at) / unit);
        if self.lattice.column[0] > 0 {
            [right + down / 2.0, down * 0.75_f64.sqrt()]
        } else {
            [right, down]
        }
    }

    /// Steps from a cell to its neighbours.
    pub(crate) fn neighbours(self, cell: Point) -> Vec<Point> {
        let reach = self.lattice.period;
        let layers = if self.is_flat() { 0 } else { reach };
        let mine: Vec<Point> = self.corners(cell).collect();
        let far = [layers, reach, reach];
        let mut others = points_between(difference(cell, far), sum(cell, far), 1);
        others.retain(|&other| {
            let common = self.corners(other).filter(|corner| mine.contains(corner));
            other != cell && common.count() >= self.lattice.shared
        });
        others
    }

    /// Points between cells that a piece with these cells passes through, in order. Other pieces
    /// must not cross it there.
    pub(crate) fn crossings(self, cells: &[Point]) -> Vec<Point> {
        let mut found = Vec::new();
        for &cell in cells {
            for [step, opposite] in self.lattice.crossings {
                let point = difference(cell, *step);
                if self.residue(cell) == self.residue(*step)
                    && cells.contains(&self.home(sum(point, *opposite)))
                {
                    found.push(self.home(point));
                }
            }
        }
        distinct(found)
    }

    /// Point at a place of a drawing, if there is a cell.
    pub(crate) fn cell_at(self, place: Place) -> Option<Point> {
        self.point_at(place).filter(|&point| self.is_cell(point))
    }

    /// Point at a place of a drawing. Of several points, it is a cell.
    pub(crate) fn point_at(self, place: Place) -> Option<Point> {
        let [layer, row, column] = place.map(|at| i32::try_from(at).ok());
        let (layer, row, column) = (layer?, row?, column?);
        let (divisor, [down, right]) = (self.lattice.divisor, self.lattice.column);
        let rows = (0..divisor).map(|rest| row.checked_mul(divisor)?.checked_add(rest));
        let points = rows.flatten().filter_map(|y| {
            let x = column
                .checked_mul(divisor)?
                .checked_sub(down.checked_mul(y)?)?;
            (x % right == 0).then_some([layer, y, x / right])
        });
        points
            .into_iter()
            .find(|&point| divisor == 1 || self.is_cell(point))
    }

    /// Place of a point in a drawing; `None` if it is left of the first column or above the first
    /// row.
    #[must_use]
    pub fn place(self, point: Point) -> Option<Place> {
        let (divisor, [down, right]) = (self.lattice.divisor, self.lattice.column);
        let [layer, y, x] = point;
        let column = down * y + right * x;
        let place = [layer, y.div_euclid(divisor), column.div_euclid(divisor)];
        let [layer, row, column] = place.map(|at| usize::try_from(at).ok());
        Some([layer?, row?, column?])
    }

    /// Name of a cell: `row.column` in the plane and `layer.row.column` in space, counted from 1.
    ///
    /// ```
    /// use countless_cover::Grid;
    ///
    /// assert_eq!(Grid::cubes().cell_name([0, 1, 2]), "1.2.3");
    /// assert_eq!(Grid::squares().cell_named("2.3"), Some([0, 1, 2]));
    /// ```
    #[must_use]
    pub fn cell_name(self, cell: Point) -> String {
        let place = self.place(cell).unwrap_or_default();
        let place = &place[usize::from(self.is_flat())..];
        let numbers: Vec<String> = place.iter().map(|at| (at + 1).to_string()).collect();
        numbers.join(".")
    }

    /// Cell with a name.
    #[must_use]
    pub fn cell_named(self, name: &str) -> Option<Point> {
        self.point_named(name).filter(|&point| self.is_cell(point))
    }

    /// Cell with a name, or point between cells.
    #[must_use]
    pub fn point_named(self, name: &str) -> Option<Point> {
        let mut place = [0; 3];
        let mut numbers = name.split('.');
        for at in &mut place[usize::from(self.is_flat())..] {
            let number: usize = numbers.next()?.parse().ok()?;
            *at = number.checked_sub(1)?;
        }
        match numbers.next() {
            None => self.point_at(place),
            Some(_) => None,
        }
    }

    /// Shifts from `low`, rounded down to a step, to `high`, in order.
    pub(crate) fn shifts(self, low: Point, high: Point) -> Vec<Point> {
        let step = self.step();
        let low = low.map(|at| at.div_euclid(step) * step);
        let mut points = points_between(low, high, step);
        points.retain(|&point| self.is_shift(point));
        points
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(sides) = self.torus {
            f.write_str(" torus")?;
            for side in &sides[usize::from(self.is_flat())..] {
                write!(f, " {}", side / self.step())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Grid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let lattice = LATTICES.into_iter().find(|lattice| lattice.name == name);
        let grid = lattice.map(Self::of).ok_or_else(|| {
            let all = Self::names().collect::<Vec<_>>().join(", ");
            Error::Impossible(format!("expected one of {all}, found {name:?}"))
        })?;
        match words.next() {
            None => Ok(grid),
            Some("torus") => {
                let sides: Result<Vec<usize>, _> = words.map(str::parse).collect();
                grid.torus(&sides.unwrap_or_default())
            }
            Some(word) => Err(Error::Impossible(format!(
                "expected torus or nothing behind {name}, found {word:?}"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Grid> {
        Grid::names().map(|name| name.parse().expect("it is a grid"))
    }

    #[test]
    fn operations_map_cells_and_their_corners() {
        for grid in all() {
            let operations = grid.operations();
            let rotations = operations.iter().filter(|it| it.is_rotation()).count();
            let expected = match grid.name() {
                "squares" | "sticks" => 8,
                "hexagons" | "triangles" => 12,
                _ => 48,
            };
            assert_eq!((operations.len(), rotations), (expected, expected / 2));
            let layers = if grid.is_flat() { 0..1 } else { 0..3 };
            let points = layers.flat_map(|layer| (0..81).map(move |at| [layer, at / 9, at % 9]));
            for point in points {
                for operation in &operations {
                    let image = operation.image(point);
                    assert_eq!(grid.is_cell(image), grid.is_cell(point), "{grid} {point:?}");
                    let mut corners: Vec<Point> = grid.corners(image).collect();
                    let mut images: Vec<Point> =
                        grid.corners(point).map(|at| operation.image(at)).collect();
                    corners.sort_unstable();
                    images.sort_unstable();
                    assert_eq!(corners, images, "{grid} {point:?}");
                }
            }
        }
    }

    #[test]
    fn places_and_names_are_those_of_one_cell() {
        for grid in all() {
            let layers = if grid.is_flat() { 0..1 } else { 0..3 };
            let points = layers.flat_map(|layer| (0..81).map(move |at| [layer, at / 9, at % 9]));
            for cell in points.filter(|&point| grid.is_cell(point)) {
                let place = grid.place(cell).expect("it is on the page");
                assert_eq!(grid.cell_at(place), Some(cell), "{grid}");
                assert_eq!(grid.cell_named(&grid.cell_name(cell)), Some(cell), "{grid}");
                let number = grid.neighbours(cell).len();
                let expected = match grid.name() {
                    "squares" => 4,
                    "triangles" => 3,
                    "spheres" => 12,
                    _ => 6,
                };
                assert_eq!(number, expected, "{grid} {cell:?}");
            }
            assert!(
                ["", "1", "0.1", "a.b", "1.1.1.1", "99999999999999999999.1"]
                    .iter()
                    .all(|name| grid.cell_named(name).is_none())
            );
        }
    }

    #[test]
    fn a_torus_is_read_as_it_is_written() {
        for text in [
            "squares torus 6 6",
            "triangles torus 2 3",
            "spheres torus 2 4 2",
        ] {
            assert_eq!(
                text.parse::<Grid>()
                    .map(|grid| grid.to_string())
                    .ok()
                    .as_deref(),
                Some(text)
            );
        }
        for text in [
            "rooms",
            "squares torus",
            "squares torus 0 4",
            "cubes torus 3 3",
            "spheres torus 1 2 2",
            "squares 4",
        ] {
            assert!(text.parse::<Grid>().is_err(), "{text}");
        }
    }
}
