//! Searcher of one thread, with memory that is reused from subtree to subtree.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::regions::{RegionMasks, RegionSearch};
use super::expand::{KEY_WORDS, LaneWord, QueenRules};
use super::last_rows::FoundKeys;
use super::pool_search::{Harvest, LevelPools, PoolSearch};
use super::search_board::PreparedBoard;
use super::solution_batch::{KeySorter, SolutionBatch, SolutionKeys};
use super::{MAX_N, SearchBoard};
use countless_engine::ledger::CheckedCount;
use countless_simd::{Kernel, dispatch, dispatch_narrow};

/// Most solutions that are collected before they are sorted and passed on.
const LISTED_AT_ONCE: usize = 1 << 16;

/// Nodes that the search of a listed subtree should visit. More cost memory, and fewer leave the
/// vectors empty.
const SUBTREE_NODES: std::ops::Range<u64> = 1 << 16..1 << 20;

/// Number of consecutive subtrees with too few nodes after which larger subtrees are chosen.
const SMALL_IN_A_ROW: u32 = 8;

/// Searches boards of any size, one after another. Its memory is allocated on demand: at most 1 MB
/// to count, and 5 MB to list. It doubles if there are both boards of up to 16 columns and larger
/// boards.
#[derive(Debug)]
pub struct BoardSearcher {
    shared: SharedState,
    narrow: LaneWidthScratch<u16>,
    wide: LaneWidthScratch<u32>,
}

/// State that searches of all widths share.
#[derive(Debug)]
struct SharedState {
    kernel: Kernel,
    nodes: u64,
}

impl SharedState {
    /// Visits the solutions of a board with regions, see [`RegionSearch`].
    fn visit_regions(
        &mut self,
        (tables, rows): (&RegionMasks, &[u32]),
        stop: &AtomicBool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let search = RegionSearch {
            tables,
            rows,
            most_nodes: u64::MAX,
            stop,
            visit,
        };
        let (flow, nodes) = dispatch_narrow(self.kernel, search);
        self.nodes += nodes;
        flow
    }
}

/// Most columns of a board with 16-bit lanes.
const NARROW: usize = u16::BITS as usize;

#[derive(Debug, Default)]
struct LaneWidthScratch<L: LaneWord> {
    counting: Option<LevelPools<L, 0>>,
    listing: Option<Box<ListScratch<L>>>,
}

/// Receives the board of some solutions, and their keys.
type VisitKeys<'a, L> = dyn FnMut(&PreparedBoard, &[<L as LaneWord>::Key]) -> ControlFlow<()> + 'a;

#[derive(Debug)]
struct ListScratch<L: LaneWord> {
    pools: LevelPools<L, KEY_WORDS>,
    found: FoundKeys<L>,
    keys: Vec<L::Key>,
    sorter: KeySorter<L>,
    /// Most open rows of a subtree that is searched at once.
    open_rows: usize,
    /// Number of consecutive subtrees that were too small.
    small: u32,
}

impl<L: LaneWord> ListScratch<L> {
    fn new() -> Self {
        Self {
            pools: LevelPools::new(),
            found: FoundKeys::new(LISTED_AT_ONCE),
            keys: Vec::with_capacity(LISTED_AT_ONCE),
            sorter: KeySorter::new(),
            open_rows: 8,
            small: 0,
        }
    }

    /// Adapts the size of the next subtrees to the nodes of the last subtree.
    fn adapt(&mut self, nodes: u64) {
        self.small = if nodes < SUBTREE_NODES.start {
            self.small + 1
        } else {
            0
        };
        if nodes >= SUBTREE_NODES.end {
            self.open_rows -= 1;
        } else if self.small == SMALL_IN_A_ROW {
            self.open_rows = MAX_N
                .min(KEY_WORDS * L::COLUMNS_PER_LANE)
                .min(self.open_rows + 1);
            self.small = 0;
        }
    }

    /// Packs the words of found solutions into keys, and sorts them.
    fn sort(&mut self, columns: usize) {
        let (found, keys) = (&self.found, &mut self.keys);
        let words = columns.div_ceil(L::COLUMNS_PER_LANE);
        let full = L::COLUMNS_PER_LANE as u32 * L::COLUMN_BITS;
        let odd = columns as u32 * L::COLUMN_BITS - (words as u32 - 1) * full;
        keys.clear();
        keys.resize(found.len, L::Key::default());
        for (i, word) in found.words[..words].iter().enumerate() {
            let bits = if i + 1 == words { odd } else { full };
            for (key, &word) in keys.iter_mut().zip(&word[..found.len]) {
                *key = L::append(*key, word, bits);
            }
        }
        self.sorter.sort(keys, columns as u32 * L::COLUMN_BITS);
    }
}

impl BoardSearcher {
    /// Makes a searcher without scratch memory.
    pub fn new(kernel: Kernel) -> Self {
        Self {
            shared: SharedState { kernel, nodes: 0 },
            narrow: LaneWidthScratch::default(),
            wide: LaneWidthScratch::default(),
        }
    }

    /// Number of nodes that this searcher has visited.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes
    }

    /// Counts the solutions of `board`; `None` if `stop` was set meanwhile.
    pub fn count(&mut self, board: &SearchBoard, stop: &AtomicBool) -> Option<u64> {
        self.count_checked(board, stop).map(|tally| tally.count)
    }

    /// Counts the solutions of `board` with a residue, which is summed independently; `None` if
    /// `stop` was set meanwhile.
    pub fn count_checked(
        &mut self,
        board: &SearchBoard,
        stop: &AtomicBool,
    ) -> Option<CheckedCount> {
        let shared = &mut self.shared;
        if let Some(regions) = board.masks_and_rows() {
            let mut total = CheckedCount::default();
            let flow = shared.visit_regions(regions, stop, &mut |_| {
                total.add(1);
                ControlFlow::Continue(())
            });
            return flow.is_continue().then_some(total);
        }
        if board.columns() <= NARROW {
            self.narrow.count(shared, board, stop)
        } else {
            self.wide.count(shared, board, stop)
        }
    }

    /// Passes all solutions of `board` to `sink` in lexicographic order, in batches. Breaks when
    /// the sink breaks, or when `stop` is set.
    pub fn list(
        &mut self,
        board: &SearchBoard,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(SolutionBatch<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let shared = &mut self.shared;
        if board.columns() <= NARROW {
            self.narrow.list(shared, board, stop, &mut |board, keys| {
                let keys = SolutionKeys::Narrow(keys);
                sink(SolutionBatch { board, keys })
            })
        } else {
            self.wide.list(shared, board, stop, &mut |board, keys| {
                let keys = SolutionKeys::Wide(keys);
                sink(SolutionBatch { board, keys })
            })
        }
    }
}

impl<L: LaneWord> LaneWidthScratch<L> {
    fn count(
        &mut self,
        shared: &mut SharedState,
        board: &SearchBoard,
        stop: &AtomicBool,
    ) -> Option<CheckedCount> {
        let mut total = CheckedCount::default();
        let Some(plan) = PreparedBoard::new(board) else {
            return Some(total);
        };
        if plan.levels.is_empty() {
            total.add(1);
            return Some(total);
        }
        if !plan.attacks_only_down() {
            for child in board.children() {
                total.merge(self.count(shared, &child, stop)?);
            }
            return Some(total);
        }
        let pools = self.counting.get_or_insert_with(LevelPools::new);
        let finished = search(shared, &plan, pools, &mut total, stop);
        finished.is_continue().then_some(total)
    }

    /// Passes the keys of all solutions to `sink`, and those of a large subtree by parts.
    fn list(
        &mut self,
        shared: &mut SharedState,
        board: &SearchBoard,
        stop: &AtomicBool,
        sink: &mut VisitKeys<'_, L>,
    ) -> ControlFlow<()> {
        let Some(plan) = PreparedBoard::new(board) else {
            return ControlFlow::Continue(());
        };
        let rows = plan.levels.len();
        if rows == 0 {
            return sink(&plan, &[L::Key::default()]);
        }
        let listing = self
            .listing
            .get_or_insert_with(|| Box::new(ListScratch::new()));
        let is_listed = match board.masks_and_rows() {
            Some(regions) if rows <= KEY_WORDS * L::COLUMNS_PER_LANE => {
                let keys = &mut listing.keys;
                keys.clear();
                let flow = shared.visit_regions(regions, stop, &mut |queens| {
                    if keys.len() == LISTED_AT_ONCE {
                        return ControlFlow::Break(());
                    }
                    keys.push(plan.levels.iter().fold(L::Key::default(), |key, level| {
                        L::append(key, L::new(queens[level.row].into()), L::COLUMN_BITS)
                    }));
                    ControlFlow::Continue(())
                });
                if flow.is_continue() {
                    listing.sorter.sort(keys, rows as u32 * L::COLUMN_BITS);
                }
                flow.is_continue()
            }
            None if rows <= listing.open_rows && plan.attacks_only_down() => {
                let (before, found) = (shared.nodes, &mut listing.found);
                found.len = 0;
                let flow = search(shared, &plan, &mut listing.pools, found, stop);
                listing.adapt(shared.nodes - before);
                if flow.is_continue() {
                    listing.sort(rows);
                }
                flow.is_continue()
            }
            _ => false,
        };
        if is_listed {
            return if listing.keys.is_empty() {
                ControlFlow::Continue(())
            } else {
                sink(&plan, &listing.keys)
            };
        }
        for child in board.children() {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.list(shared, &child, stop, sink)?;
        }
        ControlFlow::Continue(())
    }
}

/// Searches a prepared board by the attack rules of its pieces.
fn search<L: LaneWord, H: Harvest<L, W>, const W: usize>(
    shared: &mut SharedState,
    plan: &PreparedBoard,
    pools: &mut LevelPools<L, W>,
    harvest: &mut H,
    stop: &AtomicBool,
) -> ControlFlow<()> {
    macro_rules! search {
        ($rules:expr) => {
            dispatch(
                shared.kernel,
                PoolSearch {
                    rules: $rules,
                    board: plan,
                    pools,
                    harvest,
                    nodes: &mut shared.nodes,
                    stop,
                },
            )
        };
    }
    match plan.attacks {
        None => search!(QueenRules),
        Some(attacks) => search!(attacks),
    }
}
