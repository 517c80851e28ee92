//! Search for all puzzles of one subtree of a scan.
//!
//! A puzzle has a clue in every unavoidable set. The search branches on the cells of the smallest
//! set without a clue: its first cell gets a clue, or its second and not its first, and so on. Once
//! all known sets have a clue, another solution of the chosen clues gives one more set. Puzzles
//! with all their clues are solved in the lanes, many side by side.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{ScanNode, count_puzzles};
use crate::lanes::{Lanes, SolveOutcome};
use crate::unavoidable::{CellBits, cells_of};
use crate::{CELLS, Grid, Solver};
use countless_engine::Tally;
use countless_simd::Kernel;

/// Number of puzzles that are solved together.
const BATCH_LEN: usize = 1024;

/// Memory that is reused from one subtree to the next.
#[derive(Debug)]
pub struct ScanWorker {
    kernel: Kernel,
    lanes: Lanes,
    outcomes: Vec<SolveOutcome>,
    /// For each level of the search, the sets without a clue, less their excluded cells.
    open_sets: Vec<Vec<CellBits>>,
    /// Puzzles to be solved, and a flag for each that is known to have one solution.
    queued: Vec<Grid>,
    known_unique: Vec<bool>,
}

impl ScanWorker {
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            lanes: Lanes::new(),
            outcomes: Vec::new(),
            open_sets: Vec::new(),
            queued: Vec::new(),
            known_unique: Vec::new(),
        }
    }
}

/// A running search.
pub(super) struct ScanSearch<'a, V> {
    pub grid: &'a Grid,
    pub worker: &'a mut ScanWorker,
    pub stop: &'a AtomicBool,
    /// True if puzzles are visited, not only counted.
    pub visits: bool,
    /// Number of puzzles found so far.
    pub found: Tally,
    pub visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> ScanSearch<'_, V> {
    /// Visits all puzzles of a node, with the known unavoidable sets of the grid.
    pub fn run(&mut self, node: &ScanNode, sets: &[CellBits]) -> ControlFlow<()> {
        if !node.has_room() {
            return Continue(());
        }
        self.worker.queued.clear();
        self.worker.known_unique.clear();
        if self.worker.open_sets.is_empty() {
            self.worker.open_sets.push(Vec::new());
        }
        self.worker.open_sets[0].clear();
        let open = sets.iter().filter(|&set| set & node.chosen == 0);
        for set in open.map(|set| set & !node.excluded) {
            if set == 0 {
                return Continue(());
            }
            self.worker.open_sets[0].push(set);
        }
        self.choose_clue(node, 0)?;
        self.solve()
    }

    /// Chooses the next clue.
    fn choose_clue(&mut self, node: &ScanNode, level: usize) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Break(());
        }
        let sets = &self.worker.open_sets[level];
        let Some(&first) = sets.first() else {
            return self.find_new_set(node, level);
        };
        if node.left == 0 {
            return Continue(());
        }
        if node.left == 1 {
            let all = sets.iter().fold(first, |all, set| all & set);
            return cells_of(all).try_for_each(|cell| self.queue(node.chosen | 1 << cell, false));
        }
        // Sets without a common cell need one clue each.
        let (mut smallest, mut fewest) = (first, u32::MAX);
        let (mut apart, mut taken) = (0, 0);
        for &set in sets {
            if set & taken == 0 {
                taken |= set;
                apart += 1;
            }
            let size = set.count_ones();
            if size < fewest {
                (smallest, fewest) = (set, size);
            }
        }
        if apart > node.left {
            return Continue(());
        }
        children(node, smallest).try_for_each(|next| {
            if self.narrow(level, &next) {
                self.choose_clue(&next, level + 1)
            } else {
                Continue(())
            }
        })
    }

    /// Stores the open sets of the next level; false if a set has no cell left.
    fn narrow(&mut self, level: usize, next: &ScanNode) -> bool {
        let levels = &mut self.worker.open_sets;
        if levels.len() == level + 1 {
            levels.push(Vec::new());
        }
        let (before, after) = levels.split_at_mut(level + 1);
        let (sets, narrowed) = (&before[level], &mut after[0]);
        narrowed.clear();
        for &set in sets {
            if set & next.chosen == 0 {
                let set = set & !next.excluded;
                if set == 0 {
                    return false;
                }
                narrowed.push(set);
            }
        }
        true
    }

    /// Searches on after all known sets have a clue.
    fn find_new_set(&mut self, node: &ScanNode, level: usize) -> ControlFlow<()> {
        if node.left == 0 {
            return self.queue(node.chosen, false);
        }
        let puzzle = puzzle(self.grid, node.chosen);
        let mut set = 0;
        Solver::with_stop(self.stop).solve(&puzzle, 2, &mut |other| {
            let differs = |&cell: &usize| other.digits()[cell] != self.grid.digits()[cell];
            set = (0..CELLS)
                .filter(differs)
                .fold(0, |set, cell| set | 1 << cell);
            if set == 0 { Continue(()) } else { Break(()) }
        });
        if set == 0 {
            let free = ALL_CELLS & !node.chosen & !node.excluded;
            return self.choose_free(node.chosen, free, node.left);
        }
        set &= !node.excluded;
        children(node, set).try_for_each(|next| {
            if self.worker.open_sets.len() == level + 1 {
                self.worker.open_sets.push(Vec::new());
            }
            self.worker.open_sets[level + 1].clear();
            self.choose_clue(&next, level + 1)
        })
    }

    /// Adds every choice of `left` free cells to clues that already have one solution.
    fn choose_free(&mut self, chosen: CellBits, mut free: CellBits, left: u32) -> ControlFlow<()> {
        if left == 0 {
            return self.queue(chosen, true);
        }
        if !self.visits {
            count_puzzles(&mut self.found, binomial(free.count_ones(), left));
            return Continue(());
        }
        while free.count_ones() >= left {
            let cell = free & free.wrapping_neg();
            free &= !cell;
            self.choose_free(chosen | cell, free, left - 1)?;
        }
        Continue(())
    }

    /// Queues a puzzle, and solves the queue when it is full.
    fn queue(&mut self, chosen: CellBits, is_known: bool) -> ControlFlow<()> {
        self.worker.queued.push(puzzle(self.grid, chosen));
        self.worker.known_unique.push(is_known);
        if self.worker.queued.len() < BATCH_LEN {
            return Continue(());
        }
        self.solve()
    }

    /// Solves the queued puzzles, and visits those with one solution.
    fn solve(&mut self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Break(());
        }
        let ScanWorker {
            kernel,
            lanes,
            outcomes,
            queued: waiting,
            known_unique: known,
            ..
        } = &mut *self.worker;
        lanes.solve(*kernel, waiting, 2, outcomes);
        for ((puzzle, outcome), is_known) in waiting.drain(..).zip(&*outcomes).zip(known.drain(..))
        {
            if is_known || outcome.solutions == 1 {
                count_puzzles(&mut self.found, 1);
                (self.visit)(&puzzle)?;
            }
        }
        Continue(())
    }
}

/// Returns the children of a node for a set, as far as enough cells are left for the clues. Each
/// child excludes one cell more than the one before.
fn children(node: &ScanNode, set: CellBits) -> impl Iterator<Item = ScanNode> + use<> {
    node.branch(set).take_while(ScanNode::has_room)
}

/// All cells of a grid.
const ALL_CELLS: CellBits = (1 << CELLS) - 1;

/// Returns the clues of a grid in the chosen cells.
pub(super) fn puzzle(grid: &Grid, chosen: CellBits) -> Grid {
    let digits = grid.digits();
    Grid(std::array::from_fn(|cell| {
        digits[cell] * u8::from(chosen >> cell & 1 == 1)
    }))
}

/// Number of choices of `number` elements out of `of`.
fn binomial(of: u32, number: u32) -> u128 {
    (0..number).fold(1, |ways, i| {
        ways * u128::from(of.saturating_sub(i)) / u128::from(i + 1)
    })
}
