//! Well-known tilings and packings: pentominoes, dominoes, solids, squares of sides or colours.

use super::packing::{Packing, Pieces, TilingBoard};
use super::{at_most, cell, cells};
use crate::exact_cover::ExactCover;
use crate::grid::Grid;
use countless_engine::Error;
use countless_simd::distinct;

/// The twelve pentominoes, with the letters of Golomb (1953).
pub const PENTOMINOES: &str = "\
F\n.##\n##.\n.#.\n\nI\n#####\n\nL\n####\n#...\n\nN\n###.\n..##\n\nP\n###\n##.\n\nT\n###\n.#.\n.#.\n
U\n#.#\n###\n\nV\n#..\n#..\n###\n\nW\n#..\n##.\n.##\n\nX\n.#.\n###\n.#.\n\nY\n####\n.#..\n\nZ\n##.\n.#.\n.##\n";

/// The seven pieces of the Soma cube (Hein, 1936), layer by layer.
pub const SOMA: &str = "\
V\n##\n#\n\nL\n##\n#\n#\n\nT\n#\n##\n#\n\n\
Z\n#\n##\n.#\n\nP\n##\n#\n-\n#\n\nA\n##\n#\n-\n.\n#\n\nB\n##\n#\n-\n.#\n";

/// Fills a board with pieces: each once, or any number of times if they are `unlimited`.
///
/// ```
/// use countless_cover::Grid;
/// use countless_cover::make::{Pieces, TilingBoard, polyominoes};
/// use countless_engine::Run;
///
/// let pieces = Pieces::drawn("L\n#.\n##\n", "pieces", Grid::squares())?;
/// let board = TilingBoard::rectangle(9, 9)?;
/// let outcome = polyominoes(&board, &pieces, true)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1193600");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Packing::problem`].
pub fn polyominoes(
    board: &TilingBoard,
    pieces: &Pieces,
    unlimited: bool,
) -> Result<ExactCover, Error> {
    let packing = Packing::new(board.clone(), pieces.clone());
    packing.unlimited(unlimited).problem()
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
    let pieces = Pieces::drawn(PENTOMINOES, "pentominoes", Grid::squares())?;
    polyominoes(board, &pieces, false)
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
    let domino = Pieces::drawn("D\n##\n", "dominoes", Grid::squares())?;
    polyominoes(&board, &domino, true)
}

/// Soma cube: seven pieces fill 3×3×3 (Hein, 1936). There are 240 solutions up to the 48 rotations
/// and reflections of the cube.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::soma()?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "11520");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`Packing::problem`].
pub fn soma() -> Result<ExactCover, Error> {
    let board = TilingBoard::on(Grid::cubes(), &[3, 3, 3])?;
    let pieces = Pieces::drawn(SOMA, "soma", Grid::cubes())?;
    Packing::new(board, pieces).problem()
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
    let mut problem = ExactCover::new();
    for size in (1..=n).rev() {
        problem.repeated(&format!("#{size}"), size as u32..=size as u32)?;
    }
    for (row, column) in cells(side, side) {
        problem.primary(&cell(row, column))?;
    }
    for size in 1..=n {
        for top in 0..=side - size {
            for left in 0..=side - size {
                let mut items = vec![format!("#{size}")];
                for (row, column) in cells(size, size) {
                    items.push(cell(top + row, left + column));
                }
                problem.option(&items)?;
            }
        }
    }
    Ok(problem)
}

/// The 24 squares of `MacMahon` (1921) with edges in three colours fill 4×6 cells. Edges that touch
/// have equal colours, and one colour goes all around.
///
/// ```
/// use countless_cover::make;
///
/// assert_eq!(make::macmahon()?.option_count(), 1008);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`ExactCover::option`].
pub fn macmahon() -> Result<ExactCover, Error> {
    const ROWS: usize = 4;
    const COLUMNS: usize = 6;
    let turned = |tile: [u8; 4], turns: usize| [0, 1, 2, 3].map(|edge| tile[(edge + turns) % 4]);
    let all = (0..81).map(|number: u8| [27, 9, 3, 1].map(|place| b'a' + number / place % 3));
    let first = |tile: &[u8; 4]| (0..4).all(|turns| *tile <= turned(*tile, turns));
    let tiles: Vec<[u8; 4]> = all.filter(first).collect();
    let name = |tile: [u8; 4]| tile.map(char::from).into_iter().collect::<String>();
    let all = cells(ROWS, COLUMNS);
    let names = tiles.iter().map(|&tile| name(tile));
    let names = names.chain(all.iter().map(|&(row, column)| cell(row, column)));
    let mut problem = ExactCover::of_items(names)?;
    for &(row, column) in all.iter().filter(|at| at.0 > 0) {
        problem.secondary(&format!("h{}", cell(row, column)))?;
    }
    for &(row, column) in all.iter().filter(|at| at.1 > 0) {
        problem.secondary(&format!("v{}", cell(row, column)))?;
    }
    for &tile in &tiles {
        let forms: Vec<[u8; 4]> = (0..4).map(|turns| turned(tile, turns)).collect();
        for form in distinct(forms) {
            for &(row, column) in &all {
                let [top, right, bottom, left] = form;
                let edges = [
                    (row > 0, 'h', cell(row, column), top),
                    (row + 1 < ROWS, 'h', cell(row + 1, column), bottom),
                    (column > 0, 'v', cell(row, column), left),
                    (column + 1 < COLUMNS, 'v', cell(row, column + 1), right),
                ];
                let mut option = vec![name(tile), cell(row, column)];
                let mut fits = true;
                for (inside, kind, at, colour) in edges {
                    if inside {
                        option.push(format!("{kind}{at}:{}", char::from(colour)));
                    } else {
                        fits &= colour == b'a';
                    }
                }
                if fits {
                    problem.option(&option)?;
                }
            }
        }
    }
    Ok(problem)
}
