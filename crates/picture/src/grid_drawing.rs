//! Sudokus as drawings, and the contents of their cells. The cages of a killer are dashed lines inside their edges, with their sums.

use std::sync::Arc;

use super::drawing::{Anchor, Drawing, Pen};
use super::tiling::{Tiling, fill_pieces, line_path};
use countless_sudoku::{HouseKind, Puzzle};
use countless_variants::{AnyPuzzle, Shape};
use kurbo::{BezPath, Point, Rect, Shape as _, Vec2};

const GIVEN: Pen = Pen::text("given", [0, 0, 0], 5.0);
const SOLVED: Pen = Pen::text("solved", [0x1f, 0x4e, 0x8c], 0.0);
pub(super) const CANDIDATE: Pen = Pen::text("candidate", [0x33, 0x33, 0x33], 0.0);
const WINDOW: Pen = Pen::fill("window", [0xe4, 0xe4, 0xe4]);

/// Positions of a grid's cells on a page.
#[derive(Clone, Copy)]
pub(super) struct GridGeometry {
    x: f64,
    y: f64,
    /// Side of a cell.
    cell: f64,
}

impl GridGeometry {
    /// Creates the geometry of a grid with its upper left corner at `x`, `y`.
    pub fn of(shape: &Shape, x: f64, y: f64, side: f64) -> Self {
        let cell = side / shape.side() as f64;
        Self { x, y, cell }
    }

    /// Corner above a row and left of a column, counted from 0.
    fn corner(self, row: usize, column: usize) -> Point {
        Point::new(
            self.x + column as f64 * self.cell,
            self.y + row as f64 * self.cell,
        )
    }

    pub fn cell_rect(self, row: usize, column: usize) -> Rect {
        Rect::from_points(self.corner(row, column), self.corner(row + 1, column + 1))
    }

    /// Distance between neighbouring candidates of a cell.
    pub fn candidate_step(self, shape: &Shape) -> f64 {
        let [across, _] = candidate_arrangement(shape.digits());
        let height = if has_sums(shape) { 0.72 } else { 1.0 };
        0.87 * height * self.cell / across as f64
    }

    /// Centre of a candidate, which has a fixed position in its cell.
    pub fn candidate_center(
        self,
        shape: &Shape,
        (row, column): (usize, usize),
        digit: u8,
    ) -> Point {
        let [across, down] = candidate_arrangement(shape.digits());
        let (line, place) = (
            (usize::from(digit) - 1) / across,
            (usize::from(digit) - 1) % across,
        );
        let step = self.candidate_step(shape);
        let shift = |at: usize, of: usize| (at as f64 - (of as f64 - 1.0) / 2.0) * step;
        // Candidates are lower in a cell with a sum.
        let below = if has_sums(shape) {
            0.1 * self.cell
        } else {
            0.0
        };
        let center = self.cell_rect(row, column).center();
        center + Vec2::new(shift(place, across), below + shift(line, down))
    }
}

/// Boxes or regions of a layout as pieces of a tiling. If grids overlap, a box of both is one
/// piece.
pub(super) fn box_tiling(shape: &Shape) -> Tiling {
    let side = shape.side();
    let mut areas = Tiling {
        columns: side,
        pieces: vec![None; side * side],
        ..Tiling::default()
    };
    let is_area = |kind| matches!(kind, HouseKind::Box | HouseKind::Region);
    for unit in shape.houses().filter(|unit| is_area(unit.kind)) {
        for &cell in &unit.cells {
            let (row, column) = shape.position(cell.into());
            areas.pieces[row * side + column] = Some(areas.names.len());
        }
        areas.colors.push(Some(areas.names.len()));
        areas.names.push(String::new());
    }
    areas
}

/// Draws a grid with its upper left corner at `x`, `y`.
pub(super) fn draw_grid(drawing: &mut Drawing, diagram: &Diagram, x: f64, y: f64, side: f64) {
    let place = GridGeometry::of(diagram.shape(), x, y, side);
    draw_background(drawing, diagram.shape(), place);
    draw_content(drawing, diagram, place);
}

/// Draws the background of the cells: the colours of regions, and windows.
pub(super) fn draw_background(drawing: &mut Drawing, shape: &Shape, place: GridGeometry) {
    let has_regions = shape.options().has_regions();
    if has_regions {
        fill_pieces(drawing, &box_tiling(shape), |row, column| {
            place.cell_rect(row, column)
        });
    }
    draw_windows(drawing, shape, place, has_regions);
}

/// Draws the lines of a grid, and the contents of its cells.
pub(super) fn draw_content(drawing: &mut Drawing, diagram: &Diagram, place: GridGeometry) {
    let shape = diagram.shape();
    let GridGeometry { x, y, cell } = place;
    let corner = |row, column| place.corner(row, column);
    let areas = box_tiling(shape);
    draw_diagonals(drawing, shape, place);
    let thin = areas.edge_lines(|here, other| here.is_some() && here == other);
    let pen = Pen::line("thin", [0x77, 0x77, 0x77], cell * 0.02);
    drawing.path(line_path(&thin, corner), pen);
    let thick = areas.edge_lines(|here, other| here != other);
    let pen = Pen::line("thick", [0, 0, 0], cell * 0.07);
    drawing.path(line_path(&thick, corner), pen);
    if has_sums(shape) {
        draw_cages(drawing, shape, x, y, cell);
    }
    // A digit leaves room for a sum.
    let (height, lower) = if has_sums(shape) {
        (0.48 * cell, 0.06 * cell)
    } else {
        (0.54 * cell, 0.0)
    };
    for (index, content) in diagram.cells().iter().enumerate() {
        let (row, column) = shape.position(index);
        let center = place.cell_rect(row, column).center();
        let mut large = |digit: u8, pen| {
            let digit = shape.write(&[digit]);
            let at = (center.x, center.y + lower);
            drawing.text(&digit, at, Anchor::Middle, height, pen);
        };
        match *content {
            CellContent::Empty => {}
            CellContent::Given(digit) => large(digit, GIVEN),
            CellContent::Solved(digit) => large(digit, SOLVED),
            CellContent::Candidates(digits) => {
                let height = 0.66 * place.candidate_step(shape);
                for digit in digits_of(digits) {
                    let at = place.candidate_center(shape, (row, column), digit);
                    let digit = shape.write(&[digit]);
                    drawing.text(&digit, (at.x, at.y), Anchor::Middle, height, CANDIDATE);
                }
            }
        }
    }
}

/// Shades the windows, or outlines them if regions have colours.
fn draw_windows(drawing: &mut Drawing, shape: &Shape, place: GridGeometry, has_colors: bool) {
    for window in shape.houses().filter(|unit| unit.kind == HouseKind::Window) {
        let squares = window.cells.iter().map(|&cell| {
            let (row, column) = shape.position(cell.into());
            place.cell_rect(row, column)
        });
        if !has_colors {
            let mut path = BezPath::new();
            squares.for_each(|square| path.extend(square.path_elements(0.1)));
            drawing.path(path, WINDOW);
        } else if let Some(whole) = squares.reduce(|a, b| a.union(b)) {
            let pen = Pen::line("window-edge", [0x80, 0x80, 0x80], 0.07 * place.cell);
            drawing.rectangle(whole.inset(-0.12 * place.cell), pen);
        }
    }
}

/// Draws the diagonals from corner to corner, below the digits.
fn draw_diagonals(drawing: &mut Drawing, shape: &Shape, place: GridGeometry) {
    let pen = Pen::line("diagonal", [0xe8, 0xc4, 0x9e], 0.06 * place.cell);
    for diagonal in shape
        .houses()
        .filter(|unit| unit.kind == HouseKind::Diagonal)
    {
        let ends = diagonal.cells.first().zip(diagonal.cells.last());
        let Some((first, last)) = ends else { continue };
        let (first, last) = (
            shape.position((*first).into()),
            shape.position((*last).into()),
        );
        let rises = usize::from(first.1 > last.1);
        let start = place.corner(first.0, first.1 + rises);
        drawing.line([start, place.corner(last.0 + 1, last.1 + 1 - rises)], pen);
    }
}

/// Number of candidates side by side in a cell, and number of rows of them.
fn candidate_arrangement(digits: usize) -> [usize; 2] {
    let root = digits.isqrt();
    let across = root + usize::from(root * root < digits);
    [across, digits.div_ceil(across)]
}

/// True if cells have sums in their corners.
fn has_sums(shape: &Shape) -> bool {
    shape.cages().next().is_some()
}

const SUM: Pen = Pen::text("sum", [0x22, 0x22, 0x22], 0.0);

/// Inset of the dashed lines and of the sums, and height of the sums, as shares of a cell's side.
/// The lines of boxes reach less far into a cell.
const INSET: f64 = 0.09;
const SUM_INSET: f64 = 0.14;
const HEIGHT: f64 = 0.15;
/// Number of dashes per cell.
const DASHES: f64 = 10.0;

/// Draws the cages of a layout with its upper left corner at `x`, `y`.
pub(super) fn draw_cages(drawing: &mut Drawing, shape: &Shape, x: f64, y: f64, cell: f64) {
    let mut path = BezPath::new();
    for (cells, _) in shape.cages() {
        let places = cells.iter().map(|&cell| shape.position(cell.into()));
        let places: Vec<(i32, i32)> = places
            .map(|(row, column)| (row as i32, column as i32))
            .collect();
        let is_in = |row: i32, column: i32| places.contains(&(row, column));
        for &(row, column) in &places {
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if is_in(row + down, column + right) {
                    continue;
                }
                // Along the edge, backwards and forwards.
                let end = |way: i32| {
                    let (along_row, along_column) = (way * right.abs(), way * down.abs());
                    let next = is_in(row + along_row, column + along_column);
                    let corner = is_in(row + along_row + down, column + along_column + right);
                    f64::from(way)
                        * match (next, corner) {
                            (false, _) => 0.5 - INSET,
                            (true, false) => 0.5,
                            (true, true) => 0.5 + INSET,
                        }
                };
                let across = 0.5 - INSET;
                let middle = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                let at = |along: f64| {
                    let (down, right) = (f64::from(down), f64::from(right));
                    let (right, down) = (right * across, down * across);
                    if right == 0.0 {
                        (middle.0 + along, middle.1 + down)
                    } else {
                        (middle.0 + right, middle.1 + along)
                    }
                };
                dash(&mut path, at(end(-1)), at(end(1)), |(right, down)| {
                    Point::new(x + right * cell, y + down * cell)
                });
            }
        }
    }
    drawing.path(path, Pen::line("cage", [0x33, 0x33, 0x33], cell * 0.018));
    for (cells, sum) in shape.cages() {
        let Some(&first) = cells.first() else {
            continue;
        };
        let (row, column) = shape.position(first.into());
        let (left, top) = (x + column as f64 * cell, y + row as f64 * cell);
        let at = (
            left + SUM_INSET * cell,
            top + (SUM_INSET + HEIGHT / 2.0) * cell,
        );
        drawing.text(&sum.to_string(), at, Anchor::Start, HEIGHT * cell, SUM);
    }
}

/// Adds the dashes between two points, given in cells, on a horizontal or vertical line. Dashes
/// begin at fixed distances, so that those of neighbours meet.
fn dash(path: &mut BezPath, from: (f64, f64), to: (f64, f64), place: impl Fn((f64, f64)) -> Point) {
    let is_level = (from.1 - to.1).abs() < 1e-9;
    let (start, end) = if is_level {
        (from.0, to.0)
    } else {
        (from.1, to.1)
    };
    let at = |along: f64| {
        if is_level {
            (along, from.1)
        } else {
            (from.0, along)
        }
    };
    let mut dash = (start * DASHES).floor();
    while dash / DASHES < end {
        let (first, last) = (dash / DASHES, (dash + 0.55) / DASHES);
        let (first, last) = (first.max(start), last.min(end));
        if first < last {
            path.move_to(place(at(first)));
            path.line_to(place(at(last)));
        }
        dash += 1.0;
    }
}

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
    pub fn of(puzzle: &AnyPuzzle) -> Self {
        let shape = puzzle.shape();
        match puzzle {
            AnyPuzzle::Classic(Puzzle::Grid(grid)) => Self::of_digits(shape, grid.digits()),
            AnyPuzzle::Classic(Puzzle::Pencilled(marks)) => {
                let cells = marks.cells().iter().map(|&marks| content_of_marks(marks));
                let cells = cells.collect();
                Self { shape, cells }
            }
            AnyPuzzle::Variant(puzzle) => Self::of_digits(shape, &puzzle.digits),
        }
    }

    /// Puzzle of a shape; 0 stands for an empty cell.
    pub fn of_digits(shape: Arc<Shape>, digits: &[u8]) -> Self {
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
        let clues = self.cells.iter().map(|&cell| match cell {
            CellContent::Given(digit) => digit,
            _ => 0,
        });
        let possible = self.shape.candidates(&clues.collect::<Vec<u8>>());
        for (cell, possible) in self.cells.iter_mut().zip(possible) {
            match cell {
                CellContent::Empty => *cell = CellContent::Candidates(possible),
                CellContent::Candidates(own) => *own &= possible,
                CellContent::Given(_) | CellContent::Solved(_) => {}
            }
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
        self.shape.index(cell)
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
    use std::sync::Arc;

    use countless_variants::{ShapeDrawing, ShapeOptions};
    use kurbo::{Rect, Shape as _};

    use super::*;
    use crate::drawing::{DrawingElement, TextElement};
    use crate::sheet_layout::SIDE;
    use crate::{Diagram, Figure, picture};

    /// Cages at a corner of the grid, across boxes, across lines only, and of one cell.
    const CAGES: &str = "
        A A A B B B . . .
        A . . B . . . . .
        . . . B . . . . F
        . . . C C . . . F
        . . . C C . . . F
        . . . . . . . . F
        . . . . . . . . F
        . . . . . . . . .
        . . . . . . . . D
        A=20 B=27 C=14 D=9 F=15";

    /// Areas of the straight parts of lines, and true for each that is level.
    fn lines(drawing: &Drawing, class: &str) -> Vec<(bool, Rect)> {
        let lines = drawing.elements.iter().filter_map(|element| match element {
            DrawingElement::Path { path, pen } if pen.name == class => Some((path, pen.width)),
            _ => None,
        });
        let parts = lines.flat_map(|(path, width)| {
            let parts = path.segments().map(|part| part.bounding_box());
            parts.map(move |part| {
                let is_level = part.width() > part.height();
                (is_level, part.inflate(width / 2.0, width / 2.0))
            })
        });
        parts.collect()
    }

    fn ink(text: &TextElement) -> Rect {
        let inks = text.outlines().map(|path| path.bounding_box());
        inks.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    #[test]
    fn dashes_keep_apart_from_the_lines_along_them_and_from_texts() {
        let cages = ShapeDrawing {
            name: "cages".to_owned(),
            text: CAGES.to_owned(),
        };
        let shape = Shape::new(&ShapeOptions::new().cages(Some(cages))).expect("there are cages");
        let empty = Diagram::of_digits(Arc::new(shape), &[0; 81]);
        for diagram in [
            empty.clone().with_candidates(),
            empty.with_solution(&[8; 81]),
        ] {
            let drawing = picture(&Figure::Grid(Box::new(diagram)), "", None);
            let dashes = lines(&drawing, "cage");
            assert!(dashes.len() > 200, "{}", dashes.len());
            let blank = 0.015 * SIDE / 9.0;
            let apart = |dash: &Rect, other: Rect| {
                let area = other.inflate(blank, blank).intersect(*dash);
                assert!(area.is_zero_area(), "{other:?} {dash:?}");
            };
            let edges = ["thick", "thin"].map(|class| lines(&drawing, class));
            for (is_level, edge) in edges.into_iter().flatten() {
                let along = dashes.iter().filter(|dash| dash.0 == is_level);
                for (_, dash) in along {
                    apart(dash, edge);
                }
            }
            let texts: Vec<Rect> = drawing
                .elements
                .iter()
                .filter_map(DrawingElement::text)
                .map(ink)
                .collect();
            for (number, &text) in texts.iter().enumerate() {
                for (_, dash) in &dashes {
                    apart(dash, text);
                }
                assert!(
                    texts[..number]
                        .iter()
                        .all(|other| other.intersect(text).is_zero_area())
                );
            }
        }
    }
}

#[cfg(test)]
mod diagram_tests {
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
