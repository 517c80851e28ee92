//! A worker that finds canonical forms.

use super::grid_group::{GROUP_SIZE, GridGroup, LeastTransform, NO_CHANGE, image};
use super::{Canonical, least_band, row_by_row};
use crate::Grid;
use countless_simd::{Kernel, Simd, Task, dispatch_bytes};

/// Finds canonical forms. Keeps its memory from one call to the next.
#[derive(Debug)]
pub struct Canonizer {
    group: GridGroup,
    found: [LeastTransform; GROUP_SIZE],
    rows: row_by_row::RowByRowScratch,
    full: least_band::LeastBandScratch,
}

impl Default for Canonizer {
    fn default() -> Self {
        Self {
            group: GridGroup::default(),
            found: [(NO_CHANGE, 0); GROUP_SIZE],
            rows: row_by_row::RowByRowScratch::default(),
            full: least_band::LeastBandScratch::default(),
        }
    }
}

impl Canonizer {
    /// Finds the canonical forms of grids without a digit twice in a house. The form of any other
    /// grid is meaningless.
    ///
    /// `forms` is cleared and then holds one form for each grid, in their order.
    ///
    /// ```
    /// use countless_simd::Kernel;
    /// use countless_sudoku::{Canonizer, Grid};
    ///
    /// let mut forms = Vec::new();
    /// let grids = [Grid::BLANK.with(1, 1, 5), Grid::BLANK.with(9, 9, 7)];
    /// Canonizer::default().run(Kernel::best(), &grids, &mut forms);
    /// assert_eq!(forms[0].form, forms[1].form);
    /// ```
    pub fn run(&mut self, kernel: Kernel, grids: &[Grid], forms: &mut Vec<Canonical>) {
        forms.clear();
        dispatch_bytes(
            kernel,
            CanonizeTask {
                canonizer: self,
                grids,
                forms,
            },
        );
    }
}

/// The search for all grids of a call, for one kernel.
struct CanonizeTask<'a> {
    canonizer: &'a mut Canonizer,
    grids: &'a [Grid],
    forms: &'a mut Vec<Canonical>,
}

impl Task for CanonizeTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Canonizer {
            group,
            found,
            rows,
            full,
        } = self.canonizer;
        for grids in self.grids.chunks(GROUP_SIZE) {
            let is_full = group.set(simd, grids);
            let others = u32::MAX >> (u32::BITS as usize - grids.len()) & !is_full;
            if is_full != 0 {
                least_band::least(simd, grids, group, is_full, full, found);
            }
            if others != 0 {
                row_by_row::least(simd, group, others, rows, found);
            }
            let found = group.sides.iter().zip(&*found).take(grids.len());
            for (sides, &(transform, automorphisms)) in found {
                self.forms.push(Canonical {
                    form: image(simd, sides, &transform),
                    automorphisms,
                    transform,
                });
            }
        }
    }
}
