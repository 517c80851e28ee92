//! The last row of a rectangle with more free columns than queens, or of pieces other than queens.
//! Every free square is a solution.

use super::last_two_rows::FoundKeys;
use super::node_pool::{KEY_WORDS, LaneWord, NodePool, first_lanes};
use countless_simd::{Mask, Simd, Task, Vector};

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
