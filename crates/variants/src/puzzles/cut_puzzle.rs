//! Cut of a puzzle into pieces, which several threads search.

use crate::shape::Shape;

/// Piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of pieces with as many solutions that it stands for.
    pub times: u64,
    /// Its digits; empty cells are 0.
    pub digits: Vec<u8>,
}

/// Cuts a puzzle into at least `pieces` puzzles, or into as many as it has: its first empty cells
/// hold each combination of digits that breaks no rule. Each solution is in one piece, and the
/// solutions are in lexicographic order.
pub fn cut(shape: &Shape, puzzle: &[u8], pieces: usize) -> Vec<Piece> {
    cut_with(shape, puzzle, pieces, |_, _| None)
}

/// Cuts a puzzle to count its solutions. Digits that occur nowhere yet are interchangeable, unless
/// cages have sums: the least of them stands for all.
pub fn cut_for_count(shape: &Shape, puzzle: &[u8], pieces: usize) -> Vec<Piece> {
    let has_cages = shape.cages().next().is_some();
    cut_with(shape, puzzle, pieces, |piece, absent| {
        let product = piece.times.checked_mul(absent.len() as u64);
        product.filter(|_| !has_cages)
    })
}

/// True if a cut for a count has interchangeable digits.
pub(super) fn has_interchangeable_digits(shape: &Shape, puzzle: &[u8]) -> bool {
    shape.cages().next().is_none() && absent_digits(shape, puzzle).len() > 1
}

fn absent_digits(shape: &Shape, piece: &[u8]) -> Vec<u8> {
    let digits = 1..=shape.digits() as u8;
    digits.filter(|digit| !piece.contains(digit)).collect()
}

/// Cuts a puzzle. `times` returns the number that the least of the absent digits stands for, or
/// `None` if each has its own piece.
fn cut_with(
    shape: &Shape,
    puzzle: &[u8],
    pieces: usize,
    times: impl Fn(&Piece, &[u8]) -> Option<u64>,
) -> Vec<Piece> {
    let houses = shape.houses().map(|house| &house.cells[..]);
    let groups: Vec<&[u16]> = houses
        .chain(shape.cages().map(|(cells, _)| cells))
        .collect();
    let mut all = vec![Piece {
        times: 1,
        digits: puzzle.to_vec(),
    }];
    for cell in (0..puzzle.len()).filter(|&cell| puzzle[cell] == 0) {
        if all.len() >= pieces {
            break;
        }
        let around = groups.iter().filter(|cells| cells.contains(&(cell as u16)));
        let around: Vec<usize> = around
            .flat_map(|cells| cells.iter().map(|&cell| cell.into()))
            .collect();
        let mut filled = Vec::new();
        for piece in &all {
            let absent = absent_digits(shape, &piece.digits);
            let merged = times(piece, &absent).filter(|_| absent.len() > 1);
            for digit in 1..=shape.digits() as u8 {
                let is_absent = absent.contains(&digit);
                let is_merged = merged.is_some() && is_absent && digit != absent[0];
                if is_merged || around.iter().any(|&other| piece.digits[other] == digit) {
                    continue;
                }
                let mut next = piece.clone();
                next.digits[cell] = digit;
                next.times = merged.filter(|_| is_absent).unwrap_or(piece.times);
                filled.push(next);
            }
        }
        all = filled;
    }
    all
}
