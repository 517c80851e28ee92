//! Many grids side by side, one per lane, and how lanes are copied.

use crate::simd::{MAX_LANES, Simd, Vector};

/// One 16-bit word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row(pub [u16; MAX_LANES]);

/// The candidates of 81 cells, by box, then by place in the box.
pub(super) type Cells = [[Row; 9]; 9];
/// A set of digits for each of the three rows, then three columns, of every box.
pub(super) type Lines = [[Row; 6]; 9];

pub(super) const BLANK_CELLS: Cells = [[Row::ZERO; 9]; 9];
pub(super) const BLANK_LINES: Lines = [[Row::ZERO; 6]; 9];

/// The two other boxes of each box's band.
pub(super) const BAND_MATES: [[usize; 2]; 9] = [
    [1, 2],
    [0, 2],
    [0, 1],
    [4, 5],
    [3, 5],
    [3, 4],
    [7, 8],
    [6, 8],
    [6, 7],
];
/// The two other boxes of each box's stack.
pub(super) const STACK_MATES: [[usize; 2]; 9] = [
    [3, 6],
    [4, 7],
    [5, 8],
    [0, 6],
    [1, 7],
    [2, 8],
    [0, 3],
    [1, 4],
    [2, 5],
];

/// Box and place in the box of each cell, row by row.
pub(super) const PLACE: [(usize, usize); 81] = {
    let mut table = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        cell += 1;
    }
    table
};

impl Row {
    pub const ZERO: Self = Self([0; MAX_LANES]);

    /// Every lane's own number.
    pub const IDENTITY: Self = {
        let mut lanes = [0; MAX_LANES];
        let mut lane = 0;
        while lane < MAX_LANES {
            lanes[lane] = lane as u16;
            lane += 1;
        }
        Self(lanes)
    };

    #[inline(always)]
    pub fn get<S: Simd>(&self, simd: S) -> S::U16 {
        S::U16::load(simd, &self.0)
    }

    #[inline(always)]
    pub fn put<S: Simd>(&mut self, _: S, vector: S::U16) {
        vector.store(&mut self.0);
    }
}

/// The candidates of the three rows, then three columns, of a box.
#[inline(always)]
pub(super) fn unions<V: Vector>(x: [V; 9]) -> [V; 6] {
    [
        x[0] | x[1] | x[2],
        x[3] | x[4] | x[5],
        x[6] | x[7] | x[8],
        x[0] | x[3] | x[6],
        x[1] | x[4] | x[7],
        x[2] | x[5] | x[8],
    ]
}

/// Which lanes to copy from a block of cells into another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    /// For every lane that is copied to, the lane to copy.
    from: Row,
    /// Not zero for every lane that is copied to.
    to: Row,
}

impl Copies {
    pub const NONE: Self = Self {
        from: Row::ZERO,
        to: Row::ZERO,
    };

    pub fn add(&mut self, from: usize, to: usize) {
        self.from.0[to] = from as u16;
        self.to.0[to] = 1;
    }

    /// Makes the copies.
    #[inline(always)]
    pub fn merge<S: Simd>(&self, simd: S, source: &Cells, target: &mut Cells) {
        if !S::PERMUTES {
            for to in (0..S::U16::LANES).filter(|&to| self.to.0[to] != 0) {
                let from = usize::from(self.from.0[to]);
                for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut())
                {
                    target.0[to] = source.0[from];
                }
            }
            return;
        }
        let from = self.from.get(simd);
        let to = self.to.get(simd).intersects(S::U16::splat(simd, 1));
        for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
            let copied = source.get(simd).permute(from);
            target.put(simd, copied.select(to, target.get(simd)));
        }
    }
}

/// Copies the lanes that the vectors have.
#[inline(always)]
pub(super) fn copy<S: Simd>(simd: S, source: &Cells, target: &mut Cells) {
    for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
        target.put(simd, source.get(simd));
    }
}

/// Replaces the lanes of `target` where `lanes` is not zero by those of `source`.
#[inline(always)]
pub(super) fn replace<S: Simd>(simd: S, lanes: &Row, source: &Cells, target: &mut Cells) {
    let lanes = lanes.get(simd).intersects(S::U16::splat(simd, 1));
    for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
        let replaced = source.get(simd).select(lanes, target.get(simd));
        target.put(simd, replaced);
    }
}

/// How the grids in work change between two passes.
#[derive(Debug)]
pub(super) struct Moves {
    /// For every lane, the lane that its grid comes from.
    pub from: Row,
    /// Copies from another block.
    pub fresh: Copies,
    /// Not zero for every lane that has another grid or other candidates than before.
    pub touched: Row,
    /// Whether a lane moves or has edits.
    pub forks: bool,
}

impl Moves {
    pub const NONE: Self = Self {
        from: Row::IDENTITY,
        fresh: Copies::NONE,
        touched: Row::ZERO,
        forks: false,
    };

    /// Makes the moves, removes `edits` from the lines, and clears them.
    ///
    /// Without `FORKS`, no lane moves and there are no edits; without `FRESH`, nothing
    /// is copied from `source`.
    #[inline(always)]
    pub fn make<S: Simd, const FORKS: bool, const FRESH: bool>(
        &self,
        simd: S,
        cells: &mut Cells,
        lines: &mut Lines,
        edits: &mut Lines,
        source: &Cells,
    ) {
        if FORKS && !S::PERMUTES {
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
        let one = S::U16::splat(simd, 1);
        let from = self.from.get(simd);
        let fresh_from = self.fresh.from.get(simd);
        let fresh = self.fresh.to.get(simd).intersects(one);
        let touched = self.touched.get(simd).intersects(one);
        for b in 0..9 {
            let mut x = [zero; 9];
            for i in 0..9 {
                x[i] = cells[b][i].get(simd);
                if FORKS && S::PERMUTES {
                    x[i] = x[i].permute(from);
                }
                if FRESH && S::PERMUTES {
                    let copied = source[b][i].get(simd).permute(fresh_from);
                    x[i] = copied.select(fresh, x[i]);
                }
                if FORKS {
                    let edit = edits[b][i / 3].get(simd) | edits[b][3 + i % 3].get(simd);
                    x[i] = x[i].and_not(edit);
                }
                cells[b][i].put(simd, x[i]);
            }
            let unions = unions(x);
            for l in 0..6 {
                let old = lines[b][l].get(simd);
                lines[b][l].put(simd, unions[l].select(touched, old));
                if FORKS {
                    edits[b][l].put(simd, zero);
                }
            }
        }
    }
}
