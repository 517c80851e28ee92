//! Pieces on boards of any grid.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::drawings::read_drawings;
use super::drawn_cells::DrawingSource;
use crate::exact_cover::{ExactCover, ItemUse};
use crate::grid::{Grid, Point, difference, extreme, points_between, sum};
use crate::list_numbers::ListNumbers;
use countless_engine::Error;
use countless_simd::{distinct, sort};

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
        let mut last = grid.torus.unwrap_or(grid.lengths(sides)?);
        if !grid.lattice.crossings.is_empty() && grid.torus.is_none() {
            // The last sticks of a board are at its lower and right edge.
            last = sum(last, [0, 1, 1]);
        }
        let points = points_between([0; 3], last.map(|side| side - 1), 1).into_iter();
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
        let drawn = read_drawings(text, DrawingSource::new(name, grid, true))?;
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
        distinct(images.collect())
    }
}

/// Shifts a piece to the corner of the grid, and sorts its cells.
fn cornered(grid: Grid, mut cells: Vec<Point>) -> Vec<Point> {
    let step = grid.step();
    let least = extreme(cells.iter().copied(), i32::min);
    let least = least.map(|at| at.div_euclid(step) * step);
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
        let drawn = read_drawings(text, DrawingSource::new(name, grid, false))?;
        let used = drawn.iter().filter_map(|piece| piece.name.clone());
        let mut names = free_names(used.collect());
        let pieces = drawn.into_iter().map(|drawing| Piece {
            name: (drawing.name.or_else(|| names.next())).unwrap_or_default(),
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
        let cells = grid.lattice.residues.iter();
        let mut forms: Vec<Vec<Point>> = cells.filter_map(|&cell| least(&[cell])).collect();
        let (mut names, mut pieces) = (free_names(Vec::new()), Vec::new());
        for size in 1..=high {
            forms = distinct(forms);
            if size >= low {
                pieces.extend(forms.iter().zip(&mut names).map(|(form, name)| Piece {
                    name,
                    copies: 1..=1,
                    cells: form.clone(),
                }));
            }
            if size == high {
                break;
            }
            let (mut larger, mut known) = (Vec::new(), ListNumbers::default());
            for form in &forms {
                for cell in form.iter().flat_map(|&cell| grid.neighbours(cell)) {
                    if !form.contains(&cell) {
                        let form = least(&[&form[..], &[cell]].concat());
                        larger.extend(form.filter(|form| known.is_new(&numbers_of(form))));
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

/// Coordinates of cells as numbers.
fn numbers_of(cells: &[Point]) -> Vec<u32> {
    cells.iter().flatten().map(|&at| at as u32).collect()
}

/// Names A to Z, AA, AB and so on without those that are in use.
fn free_names(used: Vec<String>) -> impl Iterator<Item = String> {
    let names = (1..).map(|number: usize| {
        let (mut rest, mut name) = (number, String::new());
        while rest > 0 {
            rest -= 1;
            name.insert(0, char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        name
    });
    names.filter(move |name| !used.contains(name))
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
        let mut problem = ExactCover::new();
        for piece in self.pieces.pieces.iter().filter(|_| !self.unlimited) {
            problem.repeated(&piece.name, piece.copies.clone())?;
        }
        let mut items: HashMap<Point, usize> = HashMap::new();
        for is_gap in [false, true] {
            for &(cell, gap) in &self.board.cells {
                if is_gap == (gap || self.gaps) {
                    items.insert(cell, problem.item_count());
                    let name = grid.cell_name(cell);
                    if is_gap {
                        problem.secondary(&name)?;
                    } else {
                        problem.primary(&name)?;
                    }
                }
            }
        }
        let bound = |choose| extreme(self.board.cells.iter().map(|cell| cell.0), choose);
        let (low, high) = match grid.torus {
            Some(sides) => ([0; 3], sides.map(|side| side - 1)),
            // Spheres at the corner of a grid may begin one column later.
            None => (bound(i32::min).map(|at| at - 1), bound(i32::max)),
        };
        for (number, piece) in self.pieces.pieces.iter().enumerate() {
            let mut placed = ListNumbers::default();
            for form in self.turns.images(grid, &piece.cells) {
                for shift in grid.shifts(low, high) {
                    let moved = form.iter().map(|&cell| grid.home(sum(cell, shift)));
                    let covered = moved.clone().map(|cell| Some(*items.get(&cell)? as u32));
                    let piece = (!self.unlimited).then_some(Some(number as u32));
                    let option: Option<Vec<u32>> = piece.into_iter().chain(covered).collect();
                    let Some(mut option) = option else {
                        continue;
                    };
                    let mut cells: Vec<Point> = moved.collect();
                    sort(&mut cells);
                    let meets_itself = cells.windows(2).any(|pair| pair[0] == pair[1]);
                    if meets_itself || !placed.is_new(&numbers_of(&cells)) {
                        continue;
                    }
                    for point in grid.crossings(&cells) {
                        let new = problem.item_count();
                        let item = *items.entry(point).or_insert(new);
                        if item == new {
                            problem.secondary(&grid.cell_name(point))?;
                        }
                        option.push(item as u32);
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
