//! Rows, squares, sudokus, graphs, boards of queens, and squares of words.

use std::iter;

use super::{at_most, cell, cells, queen_lines};
use crate::exact_cover::ExactCover;
use crate::list_numbers::ListNumbers;
use countless_engine::Error;
use countless_simd::distinct;

/// Langford's problem: two of each number from 1 to `n` in a row, with `k` numbers between the two
/// `k` (Langford, 1958; OEIS A014552 counts mirror images once).
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::langford(7)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "52");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 200.
pub fn langford(n: usize) -> Result<ExactCover, Error> {
    at_most("langford", n, 200)?;
    let numbers = (1..=n).rev().map(|number| number.to_string());
    let places = (1..=2 * n).map(|place| format!("s{place}"));
    let mut problem = ExactCover::of_items(numbers.chain(places))?;
    for number in 1..=n {
        for first in 1..(2 * n).saturating_sub(number) {
            let second = first + number + 1;
            problem.option(&[
                number.to_string(),
                format!("s{first}"),
                format!("s{second}"),
            ])?;
        }
    }
    Ok(problem)
}

/// Queens that do not attack each other, one in each row. On a torus, diagonals wrap around, and
/// each has exactly one queen (OEIS A000170, A007705).
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::queens(8, false)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "92");
/// let outcome = make::queens(11, true)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "88");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 64.
pub fn queens(n: usize, torus: bool) -> Result<ExactCover, Error> {
    at_most("queens", n, 64)?;
    let number = if torus { n } else { (2 * n).saturating_sub(1) };
    let mut problem = queen_lines(n)?;
    for kind in ["a", "d"] {
        for at in 1..=number {
            let diagonal = format!("{kind}{at}");
            if torus {
                problem.primary(&diagonal)?;
            } else {
                problem.secondary(&diagonal)?;
            }
        }
    }
    for square in cells(n, n) {
        problem.option(&square_items(n, number, square, false))?;
    }
    Ok(problem)
}

/// Queens on a board of coloured regions: one in each row, column and region, and no two touch. A
/// drawing has one letter for each cell, its region. There are as many regions as rows.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::regions("AABB\nCABB\nCCDB\nCDDD\n")?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if the drawing is not a square, has blanks or more than 64 rows, or if the
/// numbers of regions and rows differ.
pub fn regions(drawing: &str) -> Result<ExactCover, Error> {
    let rows: Vec<Vec<char>> = drawing
        .lines()
        .map(|line| line.trim().chars().collect())
        .collect();
    let n = rows.len();
    at_most("regions", n, 64)?;
    let impossible = |reason: String| Err(Error::Impossible(reason));
    if let Some(row) = rows.iter().position(|row| row.len() != n) {
        let cells = rows[row].len();
        return impossible(format!(
            "row {}: expected as many cells as rows, {n}, found {cells}",
            row + 1
        ));
    }
    let letters: Vec<char> = distinct(rows.iter().flatten().copied().collect());
    if letters.len() != n {
        return impossible(format!(
            "expected {n} regions, one for each row, found {}",
            letters.len()
        ));
    }
    let lines = ["r", "c"].into_iter();
    let lines = lines.flat_map(|kind| (1..=n).map(move |line| format!("{kind}{line}")));
    let regions = letters.iter().map(|letter| format!("region-{letter}"));
    let mut problem = ExactCover::of_items(lines.chain(regions))?;
    // Queens that touch but share no line are in a square of two rows and two columns.
    for row in 1..n {
        for column in 1..n {
            problem.secondary(&format!("t{row}.{column}"))?;
        }
    }
    for (row, cells) in rows.iter().enumerate() {
        for (column, letter) in cells.iter().enumerate() {
            let mut items = vec![
                format!("r{}", row + 1),
                format!("c{}", column + 1),
                format!("region-{letter}"),
            ];
            for row in row.max(1)..n.min(row + 2) {
                for column in column.max(1)..n.min(column + 2) {
                    items.push(format!("t{row}.{column}"));
                }
            }
            problem.option(&items)?;
        }
    }
    Ok(problem)
}

/// Latin squares: each number once in each row and each column (OEIS A002860).
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::latin(5)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "161280");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 64.
pub fn latin(n: usize) -> Result<ExactCover, Error> {
    at_most("latin", n, 64)?;
    let mut problem = ExactCover::of_items(named_cells(&["p", "r", "c"], n))?;
    for (row, column) in cells(n, n) {
        let (row, column) = (row + 1, column + 1);
        for number in 1..=n {
            problem.option(&[
                format!("p{row}.{column}"),
                format!("r{row}.{number}"),
                format!("c{column}.{number}"),
            ])?;
        }
    }
    Ok(problem)
}

/// Cells of a square, with a prefix for each kind of items.
fn named_cells<'a>(kinds: &'a [&str], n: usize) -> impl Iterator<Item = String> + 'a {
    let all = kinds
        .iter()
        .flat_map(move |kind| cells(n, n).into_iter().map(move |at| (kind, at)));
    all.map(|(kind, (a, b))| format!("{kind}{}", cell(a, b)))
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
    let mut done = Vec::new();
    for (row, column) in cells(9, 9) {
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
    let all = named_cells(&["p", "r", "c", "b"], 9);
    let mut problem = ExactCover::of_items(all.filter(|item| !done.contains(item)))?;
    for (row, column) in cells(9, 9) {
        for digit in 1..=9 {
            let option = items(row, column, digit);
            let is_candidate = candidates[9 * row + column] >> (digit - 1) & 1 == 1;
            if is_candidate && option.iter().all(|item| problem.has_item(item)) {
                problem.option(&option)?;
            }
        }
    }
    Ok(problem)
}

/// 1-factorizations of the complete graph with `n` vertices, an even number: partitions of its
/// edges into perfect matchings (OEIS A000438).
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::factorizations(8)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "6240");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 14.
pub fn factorizations(n: usize) -> Result<ExactCover, Error> {
    at_most("factorizations", n, 14)?;
    let edges = (1..=n).flat_map(|a| (a + 1..=n).map(move |b| format!("{a}-{b}")));
    let mut problem = ExactCover::of_items(edges)?;
    let mut open = vec![(Vec::new(), (1..=n).collect::<Vec<usize>>())];
    while let Some((matching, mut free)) = open.pop() {
        if free.is_empty() && n > 0 {
            problem.option(&matching)?;
        }
        if free.len() < 2 {
            continue;
        }
        let first = free.remove(0);
        for at in (0..free.len()).rev() {
            let (mut matching, mut free): (Vec<String>, Vec<usize>) =
                (matching.clone(), free.clone());
            let second = free.remove(at);
            matching.push(format!("{first}-{second}"));
            open.push((matching, free));
        }
    }
    Ok(problem)
}

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
const KNIGHT: [(isize, isize); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

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
    let mut options = Vec::new();
    for square in cells(n, n) {
        let orbit: Vec<_> = images(n, square, symmetry).collect();
        let items = |&square| square_items(n, 2 * n, square, superqueens);
        let items: Vec<String> = orbit.iter().flat_map(items).collect();
        let different: Vec<&String> = distinct(items.iter().collect());
        // Queens of an orbit that attack each other cover an item twice.
        if orbit.iter().min() == Some(&square) && different.len() == items.len() {
            options.push(items);
        }
    }
    let mut problem = queen_lines(n)?;
    for item in options.iter().flatten() {
        if !problem.has_item(item) {
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
/// Diagonals are numbered modulo `diagonals`.
fn square_items(
    n: usize,
    diagonals: usize,
    (row, column): (usize, usize),
    is_super: bool,
) -> Vec<String> {
    let mut items = vec![
        format!("r{}", row + 1),
        format!("c{}", column + 1),
        format!("a{}", (row + column) % diagonals + 1),
        format!("d{}", (row + n - 1 - column) % diagonals + 1),
    ];
    if is_super {
        let here = cell(row, column);
        for (down, right) in KNIGHT {
            let moved = |way: isize| {
                let row = row.checked_add_signed(way * down)?;
                let column = column.checked_add_signed(way * right)?;
                (row.max(column) < n).then(|| cell(row, column))
            };
            items.extend(moved(1).map(|below| format!("k{here}-{below}")));
            items.extend(moved(-1).map(|above| format!("k{above}-{here}")));
        }
    }
    items
}

/// Squares of words of equal length: a word in each row and in each column, with letters as
/// colours. A word may occur several times in a square; a word that the list repeats counts once.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let squares = make::words(&["is", "it", "so", "to"])?;
/// let outcome = squares.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "4");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] for an empty list, or if the lengths differ.
pub fn words(words: &[&str]) -> Result<ExactCover, Error> {
    let length = words.first().map_or(0, |word| word.chars().count());
    if length == 0 {
        return Err(Error::Impossible(
            "expected words of equal length, found none".to_owned(),
        ));
    }
    let lines = (1..=length).flat_map(|line| ["across", "down"].map(|way| format!("{way}{line}")));
    let mut problem = ExactCover::of_items(lines)?;
    for (row, column) in cells(length, length) {
        problem.secondary(&cell(row, column))?;
    }
    let mut known = ListNumbers::default();
    for word in words {
        let letters: Vec<char> = word.chars().collect();
        let codes: Vec<u32> = letters.iter().map(|&letter| letter.into()).collect();
        if !known.is_new(&codes) {
            continue;
        }
        if letters.len() != length {
            let reason = format!(
                "expected words of equal length, found {} and {word}",
                words[0]
            );
            return Err(Error::Impossible(reason));
        }
        for line in 1..=length {
            let mut across = vec![format!("across{line}")];
            let mut down = vec![format!("down{line}")];
            for (at, letter) in (1..).zip(&letters) {
                across.push(format!("{line}.{at}:{letter}"));
                down.push(format!("{at}.{line}:{letter}"));
            }
            problem.option(&across)?;
            problem.option(&down)?;
        }
    }
    Ok(problem)
}
