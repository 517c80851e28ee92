//! Listing of all solutions of a puzzle, in lexicographic order, by filling one cell after the
//! other.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::Lanes;
use super::lane_search::Goal;
use super::schedule::search;
use crate::PencilMarks;
use crate::grid::{Grid, HOUSES_OF};
use countless_simd::Kernel;

/// Largest number of solutions that are sorted at once, about 3 MiB.
const SORTED_AT_ONCE: u128 = 1 << 15;

/// Number of cells in a sorting key.
const KEY_CELLS: usize = 32;

/// A subtree that is still to be listed, with its number of solutions once it is counted. The count
/// stops one above [`SORTED_AT_ONCE`].
type CountedSubtree = (PencilMarks, Option<u128>);

/// Lists the solutions of a puzzle in lexicographic order, one batch at a time. Its memory does not
/// grow with their number.
#[derive(Debug, Default)]
pub struct Lister {
    /// Subtrees that are still to be listed; the next one is the last.
    subtrees: Vec<CountedSubtree>,
    /// Subtrees of the batch in memory, and their solutions.
    loaded_subtrees: Vec<PencilMarks>,
    solutions: Vec<Grid>,
    /// Sorting key and index of each solution, in order. The key has the digits of the first cells
    /// that differ, four bits each.
    sort_keys: Vec<(u128, u32)>,
}

impl Lister {
    /// Starts with a puzzle.
    pub fn start(&mut self, puzzle: &PencilMarks) {
        self.subtrees.clear();
        self.subtrees.push((*puzzle, None));
        self.loaded_subtrees.clear();
        self.sort_keys.clear();
    }

    /// Loads the next batch of solutions. Returns false at the end, or once `stop` is set.
    pub fn load_next(&mut self, lanes: &mut Lanes, kernel: Kernel, stop: &AtomicBool) -> bool {
        self.loaded_subtrees.clear();
        self.sort_keys.clear();
        let mut solutions = 0;
        loop {
            match self.subtrees.last().copied() {
                Some((_, None)) => {
                    let known = self.subtrees.iter().rposition(|(_, n)| n.is_some());
                    let new = &mut self.subtrees[known.map_or(0, |known| known + 1)..];
                    if !lanes.count_subtrees(kernel, new, stop) {
                        return false;
                    }
                }
                Some((grid, Some(number))) if number > SORTED_AT_ONCE => {
                    let open = |marks: &u16| !marks.is_power_of_two();
                    let children = grid.cells().iter().position(open);
                    let children = children.into_iter().flat_map(|cell| fill_cell(&grid, cell));
                    self.subtrees.pop();
                    let first = self.subtrees.len();
                    self.subtrees.extend(children.map(|child| (child, None)));
                    self.subtrees[first..].reverse();
                }
                Some((grid, Some(number))) if solutions + number <= SORTED_AT_ONCE => {
                    solutions += number;
                    self.loaded_subtrees.push(grid);
                    self.subtrees.pop();
                }
                None if self.loaded_subtrees.is_empty() => return false,
                _ => {
                    self.solutions.clear();
                    if !lanes.collect_solutions(
                        kernel,
                        &self.loaded_subtrees,
                        stop,
                        &mut self.solutions,
                    ) {
                        return false;
                    }
                    self.sort_solutions();
                    return true;
                }
            }
        }
    }

    /// Sorts the solutions of the batch.
    fn sort_solutions(&mut self) {
        let Self {
            loaded_subtrees: group,
            solutions,
            sort_keys: order,
            ..
        } = self;
        let differs = |&cell: &usize| {
            let first = group[0].cells()[cell];
            !first.is_power_of_two() || group.iter().any(|grid| grid.cells()[cell] != first)
        };
        let open: Vec<usize> = (0..81).filter(differs).take(KEY_CELLS).collect();
        for (solution, index) in solutions.iter().zip(0..) {
            let digits = open.iter().map(|&cell| u128::from(solution.0[cell]));
            order.push((digits.fold(0, |key, digit| key << 4 | digit), index));
        }
        order.sort_unstable_by(|a, b| {
            let rest = || solutions[a.1 as usize].cmp(&solutions[b.1 as usize]);
            a.0.cmp(&b.0).then_with(rest)
        });
    }

    /// Returns a solution of the batch by its place in the order.
    pub fn get(&self, place: usize) -> Option<&Grid> {
        let (_, index) = self.sort_keys.get(place)?;
        self.solutions.get(*index as usize)
    }

    /// Returns the solutions of the batch, in order.
    fn batch(&self) -> impl Iterator<Item = &Grid> {
        let solutions = &self.solutions;
        self.sort_keys
            .iter()
            .map(|&(_, index)| &solutions[index as usize])
    }

    /// True if no solutions remain.
    fn is_at_end(&self) -> bool {
        self.subtrees.is_empty() && self.loaded_subtrees.is_empty()
    }
}

impl Lanes {
    /// Passes every solution of a puzzle to `sink`, in lexicographic order, until `sink` breaks or
    /// `stop` is set. Returns true if neither happened.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    ///
    /// ```
    /// use std::{ops::ControlFlow, sync::atomic::AtomicBool};
    /// use countless_simd::Kernel;
    /// use countless_sudoku::Grid;
    /// use countless_sudoku::lanes::Lanes;
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
        let mut lister = mem::take(&mut self.lister);
        lister.start(puzzle);
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() && lister.load_next(self, kernel, stop) {
            flow = lister.batch().try_for_each(&mut sink);
        }
        let is_all = flow.is_continue() && lister.is_at_end();
        self.lister = lister;
        is_all
    }

    /// Counts the solutions of some subtrees, each up to one above [`SORTED_AT_ONCE`].
    fn count_subtrees(
        &mut self,
        kernel: Kernel,
        subtrees: &mut [CountedSubtree],
        stop: &AtomicBool,
    ) -> bool {
        let grids: Vec<_> = subtrees.iter().map(|(grid, _)| *grid).collect();
        let mut counts = Vec::new();
        let done = self.count_up_to(kernel, &grids, SORTED_AT_ONCE + 1, stop, &mut counts);
        for ((_, number), count) in subtrees.iter_mut().zip(counts) {
            *number = Some(count);
        }
        done
    }

    /// Collects the solutions of some grids.
    fn collect_solutions(
        &mut self,
        kernel: Kernel,
        grids: &[PencilMarks],
        stop: &AtomicBool,
        solutions: &mut Vec<Grid>,
    ) -> bool {
        let mut goal = ListGoal { grids, solutions };
        search(&mut self.memory, kernel, &mut goal, stop)
    }
}

struct ListGoal<'a> {
    grids: &'a [PencilMarks],
    solutions: &'a mut Vec<Grid>,
}

impl Goal for ListGoal<'_> {
    type Root = PencilMarks;

    fn roots(&self) -> &[PencilMarks] {
        self.grids
    }

    fn record_solution(&mut self, _: usize) -> bool {
        true
    }

    fn deliver(&mut self, _: usize, solution: &Grid) {
        self.solutions.push(*solution);
    }
}

/// Returns the puzzle with each consistent digit in the cell, in order.
pub(super) fn fill_cell(marks: &PencilMarks, cell: usize) -> impl Iterator<Item = PencilMarks> {
    let marks = *marks;
    let fitting = consistent_marks(&marks)[cell];
    (0..9)
        .map(|digit| 1 << digit)
        .filter(move |&digit| fitting & digit != 0)
        .map(move |digit| {
            let mut filled = marks;
            filled.0[cell] = digit;
            filled
        })
}

/// Returns the candidates of each cell, less the digits that a seen cell has as its only candidate.
pub(super) fn consistent_marks(marks: &PencilMarks) -> [u16; 81] {
    // Digits of each house that are the only candidate of one cell, and of two.
    let (mut once, mut twice) = ([0; 27], [0; 27]);
    for (cell, &digits) in marks.cells().iter().enumerate() {
        if digits.is_power_of_two() {
            for house in HOUSES_OF[cell] {
                twice[house] |= once[house] & digits;
                once[house] |= digits;
            }
        }
    }
    std::array::from_fn(|cell| {
        let digits = marks.cells()[cell];
        let taken = if digits.is_power_of_two() {
            &twice
        } else {
            &once
        };
        let houses = HOUSES_OF[cell].into_iter();
        houses.fold(digits, |left, house| left & !taken[house])
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mark_fits_unless_a_cell_in_sight_must_have_it(
            cells in prop::collection::vec(
                prop_oneof![1u16..512, (0u32..9).prop_map(|digit| 1 << digit)],
                81,
            ),
        ) {
            let marks = PencilMarks(cells.clone().try_into().unwrap());
            let fitting = consistent_marks(&marks);
            for cell in 0..81 {
                let sees = |&other: &usize| {
                    let same = HOUSES_OF[other].into_iter().zip(HOUSES_OF[cell]).any(|(a, b)| a == b);
                    other != cell && same
                };
                let must: u16 = (0..81)
                    .filter(sees)
                    .map(|other| cells[other])
                    .filter(|digits| digits.is_power_of_two())
                    .fold(0, |all, digit| all | digit);
                prop_assert_eq!(fitting[cell], cells[cell] & !must, "cell {}", cell);
            }
        }
    }
}
