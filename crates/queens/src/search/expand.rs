//! Kernel that places the next queen of every node in a batch, the attacks of pieces, and the nodes
//! that wait at a level.
//!
//! A node is a partial board with filled rows above its level. Each of its words has one bit for
//! each column of the level's row:
//!
//! ```text
//! column             0 1 2 3 4 5 6 7
//! filled rows        . . Q . . . . .
//!                    . . . . . Q . .
//! columns            0 0 1 0 0 1 0 0    a queen stands above
//! left               0 0 0 0 1 0 1 0    attacked along ╲, to higher columns
//! right              1 0 0 0 1 0 0 0    attacked along ╱, to lower columns
//! free               0 1 0 1 0 0 0 1    the rest: allowed, and still to be tried
//! queen              0 1 0 0 0 0 0 0    lowest bit of free
//!
//! one row down       columns | queen,  (left | queen) << 1,  (right | queen) >> 1
//! ```
//!
//! The lanes of a vector are different nodes of one level and share the masks of the rows. The
//! kernel does not branch on single nodes. A child that fails is dropped when the vector is packed
//! into the pool of the next level. A node without a free square is dropped when its vector is
//! packed back into its own pool.
//!
//! A child is dropped if one of the next rows has no square left. A square of its row is closed if
//! a queen there would attack the only square left of a row further down:
//!
//! ```text
//! the row after next has one square left      . . . . Q . . .
//! no queen may stand above it in              . . x . x . x .    (2 rows away)
//! ```
//!
//! # Attacks
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

use super::search_board::SearchLevel;
use countless_simd::{MAX_LANES, Simd, Task, Vector};

/// Takes the last [`BATCH`] nodes of `from`, places a queen on the lowest free square of each, and
/// appends the children to `to`. Children are dropped if one of the next `LOOK` rows has no square
/// left. Nodes with squares still to try stay in `from`.
///
/// `UNIT` is true if this level and the next two have no gap below them.
pub(super) struct Expand<'a, L, R, const W: usize, const LOOK: usize, const UNIT: bool> {
    /// Attack rules.
    pub rules: R,
    /// This level and the next three, as far as they exist.
    pub levels: [SearchLevel; 4],
    pub from: &'a mut NodePool<L, W>,
    pub to: &'a mut NodePool<L, W>,
    /// Number of key words that hold queens after this one is placed.
    pub words: usize,
    /// True if the queen's column opens a new word of the key.
    pub new_word: bool,
}

impl<L: LaneWord, R: AttackRules<L>, const W: usize, const LOOK: usize, const UNIT: bool> Task
    for Expand<'_, L, R, W, LOOK, UNIT>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (rules, levels, from, to) = (self.rules, self.levels, self.from, self.to);
        let words = self.words.min(W); // zero where nodes do not store their queens
        let lanes = L::Vector::<S>::LANES;
        let splat = |bits| L::Vector::<S>::splat(simd, L::new(bits));
        let [gap1, gap2, gap3] = if UNIT {
            [1; 3]
        } else {
            [levels[0].gap, levels[1].gap, levels[2].gap]
        };
        let [mask1, mask2, mask3] = [
            splat(levels[1].mask),
            splat(levels[2].mask),
            splat(levels[3].mask),
        ];
        let (zero, one) = (splat(0), splat(1));
        let old_word = splat(if self.new_word { 0 } else { !0 });

        let start = from.len.saturating_sub(BATCH);
        let mut kept = start;
        let mut born = to.len;
        let mut at = start;
        while at < from.len {
            let columns = L::Vector::load(simd, &from.columns[at..]);
            let left = L::Vector::load(simd, &from.left[at..]);
            let right = L::Vector::load(simd, &from.right[at..]);
            let mut free = L::Vector::load(simd, &from.free[at..]);
            let mut alive = splat(!0); // 0 in the lanes of children that fail
            if at + lanes > from.len {
                alive = first_lanes::<S, L>(simd, from.len - at);
                free = free & alive;
            }
            let queen = free & zero.sub(free);
            free = free ^ queen;

            let columns1 = columns | queen;
            let left1 = rules.left(simd, left | queen, gap1);
            let right1 = rules.right(simd, right | queen, gap1);
            let mut taken1 = columns1 | left1 | right1;
            let mut near1 = zero;
            if R::NEAR {
                let near = L::Vector::load(simd, &from.near[at..]);
                taken1 = taken1 | near | rules.near(simd, queen, gap1);
                near1 = rules.near(simd, queen, gap1 + gap2);
            }
            let mut free1 = mask1.and_not(taken1);
            if LOOK >= 2 {
                let left2 = rules.left(simd, left1, gap2);
                let right2 = rules.right(simd, right1, gap2);
                let free2 = mask2.and_not(columns1 | left2 | right2 | near1);
                alive = alive.min(free2);
                free1 = free1.and_not(fatal::<S, L, R>(simd, rules, free2, gap2));
                if LOOK >= 3 {
                    let left3 = rules.left(simd, left2, gap3);
                    let right3 = rules.right(simd, right2, gap3);
                    let free3 = mask3.and_not(columns1 | left3 | right3);
                    alive = alive.min(free3);
                    free1 = free1.and_not(fatal::<S, L, R>(simd, rules, free3, gap2 + gap3));
                }
            }
            alive = alive.min(free1);
            let child = L::Vector::<S>::packing(alive.intersects(alive));
            let sibling = L::Vector::<S>::packing(free.intersects(free));

            for word in 0..words {
                let old = L::Vector::load(simd, &from.key[word][at..]);
                let new = if word + 1 == words {
                    (old & old_word).shl(L::COLUMN_BITS) | queen.sub(one).count_ones()
                } else {
                    old
                };
                new.pack(child, &mut to.key[word][born..]);
                old.pack(sibling, &mut from.key[word][kept..]);
            }
            if R::NEAR {
                let near = L::Vector::load(simd, &from.near[at..]);
                near1.pack(child, &mut to.near[born..]);
                near.pack(sibling, &mut from.near[kept..]);
            }
            columns1.pack(child, &mut to.columns[born..]);
            left1.pack(child, &mut to.left[born..]);
            right1.pack(child, &mut to.right[born..]);
            born += free1.pack(child, &mut to.free[born..]);

            columns.pack(sibling, &mut from.columns[kept..]);
            left.pack(sibling, &mut from.left[kept..]);
            right.pack(sibling, &mut from.right[kept..]);
            kept += free.pack(sibling, &mut from.free[kept..]);
            at += lanes;
        }
        from.len = kept;
        to.len = born;
    }
}

/// Returns the squares from which a queen would attack all squares `free` of the row `gap` further
/// down, in lanes with a single free square.
#[inline(always)]
fn fatal<S: Simd, L: LaneWord, R: AttackRules<L>>(
    simd: S,
    rules: R,
    free: L::Vector<S>,
    gap: u32,
) -> L::Vector<S> {
    let lines = rules.left(simd, free, gap) | free | rules.right(simd, free, gap);
    let attackers = lines | rules.near(simd, free, gap);
    let several = free.intersects(free.sub(L::Vector::splat(simd, L::new(1))));
    L::Vector::splat(simd, L::new(0)).select(several, attackers)
}

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

/// Most nodes that one call of the kernel expands.
pub(super) const BATCH: usize = 512;

/// Capacity of a pool in nodes: less than one waiting batch, the children of one batch, and the
/// rest of a last vector.
pub(super) const POOL_ROOM: usize = 2 * (BATCH + MAX_LANES);

/// Most words of the key of a solution.
pub(super) const KEY_WORDS: usize = 4;

/// Word of a node, one lane of a vector: 16 bits for boards of up to 16 columns, else 32.
pub(super) trait LaneWord: Copy + Default + std::fmt::Debug + PartialEq + Into<u64> {
    /// Vector of these words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// Columns of a solution's open rows, the top row in the highest bits.
    type Key: Copy + Default + Ord + std::fmt::Debug;
    /// Bits of a key that hold one column.
    const COLUMN_BITS: u32;
    /// Number of columns that one word holds.
    const COLUMNS_PER_LANE: usize;

    /// Makes a word of the low bits.
    fn new(bits: u32) -> Self;

    /// Appends the columns in `word`, `bits` bits in all, to a key.
    fn append(key: Self::Key, word: Self, bits: u32) -> Self::Key;

    /// Returns the low bits of a key shifted down by `shift`.
    fn key_bits(key: Self::Key, shift: u32) -> usize;
}

impl LaneWord for u16 {
    type Vector<S: Simd> = S::U16;
    type Key = u64;
    const COLUMN_BITS: u32 = 4;
    const COLUMNS_PER_LANE: usize = 4;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits as u16
    }
    #[inline(always)]
    fn append(key: u64, word: u16, bits: u32) -> u64 {
        key << bits | u64::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u64, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

impl LaneWord for u32 {
    type Vector<S: Simd> = S::U32;
    type Key = u128;
    const COLUMN_BITS: u32 = 5;
    const COLUMNS_PER_LANE: usize = 6;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn append(key: u128, word: u32, bits: u32) -> u128 {
        key << bits | u128::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u128, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

/// Nodes that wait at one level: node `i` is `columns[i]`, `left[i]`, …
///
/// `W` is 0 for counting, or [`KEY_WORDS`] if nodes store their queens.
#[derive(Debug)]
pub(super) struct NodePool<L, const W: usize> {
    pub len: usize,
    /// Occupied columns, and those outside the board.
    pub columns: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to higher columns.
    pub left: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to lower columns.
    pub right: Box<[L; POOL_ROOM]>,
    /// Squares of the row still to try.
    pub free: Box<[L; POOL_ROOM]>,
    /// Near squares of the next level that the queen of the previous level attacks; empty for
    /// pieces without near squares.
    pub near: Vec<L>,
    /// Columns of the queens above, packed.
    pub key: [Box<[L; POOL_ROOM]>; W],
}

impl<L: LaneWord, const W: usize> NodePool<L, W> {
    pub fn new() -> Self {
        let zeros = || Box::new([L::default(); POOL_ROOM]);
        Self {
            len: 0,
            columns: zeros(),
            left: zeros(),
            right: zeros(),
            free: zeros(),
            near: Vec::new(),
            key: std::array::from_fn(|_| zeros()),
        }
    }
}

/// Returns a vector with ones in its first `count` lanes, and zeros in the rest.
#[inline(always)]
pub(super) fn first_lanes<S: Simd, L: LaneWord>(simd: S, count: usize) -> L::Vector<S> {
    let lanes = L::Vector::<S>::LANES;
    let mut edge = [L::default(); 2 * MAX_LANES];
    edge[..MAX_LANES].fill(L::new(!0));
    L::Vector::<S>::load(simd, &edge[MAX_LANES - count.min(lanes)..])
}
