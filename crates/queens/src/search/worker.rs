//! One thread's search: its memory, reused from subtree to subtree.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::regions::Searcher;
use super::attacks::Queens;
use super::drive::{Harvest, Pools, Search};
use super::leaf::Found;
use super::order::Sorter;
use super::plan::Plan;
use super::pool::{Lane, WORDS};
use super::solutions::{Keys, Solutions};
use super::{Constraint, MAX_N};
use countless_engine::ledger::Checked;
use countless_simd::{Kernel, dispatch};

/// How many solutions a worker collects before it must sort and hand them over.
const ROOM: usize = 1 << 16;

/// The effort, in nodes, that a subtree should take when it is listed: more costs
/// memory, less leaves the vectors empty.
const EFFORT: std::ops::Range<u64> = 1 << 16..1 << 20;

/// How many subtrees in a row must be too small before larger ones are taken.
const PATIENCE: u32 = 8;

/// Searches constraints one after another, whatever the sizes of their boards, in memory of
/// its own that is taken when it is needed: at most 1 MB to count, and 5 MB to list, and as
/// much again if there are boards of up to 16 rows and larger ones.
#[derive(Debug)]
pub struct Worker {
    kernel: Kernel,
    nodes: u64,
    narrow: Scratch<u16>,
    wide: Scratch<u32>,
    coloured: Searcher,
}

/// The largest board whose rows fit in 16-bit lanes.
const NARROW: usize = u16::BITS as usize;

#[derive(Debug)]
struct Scratch<L: Lane> {
    counting: Option<Pools<L, 0>>,
    listing: Option<Box<Listing<L>>>,
}

impl<L: Lane> Default for Scratch<L> {
    fn default() -> Self {
        Self {
            counting: None,
            listing: None,
        }
    }
}

#[derive(Debug)]
struct Listing<L: Lane> {
    pools: Pools<L, WORDS>,
    found: Found<L>,
    keys: Vec<L::Key>,
    sorter: Sorter<L>,
    /// How many open rows the subtrees have that are searched in one go.
    reach: usize,
    /// How many subtrees in a row were too small.
    small: u32,
}

impl<L: Lane> Listing<L> {
    fn new() -> Self {
        Self {
            pools: Pools::new(),
            found: Found::new(ROOM),
            keys: Vec::with_capacity(ROOM),
            sorter: Sorter::new(),
            reach: 8,
            small: 0,
        }
    }

    /// Adapts the size of the next subtrees to the nodes that this one took.
    fn adapt(&mut self, nodes: u64) {
        self.small = if nodes < EFFORT.start {
            self.small + 1
        } else {
            0
        };
        if nodes >= EFFORT.end {
            self.reach -= 1;
        } else if self.small == PATIENCE {
            self.reach = MAX_N.min(WORDS * L::COLUMNS).min(self.reach + 1);
            self.small = 0;
        }
    }

    /// Packs the words of the solutions found into keys, and sorts them.
    fn sort(&mut self, columns: usize) {
        let Self {
            found,
            keys,
            sorter,
            ..
        } = self;
        let words = columns.div_ceil(L::COLUMNS);
        let full = L::COLUMNS as u32 * L::COLUMN;
        let odd = columns as u32 * L::COLUMN - (words as u32 - 1) * full;
        keys.clear();
        keys.resize(found.len, L::Key::default());
        for (i, word) in found.words[..words].iter().enumerate() {
            let bits = if i + 1 == words { odd } else { full };
            for (key, &word) in keys.iter_mut().zip(&word[..found.len]) {
                *key = L::append(*key, word, bits);
            }
        }
        sorter.sort(keys, columns as u32 * L::COLUMN);
    }
}

impl Worker {
    /// A worker that has not searched anything.
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            nodes: 0,
            narrow: Scratch::default(),
            wide: Scratch::default(),
            coloured: Searcher::default(),
        }
    }

    /// How many partial boards this worker has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.coloured.nodes
    }

    /// Counts the solutions of `board`; `None` if `stop` was set meanwhile.
    pub fn count(&mut self, board: &Constraint, stop: &AtomicBool) -> Option<u64> {
        self.tally(board, stop).map(|tally| tally.count)
    }

    /// The same with the residue, to which the solutions of each batch of boards are
    /// added as well.
    pub fn tally(&mut self, board: &Constraint, stop: &AtomicBool) -> Option<Checked> {
        if let Some((tables, rows)) = board.coloured() {
            let (mut total, coloured) = (Checked::default(), &mut self.coloured);
            let flow = coloured.search(self.kernel, tables, rows, stop, &mut |_| {
                total.add(1);
                ControlFlow::Continue(())
            });
            return flow.is_continue().then_some(total);
        }
        let (kernel, nodes) = (self.kernel, &mut self.nodes);
        if board.columns() <= NARROW {
            self.narrow.count(kernel, nodes, board, stop)
        } else {
            self.wide.count(kernel, nodes, board, stop)
        }
    }

    /// Hands all solutions of `board` to `sink` in lexicographic order, some at a
    /// time. Breaks off when the sink does, or when `stop` is set.
    pub fn list(
        &mut self,
        board: &Constraint,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Solutions<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (kernel, nodes) = (self.kernel, &mut self.nodes);
        let coloured = &mut self.coloured;
        if board.columns() <= NARROW {
            self.narrow
                .list(kernel, nodes, coloured, board, stop, sink, |keys| {
                    Keys::Narrow(keys)
                })
        } else {
            self.wide
                .list(kernel, nodes, coloured, board, stop, sink, |keys| {
                    Keys::Wide(keys)
                })
        }
    }
}

impl<L: Lane> Scratch<L> {
    fn count(
        &mut self,
        kernel: Kernel,
        nodes: &mut u64,
        board: &Constraint,
        stop: &AtomicBool,
    ) -> Option<Checked> {
        let mut total = Checked::default();
        let Some(plan) = Plan::new(board) else {
            return Some(total);
        };
        if plan.levels.is_empty() {
            total.add(1);
            return Some(total);
        }
        if !plan.is_ready() {
            for child in board.children() {
                total.merge(self.count(kernel, nodes, &child, stop)?);
            }
            return Some(total);
        }
        let pools = self.counting.get_or_insert_with(Pools::new);
        let finished = search(kernel, &plan, pools, &mut total, nodes, stop);
        finished.is_continue().then_some(total)
    }

    #[allow(clippy::too_many_arguments)] // all that a worker has
    fn list(
        &mut self,
        kernel: Kernel,
        nodes: &mut u64,
        coloured: &mut Searcher,
        board: &Constraint,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Solutions<'_>) -> ControlFlow<()>,
        wrap: for<'k> fn(&'k [L::Key]) -> Keys<'k>,
    ) -> ControlFlow<()> {
        let listing = self.listing.get_or_insert_with(|| Box::new(Listing::new()));
        List {
            kernel,
            nodes,
            coloured,
            listing,
            stop,
            sink,
            wrap,
        }
        .list(board)
    }
}

/// Searches a plan by the rules of its pieces.
fn search<L: Lane, H: Harvest<L, W>, const W: usize>(
    kernel: Kernel,
    plan: &Plan,
    pools: &mut Pools<L, W>,
    harvest: &mut H,
    nodes: &mut u64,
    stop: &AtomicBool,
) -> ControlFlow<()> {
    macro_rules! search {
        ($rules:expr) => {
            dispatch(
                kernel,
                Search {
                    rules: $rules,
                    plan,
                    pools,
                    harvest,
                    nodes,
                    stop,
                },
            )
        };
    }
    match plan.attacks {
        None => search!(Queens),
        Some(attacks) => search!(attacks),
    }
}

/// What a listing needs on its way through the subtrees.
struct List<'a, L: Lane> {
    kernel: Kernel,
    nodes: &'a mut u64,
    coloured: &'a mut Searcher,
    listing: &'a mut Listing<L>,
    stop: &'a AtomicBool,
    sink: &'a mut dyn FnMut(Solutions<'_>) -> ControlFlow<()>,
    wrap: for<'k> fn(&'k [L::Key]) -> Keys<'k>,
}

impl<L: Lane> List<'_, L> {
    fn list(&mut self, board: &Constraint) -> ControlFlow<()> {
        let Some(plan) = Plan::new(board) else {
            return ControlFlow::Continue(());
        };
        if plan.levels.is_empty() {
            let keys = [L::Key::default()];
            return (self.sink)(Solutions {
                plan: &plan,
                keys: (self.wrap)(&keys),
            });
        }
        let fits = plan.levels.len() <= WORDS * L::COLUMNS;
        if let Some((tables, rows)) = board.coloured().filter(|_| fits) {
            let Listing { keys, sorter, .. } = &mut *self.listing;
            keys.clear();
            let flow = self
                .coloured
                .search(self.kernel, tables, rows, self.stop, &mut |queens| {
                    if keys.len() == ROOM {
                        return ControlFlow::Break(());
                    }
                    let levels = plan.levels.iter();
                    keys.push(levels.fold(L::Key::default(), |key, level| {
                        L::append(key, L::new(queens[level.row].into()), L::COLUMN)
                    }));
                    ControlFlow::Continue(())
                });
            if flow.is_continue() {
                sorter.sort(keys, plan.levels.len() as u32 * L::COLUMN);
                return if keys.is_empty() {
                    ControlFlow::Continue(())
                } else {
                    let keys = (self.wrap)(&self.listing.keys);
                    (self.sink)(Solutions { plan: &plan, keys })
                };
            }
        } else if board.coloured().is_none()
            && plan.levels.len() <= self.listing.reach
            && plan.is_ready()
        {
            let Listing { pools, found, .. } = self.listing;
            let before = *self.nodes;
            found.len = 0;
            let finished = search(self.kernel, &plan, pools, found, self.nodes, self.stop);
            let finished = finished.is_continue();
            self.listing.adapt(*self.nodes - before);
            if finished {
                self.listing.sort(plan.levels.len());
                return if self.listing.keys.is_empty() {
                    ControlFlow::Continue(())
                } else {
                    let keys = (self.wrap)(&self.listing.keys);
                    (self.sink)(Solutions { plan: &plan, keys })
                };
            }
        }
        for child in board.children() {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.list(&child)?;
        }
        ControlFlow::Continue(())
    }
}
