//! Iterator over solutions, found on demand.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::AtomicBool;

use super::Placement;
use super::search::{self, BoardSearcher, SearchBoard};
use countless_simd::Kernel;
use countless_table::RowBatch;

/// Most estimated nodes of a part that is searched at once. The search takes less than a
/// millisecond and keeps the vectors full.
const MOST_NODES: u64 = 1 << 18;
/// Most solutions of a part that is searched at once; parts with more are divided.
const MOST_SOLUTIONS: usize = 1 << 14;

/// Iterator over the solutions of a board in lexicographic order.
///
/// The board is divided at its first open row, and its first part again until that is small. All
/// solutions of that part are found at once. The next part follows when they are used up.
#[derive(Debug)]
pub struct LazySolutions {
    worker: BoardSearcher,
    /// Parts still to search, the first one last.
    parts: Vec<SearchBoard>,
    /// Solutions of one part.
    pub found: Vec<Placement>,
    /// Number of solutions that are used up.
    used: usize,
}

impl LazySolutions {
    /// Begins with the first solution of a board.
    pub fn new(board: &SearchBoard) -> Self {
        Self {
            worker: BoardSearcher::new(Kernel::best()),
            parts: vec![board.clone()],
            found: Vec::new(),
            used: 0,
        }
    }

    /// Finds the solutions of a part; false if there are more than `MOST_SOLUTIONS`.
    pub fn list(&mut self, part: &SearchBoard) -> bool {
        let (found, go) = (&mut self.found, AtomicBool::new(false));
        found.clear();
        self.used = 0;
        let listed = self.worker.list(part, &go, &mut |some| {
            if found.len() + some.len() > MOST_SOLUTIONS {
                return Break(());
            }
            found.extend((0..some.len()).map(|index| some.get(index)));
            Continue(())
        });
        if listed.is_break() {
            found.clear();
        }
        listed.is_continue()
    }
}

impl Iterator for LazySolutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        loop {
            if let Some(solution) = self.found.get(self.used) {
                self.used += 1;
                return Some(solution.clone());
            }
            let part = self.parts.pop()?;
            let is_small = search::SearchSubtree::of(&part).cost() <= MOST_NODES;
            if !(is_small && self.list(&part)) {
                self.parts.extend(part.children().into_iter().rev());
            }
        }
    }
}
