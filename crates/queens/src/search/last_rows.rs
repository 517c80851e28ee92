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

/// Last two levels of the nodes in a pool.
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

/// Nodes with one or two open rows. Counting or recording them empties their pool.
pub(super) enum LastNodes<'a, L, const W: usize> {
    One(&'a mut NodePool<L, W>),
    Two(LastTwoRows<'a, L, W>),
}

/// Counts the solutions below some nodes.
pub(super) struct CountLastRows<'a, L, const W: usize>(pub LastNodes<'a, L, W>);

impl<L: LaneWord, const W: usize> Task for CountLastRows<'_, L, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let zero = L::Vector::<S>::splat(simd, L::new(0));
        let (mut found, mut at) = (0, 0);
        match self.0 {
            LastNodes::One(pool) => {
                while at < pool.len {
                    let mut free = free_squares::<S, L, W>(simd, pool, at);
                    let mut alive = free.intersects(free);
                    while alive.any() {
                        found += u64::from(alive.bits().count_ones());
                        free = free ^ (free & zero.sub(free));
                        alive = free.intersects(free);
                    }
                    at += L::Vector::<S>::LANES;
                }
                pool.len = 0;
            }
            LastNodes::Two(rows) => {
                while at < rows.pool.len {
                    let ends = rows.last_queens(simd, at);
                    let (a, b) = (ends.a_above.bits(), ends.b_above.bits());
                    found += u64::from(a.count_ones() + b.count_ones());
                    at += L::Vector::<S>::LANES;
                }
                rows.pool.len = 0;
            }
        }
        found
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

/// Appends to `found` the keys of the nodes from `at` on, in the lanes `alive`. A key has `queens`
/// queens in the pool, and gets one or two more on the squares `last`.
#[inline(always)]
fn record<S: Simd, L: LaneWord, const Q: usize>(
    simd: S,
    (pool, at): (&NodePool<L, KEY_WORDS>, usize),
    queens: usize,
    alive: <L::Vector<S> as Vector>::Mask,
    last: [L::Vector<S>; Q],
    found: &mut FoundKeys<L>,
) {
    if !alive.any() {
        return;
    }
    let none = L::Vector::<S>::splat(simd, L::new(0));
    let one = L::Vector::<S>::splat(simd, L::new(1));
    let (full, odd) = (queens / L::COLUMNS_PER_LANE, queens % L::COLUMNS_PER_LANE);
    let mut word = 0;
    while word < full {
        let key = L::Vector::load(simd, &pool.key[word][at..]);
        key.compress(alive, &mut found.words[word][found.len..]);
        word += 1;
    }
    let (mut key, mut columns) = (none, odd);
    if odd > 0 {
        key = L::Vector::load(simd, &pool.key[full][at..]);
    }
    let (mut count, mut place) = (0, 0);
    while place < Q {
        key = key.shl(L::COLUMN_BITS) | last[place].sub(one).count_ones();
        place += 1;
        columns += 1;
        if columns == L::COLUMNS_PER_LANE {
            count = key.compress(alive, &mut found.words[word][found.len..]);
            (key, columns, word) = (none, 0, word + 1);
        }
    }
    if columns > 0 {
        count = key.compress(alive, &mut found.words[word][found.len..]);
    }
    found.len += count;
}

/// Appends the keys of the solutions below some nodes to `found`. It must have room for them and
/// one more vector.
pub(super) struct RecordLastRows<'a, L> {
    pub nodes: LastNodes<'a, L, KEY_WORDS>,
    pub found: &'a mut FoundKeys<L>,
    /// Number of queens in the keys of the pool.
    pub queens: usize,
}

impl<L: LaneWord> Task for RecordLastRows<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (queens, found) = (self.queens, self.found);
        let most = KEY_WORDS * L::COLUMNS_PER_LANE;
        let zero = L::Vector::<S>::splat(simd, L::new(0));
        let mut at = 0;
        match self.nodes {
            LastNodes::One(pool) => {
                assert!(queens < most, "too many queens");
                while at < pool.len {
                    let mut free = free_squares::<S, L, KEY_WORDS>(simd, pool, at);
                    let mut alive = free.intersects(free);
                    while alive.any() {
                        let queen = free & zero.sub(free);
                        record::<S, L, 1>(simd, (pool, at), queens, alive, [queen], found);
                        free = free ^ queen;
                        alive = free.intersects(free);
                    }
                    at += L::Vector::<S>::LANES;
                }
                pool.len = 0;
            }
            LastNodes::Two(rows) => {
                assert!(queens + 2 <= most, "too many queens");
                let room = found.words[0].len() - found.len;
                let needed = 2 * rows.pool.len + L::Vector::<S>::LANES;
                assert!(room >= needed, "too little room");
                while at < rows.pool.len {
                    let (ends, nodes) = (rows.last_queens(simd, at), (&*rows.pool, at));
                    record::<S, L, 2>(simd, nodes, queens, ends.a_above, [ends.a, ends.b], found);
                    record::<S, L, 2>(simd, nodes, queens, ends.b_above, [ends.b, ends.a], found);
                    at += L::Vector::<S>::LANES;
                }
                rows.pool.len = 0;
            }
        }
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
