//! The last two rows, by formula instead of search, and the last row of a rectangle or of other
//! pieces.
//!
//! In the last two rows, two columns are free, a < b. The two queens stand on a, b or on b, a. They
//! do not attack each other unless b − a is the distance of the rows:
//!
//! ```text
//! upper row   . . Q . . . .        . . . . . Q .
//! lower row   . . . . . Q .        . . Q . . . .
//!                 a     b              a     b
//! ```
//!
//! In the last row of a rectangle with more free columns than queens, or of pieces other than
//! queens, every free square is a solution.

use super::expand::{KEY_WORDS, LaneWord, NodePool, first_lanes};
use super::search_board::SearchLevel;
use countless_simd::{Mask, Simd, Task, Vector};

/// Possible squares of the two last queens of each lane.
struct LastQueens<V: Vector> {
    a: V,
    b: V,
    /// Lanes in which the upper queen may take a, and the lower b.
    a_above: V::Mask,
    /// Lanes in which the upper queen may take b, and the lower a.
    b_above: V::Mask,
}

/// Last two levels of the nodes in a pool. Counting or recording empties it.
pub(super) struct LastTwoRows<'a, L, const W: usize> {
    pub upper: SearchLevel,
    pub lower: SearchLevel,
    pub columns: u32,
    pub pool: &'a mut NodePool<L, W>,
}

impl<L: LaneWord, const W: usize> LastTwoRows<'_, L, W> {
    #[inline(always)]
    fn last_queens<S: Simd>(&self, simd: S, at: usize) -> LastQueens<L::Vector<S>> {
        let splat = |bits| L::Vector::<S>::splat(simd, L::new(bits));
        let taken = L::Vector::load(simd, &self.pool.columns[at..]);
        let left = L::Vector::load(simd, &self.pool.left[at..]);
        let right = L::Vector::load(simd, &self.pool.right[at..]);
        let free = L::Vector::load(simd, &self.pool.free[at..]);
        let upper = free & first_lanes::<S, L>(simd, self.pool.len - at);
        let gap = self.upper.gap;
        let lower = splat(self.lower.mask).and_not(left.shl(gap) | right.shr(gap));
        let columns = splat(self.columns).and_not(taken);
        let a = columns & splat(0).sub(columns);
        let b = columns ^ a;
        let apart = !a.shl(gap).equal(b);
        LastQueens {
            a,
            b,
            a_above: upper.intersects(a) & lower.intersects(b) & apart,
            b_above: upper.intersects(b) & lower.intersects(a) & apart,
        }
    }
}

/// Counts the solutions below all nodes of the pool.
pub(super) struct CountLastTwoRows<'a, L, const W: usize>(pub LastTwoRows<'a, L, W>);

impl<L: LaneWord, const W: usize> Task for CountLastTwoRows<'_, L, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let mut found = 0;
        let mut at = 0;
        while at < self.0.pool.len {
            let ends = self.0.last_queens(simd, at);
            found += ends.a_above.bits().count_ones() + ends.b_above.bits().count_ones();
            at += L::Vector::<S>::LANES;
        }
        self.0.pool.len = 0;
        u64::from(found)
    }
}

/// Keys of solutions in the order in which the kernel finds them, one array per word.
#[derive(Debug)]
pub(super) struct FoundKeys<L> {
    pub len: usize,
    pub words: [Box<[L]>; KEY_WORDS],
}

impl<L: LaneWord> FoundKeys<L> {
    pub fn new(room: usize) -> Self {
        Self {
            len: 0,
            words: std::array::from_fn(|_| vec![L::default(); room].into()),
        }
    }
}

/// Appends the keys of the solutions below all nodes of the pool to `found`. It must have room for
/// two solutions per node and one more vector.
pub(super) struct RecordLastTwoRows<'a, L> {
    pub leaf: LastTwoRows<'a, L, KEY_WORDS>,
    pub found: &'a mut FoundKeys<L>,
    /// Number of queens in the keys of the pool.
    pub queens: usize,
}

impl<L: LaneWord> RecordLastTwoRows<'_, L> {
    /// Appends the two last queens to the keys of the lanes in `alive`, and those keys to the
    /// solutions.
    #[inline(always)]
    fn push<S: Simd>(
        &mut self,
        simd: S,
        at: usize,
        alive: <L::Vector<S> as Vector>::Mask,
        queens: [L::Vector<S>; 2],
    ) {
        if !alive.any() {
            return;
        }
        let one = L::Vector::splat(simd, L::new(1));
        let [upper, lower] = queens;
        let (upper, lower) = (upper.sub(one).count_ones(), lower.sub(one).count_ones());
        let (full, odd) = (
            self.queens / L::COLUMNS_PER_LANE,
            self.queens % L::COLUMNS_PER_LANE,
        );
        let mut word = 0;
        while word < full {
            let key = L::Vector::load(simd, &self.leaf.pool.key[word][at..]);
            key.compress(alive, &mut self.found.words[word][self.found.len..]);
            word += 1;
        }
        let key = if odd == 0 {
            upper
        } else {
            L::Vector::load(simd, &self.leaf.pool.key[full][at..]).shl(L::COLUMN_BITS) | upper
        };
        let (key, next) = if odd + 1 == L::COLUMNS_PER_LANE {
            (key, lower)
        } else {
            (key.shl(L::COLUMN_BITS) | lower, key)
        };
        let mut count = key.compress(alive, &mut self.found.words[full][self.found.len..]);
        if odd + 1 == L::COLUMNS_PER_LANE {
            count = next.compress(alive, &mut self.found.words[full + 1][self.found.len..]);
        }
        self.found.len += count;
    }
}

impl<L: LaneWord> Task for RecordLastTwoRows<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let lanes = L::Vector::<S>::LANES;
        let room = self.found.words[0].len() - self.found.len;
        assert!(room >= 2 * self.leaf.pool.len + lanes, "too little room");
        assert!(
            self.queens + 2 <= KEY_WORDS * L::COLUMNS_PER_LANE,
            "too many queens"
        );
        let mut at = 0;
        while at < self.leaf.pool.len {
            let ends = self.leaf.last_queens(simd, at);
            self.push(simd, at, ends.a_above, [ends.a, ends.b]);
            self.push(simd, at, ends.b_above, [ends.b, ends.a]);
            at += lanes;
        }
        self.leaf.pool.len = 0;
    }
}

/// Returns the free squares of one vector of nodes in the last row.
#[inline(always)]
fn free_squares<S: Simd, L: LaneWord, const W: usize>(
    simd: S,
    pool: &NodePool<L, W>,
    at: usize,
) -> L::Vector<S> {
    let free = L::Vector::load(simd, &pool.free[at..]);
    free & first_lanes::<S, L>(simd, pool.len - at)
}

/// Counts the solutions below all nodes of the pool and empties it.
pub(super) struct CountLastRow<'a, L, const W: usize>(pub &'a mut NodePool<L, W>);

impl<L: LaneWord, const W: usize> Task for CountLastRow<'_, L, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let zero = L::Vector::<S>::splat(simd, L::new(0));
        let mut found = 0;
        let mut at = 0;
        while at < self.0.len {
            let mut free = free_squares::<S, L, W>(simd, self.0, at);
            let mut alive = free.intersects(free);
            while alive.any() {
                found += u64::from(alive.bits().count_ones());
                free = free ^ (free & zero.sub(free));
                alive = free.intersects(free);
            }
            at += L::Vector::<S>::LANES;
        }
        self.0.len = 0;
        found
    }
}

/// Appends the keys of the solutions below all nodes of the pool to `found` and empties the pool.
/// `found` must have room for them and one more vector.
pub(super) struct RecordLastRow<'a, L> {
    pub pool: &'a mut NodePool<L, KEY_WORDS>,
    pub found: &'a mut FoundKeys<L>,
    /// Number of queens in the keys of the pool.
    pub queens: usize,
}

impl<L: LaneWord> Task for RecordLastRow<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        assert!(
            self.queens < KEY_WORDS * L::COLUMNS_PER_LANE,
            "too many queens"
        );
        let (full, odd) = (
            self.queens / L::COLUMNS_PER_LANE,
            self.queens % L::COLUMNS_PER_LANE,
        );
        let (zero, one) = (
            L::Vector::<S>::splat(simd, L::new(0)),
            L::Vector::<S>::splat(simd, L::new(1)),
        );
        let mut at = 0;
        while at < self.pool.len {
            let mut free = free_squares::<S, L, KEY_WORDS>(simd, self.pool, at);
            let mut alive = free.intersects(free);
            while alive.any() {
                let queen = free & zero.sub(free);
                let column = queen.sub(one).count_ones();
                let len = self.found.len;
                let mut word = 0;
                while word < full {
                    let key = L::Vector::load(simd, &self.pool.key[word][at..]);
                    key.compress(alive, &mut self.found.words[word][len..]);
                    word += 1;
                }
                let key = if odd == 0 {
                    column
                } else {
                    L::Vector::load(simd, &self.pool.key[full][at..]).shl(L::COLUMN_BITS) | column
                };
                self.found.len += key.compress(alive, &mut self.found.words[full][len..]);
                free = free ^ queen;
                alive = free.intersects(free);
            }
            at += L::Vector::<S>::LANES;
        }
        self.pool.len = 0;
    }
}
