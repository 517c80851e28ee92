//! Coloured squares, and sudokus.

use super::{cell, with_items};
use crate::exact_cover::ExactCover;
use countless_engine::Error;
use countless_simd::sort;

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
    let cells = || (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
    let names = tiles.iter().map(|&tile| name(tile));
    let mut problem = with_items(names.chain(cells().map(|(row, column)| cell(row, column))))?;
    for (row, column) in cells().filter(|&(row, _)| row > 0) {
        problem.secondary(&format!("h{}", cell(row, column)))?;
    }
    for (row, column) in cells().filter(|&(_, column)| column > 0) {
        problem.secondary(&format!("v{}", cell(row, column)))?;
    }
    for &tile in &tiles {
        let mut forms: Vec<[u8; 4]> = (0..4).map(|turns| turned(tile, turns)).collect();
        sort(&mut forms);
        forms.dedup();
        for form in forms {
            for (row, column) in cells() {
                let [top, right, bottom, left] = form;
                let edges = [
                    (row > 0, 'h', cell(row, column), top),
                    (row + 1 < ROWS, 'h', cell(row + 1, column), bottom),
                    (column > 0, 'v', cell(row, column), left),
                    (column + 1 < COLUMNS, 'v', cell(row, column + 1), right),
                ];
                if edges
                    .iter()
                    .any(|(inside, .., colour)| !inside && *colour != b'a')
                {
                    continue;
                }
                let inside = edges.into_iter().filter(|edge| edge.0);
                let colours = inside
                    .map(|(_, kind, at, colour)| format!("{kind}{at}:{}", char::from(colour)));
                let option = [name(tile), cell(row, column)].into_iter().chain(colours);
                problem.option(&option.collect::<Vec<_>>())?;
            }
        }
    }
    Ok(problem)
}

/// Sudoku: each cell has a digit, and each row, column and box has each digit.
///
/// `candidates` are the possible digits of each cell, row by row; bit 0 stands for 1. A cell with
/// one candidate is a clue: the items that it covers are left out.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let clues = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let candidates = clues.map(|clue| match clue {
///     b'.' => 0x1FF,
///     digit => 1 << (digit - b'1'),
/// });
/// let outcome = make::sudoku(&candidates)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if clues conflict.
pub fn sudoku(candidates: &[u16; 81]) -> Result<ExactCover, Error> {
    let clue = |digits: u16| {
        digits
            .is_power_of_two()
            .then(|| digits.trailing_zeros() as usize + 1)
    };
    let items = |row: usize, column: usize, digit: usize| {
        [
            format!("p{}", cell(row, column)),
            format!("r{}.{digit}", row + 1),
            format!("c{}.{digit}", column + 1),
            format!("b{}.{digit}", row / 3 * 3 + column / 3 + 1),
        ]
    };
    let cells = || (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let mut done = Vec::new();
    for (row, column) in cells() {
        if let Some(digit) = clue(candidates[9 * row + column]) {
            for item in items(row, column, digit) {
                if done.contains(&item) {
                    let reason = format!(
                        "the clue {digit} in row {} and column {} repeats a digit of its row, \
                         column or box",
                        row + 1,
                        column + 1
                    );
                    return Err(Error::Impossible(reason));
                }
                done.push(item);
            }
        }
    }
    let kinds = ["p", "r", "c", "b"].into_iter();
    let all = kinds.flat_map(|kind| cells().map(move |(a, b)| format!("{kind}{}", cell(a, b))));
    let mut problem = with_items(all.filter(|item| !done.contains(item)))?;
    for (row, column) in cells() {
        for digit in 1..=9 {
            let option = items(row, column, digit);
            let is_candidate = candidates[9 * row + column] >> (digit - 1) & 1 == 1;
            if is_candidate && option.iter().all(|item| !done.contains(item)) {
                problem.option(&option)?;
            }
        }
    }
    Ok(problem)
}
