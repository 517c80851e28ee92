//! Squares that pieces attack, as bits of a whole board, and the masks of a board with regions, for
//! the search.

use super::super::BoardVariant;
use super::Regions;

/// Rows, columns and regions of a board, and the squares that a piece on each square attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionMasks {
    pub(super) n: usize,
    /// Number of words of the bits of a board.
    pub(super) words: usize,
    /// Squares of each row, each column and each region, `words` words each.
    pub(super) lines: Vec<u64>,
    /// Numbers of the row, column and region of each square.
    pub(super) lines_of: Vec<[u8; 3]>,
    /// Squares that a piece on each square attacks, including the rest of its region.
    pub(super) attacked: Vec<u64>,
}

impl RegionMasks {
    /// Makes the masks of a board variant with regions.
    pub fn new(kind: &BoardVariant, regions: &Regions) -> Self {
        let mut tables = Self::default();
        tables.fill(&AttackedSquares::new(regions.n, kind), regions);
        tables
    }

    /// Replaces these masks by those of other regions, for boards of the size of `lines`.
    pub(super) fn fill(&mut self, lines: &AttackedSquares, regions: &Regions) {
        let (n, words) = (lines.n, lines.words);
        (self.n, self.words) = (n, words);
        self.lines.clear();
        self.lines.resize(3 * n * words, 0);
        self.lines_of.clear();
        for (square, &region) in regions.region_of_square.iter().enumerate() {
            let of = [square / n, n + square % n, 2 * n + usize::from(region)];
            for line in of {
                self.lines[line * words + square / 64] |= 1 << (square % 64);
            }
            self.lines_of.push(of.map(|line| line as u8));
        }
        self.attacked.clone_from(&lines.attacked);
        let squares = self.attacked.chunks_exact_mut(words).zip(&self.lines_of);
        for (square, (attacked, of)) in squares.enumerate() {
            let region = &self.lines[usize::from(of[2]) * words..][..words];
            for (attacked, region) in attacked.iter_mut().zip(region) {
                *attacked |= region;
            }
            attacked[square / 64] &= !(1 << (square % 64));
        }
    }
}

/// Squares that a piece on each square attacks, without regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttackedSquares {
    /// Number of rows of the board.
    pub n: usize,
    /// Number of words of the bits of a board.
    pub words: usize,
    /// Attacked squares of each square, row by row, `words` words each.
    pub attacked: Vec<u64>,
}

/// Returns the number of words for the squares of a board of `n` rows. The search is compiled for
/// these numbers only.
pub(super) fn word_count(n: usize) -> usize {
    match n {
        0..=8 => 1,
        9..=11 => 2,
        12..=16 => 4,
        17..=19 => 6,
        _ => 16,
    }
}

impl AttackedSquares {
    /// Makes the attacked squares of a board of `n` rows.
    pub fn new(n: usize, kind: &BoardVariant) -> Self {
        let words = word_count(n);
        let mut attacked = vec![0; n * n * words];
        let attacks = kind.attacks_on(n);
        let own = u32::MAX.checked_shr(u32::BITS - n as u32).unwrap_or(0);
        for (square, attacked) in attacked.chunks_exact_mut(words).enumerate() {
            let (row, column) = (square / n, square % n);
            for other in 0..n {
                let columns = if other == row {
                    own & !(1 << column)
                } else {
                    attacks.attacked_columns(n, (row, column), other) & own
                };
                put_bits(attacked, other * n, columns);
            }
        }
        Self { n, words, attacked }
    }
}

/// Returns the `n` bits of a board that start at bit `at`.
pub(super) fn get_bits(board: &[u64], at: usize, n: usize) -> u32 {
    let high = board.get(at / 64 + 1).copied().unwrap_or(0);
    let bits = (u128::from(high) << 64 | u128::from(board[at / 64])) >> (at % 64);
    bits as u32 & u32::MAX.checked_shr(u32::BITS - n as u32).unwrap_or(0)
}

/// Adds bits to those of a board, starting at bit `at`.
pub(super) fn put_bits(board: &mut [u64], at: usize, bits: u32) {
    let bits = u128::from(bits) << (at % 64);
    board[at / 64] |= bits as u64;
    if bits >> 64 != 0 {
        board[at / 64 + 1] |= (bits >> 64) as u64;
    }
}
