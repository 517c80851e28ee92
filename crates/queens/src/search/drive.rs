//! Which batch to expand next: the deepest level that has a whole one waiting.
//!
//! So no pool ever holds more than two batches, whatever the board, and vectors
//! are full but for the start and the end of a search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::attacks::Rules;
use super::constraint::MAX_N;
use super::expand::Expand;
use super::last::{CountLast, RecordLast};
use super::leaf::{Count, Found, Leaf, Record};
use super::plan::{Level, Plan};
use super::pool::{BATCH, Lane, Pool, ROOM, WORDS};
use countless_engine::ledger::Checked;
use countless_simd::{MAX_LANES, Simd, Task};

/// One pool for each level.
#[derive(Debug)]
pub(super) struct Pools<L, const W: usize>(Vec<Pool<L, W>>);

impl<L: Lane, const W: usize> Pools<L, W> {
    pub fn new() -> Self {
        Self((0..MAX_N).map(|_| Pool::new()).collect())
    }
}

/// What becomes of the nodes that have two rows left.
pub(super) trait Harvest<L, const W: usize> {
    /// Empties the leaf's pool, or breaks if there is no room for its solutions.
    fn harvest<S: Simd>(&mut self, simd: S, leaf: Leaf<'_, L, W>, queens: usize)
    -> ControlFlow<()>;

    /// The same for nodes that have one row left, on a rectangle.
    fn harvest_last<S: Simd>(
        &mut self,
        simd: S,
        pool: &mut Pool<L, W>,
        queens: usize,
    ) -> ControlFlow<()>;
}

impl<L: Lane> Harvest<L, 0> for Checked {
    #[inline(always)]
    fn harvest<S: Simd>(&mut self, simd: S, leaf: Leaf<'_, L, 0>, _: usize) -> ControlFlow<()> {
        self.add(simd.run(Count(leaf)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn harvest_last<S: Simd>(
        &mut self,
        simd: S,
        pool: &mut Pool<L, 0>,
        _: usize,
    ) -> ControlFlow<()> {
        self.add(simd.run(CountLast(pool)));
        ControlFlow::Continue(())
    }
}

impl<L: Lane> Harvest<L, WORDS> for Found<L> {
    #[inline(always)]
    fn harvest<S: Simd>(
        &mut self,
        simd: S,
        leaf: Leaf<'_, L, WORDS>,
        queens: usize,
    ) -> ControlFlow<()> {
        if self.words[0].len() - self.len < 2 * ROOM {
            return ControlFlow::Break(());
        }
        simd.run(Record {
            leaf,
            found: self,
            queens,
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn harvest_last<S: Simd>(
        &mut self,
        simd: S,
        pool: &mut Pool<L, WORDS>,
        queens: usize,
    ) -> ControlFlow<()> {
        if self.words[0].len() - self.len < MAX_N * pool.len + MAX_LANES {
            return ControlFlow::Break(());
        }
        simd.run(RecordLast {
            pool,
            found: self,
            queens,
        });
        ControlFlow::Continue(())
    }
}

/// Searches a plan of at least one level, or two if it is full. Breaks if `stop` is set or the
/// harvest breaks.
pub(super) struct Search<'a, L, H, R, const W: usize> {
    /// How the pieces of the plan attack.
    pub rules: R,
    pub plan: &'a Plan,
    pub pools: &'a mut Pools<L, W>,
    pub harvest: &'a mut H,
    pub nodes: &'a mut u64,
    pub stop: &'a AtomicBool,
}

impl<L: Lane, H: Harvest<L, W>, R: Rules<L>, const W: usize> Task for Search<'_, L, H, R, W> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let levels = &self.plan.levels[..];
        // Two rows are a formula only for queens.
        let is_full = self.plan.is_full() && !R::NEAR;
        let leaf = levels.len() - if is_full { 2 } else { 1 };
        let pools = &mut self.pools.0[..=leaf];
        for pool in &mut *pools {
            pool.len = 0;
            if R::NEAR {
                pool.near.resize(ROOM, L::default());
            }
        }
        let root = &mut pools[0];
        root.columns[0] = L::new(!self.plan.columns);
        root.left[0] = L::new(0);
        root.right[0] = L::new(0);
        root.free[0] = L::new(levels[0].mask);
        if R::NEAR {
            root.near[0] = L::new(0);
        }
        root.len = 1;

        let mut depth = 0;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            if depth == leaf && !is_full {
                self.harvest.harvest_last(simd, &mut pools[depth], depth)?;
            } else if depth == leaf {
                let leaf = Leaf {
                    upper: levels[depth],
                    lower: levels[depth + 1],
                    columns: self.plan.columns,
                    pool: &mut pools[depth],
                };
                self.harvest.harvest(simd, leaf, depth)?;
            } else {
                let [from, to] = pools
                    .get_disjoint_mut([depth, depth + 1])
                    .expect("two levels");
                let before = to.len;
                expand(simd, self.rules, depth, levels, from, to);
                *self.nodes += (to.len - before) as u64;
                depth += 1;
            }
            let whole = pools[..=depth].iter().rposition(|pool| pool.len >= BATCH);
            let next = whole.or_else(|| pools.iter().position(|pool| pool.len > 0));
            match next {
                Some(next) => depth = next,
                None => return ControlFlow::Continue(()),
            }
        }
    }
}

/// Expands one batch by the form of the kernel that fits the level.
#[inline(always)]
fn expand<S: Simd, L: Lane, R: Rules<L>, const W: usize>(
    simd: S,
    rules: R,
    depth: usize,
    levels: &[Level],
    from: &mut Pool<L, W>,
    to: &mut Pool<L, W>,
) {
    let mut next = [Level::default(); 4];
    let near = levels.len().min(depth + 4);
    next[..near - depth].copy_from_slice(&levels[depth..near]);
    let unit = next[..3].iter().all(|level| level.gap == 1);
    let new_word = depth.is_multiple_of(L::COLUMNS);
    let words = depth / L::COLUMNS + 1;
    macro_rules! expand {
        ($look:literal, $unit:literal) => {
            simd.run(Expand::<L, R, W, $look, $unit> {
                rules,
                levels: next,
                from,
                to,
                words,
                new_word,
            })
        };
    }
    if near - depth < 3 {
        expand!(1, false);
    } else if near - depth < 4 {
        expand!(2, false);
    } else if unit && !R::NEAR {
        expand!(3, true);
    } else {
        expand!(3, false);
    }
}
