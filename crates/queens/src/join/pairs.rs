//! Counting the disjoint pairs of two lists of patterns.
//!
//! Split both lists by one bit. Two patterns that both have it are not disjoint, so
//! those of ours that have it need to be compared only with those of theirs that
//! lack it:
//!
//! ```text
//!     ours  |  0........   meets all of theirs     (the bit is not in common)
//!           |  1........   meets   0........       (theirs filtered by the bit)
//! ```
//!
//! Repeat until one list is short enough for a block of the [`block_pairs`](super::block_pairs).
//! Either way the bit needs no further comparison, and the work per solution grows little with the
//! board. Up to 21 rows, ours are split, the most decisive bits first. From 22 rows on, either
//! list is split, by the bit that is expected to save most: see
//! [`split`](super::split).
//!
//! Patterns of 64 bits are split until at most 32 bits are left to compare. They go on as patterns
//! of 32 bits, twice as many in a vector. They are not split further if a list is short enough for
//! a block and at most 42 bits are left.
//!
//! Both lists are stacks. A list is split in place, with the second part moved behind everything
//! pending. The other list is filtered to the room behind it. The part with the bit is counted
//! first. Long lists only change their order: the parts of both sides are then parts of the lists
//! themselves, which take little more room than they have.
//!
//! A filter takes the patterns that have a bit, or lack it, out of a list, a vector at a time.

use std::marker::PhantomData;

use super::block_pairs::{BlockTable, CAPACITY, CountBlockPairs, MOST_BITS, MOST_OTHERS};
use super::half_boards::PatternList;
use super::pattern::PatternWord;
use super::split::{ChooseSplit, SplitByCost, SplitChoice, SplitInOrder};
use countless_engine::CancelToken;
use countless_engine::ledger::CheckedCount;
use countless_simd::{BitMoves, Kernel, MAX_LANES, Mask, Simd, Task, Vector, dispatch};

/// Most patterns of a list that is compared pattern by pattern.
const FEW: usize = 8;

/// Scratch space for counting pairs.
#[derive(Debug, Default)]
pub(super) struct PairScratch {
    /// Ends counting early.
    pub cancel: CancelToken,
    /// Rule for splitting lists.
    pub split: SplitRule,
    table: Box<BlockTable>,
    wide: Vec<PairNode<u64>>,
    narrow: Vec<PairNode<u32>>,
    /// Patterns of 64 bits, reduced to the 32 or fewer bits that are left to compare.
    ours: PatternList<u32>,
    theirs: PatternList<u32>,
    /// The number of pairs compared so far.
    pub compared: u64,
}

/// A part of the work: a span of either list, ours and theirs.
#[derive(Clone, Copy, Debug)]
struct PairNode<W> {
    spans: [ListSpan; 2],
    /// The only bits that a pair may have in common.
    mask: W,
}

/// Rule for splitting lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitRule {
    /// Splits ours, by one bit after the other.
    #[default]
    InOrder,
    /// Splits either list, by the bit that is expected to save most.
    ByCost,
}

/// Counts the pairs of one of `ours` and one of `theirs` that have no bit in common. Both lists and
/// the room behind them are overwritten. But if there are `common` bits, only the order of `theirs`
/// changes.
///
/// As a task of its own it is compiled once, and not for each kind of orbit.
pub(super) struct PairLists<'a, W> {
    pub scratch: &'a mut PairScratch,
    pub ours: &'a mut PatternList<W>,
    /// Their list, and the number of patterns at its beginning that are compared.
    pub theirs: (&'a mut PatternList<W>, usize),
    /// The number of low bits that are compared beside `common`.
    pub bits: u32,
    /// Bits that all of ours have.
    pub common: W,
}

impl<W: CountPairs> Task for PairLists<'_, W> {
    type Output = CheckedCount;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> CheckedCount {
        W::count_pairs(simd, self)
    }
}

/// Two lists of words, and the bits that are compared: a number of low ones, and common ones.
pub type WordLists<'a, W> = (&'a [W], &'a [W], (u32, W));

/// Counts the pairs of two lists of words.
struct WordPairs<'a, W> {
    lists: WordLists<'a, W>,
    split: SplitRule,
}

impl<W: CountPairs> Task for WordPairs<'_, W> {
    type Output = CheckedCount;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> CheckedCount {
        let (ours, theirs, (bits, common)) = self.lists;
        let [mut ours, mut theirs] = [ours, theirs].map(|words| {
            let mut list = PatternList {
                words: words.to_vec(),
                len: words.len(),
            };
            list.reserve(words.len());
            list
        });
        let count = theirs.len;
        let mut scratch = PairScratch {
            split: self.split,
            ..PairScratch::default()
        };
        simd.run(PairLists {
            scratch: &mut scratch,
            ours: &mut ours,
            theirs: (&mut theirs, count),
            bits,
            common,
        })
    }
}

/// Counts the pairs of two lists of 32-bit words that have no bit in common.
pub fn narrow_pairs(kernel: Kernel, split: SplitRule, lists: WordLists<'_, u32>) -> CheckedCount {
    dispatch(kernel, WordPairs { lists, split })
}

/// Counts the pairs of two lists of 64-bit words that have no bit in common.
pub fn wide_pairs(kernel: Kernel, split: SplitRule, lists: WordLists<'_, u64>) -> CheckedCount {
    dispatch(kernel, WordPairs { lists, split })
}

/// Pattern words with a function that counts disjoint pairs.
pub(super) trait CountPairs: PatternWord {
    /// Counts the pairs of two lists.
    fn count_pairs<S: Simd>(simd: S, lists: PairLists<'_, Self>) -> CheckedCount;
}

impl CountPairs for u32 {
    #[inline(always)]
    fn count_pairs<S: Simd>(simd: S, lists: PairLists<'_, Self>) -> CheckedCount {
        let PairLists { scratch, ours, .. } = lists;
        let (theirs, differ) = (lists.theirs, (lists.bits, lists.common));
        let mut blocks = BlockCounter {
            cancel: &scratch.cancel,
            table: &mut scratch.table,
            compared: &mut scratch.compared,
        };
        let nodes = &mut scratch.narrow;
        match scratch.split {
            SplitRule::InOrder => {
                count_lists::<S::U32, SplitInOrder>(simd, nodes, ours, theirs, differ, &mut blocks)
            }
            SplitRule::ByCost => {
                count_lists::<S::U32, SplitByCost>(simd, nodes, ours, theirs, differ, &mut blocks)
            }
        }
    }
}

impl CountPairs for u64 {
    #[inline(always)]
    fn count_pairs<S: Simd>(simd: S, lists: PairLists<'_, Self>) -> CheckedCount {
        match lists.scratch.split {
            SplitRule::InOrder => count_wide_lists::<S, SplitInOrder>(simd, lists),
            SplitRule::ByCost => count_wide_lists::<S, SplitByCost>(simd, lists),
        }
    }
}

/// Counts the pairs of patterns of 64 bits, which become narrow.
#[inline(always)]
fn count_wide_lists<S: Simd, C: ChooseSplit>(simd: S, lists: PairLists<'_, u64>) -> CheckedCount {
    let (scratch, differ) = (lists.scratch, (lists.bits, lists.common));
    let mut narrowed = NarrowingCounter::<C> {
        ours: &mut scratch.ours,
        theirs: &mut scratch.theirs,
        nodes: &mut scratch.narrow,
        blocks: BlockCounter {
            cancel: &scratch.cancel,
            table: &mut scratch.table,
            compared: &mut scratch.compared,
        },
        choose: PhantomData,
    };
    let nodes = &mut scratch.wide;
    count_lists::<S::U64, C>(simd, nodes, lists.ours, lists.theirs, differ, &mut narrowed)
}

/// Counts the pairs of the whole lists, as [`PairLists`] does.
#[inline(always)]
fn count_lists<V: Vector<Lane: PatternWord>, C: ChooseSplit>(
    simd: V::Simd,
    nodes: &mut Vec<PairNode<V::Lane>>,
    ours: &mut PatternList<V::Lane>,
    (theirs, count): (&mut PatternList<V::Lane>, usize),
    (bits, common): (u32, V::Lane),
    finish: &mut impl SplitListCounter<V::Lane>,
) -> CheckedCount {
    let none = V::Lane::default();
    let low = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
    let mut spans = [ListSpan::all(ours, ours.len), ListSpan::all(theirs, count)];
    if common != none {
        // Theirs may be needed again.
        spans[1].owned = false;
        spans[1] = spans[1].lacking::<V>(simd, theirs, common, C::LONGEST_MOVED);
    }
    let mask = V::Lane::truncate(low) & !common;
    let root = PairNode { spans, mask };
    split_and_count::<V, C>(simd, nodes, [ours, theirs], root, finish)
}

/// Counter of lists that have been split.
trait SplitListCounter<W> {
    /// Returns whether the count was cancelled.
    fn is_cancelled(&self) -> bool;
    /// Returns whether lists need no more splitting, if the shorter one, or ours, has `few`
    /// patterns.
    fn accepts(&self, few: usize, bits: u32) -> bool;
    /// Counts the pairs that have none of the bits of `mask` in common.
    fn count<S: Simd>(&mut self, simd: S, few: &[W], many: &[W], mask: W) -> CheckedCount;
}

/// Counter that compares a block with the other list.
struct BlockCounter<'a> {
    cancel: &'a CancelToken,
    table: &'a mut BlockTable,
    compared: &'a mut u64,
}

impl<W: PatternWord> SplitListCounter<W> for BlockCounter<'_> {
    #[inline(always)]
    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    #[inline(always)]
    fn accepts(&self, few: usize, bits: u32) -> bool {
        few <= CAPACITY && bits <= MOST_BITS
    }

    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, few: &[W], many: &[W], mask: W) -> CheckedCount {
        *self.compared += few.len() as u64 * many.len() as u64;
        let mut total = CheckedCount::default();
        for many in many.chunks(MOST_OTHERS) {
            total.add(simd.run(CountBlockPairs {
                table: self.table,
                ours: few,
                theirs: many,
                mask: mask.into(),
            }));
        }
        total
    }
}

/// Counter that reduces patterns with few enough bits to 32, and splits them further if needed.
struct NarrowingCounter<'a, C> {
    ours: &'a mut PatternList<u32>,
    theirs: &'a mut PatternList<u32>,
    nodes: &'a mut Vec<PairNode<u32>>,
    blocks: BlockCounter<'a>,
    choose: PhantomData<C>,
}

impl<C: ChooseSplit> SplitListCounter<u64> for NarrowingCounter<'_, C> {
    #[inline(always)]
    fn is_cancelled(&self) -> bool {
        self.blocks.cancel.is_cancelled()
    }

    #[inline(always)]
    fn accepts(&self, few: usize, bits: u32) -> bool {
        bits <= u32::BITS || SplitListCounter::<u64>::accepts(&self.blocks, few, bits)
    }

    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, few: &[u64], many: &[u64], mask: u64) -> CheckedCount {
        let bits = mask.count_ones();
        if bits > u32::BITS {
            return self.blocks.count(simd, few, many, mask);
        }
        self.ours.narrow(simd, few, mask);
        self.theirs.narrow(simd, many, mask);
        let (nodes, blocks) = (&mut *self.nodes, &mut self.blocks);
        let theirs = (&mut *self.theirs, many.len());
        count_lists::<S::U32, C>(simd, nodes, self.ours, theirs, (bits, 0), blocks)
    }
}

impl PatternList<u32> {
    /// Replaces the list by the bits of `mask` of `wide`.
    #[inline(always)]
    fn narrow<S: Simd>(&mut self, simd: S, wide: &[u64], mask: u64) {
        self.reserve(wide.len());
        let narrow = self.words.iter_mut().zip(wide);
        if mask & mask.wrapping_add(1) == 0 {
            for (to, &from) in narrow {
                *to = from as u32;
            }
        } else {
            let chosen = simd.extraction(mask);
            for (to, &from) in narrow {
                *to = chosen.apply(from) as u32;
            }
        }
        self.len = wide.len();
    }
}

impl<W: PatternWord> PairNode<W> {
    /// Splits one of the `lists` by a bit. Returns the part with those that have it, and becomes
    /// the part with the rest.
    #[inline(always)]
    fn split<V: Vector<Lane = W>>(
        &mut self,
        simd: V::Simd,
        lists: &mut [&mut PatternList<W>; 2],
        SplitChoice { side, bit, .. }: SplitChoice,
        long: usize,
    ) -> Self {
        let bit = W::truncate(1 << bit);
        self.mask = self.mask & !bit;
        let (mut part, other) = (*self, 1 - side);
        part.spans[side] = self.spans[side].split_off::<V>(simd, lists[side], bit, long);
        part.spans[other] = self.spans[other].lacking::<V>(simd, lists[other], bit, long);
        part
    }
}

/// Splits the lists until `finish` accepts the parts, and adds up its counts.
#[inline(always)]
fn split_and_count<V: Vector<Lane: PatternWord>, C: ChooseSplit>(
    simd: V::Simd,
    nodes: &mut Vec<PairNode<V::Lane>>,
    mut lists: [&mut PatternList<V::Lane>; 2],
    root: PairNode<V::Lane>,
    finish: &mut impl SplitListCounter<V::Lane>,
) -> CheckedCount {
    let mut total = CheckedCount::default();
    nodes.clear();
    nodes.push(root);
    while let Some(mut node) = nodes.pop() {
        if finish.is_cancelled() {
            break;
        }
        loop {
            let (ours, theirs) = (node.spans[0].of(lists[0]), node.spans[1].of(lists[1]));
            let (few, many) = if C::EITHER && theirs.len() < ours.len() {
                (theirs, ours)
            } else {
                (ours, theirs)
            };
            let bits = node.mask.into().count_ones();
            if few.is_empty() || many.is_empty() || bits == 0 {
                // With no bit left, all pairs are disjoint.
                total.add(few.len() as u64 * many.len() as u64);
                break;
            }
            if C::EITHER && few.len() <= FEW {
                total.add(count_one_by_one::<V>(simd, few, many, node.mask));
                break;
            }
            if finish.accepts(few.len(), bits) {
                total.merge(finish.count(simd, few, many, node.mask));
                break;
            }
            let choice = C::choose(simd, ours, theirs, node.mask);
            let live = choice.live.count_ones();
            if live == 0 || live <= u32::BITS && bits > u32::BITS {
                // A sample may miss a bit that is in use.
                let mask = node.mask & used_bits::<V>(simd, ours) & used_bits::<V>(simd, theirs);
                if mask != node.mask {
                    node.mask = mask;
                    continue;
                }
            }
            let part = node.split::<V>(simd, &mut lists, choice, C::LONGEST_MOVED);
            nodes.push(node);
            node = part;
        }
    }
    total
}

/// A range of indices in a list.
type IndexRange = (usize, usize);

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListSpan {
    pub range: IndexRange,
    /// True if the range may lose patterns. Otherwise they only change places.
    pub owned: bool,
    /// Start of the free room behind the list.
    pub top: usize,
}

impl ListSpan {
    /// The first `count` patterns of a list, which may lose all of them.
    pub fn all<W>(list: &PatternList<W>, count: usize) -> Self {
        Self {
            range: (0, count),
            owned: true,
            top: list.len.max(count),
        }
    }

    /// The patterns of the span.
    #[inline(always)]
    pub fn of<W>(self, list: &PatternList<W>) -> &[W] {
        &list.words[self.range.0..self.range.1]
    }

    /// Splits off the patterns that have one of `bits`. From a range of up to `long` patterns, they
    /// move behind the list if the span is owned. Otherwise they move within the range.
    #[inline(always)]
    pub fn split_off<V: Vector<Lane: PatternWord>>(
        &mut self,
        simd: V::Simd,
        list: &mut PatternList<V::Lane>,
        bits: V::Lane,
        long: usize,
    ) -> Self {
        let (from, to) = self.range;
        if self.owned && to - from <= long {
            let range = partition::<V>(simd, list, &mut self.range, self.top, bits);
            let top = range.1;
            return Self {
                range,
                top,
                ..*self
            };
        }
        let middle = partition_in_place::<V>(simd, list, self.range, self.top, bits);
        self.range = (from, middle);
        let range = (middle, to);
        Self { range, ..*self }
    }

    /// Returns the patterns that have none of `bits`, which stay in the range. From up to `long`
    /// patterns, they are copied behind the list. Otherwise they move to the front of the range.
    #[inline(always)]
    pub fn lacking<V: Vector<Lane: PatternWord>>(
        self,
        simd: V::Simd,
        list: &mut PatternList<V::Lane>,
        bits: V::Lane,
        long: usize,
    ) -> Self {
        let (from, to) = self.range;
        let copied = to - from <= long;
        let (range, top) = if copied {
            let range = without::<V>(simd, list, self.range, self.top, bits);
            (range, range.1)
        } else {
            let middle = partition_in_place::<V>(simd, list, self.range, self.top, bits);
            ((from, middle), self.top)
        };
        Self {
            range,
            owned: copied,
            top,
        }
    }
}

/// Copies the patterns of `list` in the range that have none of `bits` behind `top`, and returns
/// the range of the copies.
#[inline(always)]
fn without<V: Vector<Lane: PatternWord>>(
    simd: V::Simd,
    list: &mut PatternList<V::Lane>,
    (from, to): IndexRange,
    top: usize,
    bits: V::Lane,
) -> IndexRange {
    let place = top + V::LANES;
    list.reserve(place + to - from);
    let (source, target) = list.words.split_at_mut(place);
    let bits = V::splat(simd, bits);
    let (mut kept, rest) = (0, (to - from) % V::LANES);
    for vector in source[from..to - rest].chunks_exact(V::LANES) {
        let patterns = V::load(simd, vector);
        kept += patterns.compress(!patterns.intersects(bits), &mut target[kept..]);
    }
    if rest > 0 {
        let patterns = V::load(simd, &source[to - rest..]);
        let free = patterns.disjoint(bits, V::first(simd, rest));
        kept += patterns.compress(free, &mut target[kept..]);
    }
    (place, place + kept)
}

/// Keeps the patterns of `list` in the range that have none of `bits` at its front, and moves the
/// rest behind `top`. Returns the range of the rest. Up to a vector behind the range is lost.
#[inline(always)]
fn partition<V: Vector<Lane: PatternWord>>(
    simd: V::Simd,
    list: &mut PatternList<V::Lane>,
    range: &mut IndexRange,
    top: usize,
    bits: V::Lane,
) -> IndexRange {
    let place = top + V::LANES;
    let count = range.1 - range.0;
    list.reserve(place + count);
    let (source, target) = list.words.split_at_mut(place);
    let source = &mut source[range.0..];
    let bits = V::splat(simd, bits);
    let (mut clear, mut start) = (0, 0);
    let rest = count % V::LANES;
    // In place: no more is written than was read.
    while start < count - rest {
        let patterns = V::load(simd, &source[start..]);
        let having = patterns.intersects(bits);
        patterns.compress(having, &mut target[start - clear..]);
        clear += patterns.compress(!having, &mut source[clear..]);
        start += V::LANES;
    }
    let mut set = start - clear;
    if rest > 0 {
        let (patterns, valid) = (V::load(simd, &source[start..]), V::first(simd, rest));
        set += patterns.compress(patterns.intersects(bits) & valid, &mut target[set..]);
        clear += patterns.compress(patterns.disjoint(bits, valid), &mut source[clear..]);
    }
    range.1 = range.0 + clear;
    (place, place + set)
}

/// The number of patterns that change places at a time.
const CHUNK: usize = 1 << 14;

/// Moves the patterns of `list` in the range that have none of `bits` before the rest, and returns
/// the index between. It needs room for a chunk behind `top`:
///
/// ```text
///     without  |  with  |  chunk, not read yet  |  ...
///     without  |  with  |  without  |  with  |  ...
///     without     without  |  with     with  |  ...
/// ```
#[inline(always)]
fn partition_in_place<V: Vector<Lane: PatternWord>>(
    simd: V::Simd,
    list: &mut PatternList<V::Lane>,
    (from, to): IndexRange,
    top: usize,
    bits: V::Lane,
) -> usize {
    let (mut middle, mut start) = (from, from);
    while start < to {
        let end = to.min(start + CHUNK);
        let mut clear = (start, end);
        list.reserve(top + V::LANES);
        // The last vector may reach beyond the chunk.
        let next = V::load(simd, &list.words[end..]);
        let set = partition::<V>(simd, list, &mut clear, top, bits);
        next.store(&mut list.words[end..]);
        list.words.copy_within(set.0..set.1, clear.1);
        let kept = clear.1 - start;
        let moved = kept.min(start - middle);
        let (earlier, last) = list.words.split_at_mut(clear.1 - moved);
        earlier[middle..middle + moved].swap_with_slice(&mut last[..moved]);
        middle += kept;
        start = end;
    }
    middle
}

/// The bits that any pattern of a list has.
#[inline(always)]
pub(super) fn used_bits<V: Vector<Lane: PatternWord>>(simd: V::Simd, list: &[V::Lane]) -> V::Lane {
    let mut bits = V::splat(simd, V::Lane::default());
    let vectors = list.chunks_exact(V::LANES);
    let rest = vectors.remainder();
    for vector in vectors {
        bits = bits | V::load(simd, vector);
    }
    let mut lanes = [V::Lane::default(); MAX_LANES];
    bits.store(&mut lanes);
    let lanes = lanes[..V::LANES].iter().chain(rest);
    lanes.fold(V::Lane::default(), |bits, &lane| bits | lane)
}

/// Counts the pairs that have none of the bits of `mask` in common, one by one.
#[inline(always)]
pub(super) fn count_one_by_one<V: Vector<Lane: PatternWord>>(
    simd: V::Simd,
    few: &[V::Lane],
    many: &[V::Lane],
    mask: V::Lane,
) -> u64 {
    let (mask, all) = (V::splat(simd, mask), V::first(simd, V::LANES));
    let mut pairs = 0;
    for some in many.chunks(V::LANES) {
        let (vector, valid) = if some.len() < V::LANES {
            let mut last = [V::Lane::default(); MAX_LANES];
            last[..some.len()].copy_from_slice(some);
            (V::load(simd, &last), V::first(simd, some.len()))
        } else {
            (V::load(simd, some), all)
        };
        let vector = vector & mask;
        for &one in few {
            let apart = vector.disjoint(V::splat(simd, one), valid);
            pairs += u64::from(apart.bits().count_ones());
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::{Kernel, Simd, Task, dispatch};

    /// Splits a list with a neighbour on either side, by two bits and then by another.
    struct Parting {
        count: usize,
        owned: bool,
        long: usize,
    }

    impl Task for Parting {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let Self { count, owned, long } = self;
            let word = |i: usize| (i as u32).wrapping_mul(0x9E37_79B9).rotate_left(9);
            let words: Vec<u32> = (0..count + 10).map(word).collect();
            let mut list = PatternList {
                len: words.len(),
                words: words.clone(),
            };
            list.reserve(list.len);
            let mut span = ListSpan {
                range: (5, count + 5),
                owned,
                top: list.len,
            };
            let sorted = |words: &mut dyn Iterator<Item = u32>| {
                let mut words: Vec<u32> = words.collect();
                words.sort_unstable();
                words
            };
            let all = &words[5..count + 5];
            let part = |span: ListSpan, list: &PatternList<u32>| {
                sorted(&mut span.of(list).iter().copied())
            };
            let expected = |test: &dyn Fn(u32) -> bool| {
                sorted(&mut all.iter().copied().filter(|&word| test(word)))
            };
            let free = span.lacking::<S::U32>(simd, &mut list, 6, long);
            assert_eq!(part(free, &list), expected(&|word| word & 6 == 0));
            assert_eq!(part(span, &list), expected(&|_| true));
            assert!(free.owned == (count <= long) && free.top >= span.top);
            let top = span.top;
            span.top = free.top;
            let with = span.split_off::<S::U32>(simd, &mut list, 8, long);
            assert_eq!(part(with, &list), expected(&|word| word & 8 != 0));
            assert_eq!(part(span, &list), expected(&|word| word & 8 == 0));
            if free.owned {
                assert_eq!(part(free, &list), expected(&|word| word & 6 == 0));
            }
            if !owned {
                let range = (5, count + 5);
                let whole = ListSpan { range, owned, top };
                assert_eq!(part(whole, &list), expected(&|_| true));
            }
            if !owned || long < count {
                assert_eq!(list.words[..5], words[..5]);
                assert_eq!(list.words[count + 5..top], words[count + 5..]);
            }
        }
    }

    #[test]
    fn no_pattern_is_lost_and_no_neighbour() {
        let sizes = [
            0,
            1,
            7,
            8,
            33,
            500,
            CHUNK - 1,
            CHUNK,
            2 * CHUNK + 5,
            5 * CHUNK,
        ];
        for kernel in Kernel::available() {
            for count in sizes {
                for owned in [false, true] {
                    for long in [0, 100, usize::MAX] {
                        dispatch(kernel, Parting { count, owned, long });
                    }
                }
            }
        }
    }
}
