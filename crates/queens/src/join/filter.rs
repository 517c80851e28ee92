//! Taking patterns that have a bit, or lack it, out of a list, a vector at a time.

use super::half_boards::PatternList;
use super::pattern_word::PatternWord;
use countless_simd::{MAX_LANES, Mask, Vector};

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
    let vectors = many.chunks_exact(V::LANES);
    let rest = vectors.remainder();
    let all = V::first(simd, V::LANES);
    let mut pairs = 0;
    for vector in vectors {
        let vector = V::load(simd, vector);
        for &one in few {
            let apart = vector.disjoint(V::splat(simd, one & mask), all);
            pairs += u64::from(apart.bits().count_ones());
        }
    }
    for &one in few {
        for &other in rest {
            pairs += u64::from(one & other & mask == V::Lane::default());
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
