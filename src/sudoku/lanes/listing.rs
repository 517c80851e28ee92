//! Solutions in order.

use std::ops::ControlFlow;

use crate::sudoku::{Grid, PencilMarks};

/// The number of cells that make up a sorting key.
const KEY_CELLS: usize = 32;

/// The memory of a listing.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub solutions: Vec<Grid>,
    /// The first open cells of a solution, four bits each, and its index.
    order: Vec<(u128, u32)>,
}

impl Listing {
    /// Hands the solutions of some grids to `sink` in lexicographic order.
    pub fn drain(
        &mut self,
        grids: &[PencilMarks],
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let differs = |&cell: &usize| {
            let first = grids[0].cells()[cell];
            !first.is_power_of_two() || grids.iter().any(|grid| grid.cells()[cell] != first)
        };
        let open: Vec<usize> = (0..81).filter(differs).take(KEY_CELLS).collect();
        let solutions = &self.solutions;
        self.order.clear();
        for (solution, index) in solutions.iter().zip(0..) {
            let digits = open.iter().map(|&cell| u128::from(solution[cell]));
            self.order
                .push((digits.fold(0, |key, digit| key << 4 | digit), index));
        }
        self.order.sort_unstable_by(|a, b| {
            let rest = || solutions[a.1 as usize].cmp(&solutions[b.1 as usize]);
            a.0.cmp(&b.0).then_with(rest)
        });
        self.order
            .iter()
            .try_for_each(|&(_, index)| sink(&solutions[index as usize]))
    }
}
