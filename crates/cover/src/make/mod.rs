//! Well-known problems, as a start and as examples.
//!
//! Rows and columns count from 1: the cell in row 2 and column 5 is called `2.5`.

mod combinatorics;
mod drawings;
mod drawn_cells;
mod packing;
mod tilings;

pub use combinatorics::{
    QueenSymmetry, factorizations, langford, latin, queens, regions, sudoku, symmetric_queens,
    words,
};
pub use packing::{Packing, Pieces, TilingBoard, Turns};
pub use tilings::{
    PENTOMINOES, SOMA, dominoes, macmahon, partridge, pentominoes, polyominoes, soma,
};

use super::exact_cover::ExactCover;
use countless_engine::Error;
use countless_simd::sort_by;

/// Rows and columns of the cells of a rectangle, from 0 on.
fn cells(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let all = 0..rows * columns;
    all.map(|at| (at / columns, at % columns)).collect()
}

/// Name of a cell. Row and column count from 0 here.
fn cell(row: usize, column: usize) -> String {
    format!("{}.{}", row + 1, column + 1)
}

/// Problem whose items are the rows and columns of a board of queens, from the middle outwards.
fn queen_lines(n: usize) -> Result<ExactCover, Error> {
    let mut middle: Vec<usize> = (0..n).collect();
    let distance = |line: usize| (2 * line + 1).abs_diff(n);
    sort_by(&mut middle, |&a, &b| distance(a).cmp(&distance(b)));
    let lines = middle.into_iter();
    let lines = lines.flat_map(|line| ["r", "c"].map(|kind| format!("{kind}{}", line + 1)));
    ExactCover::of_items(lines)
}

/// Rejects a problem that is too large to write.
fn at_most(what: &str, size: usize, most: usize) -> Result<(), Error> {
    if size <= most {
        return Ok(());
    }
    Err(Error::Impossible(format!(
        "{what}: expected a size of at most {most}, found {size}"
    )))
}
