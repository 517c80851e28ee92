//! Listing every solution of a puzzle, in order.
//!
//! Lanes find solutions in no particular order, so that they are sorted: the puzzle is
//! cut, cell after cell, into subtrees with few enough solutions to sort in memory.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::fill::fill;
use super::goal::Goal;
use super::search::Run;
use crate::simd::{Kernel, dispatch};
use crate::sudoku::{Grid, PencilMarks};

/// The most solutions that are sorted at a time, some 3 MiB.
const MOST: u128 = 1 << 15;

/// A subtree that is still to be listed, and its number of solutions once it is known:
/// beyond [`MOST`] just that.
type Subtree = (PencilMarks, Option<u128>);

impl Lanes {
    /// Hands every solution of a puzzle to `sink`, in lexicographic order, until the sink
    /// breaks or `stop` is set; returns whether it was handed all of them.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    ///
    /// ```
    /// use std::{ops::ControlFlow, sync::atomic::AtomicBool};
    /// use countless::simd::Kernel;
    /// use countless::sudoku::{Grid, lanes::Lanes};
    ///
    /// let mut first_rows = Vec::new();
    /// Lanes::new().list(Kernel::best(), &(&Grid::BLANK).into(), &AtomicBool::new(false), |solution| {
    ///     first_rows.push(solution.digits()[..9].to_vec());
    ///     if first_rows.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(first_rows, [[1, 2, 3, 4, 5, 6, 7, 8, 9]; 3]);
    /// ```
    pub fn list(
        &mut self,
        kernel: Kernel,
        puzzle: &PencilMarks,
        stop: &AtomicBool,
        mut sink: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> bool {
        // The next subtree comes last.
        let mut subtrees: Vec<Subtree> = vec![(*puzzle, None)];
        let mut group = Vec::new();
        let mut solutions = 0;
        loop {
            match subtrees.last().copied() {
                Some((_, None)) => {
                    let known = subtrees.iter().rposition(|(_, number)| number.is_some());
                    let new = &mut subtrees[known.map_or(0, |known| known + 1)..];
                    if !self.count_subtrees(kernel, new, stop) {
                        return false;
                    }
                }
                Some((grid, Some(number))) if number > MOST => {
                    let open = |marks: &u16| !marks.is_power_of_two();
                    let children = grid.cells().iter().position(open);
                    let children = children.into_iter().flat_map(|cell| fill(&grid, cell));
                    subtrees.pop();
                    let first = subtrees.len();
                    subtrees.extend(children.map(|child| (child, None)));
                    subtrees[first..].reverse();
                }
                Some((grid, Some(number))) if solutions + number <= MOST => {
                    solutions += number;
                    group.push(grid);
                    subtrees.pop();
                }
                None if group.is_empty() => return true,
                _ => {
                    if !self.collect(kernel, &group, stop)
                        || self.listing.drain(&group, &mut sink).is_break()
                    {
                        return false;
                    }
                    group.clear();
                    solutions = 0;
                }
            }
        }
    }

    /// Counts the solutions of some subtrees, as far as it matters.
    fn count_subtrees(
        &mut self,
        kernel: Kernel,
        subtrees: &mut [Subtree],
        stop: &AtomicBool,
    ) -> bool {
        let grids: Vec<_> = subtrees.iter().map(|(grid, _)| *grid).collect();
        let mut counts = Vec::new();
        let done = self.count_up_to(kernel, &grids, MOST + 1, stop, &mut counts);
        for ((_, number), count) in subtrees.iter_mut().zip(counts) {
            *number = Some(count);
        }
        done
    }

    /// Collects the solutions of some grids.
    fn collect(&mut self, kernel: Kernel, grids: &[PencilMarks], stop: &AtomicBool) -> bool {
        self.listing.solutions.clear();
        let mut goal = List {
            grids,
            stop,
            solutions: &mut self.listing.solutions,
        };
        let run = Run {
            memory: &mut self.memory,
            goal: &mut goal,
        };
        dispatch(kernel, run)
    }
}

struct List<'a> {
    grids: &'a [PencilMarks],
    stop: &'a AtomicBool,
    solutions: &'a mut Vec<Grid>,
}

impl Goal for List<'_> {
    type Root = PencilMarks;
    type Mark = ();

    fn roots(&self) -> &[PencilMarks] {
        self.grids
    }

    fn found(&mut self, _: usize, (): &()) -> bool {
        true
    }

    fn deliver(&mut self, _: usize, solution: &Grid) {
        self.solutions.push(*solution);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
