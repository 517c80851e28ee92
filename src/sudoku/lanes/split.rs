//! Cutting one puzzle into subtrees.

use super::grids::PLACE;

/// Cuts a puzzle into at least `number` subtrees, unless it has fewer: the puzzle with
/// more and more of its first empty cells filled in every way that breaks no rule.
///
/// The subtrees come in lexicographic order, and so do their solutions; together they
/// have every solution once. The same puzzle and number give the same subtrees on every
/// machine.
///
/// ```
/// use countless::sudoku::lanes::split;
///
/// let subtrees = split(&[0; 81], 10);
/// assert_eq!(subtrees.len(), 72); // 9 digits, then 8
/// assert_eq!(subtrees[71][..3], [9, 8, 0]);
/// ```
pub fn split(puzzle: &[u8; 81], number: usize) -> Vec<[u8; 81]> {
    let mut subtrees = vec![*puzzle];
    for cell in 0..81 {
        if puzzle[cell] != 0 {
            continue;
        }
        if subtrees.len() >= number {
            break;
        }
        subtrees = subtrees.iter().flat_map(|grid| fill(grid, cell)).collect();
    }
    subtrees
}

/// The grid with every digit in the cell that breaks no rule, in order.
pub(super) fn fill(grid: &[u8; 81], cell: usize) -> impl Iterator<Item = [u8; 81]> {
    let grid = *grid;
    (1..=9)
        .filter(move |&digit| fits(&grid, cell, digit))
        .map(move |digit| {
            let mut filled = grid;
            filled[cell] = digit;
            filled
        })
}

/// Whether no other cell of the row, column or box has the digit.
pub(super) fn fits(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    let sees = |other: usize| {
        other / 9 == cell / 9 || other % 9 == cell % 9 || PLACE[other].0 == PLACE[cell].0
    };
    (0..81).all(|other| other == cell || grid[other] != digit || !sees(other))
}
