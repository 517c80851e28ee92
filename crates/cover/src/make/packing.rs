//! Pieces on boards of any grid.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use super::drawings::{DrawingKind, read_drawings};
use super::with_items;
use crate::exact_cover::{ExactCover, ItemUse};
use crate::grid::{Grid, Point, difference, sum};
use countless_engine::Error;
use countless_simd::sort;

/// Cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilingBoard {
    grid: Grid,
    /// Cells in order, and true for those that may stay empty.
    cells: Vec<(Point, bool)>,
}

impl TilingBoard {
    /// Creates a rectangular board of squares.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a side is longer than 256.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, Error> {
        Self::on(Grid::squares(), &[rows, columns])
    }

    /// Creates a board by its sides. In the plane these are rows and columns: of squares in a
    /// rectangle, of hexagons in a parallelogram, of pairs of triangles in a parallelogram, and of
    /// squares whose sides are sticks. In space these are layers, rows and columns of a box; a box
    /// has spheres where the three numbers of a place have an even sum, counted from 0. On a torus,
    /// the sides are those of the torus.
    ///
    /// ```
    /// use countless_cover::make::TilingBoard;
    ///
    /// let board = TilingBoard::on("sticks".parse()?, &[2, 2])?;
    /// assert_eq!(board.cell_count(), 12);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a side is longer than 256, or than 32 in space.
    pub fn on(grid: Grid, sides: &[usize]) -> Result<Self, Error> {
        let mut last = grid.torus_sides().unwrap_or(grid.lengths(sides)?);
        if grid.has_crossings() && !grid.is_torus() {
            // The last sticks of a board are at its lower and right edge.
            last = sum(last, [0, 1, 1]);
        }
        let rows = |layer| (0..last[1]).map(move |y| [layer, y]);
        let lines = (0..last[0]).flat_map(rows);
        let points = lines.flat_map(|[layer, y]| (0..last[2]).map(move |x| [layer, y, x]));
        let cells = points.filter(|&point| grid.is_cell(point));
        Ok(Self {
            grid,
            cells: cells.map(|cell| (cell, false)).collect(),
        })
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Removes a cell, by its name such as `4.5`.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        let removed = self.grid.cell_named(name);
        self.cells.retain(|&(cell, _)| Some(cell) != removed);
        self
    }

    /// True if the board has a cell with this name.
    pub fn has(&self, name: &str) -> bool {
        let wanted = self.grid.cell_named(name);
        self.cells.iter().any(|&(cell, _)| Some(cell) == wanted)
    }

    /// Reads a drawing: `#` is a cell, `+` is a cell that may stay empty, and `.` or a blank is not
    /// a cell. Errors call the text `name`.
    ///
    /// ```
    /// use countless_cover::Grid;
    /// use countless_cover::make::TilingBoard;
    ///
    /// let board = TilingBoard::drawn("# a ring\n###\n#.#\n###\n", "ring.txt", Grid::squares())?;
    /// assert!(board.has("1.1") && !board.has("2.2"));
    /// let error = TilingBoard::drawn("###\n#x#\n", "ring.txt", Grid::squares());
    /// let error = error.unwrap_err().to_string();
    /// assert!(error.starts_with("ring.txt:2:2: expected a square, # or ., found 'x'"));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other characters, for two boards, and if the board has no cell or a
    /// side is too long.
    pub fn drawn(text: &str, name: &str, grid: Grid) -> Result<Self, Error> {
        let drawn = read_drawings(text, name, DrawingKind::Board, grid)?;
        let cells = drawn.into_iter().flat_map(|drawing| drawing.cells);
        let mut cells: Vec<(Point, bool)> = cells.collect();
        sort(&mut cells);
        Ok(Self { grid, cells })
    }
}

/// Movements of a piece besides shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turns {
    /// None: fixed pieces.
    Fixed,
    /// Rotations: one-sided pieces, and solids.
    Rotations,
    /// Rotations and reflections.
    All,
}

impl Turns {
    /// Movements that are usual on a grid: reflections in the plane, but not in space.
    #[must_use]
    pub fn of(grid: Grid) -> Self {
        if grid.is_flat() {
            Self::All
        } else {
            Self::Rotations
        }
    }

    /// Images of a piece, each once, moved to the corner of the grid.
    fn images(self, grid: Grid, piece: &[Point]) -> Vec<Vec<Point>> {
        let operations = grid.without_torus().operations().into_iter();
        let operations = operations.filter(|operation| match self {
            Self::Fixed => operation.is_identity(),
            Self::Rotations => operation.is_rotation(),
            Self::All => true,
        });
        let images = operations.map(|operation| {
            let cells = piece.iter().map(|&cell| operation.image(cell));
            cornered(grid, cells.collect())
        });
        let mut images: Vec<Vec<Point>> = images.collect();
        sort(&mut images);
        images.dedup();
        images
    }
}

/// Shifts a piece to the corner of the grid, and sorts its cells.
fn cornered(grid: Grid, mut cells: Vec<Point>) -> Vec<Point> {
    let step = grid.step();
    let least = [0, 1, 2].map(|axis| {
        let least = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        least.div_euclid(step) * step
    });
    // Spheres have shifts with an even sum only.
    let shift = if grid.is_shift(least) {
        least
    } else {
        difference(least, [0, 0, 1])
    };
    for cell in &mut cells {
        *cell = difference(*cell, shift);
    }
    sort(&mut cells);
    cells
}

/// Pieces with their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    grid: Grid,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    name: String,
    /// Number of copies.
    copies: RangeInclusive<u32>,
    cells: Vec<Point>,
}

/// Largest number of cells of [all pieces](Pieces::all) of a size.
const MOST_CELLS: usize = 8;

impl Pieces {
    /// Reads drawings: a line with a name, and below it the cells of the piece as `#`. An empty
    /// line ends a piece. In space, a line `-` or a column `|` separates layers. A number such as
    /// `2` or `0-3` before the name is the number of copies. Pieces without names are called A, B
    /// and so on. In a drawing without `#`, the cells of each letter are a piece of that name.
    /// Errors call the text `name`.
    ///
    /// ```
    /// use countless_cover::Grid;
    /// use countless_cover::make::Pieces;
    ///
    /// let squares = Grid::squares();
    /// let drawn = Pieces::drawn("L\n##\n#\n\n0-3 I\n###\n", "pieces", squares)?;
    /// assert_eq!(drawn.names().collect::<Vec<_>>(), ["L", "I"]);
    /// let letters = Pieces::drawn("LL.III\nL.....\n", "pieces", squares)?;
    /// assert_eq!(letters.names().collect::<Vec<_>>(), ["L", "I"]);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other characters, for a drawing with two readings, for a name that is
    /// used twice, and if a piece has no cells or is too long.
    pub fn drawn(text: &str, name: &str, grid: Grid) -> Result<Self, Error> {
        let drawn = read_drawings(text, name, DrawingKind::Pieces, grid)?;
        let mut names = FreeNames::new(drawn.iter().filter_map(|piece| piece.name.clone()));
        let pieces = drawn.into_iter().map(|drawing| Piece {
            name: drawing.name.unwrap_or_else(|| names.next_free()),
            copies: drawing.copies,
            cells: drawing.cells.into_iter().map(|cell| cell.0).collect(),
        });
        Ok(Self {
            grid,
            pieces: pieces.collect(),
        })
    }

    /// All pieces of connected cells whose number is in a range, once up to shifts and `turns`.
    /// They are called A, B and so on.
    ///
    /// ```
    /// use countless_cover::Grid;
    /// use countless_cover::make::{Pieces, Turns};
    ///
    /// let tetrominoes = Pieces::all(Grid::squares(), 4..=4, Turns::All)?;
    /// assert_eq!(tetrominoes.names().count(), 5);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the range is empty, begins at 0, or ends above 8.
    pub fn all(grid: Grid, cells: RangeInclusive<usize>, turns: Turns) -> Result<Self, Error> {
        let (low, high) = cells.into_inner();
        if low == 0 || low > high || high > MOST_CELLS {
            return Err(Error::Impossible(format!(
                "all pieces: expected numbers of cells from 1 to {MOST_CELLS}, found {low} to {high}"
            )));
        }
        let grid = grid.without_torus();
        let least = |cells: &[Point]| turns.images(grid, cells).into_iter().next();
        let mut forms: HashSet<Vec<Point>> = HashSet::new();
        for &cell in grid.residues() {
            forms.extend(least(&[cell]));
        }
        let (mut names, mut pieces) = (FreeNames::new([].into_iter()), Vec::new());
        for size in 1..=high {
            let mut sorted: Vec<&Vec<Point>> = forms.iter().collect();
            sort(&mut sorted);
            if size >= low {
                pieces.extend(sorted.iter().map(|&form| Piece {
                    name: names.next_free(),
                    copies: 1..=1,
                    cells: form.clone(),
                }));
            }
            if size == high {
                break;
            }
            let mut larger = HashSet::new();
            for form in sorted {
                for cell in form.iter().flat_map(|&cell| grid.neighbours(cell)) {
                    if !form.contains(&cell) {
                        larger.extend(least(&[&form[..], &[cell]].concat()));
                    }
                }
            }
            forms = larger;
        }
        Ok(Self { grid, pieces })
    }

    /// Each piece by its name, its number of copies and the names of its cells.
    ///
    /// ```
    /// use countless_cover::Grid;
    /// use countless_cover::make::Pieces;
    ///
    /// let drawn = Pieces::drawn("0-3 L\n##\n#\n", "pieces", Grid::squares())?;
    /// let (name, copies, cells) = drawn.cells().next().expect("a piece");
    /// assert_eq!((name, copies, cells.join(" ")), ("L", 0..=3, "1.1 1.2 2.1".to_owned()));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = (&str, RangeInclusive<u32>, Vec<String>)> {
        self.pieces.iter().map(|piece| {
            let cells = piece.cells.iter().map(|&cell| self.grid.cell_name(cell));
            (piece.name.as_str(), piece.copies.clone(), cells.collect())
        })
    }

    /// Names of the pieces.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(|piece| piece.name.as_str())
    }
}

/// Names A to Z, AA, AB and so on without those that are in use.
struct FreeNames {
    used: HashSet<String>,
    next: usize,
}

impl FreeNames {
    fn new(used: impl Iterator<Item = String>) -> Self {
        Self {
            used: used.collect(),
            next: 0,
        }
    }

    fn next_free(&mut self) -> String {
        loop {
            self.next += 1;
            let (mut rest, mut name) = (self.next, String::new());
            while rest > 0 {
                rest -= 1;
                name.insert(0, char::from(b'A' + (rest % 26) as u8));
                rest /= 26;
            }
            if !self.used.contains(&name) {
                return name;
            }
        }
    }
}

/// Problem of filling a board with pieces.
///
/// ```
/// use countless_cover::Grid;
/// use countless_cover::make::{Packing, Pieces, TilingBoard, Turns};
/// use countless_engine::Run;
///
/// let grid: Grid = "hexagons".parse()?;
/// let board = TilingBoard::on(grid, &[4, 7])?;
/// let pieces = Pieces::all(grid, 4..=4, Turns::All)?;
/// let outcome = Packing::new(board, pieces).problem()?.count(&Run::new())?;
/// // The parallelogram has a symmetry of order 2.
/// assert_eq!(outcome.total.solutions.to_string(), "18");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packing {
    board: TilingBoard,
    pieces: Pieces,
    turns: Turns,
    unlimited: bool,
    gaps: bool,
}

impl Packing {
    /// Creates a problem: each piece is used as often as its drawing says, and turned as usual.
    pub fn new(board: TilingBoard, pieces: Pieces) -> Self {
        Self {
            turns: Turns::of(board.grid),
            board,
            pieces,
            unlimited: false,
            gaps: false,
        }
    }

    /// Sets how pieces may be turned.
    #[must_use]
    pub fn turns(self, turns: Turns) -> Self {
        Self { turns, ..self }
    }

    /// Allows any number of each piece.
    #[must_use]
    pub fn unlimited(self, unlimited: bool) -> Self {
        Self { unlimited, ..self }
    }

    /// Lets all cells of the board stay empty.
    #[must_use]
    pub fn gaps(self, gaps: bool) -> Self {
        Self { gaps, ..self }
    }

    /// Writes the problem. Items are the pieces and the cells, and options are the placements of
    /// each piece, each set of cells once.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if board and pieces have different grids, or if the name of a piece is
    /// that of a cell. Unlimited pieces must not have numbers of copies, and some of their cells
    /// must not stay empty.
    pub fn problem(&self) -> Result<ExactCover, Error> {
        let grid = self.board.grid;
        self.check()?;
        let mut problem = with_items([])?;
        for piece in self.pieces.pieces.iter().filter(|_| !self.unlimited) {
            problem.repeated(&piece.name, piece.copies.clone())?;
        }
        let mut items: HashMap<Point, u32> = HashMap::new();
        for is_gap in [false, true] {
            for &(cell, gap) in &self.board.cells {
                if is_gap == (gap || self.gaps) {
                    items.insert(cell, problem.item_count() as u32);
                    let name = grid.cell_name(cell);
                    if is_gap {
                        problem.secondary(&name)?;
                    } else {
                        problem.primary(&name)?;
                    }
                }
            }
        }
        let cells = self.board.cells.iter().map(|cell| cell.0);
        let bounds = |choose: fn(i32, i32) -> i32| {
            let bounds = cells
                .clone()
                .reduce(|a, b| [0, 1, 2].map(|axis| choose(a[axis], b[axis])));
            bounds.unwrap_or([0; 3])
        };
        let (low, high) = match grid.torus_sides() {
            Some(sides) => ([0; 3], sides.map(|side| side - 1)),
            // Spheres at the corner of a grid may begin one column later.
            None => (bounds(i32::min).map(|at| at - 1), bounds(i32::max)),
        };
        let mut crossings: HashMap<Point, u32> = HashMap::new();
        for (number, piece) in self.pieces.pieces.iter().enumerate() {
            let mut placed: HashSet<Vec<Point>> = HashSet::new();
            for form in self.turns.images(grid, &piece.cells) {
                for shift in grid.shifts(low, high) {
                    let mut option: Vec<u32> = Vec::with_capacity(form.len() + 1);
                    option.extend((!self.unlimited).then_some(number as u32));
                    let all_fit = form.iter().all(|&cell| {
                        let item = items.get(&grid.home(sum(cell, shift)));
                        option.extend(item);
                        item.is_some()
                    });
                    if !all_fit {
                        continue;
                    }
                    let mut cells: Vec<Point> = Vec::new();
                    if grid.is_torus() || grid.has_crossings() {
                        cells.extend(form.iter().map(|&cell| grid.home(sum(cell, shift))));
                        sort(&mut cells);
                    }
                    if grid.is_torus() {
                        let meets_itself = cells.windows(2).any(|pair| pair[0] == pair[1]);
                        if meets_itself || !placed.insert(cells.clone()) {
                            continue;
                        }
                    }
                    let mut passed = grid.crossings(&cells);
                    sort(&mut passed);
                    passed.dedup();
                    for point in passed {
                        let new = problem.item_count() as u32;
                        let item = *crossings.entry(point).or_insert(new);
                        if item == new {
                            problem.secondary(&grid.cell_name(point))?;
                        }
                        option.push(item);
                    }
                    let uses = option.into_iter().map(|item| ItemUse { item, colour: 0 });
                    problem.options.push(uses.collect());
                }
            }
        }
        Ok(problem.with_grid(Some(grid).filter(|grid| !grid.is_usual())))
    }

    fn check(&self) -> Result<(), Error> {
        let (board, pieces) = (self.board.grid, self.pieces.grid);
        let reason = if board.name() != pieces.name() {
            format!(
                "a board of {} and pieces of {}",
                board.name(),
                pieces.name()
            )
        } else if let Some(piece) =
            (self.pieces.pieces.iter()).find(|piece| self.unlimited && piece.copies != (1..=1))
        {
            let (name, low, high) = (&piece.name, piece.copies.start(), piece.copies.end());
            format!("any number of pieces, but {low} to {high} copies of {name}")
        } else if self.unlimited && self.board.cells.iter().all(|cell| cell.1 || self.gaps) {
            "any number of pieces on a board where each cell may stay empty".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::Impossible(reason))
    }
}
