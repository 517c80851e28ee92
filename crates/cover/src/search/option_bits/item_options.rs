//! Options of items, counted for several items at once.
//!
//! ```text
//!            item 0  1  2  3  4  5  6  7 │ 8  9  …
//! word 0          ■■■■■■■■■■■■■■■■■■■■■■■│■■■■■■■│  room
//! word 1          ■■■■■■■■■■■■■■■■■■■■■■■│■■■■■■■│  room
//!                         a group
//! ```

use crate::bits::Bits;
use countless_simd::{Mask, Packing, Simd, Vector};

/// Number of items in a group: the most 64-bit lanes of a vector.
pub const GROUP: usize = 8;
/// Position of the number of options, above the number of the item.
const COUNT: u32 = 32;

/// Position of the options of some items, and the number of groups.
#[derive(Clone, Copy, Debug, Default)]
pub struct ItemSpan {
    start: usize,
    pub groups: usize,
}

/// Options of some items. Items without options fill the last group.
#[derive(Clone, Copy, Debug)]
pub struct ItemOptions<'a> {
    words: &'a [u64],
    pub groups: usize,
}

/// Options of items of all nodes on the way down, one node after the other.
#[derive(Debug, Default)]
pub struct ItemStack(Vec<u64>);

/// Distance between rows: a vector may be written behind the last item.
const fn stride(groups: usize) -> usize {
    GROUP * (groups + 1)
}

impl ItemStack {
    /// Makes room for `items` items at the bottom, without options.
    pub fn clear<const W: usize>(&mut self, items: usize) -> ItemSpan {
        let place = ItemSpan {
            start: 0,
            groups: items.div_ceil(GROUP),
        };
        self.0.clear();
        self.0.resize(W * stride(place.groups), 0);
        place
    }

    /// Items at a position.
    #[inline(always)]
    pub fn at<const W: usize>(&self, place: ItemSpan) -> ItemOptions<'_> {
        ItemOptions {
            words: &self.0[place.start..][..W * stride(place.groups)],
            groups: place.groups,
        }
    }

    /// Sets the options of an item at the bottom.
    #[inline(always)]
    pub fn put<const W: usize>(&mut self, place: ItemSpan, item: usize, options: Bits<W>) {
        for (word, options) in options.0.into_iter().enumerate() {
            self.0[word * stride(place.groups) + item] = options;
        }
    }

    /// Copies the items with live options behind those of a node. Their number is `items`.
    #[inline(always)]
    pub fn pack<S: Simd, const W: usize>(
        &mut self,
        simd: S,
        place: ItemSpan,
        live: Bits<W>,
        items: usize,
    ) -> ItemSpan {
        let packed = ItemSpan {
            start: place.start + W * stride(place.groups),
            groups: items.div_ceil(GROUP),
        };
        let end = packed.start + W * stride(packed.groups);
        if self.0.len() < end {
            self.0.resize(end, 0);
        }
        let (from, to) = self.0.split_at_mut(packed.start);
        let (from, to) = (&from[place.start..], &mut to[..W * stride(packed.groups)]);
        let zero = S::U64::splat(simd, 0);
        let live = S::U64::splat_each(simd, live.0);
        let mut next = 0;
        for at in (0..GROUP * place.groups).step_by(S::U64::LANES) {
            let (mut words, mut any) = (live, zero);
            for (word, row) in words
                .iter_mut()
                .zip(from.chunks_exact(stride(place.groups)))
            {
                *word = *word & S::U64::load(simd, &row[at..]);
                any = any | *word;
            }
            let packing = S::U64::packing(any.intersects(any));
            for (word, row) in words
                .into_iter()
                .zip(to.chunks_exact_mut(stride(packed.groups)))
            {
                word.pack(packing, &mut row[next..]);
            }
            next += packing.count();
        }
        for row in to.chunks_exact_mut(stride(packed.groups)) {
            row[next..].fill(0);
        }
        packed
    }
}

/// Live options of an item.
#[inline(always)]
pub fn live_options<const W: usize>(items: ItemOptions<'_>, item: usize, live: Bits<W>) -> Bits<W> {
    let mut options = live;
    for (word, options) in options.0.iter_mut().enumerate() {
        *options &= items.words[word * stride(items.groups) + item];
    }
    options
}

/// Number of items without live options, including those that fill the last group.
#[inline(always)]
pub fn count_without<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    live: Bits<W>,
) -> usize {
    let live = S::U64::splat_each(simd, live.0);
    let zero = S::U64::splat(simd, 0);
    let mut without = 0;
    for at in (0..GROUP * items.groups).step_by(S::U64::LANES) {
        let mut any = zero;
        for (row, live) in items.words.chunks_exact(stride(items.groups)).zip(live) {
            any = any | (S::U64::load(simd, &row[at..]) & live);
        }
        without += any.equal(zero).bits().count_ones();
    }
    without as usize
}

/// Counts of the items of a node.
pub struct ItemSurvey {
    /// Number of items without live options, including those that fill the last group.
    pub without: usize,
    /// True if an item has exactly one.
    pub single: bool,
    /// First item with two.
    pub pair: Option<usize>,
}

/// Number of live options of each of some items.
#[inline(always)]
fn count<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    at: usize,
    live: [S::U64; W],
) -> S::U64 {
    let mut count = S::U64::splat(simd, 0);
    for (row, live) in items.words.chunks_exact(stride(items.groups)).zip(live) {
        count = count.add((S::U64::load(simd, &row[at..]) & live).count_ones());
    }
    count
}

/// Counts the live options of all items, and writes the items with exactly one to `singles`, one
/// word for each group.
#[inline(always)]
pub fn survey<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    live: Bits<W>,
    singles: &mut [u64],
) -> ItemSurvey {
    let splat = |word| S::U64::splat(simd, word);
    let live = S::U64::splat_each(simd, live.0);
    let (zero, one, two) = (splat(0), splat(1), splat(2));
    let (mut without, mut any, mut pair) = (0, 0, usize::MAX);
    for (group, single) in singles[..items.groups].iter_mut().enumerate() {
        let (mut ones, mut twos) = (0, 0);
        for at in (0..GROUP).step_by(S::U64::LANES) {
            let count = count::<S, W>(simd, items, GROUP * group + at, live);
            without += count.equal(zero).bits().count_ones();
            ones |= count.equal(one).bits() << at;
            twos |= count.equal(two).bits() << at;
        }
        *single = ones;
        any |= ones;
        if twos != 0 && pair == usize::MAX {
            pair = GROUP * group + twos.trailing_zeros() as usize;
        }
    }
    ItemSurvey {
        without: without as usize,
        single: any != 0,
        pair: (pair < usize::MAX).then_some(pair),
    }
}

/// Item with the fewest live options, if none has exactly one.
#[inline(always)]
pub fn fewest<S: Simd, const W: usize>(simd: S, items: ItemOptions<'_>, live: Bits<W>) -> usize {
    let splat = |word| S::U64::splat(simd, word);
    let live = S::U64::splat_each(simd, live.0);
    let mut item = S::U64::load(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let (one, step) = (splat(1), splat(S::U64::LANES as u64));
    let mut least = splat(u64::MAX);
    for at in (0..GROUP * items.groups).step_by(S::U64::LANES) {
        let count = count::<S, W>(simd, items, at, live);
        // Subtracting 1 turns 0 options into the largest count.
        least = least.min(count.sub(one).shl(COUNT) | item);
        item = item.add(step);
    }
    let mut each = [u64::MAX; GROUP];
    least.store(&mut each);
    each.into_iter().fold(u64::MAX, u64::min) as u32 as usize
}
