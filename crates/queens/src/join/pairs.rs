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
//! Repeat, the most decisive bits first, until ours are few enough for one block of
//! the [`leaf`](super::leaf). Either way the bit needs no further comparison, and the
//! work per solution grows little with the board.
//!
//! Patterns of 64 bits are split until no more than 32 are left to compare, and go on as
//! patterns of 32, of which a vector holds twice as many; or until ours are few enough for a block,
//! if no more than 42 are left by then.
//!
//! Both lists are stacks. Ours are split in place, the second part moved behind
//! everything pending; theirs are filtered to behind the list they come from. So ours
//! take at most twice their room, and theirs shrink by each filter.

use super::half::List;
use super::leaf::{Block, CAPACITY, MOST_BITS, Table};
use super::word::Word;
use countless_engine::CancelToken;
use countless_engine::ledger::Checked;
use countless_simd::{Simd, Vector};

/// Scratch space for counting pairs.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Ends counting early.
    pub cancel: CancelToken,
    table: Box<Table>,
    wide: Vec<Node<u64>>,
    narrow: Vec<Node<u32>>,
    /// Patterns of 64 bits, cut off once the low 32 are all that is left to compare.
    ours: List<u32>,
    theirs: List<u32>,
    /// The number of pairs compared so far.
    pub compared: u64,
}

/// A part of the work: a range of `ours` against a range of `theirs`.
#[derive(Clone, Copy, Debug)]
struct Node<W> {
    ours: (usize, usize),
    theirs: (usize, usize),
    /// No pair has a bit in common from here on.
    bits: u32,
    /// Bits that all of ours have; theirs that have one of them are still included.
    common: W,
}

/// A pattern whose disjoint pairs can be counted.
pub(super) trait Pattern: Word {
    /// Counts the pairs of one of `ours` and one of the first `count` of `theirs`
    /// that have none of the low `bits` bits in common. All of `ours` have the bits
    /// `common`. The order of `ours` changes, and both lists are used as scratch
    /// space beyond their ends.
    fn count_pairs<S: Simd>(
        simd: S,
        scratch: &mut Scratch,
        ours: &mut List<Self>,
        theirs: (&mut List<Self>, usize),
        differ: (u32, Self),
    ) -> Checked;
}

impl Pattern for u32 {
    #[inline(always)]
    fn count_pairs<S: Simd>(
        simd: S,
        scratch: &mut Scratch,
        ours: &mut List<Self>,
        theirs: (&mut List<Self>, usize),
        differ: (u32, Self),
    ) -> Checked {
        let mut blocks = Blocks {
            cancel: &scratch.cancel,
            table: &mut scratch.table,
            compared: &mut scratch.compared,
        };
        split::<S::U32>(simd, &mut scratch.narrow, ours, theirs, differ, &mut blocks)
    }
}

impl Pattern for u64 {
    #[inline(always)]
    fn count_pairs<S: Simd>(
        simd: S,
        scratch: &mut Scratch,
        ours: &mut List<Self>,
        theirs: (&mut List<Self>, usize),
        differ: (u32, Self),
    ) -> Checked {
        let mut narrowed = Narrowed {
            ours: &mut scratch.ours,
            theirs: &mut scratch.theirs,
            nodes: &mut scratch.narrow,
            blocks: Blocks {
                cancel: &scratch.cancel,
                table: &mut scratch.table,
                compared: &mut scratch.compared,
            },
        };
        split::<S::U64>(simd, &mut scratch.wide, ours, theirs, differ, &mut narrowed)
    }
}

/// What becomes of lists that have been split.
trait Finish<W> {
    /// Whether nobody wants the count any more.
    fn is_cancelled(&self) -> bool;
    /// Whether so many of ours, with so many bits to compare, need no more splitting.
    fn takes(&self, ours: usize, bits: u32) -> bool;
    /// The number of pairs that have none of the low `bits` bits in common.
    fn count<S: Simd>(&mut self, simd: S, ours: &[W], theirs: &[W], bits: u32) -> Checked;
}

/// Blocks are compared with theirs, one after the other.
struct Blocks<'a> {
    cancel: &'a CancelToken,
    table: &'a mut Table,
    compared: &'a mut u64,
}

impl<W: Word> Finish<W> for Blocks<'_> {
    #[inline(always)]
    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    #[inline(always)]
    fn takes(&self, ours: usize, bits: u32) -> bool {
        ours <= CAPACITY && bits <= MOST_BITS
    }

    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, ours: &[W], theirs: &[W], bits: u32) -> Checked {
        *self.compared += ours.len() as u64 * theirs.len() as u64;
        let mut total = Checked::default();
        total.add(simd.run(Block {
            table: self.table,
            ours,
            theirs,
            bits,
        }));
        total
    }
}

/// Patterns of few enough bits are cut off to 32 and split further, if that is still needed.
struct Narrowed<'a> {
    ours: &'a mut List<u32>,
    theirs: &'a mut List<u32>,
    nodes: &'a mut Vec<Node<u32>>,
    blocks: Blocks<'a>,
}

impl Finish<u64> for Narrowed<'_> {
    #[inline(always)]
    fn is_cancelled(&self) -> bool {
        self.blocks.cancel.is_cancelled()
    }

    #[inline(always)]
    fn takes(&self, ours: usize, bits: u32) -> bool {
        bits <= u32::BITS || Finish::<u64>::takes(&self.blocks, ours, bits)
    }

    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, ours: &[u64], theirs: &[u64], bits: u32) -> Checked {
        if bits > u32::BITS {
            return self.blocks.count(simd, ours, theirs, bits);
        }
        self.ours.cut_off(ours);
        self.theirs.cut_off(theirs);
        let theirs = (&mut *self.theirs, theirs.len());
        split::<S::U32>(
            simd,
            self.nodes,
            self.ours,
            theirs,
            (bits, 0),
            &mut self.blocks,
        )
    }
}

impl List<u32> {
    /// Becomes the low halves of `wide`.
    #[inline(always)]
    fn cut_off(&mut self, wide: &[u64]) {
        self.reserve(wide.len());
        for (to, &from) in self.words.iter_mut().zip(wide) {
            *to = from as u32;
        }
        self.len = wide.len();
    }
}

/// Splits the lists until `finish` takes the parts, and adds up what it counts: see
/// [`Pattern::count_pairs`].
#[inline(always)]
fn split<V: Vector<Lane: Word>>(
    simd: V::Simd,
    nodes: &mut Vec<Node<V::Lane>>,
    ours: &mut List<V::Lane>,
    (theirs, count): (&mut List<V::Lane>, usize),
    (bits, common): (u32, V::Lane),
    finish: &mut impl Finish<V::Lane>,
) -> Checked {
    let mut total = Checked::default();
    nodes.clear();
    nodes.push(Node {
        ours: (0, ours.len),
        theirs: (0, count),
        bits,
        common,
    });
    while let Some(mut node) = nodes.pop() {
        if finish.is_cancelled() {
            break;
        }
        if node.ours.0 == node.ours.1 {
            continue;
        }
        if node.common != V::Lane::default() {
            node.theirs = without::<V>(simd, theirs, node.theirs, node.common);
            node.common = V::Lane::default();
        }
        loop {
            let few = &ours.words[node.ours.0..node.ours.1];
            let many = &theirs.words[node.theirs.0..node.theirs.1];
            if few.is_empty() || many.is_empty() || node.bits == 0 {
                // With no bit left, all pairs are disjoint.
                total.add(few.len() as u64 * many.len() as u64);
                break;
            }
            if finish.takes(few.len(), node.bits) {
                total.merge(finish.count(simd, few, many, node.bits));
                break;
            }
            node.bits -= 1;
            let bit = V::Lane::truncate(1 << node.bits);
            // The pending parts follow one another behind the list itself.
            let pending = nodes.last().map_or(ours.len, |last| last.ours.1);
            let top = pending.max(node.ours.1);
            let with = partition::<V>(simd, ours, &mut node.ours, top, bit);
            nodes.push(Node {
                ours: with,
                common: bit,
                ..node
            });
        }
    }
    total
}

/// Copies the patterns of `list` in the range `(from, to)` that have none of `bits`
/// behind it and behind the list, and returns the range where they are.
#[inline(always)]
fn without<V: Vector<Lane: Word>>(
    simd: V::Simd,
    list: &mut List<V::Lane>,
    (from, to): (usize, usize),
    bits: V::Lane,
) -> (usize, usize) {
    let place = to.max(list.len) + V::LANES;
    list.reserve(place + to - from);
    let (source, target) = list.words.split_at_mut(place);
    let bits = V::splat(simd, bits);
    let count = to - from;
    let mut kept = 0;
    let mut vectors = source[from..].chunks_exact(V::LANES);
    for vector in vectors.by_ref().take(count / V::LANES) {
        let patterns = V::load(simd, vector);
        kept += patterns.compress(!patterns.intersects(bits), &mut target[kept..]);
    }
    if let Some(vector) = vectors.next() {
        let patterns = V::load(simd, vector);
        let valid = V::first(simd, count % V::LANES);
        kept += patterns.compress(!patterns.intersects(bits) & valid, &mut target[kept..]);
    }
    (place, place + kept)
}

/// Keeps the patterns of `list` in `range` that lack `bit`, and moves those that
/// have it behind `top`. Returns the range where these are.
#[inline(always)]
fn partition<V: Vector<Lane: Word>>(
    simd: V::Simd,
    list: &mut List<V::Lane>,
    range: &mut (usize, usize),
    top: usize,
    bit: V::Lane,
) -> (usize, usize) {
    let place = top + V::LANES;
    let count = range.1 - range.0;
    list.reserve(place + count);
    let (source, target) = list.words.split_at_mut(place);
    let source = &mut source[range.0..];
    let bits = V::splat(simd, bit);
    let (mut clear, mut set, mut start) = (0, 0, 0);
    let mut valid = V::first(simd, V::LANES);
    while start < count {
        if count - start < V::LANES {
            valid = V::first(simd, count - start);
        }
        let patterns = V::load(simd, &source[start..]);
        // In place: no more is written than was read.
        clear += patterns.compress(patterns.disjoint(bits, valid), &mut source[clear..]);
        set += patterns.compress((patterns & bits).equal(bits) & valid, &mut target[set..]);
        start += V::LANES;
    }
    range.1 = range.0 + clear;
    (place, place + set)
}
