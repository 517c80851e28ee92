//! Exact counts of all solutions.
//!
//! The search branches in stacks only. Once every minicolumn (the column of a box) has three
//! digits, the three bands are independent, and their numbers of fillings are multiplied. Most
//! solutions are never visited.
//!
//! ```text
//!            9 bits  spare  9 bits  spare  9 bits       a filling of a column or box:
//! filling [  row 3  |  0  |  row 2  |  0  |  row 1  ]   the digits of each row
//! ```
//!
//! Two fillings of two boxes fit if no row has a digit twice, `a & b == 0`. The remaining digits
//! are the filling of the third box. It fits if each row has one digit in each column. Then
//! `(rest & column) + 511` carries into the spare bit of every row.

use std::slice;
use std::sync::atomic::AtomicBool;

use super::Lanes;
use super::choose_branches::WAYS;
use super::lane_grids::{LaneCells, PLACE};
use super::lane_search::Goal;
use super::lister::consistent_marks;
use super::schedule::search;
use super::solve_goal::{Budget, BudgetGoal};
use crate::PencilMarks;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, MAX_LANES, Mask, Simd, Vector};

impl Lanes {
    /// Counts the solutions of every puzzle exactly, up to `limit`.
    ///
    /// `counts` is cleared and then holds one number per puzzle, in their order. One puzzle is
    /// enough to keep all lanes busy. Once `stop` is set, the search ends early and returns false;
    /// the numbers are then lower bounds.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use countless_simd::Kernel;
    /// use countless_sudoku::Grid;
    /// use countless_sudoku::lanes::Lanes;
    ///
    /// let five_rows = "123456789456789123789123456234567891567891234";
    /// let puzzle: Grid = format!("{five_rows:.<81}").parse()?;
    /// let mut counts = Vec::new();
    /// let (puzzles, never) = ([(&puzzle).into()], AtomicBool::new(false));
    /// Lanes::new().count_up_to(Kernel::best(), &puzzles, u128::MAX, &never, &mut counts);
    /// assert_eq!(counts, [3000]);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count_up_to(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u128,
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        let puzzles = upright(puzzles);
        self.residue = Residue::default();
        let caches = (&mut self.residue, &mut self.band_cache);
        let mut goal = CountGoal::new(&puzzles, limit, counts, caches);
        search(&mut self.memory, kernel, &mut goal, stop)
    }

    /// Counts the solutions of every puzzle as [`count_up_to`](Self::count_up_to) does, each within
    /// a budget. The number of an abandoned puzzle is meaningless.
    ///
    /// The number of nodes of a puzzle depends neither on the kernel nor on the other puzzles.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count_within(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u128,
        budget: Budget<'_>,
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        let each = puzzles
            .iter()
            .flat_map(|puzzle| upright(slice::from_ref(puzzle)));
        let puzzles: Vec<PencilMarks> = each.collect();
        let caches = (&mut self.residue, &mut self.band_cache);
        let goal = CountGoal::new(&puzzles, limit, counts, caches);
        let mut goal = BudgetGoal::new(goal, budget);
        search(&mut self.memory, kernel, &mut goal, stop)
    }

    /// Counts the solutions of one puzzle up to `limit`, [`u64::MAX`] for all. Returns their number
    /// and its residue, or `None` if `stop` was set before the end.
    ///
    /// The residue of all solutions is computed independently of their number.
    pub fn count_one(
        &mut self,
        kernel: Kernel,
        puzzle: &PencilMarks,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        let all = limit == u64::MAX;
        let limit = if all { u128::MAX } else { limit.into() };
        let mut counts = Vec::with_capacity(1);
        let done = self.count_up_to(kernel, slice::from_ref(puzzle), limit, stop, &mut counts);
        let residue = if all {
            self.residue
        } else {
            Residue::of(counts[0])
        };
        done.then(|| (counts[0], residue))
    }
}

/// Returns the puzzles, or all their transposes if these have a lower maximum of `spread_count`.
fn upright(puzzles: &[PencilMarks]) -> Vec<PencilMarks> {
    let transposes: Vec<_> = puzzles.iter().map(transpose).collect();
    let freest = |puzzles: &[PencilMarks]| puzzles.iter().map(spread_count).fold(0.0, f64::max);
    if freest(&transposes) < freest(puzzles) {
        transposes
    } else {
        puzzles.to_vec()
    }
}

/// Returns the puzzle with rows and columns exchanged.
fn transpose(puzzle: &PencilMarks) -> PencilMarks {
    PencilMarks(std::array::from_fn(|cell| {
        puzzle.cells()[cell % 9 * 9 + cell / 9]
    }))
}

/// Number of ways to place every digit in every stack, if all were independent.
fn spread_count(puzzle: &PencilMarks) -> f64 {
    // For each digit, the possible columns in each box, one bit each.
    let mut columns = [[0_u8; 9]; 9];
    for (&(b, i), fitting) in PLACE.iter().zip(consistent_marks(puzzle)) {
        for digit in (0..9).filter(|digit| fitting >> digit & 1 != 0) {
            columns[digit][b] |= 1 << (i % 3);
        }
    }
    let mut freedom = 1.0;
    for boxes in columns {
        for stack in 0..3 {
            let is_free = |way: &&[usize; 3]| {
                (0..3).all(|band| boxes[3 * band + stack] >> way[band] & 1 != 0)
            };
            freedom *= WAYS.iter().filter(is_free).count() as f64;
        }
    }
    freedom
}

struct CountGoal<'a> {
    puzzles: &'a [PencilMarks],
    counts: &'a mut [u128],
    residue: &'a mut Residue,
    limit: u128,
    band_cache: &'a mut BandCache,
}

impl<'a> CountGoal<'a> {
    fn new(
        puzzles: &'a [PencilMarks],
        limit: u128,
        counts: &'a mut Vec<u128>,
        (residue, band_cache): (&'a mut Residue, &'a mut BandCache),
    ) -> Self {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        Self {
            puzzles,
            counts,
            residue,
            limit,
            band_cache,
        }
    }

    fn add(&mut self, root: usize, number: u128) {
        self.counts[root] = self.limit.min(self.counts[root] + number);
    }
}

impl Goal for CountGoal<'_> {
    type Root = PencilMarks;
    const STACKS_ONLY: bool = true;

    fn roots(&self) -> &[PencilMarks] {
        self.puzzles
    }

    fn record_solution(&mut self, root: usize) -> bool {
        self.add(root, 1);
        *self.residue += Residue::of(1);
        false
    }

    #[inline(always)]
    fn take_settled<S: Simd>(&mut self, simd: S, root: usize, cells: &LaneCells, lane: usize) {
        let (mut product, mut residue) = (1, Residue::of(1));
        for band in 0..3 {
            let fills = self
                .band_cache
                .fills(simd, &BandCandidates::of(cells, lane, band));
            product *= u128::from(fills);
            residue = residue.times(fills);
        }
        self.add(root, product);
        *self.residue += residue;
    }

    fn wants(&self, root: usize) -> bool {
        self.counts[root] < self.limit
    }
}

/// Candidates of three rows of nine cells. Each column has three digits in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BandCandidates([[u16; 9]; 3]);

impl BandCandidates {
    /// Returns the candidates of a band of the grid in a lane.
    pub fn of(cells: &LaneCells, lane: usize, band: usize) -> Self {
        let mut rows = [[0; 9]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = cells[3 * band + column / 3][3 * i + column % 3].0[lane];
            }
        }
        Self(rows)
    }

    /// Returns a hash: seven cells of nine bits at a time, multiplied by the golden ratio and
    /// folded (Knuth 1973).
    fn hash(&self) -> usize {
        let mut hash = 0_u64;
        for cells in self.0.as_flattened().chunks(7) {
            let word = cells
                .iter()
                .fold(0, |word, &cell| word << 9 | u64::from(cell));
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 40) as usize
    }

    /// Counts the fillings of the band.
    #[inline(always)]
    fn fills<S: Simd>(&self, simd: S, boxes: &mut BandBoxes) -> u64 {
        if !boxes.set_band(self) {
            return 0;
        }
        let zero = S::U32::splat(simd, 0);
        let ones = S::U32::splat(simd, FIELDS * 0x1FF);
        let guard = S::U32::splat(simd, FIELDS << 9);
        let third = S::U32::splat_each(simd, boxes.third);
        let mut total = 0;
        for &first in boxes.first.get() {
            let a = S::U32::splat(simd, first);
            for at in (0..boxes.second.len).step_by(S::U32::LANES) {
                let b = S::U32::load(simd, &boxes.second.ways[at..]);
                let rest = ones.and_not(a | b);
                let fit = (rest & third[0]).add(ones)
                    & (rest & third[1]).add(ones)
                    & (rest & third[2]).add(ones);
                let misfit = guard.and_not(fit) | (a & b);
                total += u64::from(misfit.equal(zero).bits().count_ones());
            }
        }
        total
    }

    fn column(&self, column: usize) -> [u16; 3] {
        [self.0[0][column], self.0[1][column], self.0[2][column]]
    }
}

/// Lowest bit of each field of ten bits.
const FIELDS: u32 = 1 | 1 << 10 | 1 << 20;

/// A list of fillings of a column or box.
///
/// A filling has three fields of ten bits, one per row: the digits of the row, and a spare bit.
#[derive(Clone, Copy, Debug)]
struct FillList<const N: usize> {
    ways: [u32; N],
    len: usize,
}

impl<const N: usize> FillList<N> {
    const NONE: Self = Self {
        ways: [u32::MAX; N],
        len: 0,
    };

    fn push(&mut self, way: u32) {
        self.ways[self.len] = way;
        self.len += 1;
    }

    fn get(&self) -> &[u32] {
        &self.ways[..self.len]
    }
}

impl FillList<6> {
    /// Lists the fillings of a column from the candidates of its cells.
    fn of_column([top, middle, bottom]: [u16; 3]) -> Self {
        let set = top | middle | bottom;
        let mut ways = Self::NONE;
        if set.count_ones() != 3 {
            return ways;
        }
        for x in digit_bits(top) {
            for y in digit_bits(middle & !x) {
                let z = set & !(x | y);
                if z & bottom != 0 {
                    ways.push(u32::from(x) | u32::from(y) << 10 | u32::from(z) << 20);
                }
            }
        }
        ways
    }
}

/// Room for the 6³ fillings of a box, and a vector of values that never fit.
const BOX_WAYS: usize = 216 + MAX_LANES;

impl FillList<BOX_WAYS> {
    /// Replaces the list by the fillings of a box.
    fn set_box(&mut self, columns: &[FillList<6>]) {
        self.len = 0;
        for a in columns[0].get() {
            for b in columns[1].get() {
                for c in columns[2].get() {
                    self.push(a | b | c);
                }
            }
        }
        self.ways[self.len..self.len + MAX_LANES].fill(u32::MAX);
    }
}

/// The three boxes of a band.
///
/// Fillings of the first two that share no digit in a row leave one filling for the third box,
/// which its candidates may exclude.
#[derive(Debug)]
struct BandBoxes {
    first: FillList<BOX_WAYS>,
    second: FillList<BOX_WAYS>,
    /// Candidates of the columns of the third box, in the fields of a filling.
    third: [u32; 3],
}

impl BandBoxes {
    const NONE: Self = Self {
        first: FillList::NONE,
        second: FillList::NONE,
        third: [0; 3],
    };

    /// Prepares a band. Returns false if a column cannot be filled.
    #[inline(always)]
    fn set_band(&mut self, band: &BandCandidates) -> bool {
        let mut columns = [FillList::NONE; 9];
        for (column, ways) in columns.iter_mut().enumerate() {
            *ways = FillList::of_column(band.column(column));
        }
        let number =
            |b: usize| columns[3 * b].len * columns[3 * b + 1].len * columns[3 * b + 2].len;
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|&b| number(b));
        let [first, second, third] = order;
        if number(first) == 0 {
            return false;
        }
        self.first.set_box(&columns[3 * first..]);
        self.second.set_box(&columns[3 * second..]);
        for (j, column) in self.third.iter_mut().enumerate() {
            let [top, middle, bottom] = band.column(3 * third + j).map(u32::from);
            *column = top | middle << 10 | bottom << 20;
        }
        true
    }
}

/// Cache of bands and their numbers of fillings.
///
/// Neighbouring leaves of a search tree share most of their bands.
#[derive(Debug)]
pub(super) struct BandCache {
    fills: Vec<(BandCandidates, u64)>,
    boxes: BandBoxes,
}

impl BandCache {
    /// Number of entries. A new band replaces the one at its index.
    const ENTRIES: usize = 1 << 13;

    pub const fn new() -> Self {
        Self {
            fills: Vec::new(),
            boxes: BandBoxes::NONE,
        }
    }

    /// Returns the number of fillings of a band.
    #[inline(always)]
    pub fn fills<S: Simd>(&mut self, simd: S, band: &BandCandidates) -> u64 {
        if self.fills.is_empty() {
            self.allocate();
        }
        let entry = &mut self.fills[band.hash() % Self::ENTRIES];
        if entry.0 != *band {
            *entry = (*band, band.fills(simd, &mut self.boxes));
        }
        entry.1
    }

    /// Allocates the entries. This takes longer than solving a few puzzles, which needs none.
    #[cold]
    fn allocate(&mut self) {
        self.fills = vec![(BandCandidates([[0; 9]; 3]), 0); Self::ENTRIES];
    }
}

fn digit_bits(mut set: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let digit = set & set.wrapping_neg();
        set ^= digit;
        (digit != 0).then_some(digit)
    })
}

#[cfg(test)]
mod tests {
    use countless_engine::SplitMix64;
    use countless_simd::{Kernel, Task, dispatch};

    use super::*;

    /// Counts the fillings of the columns from `column` on. `rows` are the digits before them.
    fn plain_fills(band: &BandCandidates, column: usize, rows: [u16; 3]) -> u64 {
        if column == 9 {
            return 1;
        }
        let [top, middle, bottom] = band.column(column);
        let mut fills = 0;
        for x in digit_bits(top & !rows[0]) {
            for y in digit_bits(middle & !rows[1] & !x) {
                for z in digit_bits(bottom & !rows[2] & !x & !y) {
                    fills += plain_fills(band, column + 1, [rows[0] | x, rows[1] | y, rows[2] | z]);
                }
            }
        }
        fills
    }

    /// Most digits of each column.
    fn random_row(columns: &[u16; 9], random: &mut SplitMix64) -> [u16; 9] {
        columns.map(|set| set & (random.next() | random.next() | random.next()) as u16)
    }

    struct CachedFills<'a>(&'a [BandCandidates]);

    impl Task for CachedFills<'_> {
        type Output = Vec<u64>;
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Vec<u64> {
            let mut cache = BandCache::new();
            let fills = self.0.iter().map(|band| cache.fills(simd, band));
            fills.collect()
        }
    }

    #[test]
    fn bands_are_filled_as_often_as_columns_can_be() {
        let place = |band: &BandCandidates| band.hash() % BandCache::ENTRIES;
        let mut random = SplitMix64(8);
        let mut bands = Vec::new();
        for _ in 0..30 {
            let mut columns = [0; 9];
            for box_columns in columns.chunks_mut(3) {
                let mut digits: Vec<u16> = (0..9).collect();
                random.shuffle(&mut digits);
                for (set, digits) in box_columns.iter_mut().zip(digits.chunks(3)) {
                    *set = digits.iter().fold(0, |set, digit| set | 1 << digit);
                }
            }
            let band = BandCandidates([(); 3].map(|()| random_row(&columns, &mut random)));
            // Another band with the same place in the cache.
            let mut other = band;
            while other == band || place(&other) != place(&band) {
                other.0[2] = random_row(&columns, &mut random);
            }
            bands.extend([band, other]);
        }
        let fills: Vec<u64> = { bands.iter() }
            .map(|band| plain_fills(band, 0, [0; 3]))
            .collect();
        let differ = fills.chunks(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(differ > 20, "{fills:?}");
        for kernel in Kernel::available() {
            assert_eq!(dispatch(kernel, CachedFills(&bands)), fills, "{kernel}");
        }
    }
}
