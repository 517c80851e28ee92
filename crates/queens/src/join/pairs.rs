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
//! [`split_choice`](super::split_choice).
//!
//! Patterns of 64 bits are split until at most 32 bits are left to compare. They go on as patterns
//! of 32 bits, twice as many in a vector. They are not split further if a list is short enough for
//! a block and at most 42 bits are left.
//!
//! Both lists are stacks. A list is split in place, with the second part moved behind everything
//! pending. The other list is filtered to the room behind it. The part with the bit is counted
//! first. Long lists only change their order: the parts of both sides are then parts of the lists
//! themselves, which take little more room than they have.

use std::marker::PhantomData;

use super::block_pairs::{BlockTable, CAPACITY, CountBlockPairs, MOST_BITS, MOST_OTHERS};
use super::filter::{ListSpan, count_one_by_one, used_bits};
use super::half_boards::PatternList;
use super::pattern_word::PatternWord;
use super::split_choice::{ChooseSplit, SplitByCost, SplitChoice, SplitInOrder};
use countless_engine::CancelToken;
use countless_engine::ledger::CheckedCount;
use countless_simd::{BitMoves, Simd, Task, Vector};

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
