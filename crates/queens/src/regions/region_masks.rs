//! Masks of a board with regions, for the search.

use super::super::BoardVariant;
use super::Regions;
use super::attacked_squares::AttackedSquares;

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
