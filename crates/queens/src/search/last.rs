//! The last row of a rectangle, where more columns are free than queens are left, or of pieces
//! that are no queens: every free square is a solution of its own.

use super::leaf::Found;
use super::pool::{Lane, Pool, WORDS, first_lanes};
use countless_simd::{Mask, Simd, Task, Vector};

/// The free squares of some nodes in the last row.
#[inline(always)]
fn free<S: Simd, L: Lane, const W: usize>(simd: S, pool: &Pool<L, W>, at: usize) -> L::Vector<S> {
    let free = L::Vector::load(simd, &pool.free[at..]);
    free & first_lanes::<S, L>(simd, pool.len - at)
}

/// Counts the solutions under all nodes of the pool, which becomes empty.
pub(super) struct CountLast<'a, L, const W: usize>(pub &'a mut Pool<L, W>);

impl<L: Lane, const W: usize> Task for CountLast<'_, L, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let zero = L::Vector::<S>::splat(simd, L::new(0));
        let mut found = 0;
        let mut at = 0;
        while at < self.0.len {
            let mut free = free::<S, L, W>(simd, self.0, at);
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

/// Appends the keys of the solutions under all nodes of the pool, which becomes empty, to
/// `found`, which must have room for them and one vector more.
pub(super) struct RecordLast<'a, L> {
    pub pool: &'a mut Pool<L, WORDS>,
    pub found: &'a mut Found<L>,
    /// The number of queens in the keys of the pool.
    pub queens: usize,
}

impl<L: Lane> Task for RecordLast<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        assert!(self.queens < WORDS * L::COLUMNS, "too many queens");
        let (full, odd) = (self.queens / L::COLUMNS, self.queens % L::COLUMNS);
        let (zero, one) = (
            L::Vector::<S>::splat(simd, L::new(0)),
            L::Vector::<S>::splat(simd, L::new(1)),
        );
        let mut at = 0;
        while at < self.pool.len {
            let mut free = free::<S, L, WORDS>(simd, self.pool, at);
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
                    L::Vector::load(simd, &self.pool.key[full][at..]).shl(L::COLUMN) | column
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
