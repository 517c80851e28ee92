//! Counting every solution, however many there are.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::bands::Band;
use super::grids::Cells;
use super::search::{Goal, Mark, Run};
use crate::simd::{Kernel, dispatch};

impl Mark for () {
    const ROOT: Self = ();
    fn accept(&mut self) {}
    fn refuse(&mut self) {}
}

impl Lanes {
    /// Counts the solutions of every grid exactly.
    ///
    /// `counts` is cleared and then holds one number per grid, in their order. A single
    /// grid is enough to keep all lanes busy. Once `stop` is set, the search ends
    /// early, returns false, and the numbers are lower bounds.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count(
        &mut self,
        kernel: Kernel,
        grids: &[[u8; 81]],
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        counts.clear();
        counts.resize(grids.len(), 0);
        let mut goal = Count {
            grids,
            counts,
            stop,
        };
        dispatch(
            kernel,
            Run {
                memory: &mut self.memory,
                goal: &mut goal,
            },
        )
    }
}

struct Count<'a> {
    grids: &'a [[u8; 81]],
    counts: &'a mut [u128],
    stop: &'a AtomicBool,
}

impl Goal for Count<'_> {
    type Mark = ();
    const STACKS: bool = true;

    fn roots(&self) -> &[[u8; 81]] {
        self.grids
    }

    fn found(&mut self, root: usize, (): &()) -> bool {
        self.counts[root] += 1;
        false
    }

    fn settled(&mut self, root: usize, cells: &Cells, lane: usize) {
        let mut product = 1;
        for band in 0..3 {
            product *= u128::from(Band::of(cells, lane, band).fills());
        }
        self.counts[root] += product;
    }

    fn deliver(&mut self, _: usize, _: &[u8; 81]) {}

    fn wants(&self, _: usize, _: &()) -> bool {
        true
    }

    fn narrowed(&mut self) -> bool {
        false
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
