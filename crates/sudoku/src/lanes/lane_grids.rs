//! Many grids side by side, one per lane; sets of lanes; copies of lanes.

use countless_simd::{MAX_LANES, Simd, Task, Vector};

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
        x[0].or3(x[1], x[2]),
        x[3].or3(x[4], x[5]),
        x[6].or3(x[7], x[8]),
        x[0].or3(x[3], x[6]),
        x[1].or3(x[4], x[7]),
        x[2].or3(x[5], x[8]),
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
    pub fn merge<S: Simd>(&self, simd: S, source: &LaneCells, target: &mut LaneCells) {
        simd.run(MergeCopies {
            copies: self,
            source,
            target,
        });
    }

    /// Makes the copies one by one.
    #[inline(always)]
    pub fn merge_each(&self, source: &LaneCells, target: &mut LaneCells) {
        for to in lanes_of(self.to) {
            let from = usize::from(self.from.0[to]) % MAX_LANES;
            for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
                target.0[to] = source.0[from];
            }
        }
    }
}

struct MergeCopies<'a> {
    copies: &'a Copies,
    source: &'a LaneCells,
    target: &'a mut LaneCells,
}

impl Task for MergeCopies<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (copies, source, target) = (self.copies, self.source, self.target);
        if are_few::<S>(copies.to) {
            copies.merge_each(source, target);
            return;
        }
        let from = copies.from.get(simd);
        let to = lane_mask(simd, copies.to);
        for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
            let copied = source.get(simd).permute(from);
            target.put(simd, copied.select(to, target.get(simd)));
        }
    }
}

/// True if it is faster to copy these lanes one by one than by permutations of all lanes.
#[inline(always)]
pub(super) fn are_few<S: Simd>(lanes: u32) -> bool {
    let most = match (S::PERMUTES, S::PERMUTES_PAIRS) {
        (false, _) => MAX_LANES as u32,
        // Without permutations of pairs, a permutation of words takes four instructions.
        (true, false) => 1,
        (true, true) => 0,
    };
    lanes.count_ones() <= most
}

/// Candidates of 81 cells, in as many lanes as the instruction set has. With sixteen lanes, they take
/// half the memory of [`LaneCells`], and half the time to copy.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct PackedCells([u16; 81 * MAX_LANES]);

impl PackedCells {
    pub const BLANK: Self = Self([0; 81 * MAX_LANES]);

    /// Writes the candidates of a cell, which is given by its box and its place in the box.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, _: S, b: usize, i: usize, vector: S::U16) {
        vector.store(&mut self.0[(9 * b + i) * S::U16::LANES..]);
    }

    /// Copies the lanes of a set to the same lanes of `target`.
    pub fn restore<S: Simd>(&self, simd: S, lanes: u32, target: &mut LaneCells) {
        simd.run(RestoreLanes {
            cells: self,
            lanes,
            target,
        });
    }
}

struct RestoreLanes<'a> {
    cells: &'a PackedCells,
    lanes: u32,
    target: &'a mut LaneCells,
}

impl Task for RestoreLanes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let rows = self.cells.0.chunks_exact(S::U16::LANES);
        let rows = rows.zip(self.target.as_flattened_mut());
        if S::PERMUTES && are_few::<S>(self.lanes) {
            for (source, target) in rows {
                for lane in lanes_of(self.lanes) {
                    target.0[lane] = source[lane];
                }
            }
            return;
        }
        let lanes = lane_mask(simd, self.lanes);
        for (source, target) in rows {
            let source = S::U16::load(simd, source);
            target.put(simd, source.select(lanes, target.get(simd)));
        }
    }
}
