//! Order of expansion: the deepest level with a whole batch expands next.
//!
//! No pool ever holds more than two batches, whatever the board. Vectors are full except at the
//! start and the end of a search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::expand::{AttackRules, BATCH, Expand, KEY_WORDS, LaneWord, NodePool, POOL_ROOM};
use super::last_rows::{CountLastRows, FoundKeys, LastNodes, LastTwoRows, RecordLastRows};
use super::search_board::{MAX_N, PreparedBoard, SearchLevel};
use countless_engine::ledger::CheckedCount;
use countless_simd::{MAX_LANES, Simd, Task};

/// Pools of nodes, one for each level.
#[derive(Debug)]
pub(super) struct LevelPools<L, const W: usize>(Vec<NodePool<L, W>>);

impl<L: LaneWord, const W: usize> LevelPools<L, W> {
    pub fn new() -> Self {
        Self((0..MAX_N).map(|_| NodePool::new()).collect())
    }
}

/// Consumer of the nodes with one or two open rows.
pub(super) trait Harvest<L, const W: usize> {
    /// Empties a pool of nodes, or breaks if the solutions do not fit.
    fn harvest<S: Simd>(
        &mut self,
        simd: S,
        nodes: LastNodes<'_, L, W>,
        queens: usize,
    ) -> ControlFlow<()>;
}

impl<L: LaneWord> Harvest<L, 0> for CheckedCount {
    #[inline(always)]
    fn harvest<S: Simd>(
        &mut self,
        simd: S,
        nodes: LastNodes<'_, L, 0>,
        _: usize,
    ) -> ControlFlow<()> {
        self.add(simd.run(CountLastRows(nodes)));
        ControlFlow::Continue(())
    }
}

impl<L: LaneWord> Harvest<L, KEY_WORDS> for FoundKeys<L> {
    #[inline(always)]
    fn harvest<S: Simd>(
        &mut self,
        simd: S,
        nodes: LastNodes<'_, L, KEY_WORDS>,
        queens: usize,
    ) -> ControlFlow<()> {
        let room = self.words[0].len() - self.len;
        let needed = match &nodes {
            LastNodes::One(pool) => MAX_N * pool.len + MAX_LANES,
            LastNodes::Two(_) => 2 * POOL_ROOM,
        };
        if room < needed {
            return ControlFlow::Break(());
        }
        simd.run(RecordLastRows {
            nodes,
            found: self,
            queens,
        });
        ControlFlow::Continue(())
    }
}

/// Searches a board with at least one level, or at least two if it fills all columns. Breaks if
/// `stop` is set or the harvest breaks.
pub(super) struct PoolSearch<'a, L, H, R, const W: usize> {
    /// Attack rules of the board.
    pub rules: R,
    pub board: &'a PreparedBoard,
    pub pools: &'a mut LevelPools<L, W>,
    pub harvest: &'a mut H,
    pub nodes: &'a mut u64,
    pub stop: &'a AtomicBool,
}

impl<L: LaneWord, H: Harvest<L, W>, R: AttackRules<L>, const W: usize> Task
    for PoolSearch<'_, L, H, R, W>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let levels = &self.board.levels[..];
        // The formula for two rows holds only for queens.
        let is_full = self.board.fills_all_columns() && !R::NEAR;
        let leaf = levels.len() - if is_full { 2 } else { 1 };
        let pools = &mut self.pools.0[..=leaf];
        for pool in &mut *pools {
            pool.len = 0;
            if R::NEAR {
                pool.near.resize(POOL_ROOM, L::default());
            }
        }
        let root = &mut pools[0];
        root.columns[0] = L::new(!self.board.columns);
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
            if depth == leaf {
                let pool = &mut pools[depth];
                let nodes = if is_full {
                    LastNodes::Two(LastTwoRows {
                        upper: levels[depth],
                        lower: levels[depth + 1],
                        columns: self.board.columns,
                        pool,
                    })
                } else {
                    LastNodes::One(pool)
                };
                self.harvest.harvest(simd, nodes, depth)?;
            } else {
                let [from, to] = pools
                    .get_disjoint_mut([depth, depth + 1])
                    .expect("two levels");
                let before = to.len;
                expand_batch(simd, self.rules, depth, levels, from, to);
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

/// Expands one batch with the instance of the kernel for its level.
#[inline(always)]
fn expand_batch<S: Simd, L: LaneWord, R: AttackRules<L>, const W: usize>(
    simd: S,
    rules: R,
    depth: usize,
    levels: &[SearchLevel],
    from: &mut NodePool<L, W>,
    to: &mut NodePool<L, W>,
) {
    let mut next = [SearchLevel::default(); 4];
    let near = levels.len().min(depth + 4);
    next[..near - depth].copy_from_slice(&levels[depth..near]);
    let unit = next[..3].iter().all(|level| level.gap == 1);
    let new_word = depth.is_multiple_of(L::COLUMNS_PER_LANE);
    let words = depth / L::COLUMNS_PER_LANE + 1;
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
    } else if !R::NEAR && !S::IS_FALLBACK && unit {
        expand!(3, true);
    } else {
        expand!(3, false);
    }
}
