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
//! Repeat, the most frequent bits first, until ours are few enough for one block of
//! the [`leaf`](super::leaf). Either way the bit needs no further comparison, and the
//! work per solution grows little with the board.
//!
//! Both lists are stacks. Ours are split in place, the second part moved behind
//! everything pending; theirs are filtered to behind the list they come from. So ours
//! take at most twice their room, and theirs shrink by each filter.

use super::half::List;
use super::leaf::{Table, capacity, count};
use super::word::Word;
use crate::ledger::Checked;
use crate::simd::Vector;

/// Counts pairs; holds scratch space.
#[derive(Debug, Default)]
pub(super) struct Splitter<W: Word> {
    table: Box<Table<W>>,
    nodes: Vec<Node<W>>,
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

impl<W: Word> Splitter<W> {
    /// Counts the pairs of one of `ours` and one of the first `count` of `theirs`
    /// that have none of the low `bits` bits in common. All of `ours` have the bits
    /// `common`. The order of `ours` changes, and both lists are used as scratch
    /// space beyond their ends.
    #[inline(always)]
    pub fn count<V: Vector<Lane = W>>(
        &mut self,
        simd: V::Simd,
        ours: &mut List<W>,
        (theirs, count): (&mut List<W>, usize),
        (bits, common): (u32, W),
    ) -> Checked {
        let mut total = Checked::default();
        self.nodes.clear();
        self.nodes.push(Node {
            ours: (0, ours.len),
            theirs: (0, count),
            bits,
            common,
        });
        while let Some(mut node) = self.nodes.pop() {
            if node.ours.0 == node.ours.1 {
                continue;
            }
            if node.common != W::default() {
                node.theirs = without::<V>(simd, theirs, node.theirs, node.common);
                node.common = W::default();
            }
            while !self.finish::<V>(simd, ours, theirs, node, &mut total) {
                node.bits -= 1;
                let bit = W::truncate(1 << node.bits);
                // The pending parts follow one another behind the list itself.
                let pending = self.nodes.last().map_or(ours.len, |last| last.ours.1);
                let top = pending.max(node.ours.1);
                let with = partition::<V>(simd, ours, &mut node.ours, top, bit);
                self.nodes.push(Node {
                    ours: with,
                    common: bit,
                    ..node
                });
            }
        }
        total
    }

    /// Adds the pairs of `node` to the total, unless it must be split first.
    #[inline(always)]
    fn finish<V: Vector<Lane = W>>(
        &mut self,
        simd: V::Simd,
        ours: &List<W>,
        theirs: &List<W>,
        node: Node<W>,
        total: &mut Checked,
    ) -> bool {
        let ours = &ours.words[node.ours.0..node.ours.1];
        let theirs = &theirs.words[node.theirs.0..node.theirs.1];
        let pairs = ours.len() as u64 * theirs.len() as u64;
        if pairs == 0 || node.bits == 0 {
            // With no bit left, all pairs are disjoint.
            total.add(pairs);
            return true;
        }
        if ours.len() > capacity::<V>() || node.bits > 36 {
            return false;
        }
        let table = &mut *self.table;
        total.add(match node.bits {
            ..=30 => count::<V, 5, 30>(simd, table, ours, theirs),
            31..=32 => count::<V, 5, 32>(simd, table, ours, theirs),
            33..=35 => count::<V, 5, 35>(simd, table, ours, theirs),
            _ => count::<V, 6, 36>(simd, table, ours, theirs),
        });
        self.compared += pairs;
        true
    }
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
