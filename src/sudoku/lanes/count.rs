//! Counting every solution, however many there are.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::bands::{Band, Memo};
use super::grids::{Cells, PLACE};
use super::guess::WAYS;
use super::search::{Goal, Mark, Run};
use crate::simd::{Kernel, Simd, dispatch};

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
        let grids: Vec<_> = grids.iter().map(upright).collect();
        let mut goal = Count {
            grids: &grids,
            counts,
            stop,
            memo: &mut self.memo,
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

/// The grid or its transpose, whichever has fewer ways to settle the minicolumns.
fn upright(grid: &[u8; 81]) -> [u8; 81] {
    let transpose = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
    if freedom(&transpose) < freedom(grid) {
        transpose
    } else {
        *grid
    }
}

/// The logarithm of the number of ways to place every digit in every stack, were they
/// independent.
fn freedom(grid: &[u8; 81]) -> f64 {
    let mut freedom = 0.0;
    for digit in 1..=9 {
        // The columns of each box in which the digit may be.
        let mut free = [[false; 3]; 9];
        for (cell, &(b, i)) in PLACE.iter().enumerate() {
            free[b][i % 3] |= may_be(grid, cell, digit);
        }
        for stack in 0..3 {
            let ways = WAYS
                .iter()
                .filter(|way| (0..3).all(|band| free[3 * band + stack][way[band]]))
                .count();
            freedom += (ways as f64).ln();
        }
    }
    freedom
}

/// Whether the given digits leave the digit possible in the cell.
fn may_be(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    let (b, _) = PLACE[cell];
    if grid[cell] != 0 {
        return grid[cell] == digit;
    }
    !(0..81).any(|other| {
        grid[other] == digit
            && (other / 9 == cell / 9 || other % 9 == cell % 9 || PLACE[other].0 == b)
    })
}

struct Count<'a> {
    grids: &'a [[u8; 81]],
    counts: &'a mut [u128],
    stop: &'a AtomicBool,
    memo: &'a mut Memo,
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

    #[inline(always)]
    fn settled<S: Simd>(&mut self, simd: S, root: usize, cells: &Cells, lane: usize) {
        let mut product = 1;
        for band in 0..3 {
            product *= u128::from(self.memo.fills(simd, &Band::of(cells, lane, band)));
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
