//! Many grids side by side, one per lane; sets of lanes; copies of lanes.

use countless_simd::{MAX_LANES, Simd, Vector};

/// One 16-bit word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct LaneWords(pub [u16; MAX_LANES]);

/// Candidates of 81 cells, by box, then by place in the box.
pub(super) type LaneCells = [[LaneWords; 9]; 9];
/// Candidates of the three rows, then of the three columns, of every box.
pub(super) type LaneLines = [[LaneWords; 6]; 9];

pub(super) const BLANK_CELLS: LaneCells = [[LaneWords::ZERO; 9]; 9];
pub(super) const BLANK_LINES: LaneLines = [[LaneWords::ZERO; 6]; 9];

/// The two other boxes in the stack of each box.
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

impl LaneWords {
    pub const ZERO: Self = Self([0; MAX_LANES]);

    /// Every lane's own index.
    pub const IDENTITY: Self = {
        let mut lanes = [0; MAX_LANES];
        let mut lane = 0;
        while lane < MAX_LANES {
            lanes[lane] = lane as u16;
            lane += 1;
        }
        Self(lanes)
    };

    /// One bit for each of sixteen lanes, starting at lane `first`.
    const fn bits(first: usize) -> Self {
        let mut lanes = [0; MAX_LANES];
        let mut lane = first;
        while lane < first + 16 {
            lanes[lane] = 1 << (lane - first);
            lane += 1;
        }
        Self(lanes)
    }

    #[inline(always)]
    pub fn get<S: Simd>(&self, simd: S) -> S::U16 {
        S::U16::load(simd, &self.0)
    }

    #[inline(always)]
    pub fn put<S: Simd>(&mut self, _: S, vector: S::U16) {
        vector.store(&mut self.0);
    }
}

/// Removes the first lane from a set, and returns it.
pub(super) fn take_lane(set: &mut u32) -> Option<usize> {
    let lane = set.trailing_zeros() as usize;
    *set &= set.wrapping_sub(1);
    (lane < MAX_LANES).then_some(lane)
}

/// Returns the lanes of a set in ascending order.
pub(super) fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || take_lane(&mut set))
}

/// Returns the lanes of a set as a vector mask.
#[inline(always)]
pub(super) fn lane_mask<S: Simd>(simd: S, lanes: u32) -> <S::U16 as Vector>::Mask {
    const LOW: LaneWords = LaneWords::bits(0);
    const HIGH: LaneWords = LaneWords::bits(16);
    let low = S::U16::splat(simd, lanes as u16) & LOW.get(simd);
    let high = S::U16::splat(simd, (lanes >> 16) as u16) & HIGH.get(simd);
    (low | high).intersects(low | high)
}

/// Returns the candidates of the three rows, then of the three columns, of a box.
#[inline(always)]
pub(super) fn line_unions<V: Vector>(x: [V; 9]) -> [V; 6] {
    [
        x[0] | x[1] | x[2],
        x[3] | x[4] | x[5],
        x[6] | x[7] | x[8],
        x[0] | x[3] | x[6],
        x[1] | x[4] | x[7],
        x[2] | x[5] | x[8],
    ]
}

/// Copies of lanes from one block of cells to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    /// For every target lane, its source lane.
    pub from: LaneWords,
    /// Target lanes, one bit each.
    pub to: u32,
}

impl Copies {
    pub const NONE: Self = Self {
        from: LaneWords::ZERO,
        to: 0,
    };

    pub fn add(&mut self, from: usize, to: usize) {
        self.from.0[to] = from as u16;
        self.to |= 1 << to;
    }

    pub fn is_empty(&self) -> bool {
        self.to == 0
    }

    /// Makes the copies.
    #[inline(always)]
    pub fn merge<S: Simd>(&self, simd: S, source: &LaneCells, target: &mut LaneCells) {
        if !S::PERMUTES {
            for to in lanes_of(self.to) {
                let from = usize::from(self.from.0[to]);
                for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut())
                {
                    target.0[to] = source.0[from];
                }
            }
            return;
        }
        let from = self.from.get(simd);
        let to = lane_mask(simd, self.to);
        for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
            let copied = source.get(simd).permute(from);
            target.put(simd, copied.select(to, target.get(simd)));
        }
    }
}

/// Replaces the lanes of a set by those of `source`.
#[inline(always)]
pub(super) fn replace_lanes<S: Simd>(
    simd: S,
    lanes: u32,
    source: &LaneCells,
    target: &mut LaneCells,
) {
    let lanes = lane_mask(simd, lanes);
    for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
        let replaced = source.get(simd).select(lanes, target.get(simd));
        target.put(simd, replaced);
    }
}
