//! Polyominoes on boards, and squares in a square.

use super::drawings::{DrawingKind, DrawnCells, DrawnPiece, read_drawings};
use super::{at_most, cell, with_items};
use crate::exact_cover::ExactCover;
use countless_engine::Error;

/// The twelve pentominoes, with the letters of Golomb (1953).
pub const PENTOMINOES: &str = "\
F\n.##\n##.\n.#.\n\nI\n#####\n\nL\n####\n#...\n\nN\n###.\n..##\n\nP\n###\n##.\n\nT\n###\n.#.\n.#.\n
U\n#.#\n###\n\nV\n#..\n#..\n###\n\nW\n#..\n##.\n.##\n\nX\n.#.\n###\n.#.\n\nY\n####\n.#..\n\nZ\n##.\n.#.\n.##\n";

/// Cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilingBoard(DrawnCells);

impl TilingBoard {
    /// Creates a rectangular board.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a side is longer than 256.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, Error> {
        at_most(
            "rows and columns",
            rows.max(columns),
            DrawingKind::Board.largest(),
        )?;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Ok(Self(cells.collect()))
    }

    /// Removes a cell. Rows and columns count from 1.
    #[must_use]
    pub fn without(mut self, row: usize, column: usize) -> Self {
        self.0
            .retain(|&cell| cell != (row.wrapping_sub(1), column.wrapping_sub(1)));
        self
    }

    /// True if the board has a cell. Rows and columns count from 1.
    pub fn has(&self, row: usize, column: usize) -> bool {
        self.0
            .contains(&(row.wrapping_sub(1), column.wrapping_sub(1)))
    }

    /// Reads a drawing: `#` is a cell, `.` or a blank is an empty square. Errors call the text `name`.
    ///
    /// ```
    /// use countless_cover::make::TilingBoard;
    ///
    /// let board = TilingBoard::drawn("# a ring\n###\n#.#\n###\n", "ring.txt")?;
    /// assert!(board.has(1, 1) && !board.has(2, 2));
    /// let error = TilingBoard::drawn("###\n#x#\n", "ring.txt").unwrap_err().to_string();
    /// assert!(error.starts_with("ring.txt:2:2: expected a square, # or ., found 'x'"));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other characters, for two boards, and if the board has no cell or a
    /// side is longer than 256.
    pub fn drawn(text: &str, name: &str) -> Result<Self, Error> {
        let drawn = read_drawings(text, name, DrawingKind::Board)?;
        Ok(Self(
            drawn.into_iter().flat_map(DrawnPiece::only_layer).collect(),
        ))
    }
}

/// Pieces with their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces(Vec<(String, DrawnCells)>);

impl Pieces {
    /// Reads drawings: a line with a name, and below it the cells of the piece as `#`. An empty
    /// line ends a piece. Pieces without names are called by their numbers. Errors call the text
    /// `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other characters, for a drawing with two readings, for a name that is
    /// used twice, and if a piece has no cells.
    pub fn drawn(text: &str, name: &str) -> Result<Self, Error> {
        let drawn = read_drawings(text, name, DrawingKind::Polyominoes)?;
        let named = drawn
            .into_iter()
            .map(|piece| (piece.name.clone(), piece.only_layer()));
        Ok(Self(named.collect()))
    }
}

/// Rotations and reflections of a piece, each once.
fn orientations(piece: &DrawnCells) -> Vec<DrawnCells> {
    let mut found = Vec::new();
    for turn in 0..8 {
        let turned = piece.iter().map(|&(row, column)| {
            let (row, column) = (row as isize, column as isize);
            let column = if turn >= 4 { -column } else { column };
            match turn % 4 {
                0 => (row, column),
                1 => (column, -row),
                2 => (-row, -column),
                _ => (-column, row),
            }
        });
        let turned: Vec<(isize, isize)> = turned.collect();
        let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
        let moved = turned
            .iter()
            .map(|cell| ((cell.0 - top) as usize, (cell.1 - left) as usize));
        let mut moved: DrawnCells = moved.collect();
        moved.sort_unstable();
        if !found.contains(&moved) {
            found.push(moved);
        }
    }
    found.sort_unstable();
    found
}

/// Fills a board with pieces: each once, or any number of times if they are `unlimited`.
///
/// ```
/// use countless_cover::make::{Pieces, TilingBoard, polyominoes};
/// use countless_engine::Run;
///
/// let pieces = Pieces::drawn("L\n#.\n##\n", "pieces")?;
/// let board = TilingBoard::rectangle(9, 9)?;
/// let outcome = polyominoes(&board, &pieces, true)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1193600");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if the name of a piece is that of a cell.
pub fn polyominoes(
    board: &TilingBoard,
    pieces: &Pieces,
    unlimited: bool,
) -> Result<ExactCover, Error> {
    let names = pieces.0.iter().map(|piece| piece.0.clone());
    let names = names.filter(|_| !unlimited);
    let cells = board.0.iter().map(|&(row, column)| cell(row, column));
    let mut problem = with_items(names.chain(cells))?;
    let rows = board.0.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let columns = board.0.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let mut is_free = vec![false; rows * columns];
    for &(row, column) in &board.0 {
        is_free[row * columns + column] = true;
    }
    for (name, piece) in &pieces.0 {
        for piece in orientations(piece) {
            for (top, left) in
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
            {
                let placed = piece
                    .iter()
                    .map(|&(row, column)| (row + top, column + left));
                let mut placed = placed.clone().map(|(row, column)| {
                    let fits = row < rows && column < columns && is_free[row * columns + column];
                    fits.then(|| cell(row, column))
                });
                let mut option: Vec<String> = Vec::new();
                if !unlimited {
                    option.push(name.clone());
                }
                let fits = placed.try_for_each(|cell| {
                    option.push(cell?);
                    Some(())
                });
                if fits.is_some() {
                    problem.option(&option)?;
                }
            }
        }
    }
    Ok(problem)
}

/// Fills a board with the twelve pentominoes, such as a rectangle of 60 cells or 8×8 without four
/// cells.
///
/// ```
/// use countless_cover::make::{TilingBoard, pentominoes};
/// use countless_engine::Run;
///
/// let board = TilingBoard::rectangle(3, 20)?;
/// let outcome = pentominoes(&board)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "8");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`polyominoes`].
pub fn pentominoes(board: &TilingBoard) -> Result<ExactCover, Error> {
    polyominoes(board, &Pieces::drawn(PENTOMINOES, "pentominoes")?, false)
}

/// Tiles a rectangle with dominoes (counted by a formula of Kasteleyn, 1961, and of Temperley and
/// Fisher, 1961).
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::dominoes(8, 8)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "12988816");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if a side is longer than 256.
pub fn dominoes(rows: usize, columns: usize) -> Result<ExactCover, Error> {
    let board = TilingBoard::rectangle(rows, columns)?;
    polyominoes(&board, &Pieces::drawn("D\n##\n", "dominoes")?, true)
}

/// Partridge puzzle: one square of side 1, two of side 2, …, `n` of side `n` fill a square of side
/// 1 + 2 + … + n (Wainwright, 1981). For 2 to 7 no solution exists; for 8 there are 18,656. All
/// squares of one side are one item, whose multiplicity is their number.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::partridge(1)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1");
/// let outcome = make::partridge(2)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "0");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 12.
pub fn partridge(n: usize) -> Result<ExactCover, Error> {
    at_most("partridge", n, 12)?;
    let side = n * (n + 1) / 2;
    let cells = |size: usize, top: usize, left: usize| {
        let rows = top..top + size;
        rows.flat_map(move |row| (left..left + size).map(move |column| cell(row, column)))
    };
    let mut problem = ExactCover::new();
    for size in (1..=n).rev() {
        problem.repeated(&format!("#{size}"), size as u32..=size as u32)?;
    }
    for cell in cells(side, 0, 0) {
        problem.primary(&cell)?;
    }
    for size in 1..=n {
        for top in 0..=side - size {
            for left in 0..=side - size {
                let name = [format!("#{size}")].into_iter();
                problem.option(&name.chain(cells(size, top, left)).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(problem)
}
