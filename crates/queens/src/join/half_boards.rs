//! Half boards, made by joining a left and a right quadrant.

use super::pattern::{BitOrder, Mirror, PatternWord};
use super::quadrant::{QuadrantPlacements, SLACK};
use super::split::DiagonalFilter;
use countless_simd::{Simd, Task, Vector};

/// A list of patterns, with room behind it for reading and writing whole vectors.
#[derive(Debug, Default)]
pub(super) struct PatternList<W> {
    /// The patterns, and arbitrary words behind them.
    pub words: Vec<W>,
    /// The number of patterns.
    pub len: usize,
}

impl<W: PatternWord> PatternList<W> {
    /// Makes room for `count` words and the slack behind them.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize) {
        if count + SLACK > self.words.len() {
            self.grow(count + SLACK);
        }
    }

    /// Makes room for an eighth more than `count` words, so that it does not grow often.
    #[cold]
    fn grow(&mut self, count: usize) {
        let count = count + count / 8;
        self.words.reserve_exact(count - self.words.len());
        self.words.resize(count, W::default());
    }

    /// Copies the patterns of another list.
    pub fn copy_from(&mut self, other: &Self) {
        self.reserve(other.len);
        self.words[..other.len].copy_from_slice(&other.words[..other.len]);
        self.len = other.len;
    }
}

/// The greatest rank, which includes all sets of rows.
pub(super) const ANY_RANK: u32 = u32::MAX;

/// The placements in one quadrant of a half board, with their patterns mirrored to that quadrant.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuadrantPatterns<'a, W> {
    placements: &'a QuadrantPlacements<W>,
    patterns: &'a [W],
}

impl<'a, W: PatternWord> QuadrantPatterns<'a, W> {
    /// Mirrors the patterns of `placements` and puts their bits in `order`, using `buffer` to hold
    /// them. It includes the sets of rows up to the rank `most`, and perhaps others.
    #[inline(always)]
    pub fn new<V: Vector<Lane = W>>(
        simd: V::Simd,
        placements: &'a QuadrantPlacements<W>,
        mirror: Mirror,
        order: &BitOrder<V::Simd>,
        most: u32,
        buffer: &'a mut PatternList<W>,
    ) -> Self {
        if mirror.is_identity() && order.is_unchanged() {
            let patterns = placements.patterns();
            return Self {
                placements,
                patterns,
            };
        }
        buffer.reserve(placements.len());
        for (from, to) in placements.ranges(most) {
            let to = from + (to - from).next_multiple_of(V::LANES);
            let patterns = &placements.patterns()[from..to];
            order.arrange::<V>(simd, mirror, patterns, &mut buffer.words[from..to]);
        }
        Self {
            placements,
            patterns: &buffer.words,
        }
    }

    /// Lists the patterns that use the set of `rows` and have none of the bits `lack`.
    #[inline(always)]
    fn list_lacking<V: Vector<Lane = W>>(
        self,
        simd: V::Simd,
        rows: u32,
        lack: W,
        list: &mut PatternList<W>,
    ) {
        let (patterns, count) = self.of_rows(rows);
        list.reserve(count);
        list.len = 0;
        let lack = V::splat(simd, lack);
        for start in (0..count).step_by(V::LANES) {
            let patterns = V::load(simd, &patterns[start..]);
            let kept = patterns.disjoint(lack, V::first(simd, count - start));
            list.len += patterns.compress(kept, &mut list.words[list.len..]);
        }
    }

    /// The patterns that use the set of `rows`, with arbitrary words behind them, and their number.
    #[inline(always)]
    fn of_rows(self, rows: u32) -> (&'a [W], usize) {
        let (start, end) = self.placements.range(rows);
        (&self.patterns[start..], end - start)
    }
}

/// Appends the half boards of several sets of rows to a list.
///
/// As a task of its own it is compiled once, and its loops keep their values in registers.
pub(super) struct ListHalfBoards<'a, W> {
    pub quadrants: QuadrantPair<'a, W>,
    /// The sets of rows of the queens on the left; every `step`-th of them is used.
    pub sets: &'a [u32],
    pub step: usize,
    /// The rows of all queens.
    pub rows: u32,
    /// Diagonals without queens, and bits that are added to each pattern.
    pub blocked_and_marks: (W, W),
    pub filter: &'a DiagonalFilter,
    pub list: &'a mut PatternList<W>,
    /// Scratch space.
    pub of_rows: &'a mut [PatternList<W>; 2],
}

impl<W: PatternWord> Task for ListHalfBoards<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for &rows in self.sets.iter().step_by(self.step) {
            self.quadrants.join::<W::Vector<S>>(
                simd,
                (rows, rows ^ self.rows),
                self.blocked_and_marks,
                self.filter,
                self.list,
                self.of_rows,
            );
        }
    }
}

/// Two quadrants side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuadrantPair<'a, W> {
    /// The quadrant on the left.
    pub left: QuadrantPatterns<'a, W>,
    /// The quadrant on the right.
    pub right: QuadrantPatterns<'a, W>,
}

impl<W: PatternWord> QuadrantPair<'_, W> {
    /// Appends to `list` every half board with queens on the left in `left_rows`, on the right in
    /// `right_rows`, and without queens on the diagonals `blocked`. The bits `marks` are added to
    /// each pattern, which must then pass `filter`. `left` and `right` are scratch space.
    #[inline(always)]
    pub fn join<V: Vector<Lane = W>>(
        self,
        simd: V::Simd,
        (left_rows, right_rows): (u32, u32),
        (blocked, marks): (W, W),
        filter: &DiagonalFilter,
        list: &mut PatternList<W>,
        [left, right]: &mut [PatternList<W>; 2],
    ) {
        let (have, lack) = (W::truncate(filter.have), W::truncate(filter.lack));
        if have | lack == W::default() {
            let (left, right) = (self.left.of_rows(left_rows), self.right.of_rows(right_rows));
            return join_lists::<V, false>(simd, left, right, (blocked, marks, have), list);
        }
        if lack & marks != W::default() {
            return;
        }
        let lack = blocked | lack;
        self.left.list_lacking::<V>(simd, left_rows, lack, left);
        self.right.list_lacking::<V>(simd, right_rows, lack, right);
        let (left, right) = ((&left.words[..], left.len), (&right.words[..], right.len));
        join_lists::<V, true>(simd, left, right, (W::default(), marks, have), list);
    }
}

/// Appends to `list` each union of a left pattern, a right one and `marks`. The two patterns have
/// no common bit and none of the bits `blocked`. If they are `FILTERED`, the union has all bits
/// `have`.
#[inline(always)]
fn join_lists<V: Vector<Lane: PatternWord>, const FILTERED: bool>(
    simd: V::Simd,
    left: (&[V::Lane], usize),
    right: (&[V::Lane], usize),
    (blocked, marks, have): (V::Lane, V::Lane, V::Lane),
    list: &mut PatternList<V::Lane>,
) {
    // The longer list goes into the lanes, the shorter one is repeated.
    let (few, many) = if left.1 < right.1 {
        (left, right)
    } else {
        (right, left)
    };
    let (few, (many, count)) = (&few.0[..few.1], many);
    list.reserve(list.len + few.len() * count);
    let (words, mut len) = (&mut list.words[..], list.len);
    let (blocked, marks) = (V::splat(simd, blocked), V::splat(simd, marks));
    let have = V::splat(simd, have);
    for start in (0..count).step_by(V::LANES) {
        let theirs = V::load(simd, &many[start..]);
        let free = theirs.disjoint(blocked, V::first(simd, count - start));
        let (taken, marked) = (theirs | blocked, theirs | marks);
        for &ours in few {
            let ours = V::splat(simd, ours);
            let mut apart = ours.disjoint(taken, free);
            let joined = ours | marked;
            if FILTERED {
                apart = (!joined).disjoint(have, apart);
            }
            len += joined.compress(apart, &mut words[len..]);
        }
    }
    list.len = len;
}
