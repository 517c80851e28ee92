//! Changes of the lanes between two passes.

use super::choose_branches::Branches;
use super::lane_grids::{
    Copies, LaneCells, LaneLines, LaneWords, PackedCells, are_few, lane_mask, lanes_of, line_unions,
};
use countless_simd::{Simd, Task, Vector};

/// Changes of the grids at work between two passes.
#[derive(Debug)]
pub(super) struct LaneMoves {
    /// For every lane, the lane that its grid comes from.
    pub from: LaneWords,
    /// Lanes that get the grid of another lane.
    pub moved: u32,
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

/// Moves the grids, copies the fresh ones from `source`, removes the candidates that the branches
/// exclude, and clears the branches.
pub(super) struct ApplyMoves<'a> {
    pub moves: &'a LaneMoves,
    /// Block of the fresh grids.
    pub source: &'a LaneCells,
    /// Grids at work and their branches.
    pub cells: &'a mut LaneCells,
    pub lines: &'a mut LaneLines,
    pub line_sums: &'a mut LaneWords,
    pub branches: &'a mut Branches,
    /// Gets a copy of the cells before anything changes.
    pub copy: Option<&'a mut PackedCells>,
}

impl LaneMoves {
    pub const NONE: Self = Self {
        from: LaneWords::IDENTITY,
        moved: 0,
        fresh: Copies::NONE,
        touched: 0,
        refused: 0,
        has_branches: false,
        stack_block: None,
    };
}

impl Task for ApplyMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let list = self.moves;
        let (moves, fresh) = (!are_few::<S>(list.moved), !are_few::<S>(list.fresh.to));
        if !moves {
            for to in lanes_of(list.moved) {
                let from = usize::from(list.from.0[to]);
                for row in self.cells.as_flattened_mut() {
                    row.0[to] = row.0[from];
                }
            }
        }
        if !fresh {
            list.fresh.merge_each(self.source, self.cells);
        }
        match (list.has_branches, moves, fresh) {
            (_, false, false) => self.rewrite::<S, true, false, false>(simd),
            (_, true, false) => self.rewrite::<S, true, true, false>(simd),
            (true, false, true) => self.rewrite::<S, true, false, true>(simd),
            (true, true, true) => self.rewrite::<S, true, true, true>(simd),
            // Most often only puzzles are loaded, if they are easy. A lane that moves has a branch.
            (false, _, true) => self.rewrite::<S, false, false, true>(simd),
        }
    }
}

impl ApplyMoves<'_> {
    /// Applies the branches, and permutes lanes for the moves and for the fresh grids. Each part is
    /// left out where it is not needed.
    #[inline(always)]
    fn rewrite<S: Simd, const BRANCHES: bool, const MOVES: bool, const FRESH: bool>(self, simd: S) {
        let Self {
            moves,
            source,
            cells,
            lines,
            line_sums,
            branches,
            mut copy,
        } = self;
        assert!(BRANCHES || copy.is_none());
        let zero = S::U16::splat(simd, 0);
        let from = moves.from.get(simd);
        let fresh_from = moves.fresh.from.get(simd);
        let fresh = lane_mask(simd, moves.fresh.to);
        let touched = S::U16::splat(simd, u16::MAX).select(lane_mask(simd, moves.touched), zero);
        // Lines with candidates have another sum than 0, so touched lanes count as changed.
        line_sums.put(simd, line_sums.get(simd).and_not(touched));
        let removed = branches.removed(simd, moves.refused);
        for b in 0..9 {
            let mut x = [zero; 9];
            for i in 0..9 {
                x[i] = cells[b][i].get(simd);
            }
            if BRANCHES && let Some(copy) = &mut copy {
                for i in 0..9 {
                    copy.put(simd, b, i, x[i]);
                }
            }
            let [rows, columns] = removed.of_box(simd, b);
            for i in 0..9 {
                if MOVES {
                    x[i] = x[i].permute(from);
                }
                if FRESH {
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
