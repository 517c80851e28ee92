//! Changes of the lanes between two passes.

use super::choose_branches::Branches;
use super::lane_grids::{Copies, LaneCells, LaneLines, LaneWords, lane_mask, line_unions};
use countless_simd::{Simd, Vector};

/// Changes of the grids at work between two passes.
#[derive(Debug)]
pub(super) struct LaneMoves {
    /// For every lane, the lane that its grid comes from.
    pub from: LaneWords,
    /// Copies from another block.
    pub fresh: Copies,
    /// Lanes that get another grid or other candidates.
    pub touched: u32,
    /// Lanes that refuse their branch; all others accept theirs.
    pub refused: u32,
    /// True if a lane moves or has a branch.
    pub has_branches: bool,
    /// Index of the stack block that gets the cells as they are before the branches.
    pub stack_block: Option<u32>,
}

/// Grids at work and their branches.
pub(super) struct WorkingGrids<'a> {
    pub cells: &'a mut LaneCells,
    pub lines: &'a mut LaneLines,
    pub branches: &'a mut Branches,
    /// Gets a copy of the cells before anything changes.
    pub copy: Option<&'a mut LaneCells>,
}

impl LaneMoves {
    pub const NONE: Self = Self {
        from: LaneWords::IDENTITY,
        fresh: Copies::NONE,
        touched: 0,
        refused: 0,
        has_branches: false,
        stack_block: None,
    };

    /// Moves the grids, removes the candidates that the branches exclude, and clears the branches.
    ///
    /// Without `BRANCHES`, no lane moves or branches. Without `FRESH`, nothing is copied from
    /// `source`.
    #[inline(always)]
    pub fn apply<S: Simd, const BRANCHES: bool, const FRESH: bool>(
        &self,
        simd: S,
        work: WorkingGrids<'_>,
        source: &LaneCells,
    ) {
        let WorkingGrids {
            cells,
            lines,
            branches,
            mut copy,
        } = work;
        assert!(BRANCHES || copy.is_none());
        if BRANCHES && !S::PERMUTES {
            for to in (0..S::U16::LANES).filter(|&to| usize::from(self.from.0[to]) != to) {
                let from = usize::from(self.from.0[to]);
                for row in cells.as_flattened_mut() {
                    row.0[to] = row.0[from];
                }
            }
        }
        if FRESH && !S::PERMUTES {
            self.fresh.merge(simd, source, cells);
        }
        let zero = S::U16::splat(simd, 0);
        let from = self.from.get(simd);
        let fresh_from = self.fresh.from.get(simd);
        let fresh = lane_mask(simd, self.fresh.to);
        let touched = S::U16::splat(simd, u16::MAX).select(lane_mask(simd, self.touched), zero);
        let removed = branches.removed(simd, self.refused);
        for b in 0..9 {
            let mut x = [zero; 9];
            for i in 0..9 {
                x[i] = cells[b][i].get(simd);
            }
            if BRANCHES && let Some(copy) = &mut copy {
                for i in 0..9 {
                    copy[b][i].put(simd, x[i]);
                }
            }
            let [rows, columns] = removed.of_box(simd, b);
            for i in 0..9 {
                if BRANCHES && S::PERMUTES {
                    x[i] = x[i].permute(from);
                }
                if FRESH && S::PERMUTES {
                    let copied = source[b][i].get(simd).permute(fresh_from);
                    x[i] = copied.select(fresh, x[i]);
                }
                if BRANCHES {
                    x[i] = x[i].and_not(rows[i / 3] | columns[i % 3]);
                }
                cells[b][i].put(simd, x[i]);
            }
            let unions = line_unions(x);
            for l in 0..6 {
                let old = lines[b][l].get(simd);
                // The lines of other lanes are subsets of the unions of their cells.
                lines[b][l].put(simd, unions[l] & (old | touched));
            }
        }
        if BRANCHES {
            branches.clear(simd);
        }
    }
}
