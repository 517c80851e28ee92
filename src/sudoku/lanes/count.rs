//! Counting every solution, however many there are.
//!
//! Branches are made in stacks only. Once every minicolumn (the column of a box) has its
//! three digits, the three bands have nothing more to do with each other, and the numbers
//! of ways to fill them multiply: most solutions are never visited.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::bands::{Band, Memo};
use super::fill::fits;
use super::grids::{Cells, PLACE};
use super::guess::WAYS;
use super::search::{Goal, Run};
use crate::simd::{Kernel, Simd, dispatch};

impl Lanes {
    /// Counts the solutions of every grid exactly.
    ///
    /// `counts` is cleared and then holds one number per grid, in their order. A single
    /// grid is enough to keep all lanes busy. Once `stop` is set, the search ends
    /// early, returns false, and the numbers are lower bounds.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use countless::{simd::Kernel, sudoku::lanes::Lanes};
    ///
    /// let mut grid = [0; 81];
    /// for cell in 0..45 {
    ///     let (row, column) = (cell / 9, cell % 9);
    ///     grid[cell] = ((row * 3 + row / 3 + column) % 9) as u8 + 1;
    /// }
    /// let mut counts = Vec::new();
    /// Lanes::new().count(Kernel::best(), &[grid], &AtomicBool::new(false), &mut counts);
    /// assert_eq!(counts, [3000]);
    /// ```
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
        self.count_up_to(kernel, grids, u128::MAX, stop, counts)
    }

    /// Counts the solutions of every grid like [`count`](Self::count), but no further than
    /// `limit`.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count_up_to(
        &mut self,
        kernel: Kernel,
        grids: &[[u8; 81]],
        limit: u128,
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        counts.clear();
        counts.resize(grids.len(), 0);
        let grids = upright(grids);
        let mut goal = Count {
            grids: &grids,
            counts,
            limit,
            narrowed: false,
            stop,
            memo: &mut self.memo,
        };
        let run = Run {
            memory: &mut self.memory,
            goal: &mut goal,
        };
        dispatch(kernel, run)
    }
}

/// The grids, or their transposes if these have fewer ways to settle the minicolumns.
fn upright(grids: &[[u8; 81]]) -> Vec<[u8; 81]> {
    let transposes: Vec<_> = grids.iter().map(transpose).collect();
    let freest = |grids: &[[u8; 81]]| grids.iter().map(freedom).fold(0.0, f64::max);
    if freest(&transposes) < freest(grids) {
        transposes
    } else {
        grids.to_vec()
    }
}

/// The grid with rows and columns exchanged.
fn transpose(grid: &[u8; 81]) -> [u8; 81] {
    std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9])
}

/// The logarithm of the number of ways to place every digit in every stack, were they
/// independent.
fn freedom(grid: &[u8; 81]) -> f64 {
    let mut freedom = 0.0;
    for digit in 1..=9 {
        // The columns of each box in which the digit may be.
        let mut free = [[false; 3]; 9];
        for (cell, &(b, i)) in PLACE.iter().enumerate() {
            free[b][i % 3] |= match grid[cell] {
                0 => fits(grid, cell, digit),
                given => given == digit,
            };
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

struct Count<'a> {
    grids: &'a [[u8; 81]],
    counts: &'a mut [u128],
    limit: u128,
    /// Whether some grid has reached the limit of late.
    narrowed: bool,
    stop: &'a AtomicBool,
    memo: &'a mut Memo,
}

impl Count<'_> {
    fn add(&mut self, root: usize, number: u128) {
        self.counts[root] = self.limit.min(self.counts[root] + number);
        self.narrowed |= self.counts[root] == self.limit;
    }
}

impl Goal for Count<'_> {
    type Mark = ();
    const STACKS: bool = true;

    fn roots(&self) -> &[[u8; 81]] {
        self.grids
    }

    fn found(&mut self, root: usize, (): &()) -> bool {
        self.add(root, 1);
        false
    }

    #[inline(always)]
    fn settled<S: Simd>(&mut self, simd: S, root: usize, cells: &Cells, lane: usize) {
        let mut product = 1;
        for band in 0..3 {
            product *= u128::from(self.memo.fills(simd, &Band::of(cells, lane, band)));
        }
        self.add(root, product);
    }

    fn wants(&self, root: usize, (): &()) -> bool {
        self.counts[root] < self.limit
    }

    fn narrowed(&mut self) -> bool {
        std::mem::take(&mut self.narrowed)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
