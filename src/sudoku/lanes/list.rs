//! Listing every solution of a puzzle, in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::bands::{Band, Boxes};
use super::count::{transpose, upright};
use super::grids::Cells;
use super::search::{Goal, Run};
use super::split::fill;
use crate::simd::{Kernel, Simd, dispatch};

/// The most solutions that are sorted at a time: little enough to stay in the cache.
const MOST: u128 = 1 << 14;

/// The memory of a listing.
#[derive(Debug)]
pub(super) struct Listing {
    boxes: Boxes,
    fills: [Vec<[u8; 27]>; 3],
    solutions: Vec<[u8; 81]>,
    order: Vec<(u64, u32)>,
    counts: Vec<u128>,
}

impl Listing {
    pub const NONE: Self = Self {
        boxes: Boxes::NONE,
        fills: [const { Vec::new() }; 3],
        solutions: Vec::new(),
        order: Vec::new(),
        counts: Vec::new(),
    };

    /// Hands the solutions of some grids to `sink` in lexicographic order.
    fn drain(
        &mut self,
        grids: &[[u8; 81]],
        sink: &mut impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The first open cells tell most solutions apart.
        let open: Vec<usize> = (0..81)
            .filter(|&cell| {
                grids
                    .iter()
                    .any(|grid| grid[cell] == 0 || grid[cell] != grids[0][cell])
            })
            .take(16)
            .collect();
        self.order.clear();
        self.order
            .extend(self.solutions.iter().zip(0..).map(|(solution, index)| {
                let key = open
                    .iter()
                    .fold(0, |key, &cell| key << 4 | u64::from(solution[cell]));
                (key, index)
            }));
        let solutions = &self.solutions;
        self.order.sort_unstable_by(|a, b| {
            let rest = || solutions[a.1 as usize].cmp(&solutions[b.1 as usize]);
            a.0.cmp(&b.0).then_with(rest)
        });
        for &(_, index) in &self.order {
            sink(&solutions[index as usize])?;
        }
        ControlFlow::Continue(())
    }
}

impl Lanes {
    /// Hands every solution of a grid to `sink`, in lexicographic order, until the sink
    /// breaks or `stop` is set; returns whether it was handed all of them.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn list(
        &mut self,
        kernel: Kernel,
        grid: &[u8; 81],
        stop: &AtomicBool,
        mut sink: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> bool {
        // Subtrees still to list and, once known, their numbers of solutions, the next
        // one last.
        let mut subtrees = vec![(*grid, None)];
        let mut group = Vec::new();
        let mut solutions = 0;
        loop {
            let next = subtrees.last();
            match next {
                Some(&(_, Some(number))) if solutions + number <= MOST => {
                    solutions += number;
                    group.extend(subtrees.pop().map(|(grid, _)| grid));
                }
                Some((_, None)) => {
                    let first = subtrees.iter().rposition(|(_, number)| number.is_some());
                    let new = &mut subtrees[first.map_or(0, |first| first + 1)..];
                    if !self.count_up_to(kernel, MOST + 1, new, stop) {
                        return false;
                    }
                }
                _ if !group.is_empty() => {
                    if !self.collect(kernel, &group, stop) {
                        return false;
                    }
                    if self.listing.drain(&group, &mut sink).is_break() {
                        return false;
                    }
                    group.clear();
                    solutions = 0;
                }
                Some((grid, _)) => {
                    // Too many to sort at once.
                    let grid = *grid;
                    subtrees.pop();
                    let first = subtrees.len();
                    if let Some(cell) = grid.iter().position(|&digit| digit == 0) {
                        subtrees.extend(fill(&grid, cell).map(|grid| (grid, None)));
                    }
                    subtrees[first..].reverse();
                }
                None => return true,
            }
        }
    }

    /// Counts the solutions of some grids, or `limit` if there are more.
    fn count_up_to(
        &mut self,
        kernel: Kernel,
        limit: u128,
        grids: &mut [([u8; 81], Option<u128>)],
        stop: &AtomicBool,
    ) -> bool {
        let roots: Vec<_> = grids.iter().map(|(grid, _)| *grid).collect();
        let mut counts = std::mem::take(&mut self.listing.counts);
        let done = self.count_at_most(kernel, &roots, limit, stop, &mut counts);
        for ((_, number), &count) in grids.iter_mut().zip(&counts) {
            *number = Some(count);
        }
        self.listing.counts = counts;
        done
    }

    /// Collects the solutions of some grids.
    fn collect(&mut self, kernel: Kernel, grids: &[[u8; 81]], stop: &AtomicBool) -> bool {
        self.listing.solutions.clear();
        let (grids, turned) = upright(grids);
        let mut goal = List {
            grids: &grids,
            turned,
            stop,
            listing: &mut self.listing,
        };
        let run = Run {
            memory: &mut self.memory,
            goal: &mut goal,
        };
        dispatch(kernel, run)
    }
}

struct List<'a> {
    grids: &'a [[u8; 81]],
    /// Whether these are the transposes of the grids asked for.
    turned: bool,
    stop: &'a AtomicBool,
    listing: &'a mut Listing,
}

impl List<'_> {
    fn push(&mut self, solution: &[u8; 81]) {
        let solution = if self.turned {
            transpose(solution)
        } else {
            *solution
        };
        self.listing.solutions.push(solution);
    }
}

impl Goal for List<'_> {
    type Mark = ();
    const STACKS: bool = true;

    fn roots(&self) -> &[[u8; 81]] {
        self.grids
    }

    fn found(&mut self, _: usize, (): &()) -> bool {
        true
    }

    #[inline(always)]
    fn settled<S: Simd>(&mut self, _: S, _: usize, cells: &Cells, lane: usize) {
        for (band, fills) in self.listing.fills.iter_mut().enumerate() {
            fills.clear();
            Band::of(cells, lane, band).list(&mut self.listing.boxes, fills);
        }
        let fills = std::mem::take(&mut self.listing.fills);
        let mut solution = [0; 81];
        for top in &fills[0] {
            solution[..27].copy_from_slice(top);
            for middle in &fills[1] {
                solution[27..54].copy_from_slice(middle);
                for bottom in &fills[2] {
                    solution[54..].copy_from_slice(bottom);
                    self.push(&solution);
                }
            }
        }
        self.listing.fills = fills;
    }

    fn deliver(&mut self, _: usize, solution: &[u8; 81]) {
        self.push(solution);
    }

    fn wants(&self, _: usize, (): &()) -> bool {
        true
    }

    fn narrowed(&mut self) -> bool {
        false
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
