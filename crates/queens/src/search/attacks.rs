//! Attacks of pieces on the rows below them.
//!
//! Every piece attacks its column. Queens and superqueens also attack one square of each diagonal
//! in each row. Superqueens and crowned rooks attack near squares, one and two rows away, as
//! knights and kings do:
//!
//! ```text
//! superqueen             . . . . Q . . . .
//!   one row down         . . k d c d k . .      d, c: along lines
//!   two rows down        . . d k c k d . .      k: near squares
//!   three rows down      . d . . c . . d .
//! ```
//!
//! On a torus, attacks wrap around, as rotations of the columns.

use super::node_pool::LaneWord;
use countless_simd::{Simd, Vector};

/// Attack rules of a board: the attacks of its pieces on other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacks {
    /// Number of columns of a torus; `None` without joined edges.
    pub(in super::super) torus_columns: Option<u32>,
    /// True if pieces attack along diagonals.
    pub(in super::super) diagonals: bool,
    /// Distance in columns of near squares, one row and two rows away; 0 for none.
    pub(in super::super) near_offsets: [u32; 2],
}

impl Attacks {
    /// True if pieces attack near squares.
    pub(super) fn has_near_squares(self) -> bool {
        self.near_offsets != [0, 0]
    }

    /// Returns the squares moved by some columns to higher columns.
    #[inline]
    fn to_higher_columns(self, squares: u32, by: u32) -> u32 {
        match self.torus_columns {
            None => squares << by,
            Some(n) => rotated(squares, by % n, n),
        }
    }

    /// Returns the squares moved by some columns to lower columns.
    #[inline]
    fn to_lower_columns(self, squares: u32, by: u32) -> u32 {
        match self.torus_columns {
            None => squares >> by,
            Some(n) => rotated(squares, n - by % n, n),
        }
    }

    /// Returns the squares `gap` rows further down along diagonals to higher columns.
    #[inline]
    pub(super) fn left(self, squares: u32, gap: u32) -> u32 {
        if self.diagonals {
            self.to_higher_columns(squares, gap)
        } else {
            0
        }
    }

    /// Returns the squares `gap` rows further down along diagonals to lower columns.
    #[inline]
    pub(super) fn right(self, squares: u32, gap: u32) -> u32 {
        if self.diagonals {
            self.to_lower_columns(squares, gap)
        } else {
            0
        }
    }

    /// Returns the distance in columns of near squares `away` rows away, if there are any.
    fn near_offset(self, away: u32) -> Option<u32> {
        let by = self.near_offsets.get(away as usize - 1).copied();
        by.filter(|&by| by > 0)
    }

    /// Returns the near squares of a row `away` rows away.
    #[inline]
    pub(super) fn near(self, squares: u32, away: u32) -> u32 {
        match self.near_offset(away) {
            None => 0,
            Some(by) => self.to_higher_columns(squares, by) | self.to_lower_columns(squares, by),
        }
    }

    /// Returns the columns of another row that a piece attacks, on a board of `n` rows.
    pub(in super::super) fn attacked_columns(
        self,
        n: usize,
        (row, column): (usize, usize),
        other: usize,
    ) -> u32 {
        let (piece, away) = (1 << column, other.abs_diff(row) as u32);
        let lines = piece | self.left(piece, away) | self.right(piece, away);
        if !self.has_near_squares() {
            return lines;
        }
        let around = match self.torus_columns {
            Some(_) => self.near(piece, n as u32 - away),
            None => 0,
        };
        lines | self.near(piece, away) | around
    }

    /// Number of top rows whose pieces attack near squares of the bottom rows, across the edge of a
    /// torus.
    pub(super) fn wrapping_rows(self) -> usize {
        match self.torus_columns {
            Some(_) => self.near_offsets.iter().filter(|&&by| by > 0).count(),
            None => 0,
        }
    }
}

/// Rotates the lowest `n` bits by at most `n`.
fn rotated(bits: u32, by: u32, n: u32) -> u32 {
    let (bits, all) = (u64::from(bits), (1_u64 << n) - 1);
    ((bits << by | bits >> (n - by)) & all) as u32
}

/// Attack rules on the rows below, for many boards side by side.
pub(super) trait AttackRules<L: LaneWord>: Copy {
    /// True if there may be near squares.
    const NEAR: bool;

    /// Returns the squares `gap` rows further down along diagonals to higher columns.
    fn left<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S>;

    /// Returns the squares `gap` rows further down along diagonals to lower columns.
    fn right<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S>;

    /// Returns the near squares of a row `away` rows away.
    fn near<S: Simd>(self, simd: S, squares: L::Vector<S>, away: u32) -> L::Vector<S>;
}

/// Rules of queens without joined edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueenRules;

impl<L: LaneWord> AttackRules<L> for QueenRules {
    const NEAR: bool = false;

    #[inline(always)]
    fn left<S: Simd>(self, _: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        squares.shl(gap)
    }

    #[inline(always)]
    fn right<S: Simd>(self, _: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        squares.shr(gap)
    }

    #[inline(always)]
    fn near<S: Simd>(self, simd: S, _: L::Vector<S>, _: u32) -> L::Vector<S> {
        L::Vector::splat(simd, L::new(0))
    }
}

impl<L: LaneWord> AttackRules<L> for Attacks {
    const NEAR: bool = true;

    #[inline(always)]
    fn left<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        if self.diagonals {
            to_higher_columns::<S, L>(simd, self.torus_columns, squares, gap)
        } else {
            L::Vector::splat(simd, L::new(0))
        }
    }

    #[inline(always)]
    fn right<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        if self.diagonals {
            to_lower_columns::<S, L>(simd, self.torus_columns, squares, gap)
        } else {
            L::Vector::splat(simd, L::new(0))
        }
    }

    #[inline(always)]
    fn near<S: Simd>(self, simd: S, squares: L::Vector<S>, away: u32) -> L::Vector<S> {
        match self.near_offset(away) {
            None => L::Vector::splat(simd, L::new(0)),
            Some(by) => {
                to_higher_columns::<S, L>(simd, self.torus_columns, squares, by)
                    | to_lower_columns::<S, L>(simd, self.torus_columns, squares, by)
            }
        }
    }
}

/// Vector form of [`Attacks::to_higher_columns`], by less than the number of columns.
#[inline(always)]
fn to_higher_columns<S: Simd, L: LaneWord>(
    simd: S,
    around: Option<u32>,
    squares: L::Vector<S>,
    by: u32,
) -> L::Vector<S> {
    match around {
        None => squares.shl(by),
        Some(n) => {
            let all = L::Vector::splat(simd, L::new(u32::MAX >> (u32::BITS - n)));
            (squares.shl(by) | squares.shr(n - by)) & all
        }
    }
}

/// Vector form of [`Attacks::to_lower_columns`], by less than the number of columns.
#[inline(always)]
fn to_lower_columns<S: Simd, L: LaneWord>(
    simd: S,
    around: Option<u32>,
    squares: L::Vector<S>,
    by: u32,
) -> L::Vector<S> {
    match around {
        None => squares.shr(by),
        Some(n) => to_higher_columns::<S, L>(simd, Some(n), squares, n - by),
    }
}
