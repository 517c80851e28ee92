//! How pieces attack the rows below them.
//!
//! Whatever the piece, it attacks its column, and in row after row the squares of two diagonals,
//! if it attacks along these. Besides, it may attack squares one and two rows away, as knights
//! and kings do:
//!
//! ```text
//! superqueen             . . . . Q . . . .
//!   one row down         . . k d c d k . .      d, c: along lines
//!   two rows down        . . d k c k d . .      k: near squares
//!   three rows down      . d . . c . . d .
//! ```
//!
//! On a torus all of this wraps around, as rotations of the columns.

use super::pool::Lane;
use countless_simd::{Simd, Vector};

/// How pieces attack other rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacks {
    /// The number of columns, if the edges are joined.
    pub(in super::super) around: Option<u32>,
    /// Whether diagonals are attacked.
    pub(in super::super) diagonals: bool,
    /// How far to either side near squares are, one row and two rows away; 0 for none.
    pub(in super::super) near: [u32; 2],
}

impl Attacks {
    /// Whether any square is attacked other than along lines.
    pub(super) fn has_near(self) -> bool {
        self.near != [0, 0]
    }

    /// Squares moved to higher columns.
    #[inline]
    fn higher(self, squares: u32, by: u32) -> u32 {
        match self.around {
            None => squares << by,
            Some(n) => rotated(squares, by % n, n),
        }
    }

    /// Squares moved to lower columns.
    #[inline]
    fn lower(self, squares: u32, by: u32) -> u32 {
        match self.around {
            None => squares >> by,
            Some(n) => rotated(squares, n - by % n, n),
        }
    }

    /// The squares `gap` rows further down along diagonals to higher columns.
    #[inline]
    pub(super) fn left(self, squares: u32, gap: u32) -> u32 {
        if self.diagonals {
            self.higher(squares, gap)
        } else {
            0
        }
    }

    /// The squares `gap` rows further down along diagonals to lower columns.
    #[inline]
    pub(super) fn right(self, squares: u32, gap: u32) -> u32 {
        if self.diagonals {
            self.lower(squares, gap)
        } else {
            0
        }
    }

    /// How far to either side near squares are in a row that is so far away.
    fn near_by(self, away: u32) -> Option<u32> {
        let by = self.near.get(away as usize - 1).copied();
        by.filter(|&by| by > 0)
    }

    /// The near squares of a row that is so far away.
    #[inline]
    pub(super) fn near(self, squares: u32, away: u32) -> u32 {
        match self.near_by(away) {
            None => 0,
            Some(by) => self.higher(squares, by) | self.lower(squares, by),
        }
    }

    /// The columns of another row that a piece attacks, on a board of `n` rows.
    pub(in super::super) fn row(
        self,
        n: usize,
        (row, column): (usize, usize),
        other: usize,
    ) -> u32 {
        let (piece, away) = (1 << column, other.abs_diff(row) as u32);
        let lines = piece | self.left(piece, away) | self.right(piece, away);
        if !self.has_near() {
            return lines;
        }
        let around = match self.around {
            Some(_) => self.near(piece, n as u32 - away),
            None => 0,
        };
        lines | self.near(piece, away) | around
    }

    /// How many of the first rows attack the last ones across the edge, other than along lines.
    pub(super) fn reach_around(self) -> usize {
        match self.around {
            Some(_) => self.near.iter().filter(|&&by| by > 0).count(),
            None => 0,
        }
    }
}

/// The lowest `n` bits rotated by at most `n`.
fn rotated(bits: u32, by: u32, n: u32) -> u32 {
    let (bits, all) = (u64::from(bits), (1_u64 << n) - 1);
    ((bits << by | bits >> (n - by)) & all) as u32
}

/// How pieces attack the rows below them, on many boards side by side.
pub(super) trait Rules<L: Lane>: Copy {
    /// Whether there may be near squares.
    const NEAR: bool;

    /// The squares `gap` rows further down along diagonals to higher columns.
    fn left<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S>;

    /// The squares `gap` rows further down along diagonals to lower columns.
    fn right<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S>;

    /// The near squares of a row that is so far away.
    fn near<S: Simd>(self, simd: S, squares: L::Vector<S>, away: u32) -> L::Vector<S>;
}

/// Queens on a usual board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queens;

impl<L: Lane> Rules<L> for Queens {
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

impl<L: Lane> Rules<L> for Attacks {
    const NEAR: bool = true;

    #[inline(always)]
    fn left<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        if self.diagonals {
            higher::<S, L>(simd, self.around, squares, gap)
        } else {
            L::Vector::splat(simd, L::new(0))
        }
    }

    #[inline(always)]
    fn right<S: Simd>(self, simd: S, squares: L::Vector<S>, gap: u32) -> L::Vector<S> {
        if self.diagonals {
            lower::<S, L>(simd, self.around, squares, gap)
        } else {
            L::Vector::splat(simd, L::new(0))
        }
    }

    #[inline(always)]
    fn near<S: Simd>(self, simd: S, squares: L::Vector<S>, away: u32) -> L::Vector<S> {
        match self.near_by(away) {
            None => L::Vector::splat(simd, L::new(0)),
            Some(by) => {
                higher::<S, L>(simd, self.around, squares, by)
                    | lower::<S, L>(simd, self.around, squares, by)
            }
        }
    }
}

/// [`Attacks::higher`], by less than the columns of the board.
#[inline(always)]
fn higher<S: Simd, L: Lane>(
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

/// [`Attacks::lower`], by less than the columns of the board.
#[inline(always)]
fn lower<S: Simd, L: Lane>(
    simd: S,
    around: Option<u32>,
    squares: L::Vector<S>,
    by: u32,
) -> L::Vector<S> {
    match around {
        None => squares.shr(by),
        Some(n) => higher::<S, L>(simd, Some(n), squares, n - by),
    }
}
