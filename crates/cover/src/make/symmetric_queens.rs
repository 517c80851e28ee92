//! Boards of queens that a rotation leaves unchanged.

use std::collections::HashSet;
use std::iter;

use super::super::exact_cover::ExactCover;
use super::{at_most, cell, queen_lines, with_items};
use countless_engine::Error;

/// Rotation that leaves a board of queens unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueenSymmetry {
    /// By 180 degrees.
    HalfTurn,
    /// By 90 degrees.
    QuarterTurn,
}

/// Steps of a knight to later rows.
const KNIGHT: [(usize, isize); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

/// Queens that do not attack each other, one in each row, or superqueens, which also attack like
/// knights (OEIS A051223). With a symmetry, only the boards that it leaves unchanged: an option is a
/// queen with its images (OEIS A032522 and A033148). Two squares a knight's move apart are an item.
///
/// ```
/// use countless_cover::make::{self, QueenSymmetry};
/// use countless_engine::Run;
///
/// let problem = make::symmetric_queens(16, Some(QueenSymmetry::QuarterTurn), true)?;
/// assert_eq!(problem.count(&Run::new())?.total.solutions.to_string(), "24");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 64.
pub fn symmetric_queens(
    n: usize,
    symmetry: Option<QueenSymmetry>,
    superqueens: bool,
) -> Result<ExactCover, Error> {
    at_most("queens", n, 64)?;
    let squares = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let mut options = Vec::new();
    for square in squares() {
        let orbit: Vec<_> = images(n, square, symmetry).collect();
        let items = |&square| square_items(n, square, superqueens);
        let items: Vec<String> = orbit.iter().flat_map(items).collect();
        let different: HashSet<&String> = items.iter().collect();
        // Queens of an orbit that attack each other cover an item twice.
        if orbit.iter().min() == Some(&square) && different.len() == items.len() {
            options.push(items);
        }
    }
    let mut problem = with_items(queen_lines(n))?;
    let mut known: HashSet<String> = queen_lines(n).collect();
    for item in options.iter().flatten() {
        if known.insert(item.clone()) {
            problem.secondary(item)?;
        }
    }
    for items in &options {
        problem.option(items)?;
    }
    Ok(problem)
}

/// Returns a square and its other images.
fn images(
    n: usize,
    square: (usize, usize),
    symmetry: Option<QueenSymmetry>,
) -> impl Iterator<Item = (usize, usize)> {
    let turned = move |&(row, column): &(usize, usize)| match symmetry {
        None => (row, column),
        Some(QueenSymmetry::HalfTurn) => (n - 1 - row, n - 1 - column),
        Some(QueenSymmetry::QuarterTurn) => (column, n - 1 - row),
    };
    iter::successors(Some(square), move |last| {
        Some(turned(last)).filter(|image| *image != square)
    })
}

/// Returns the items that a queen covers: its lines, and for a superqueen its knight's moves.
fn square_items(n: usize, (row, column): (usize, usize), is_super: bool) -> Vec<String> {
    let mut items = vec![
        format!("r{}", row + 1),
        format!("c{}", column + 1),
        format!("a{}", row + column + 1),
        format!("d{}", row + n - column),
    ];
    if is_super {
        for (down, right) in KNIGHT {
            let below = (Some(row + down), column.checked_add_signed(right));
            let above = (row.checked_sub(down), column.checked_add_signed(-right));
            if let (Some(r), Some(c)) = below
                && r.max(c) < n
            {
                items.push(format!("k{}-{}", cell(row, column), cell(r, c)));
            }
            if let (Some(r), Some(c)) = above
                && c < n
            {
                items.push(format!("k{}-{}", cell(r, c), cell(row, column)));
            }
        }
    }
    items
}
