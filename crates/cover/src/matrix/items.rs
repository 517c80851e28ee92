//! Items, and the options of each: counted side by side.
//!
//! ```text
//!            item 0  1  2  3  4  5  6  7 │ 8  9  …
//! word 0          ■■■■■■■■■■■■■■■■■■■■■■■│■■■■■■■│  room
//! word 1          ■■■■■■■■■■■■■■■■■■■■■■■│■■■■■■■│  room
//!                         a group
//! ```

use super::set::OptionSet;
use countless_simd::{Mask, Packing, Simd, Vector};

/// Items in a group: the most lanes of 64 bits that a vector has.
pub const GROUP: usize = 8;
/// The lowest bit of a number of options, above that of its item.
const COUNT: u32 = 32;

/// Where the options of some items are, and how many groups of items there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct ItemSpan {
    start: usize,
    pub groups: usize,
}

/// The options of some items. Behind the last item are some without options.
#[derive(Clone, Copy, Debug)]
pub struct ItemOptions<'a> {
    words: &'a [u64],
    pub groups: usize,
}

/// The options of the items of all nodes on the way down, one after the other.
#[derive(Debug, Default)]
pub struct ItemStack(Vec<u64>);

/// From one row to the next: a vector may be written behind the last item.
const fn stride(groups: usize) -> usize {
    GROUP * (groups + 1)
}

impl ItemStack {
    /// Makes room for as many items, at the bottom, which have no options.
    pub fn clear<const W: usize>(&mut self, items: usize) -> ItemSpan {
        let place = ItemSpan {
            start: 0,
            groups: items.div_ceil(GROUP),
        };
        self.0.clear();
        self.0.resize(W * stride(place.groups), 0);
        place
    }

    /// The items at a place.
    #[inline(always)]
    pub fn at<const W: usize>(&self, place: ItemSpan) -> ItemOptions<'_> {
        ItemOptions {
            words: &self.0[place.start..][..W * stride(place.groups)],
            groups: place.groups,
        }
    }

    /// Gives an item at the bottom its options.
    #[inline(always)]
    pub fn put<const W: usize>(&mut self, place: ItemSpan, item: usize, options: OptionSet<W>) {
        for (word, options) in options.into_iter().enumerate() {
            self.0[word * stride(place.groups) + item] = options;
        }
    }

    /// Puts the items that have live options behind those of a node: so many.
    #[inline(always)]
    pub fn pack<S: Simd, const W: usize>(
        &mut self,
        simd: S,
        place: ItemSpan,
        live: &OptionSet<W>,
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
        let live: [S::U64; W] = live.map(|word| S::U64::splat(simd, word));
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

/// The live options of an item.
#[inline(always)]
pub fn live_options<const W: usize>(
    items: ItemOptions<'_>,
    item: usize,
    live: &OptionSet<W>,
) -> OptionSet<W> {
    let mut options = *live;
    for (word, options) in options.iter_mut().enumerate() {
        *options &= items.words[word * stride(items.groups) + item];
    }
    options
}

/// How many items have no live option.
#[inline(always)]
pub fn count_without<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    live: &OptionSet<W>,
) -> usize {
    let live: [S::U64; W] = live.map(|word| S::U64::splat(simd, word));
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

/// What there is to see of the items of a node.
pub struct ItemSurvey {
    /// How many have no live option.
    pub without: usize,
    /// Whether any has just one.
    pub single: bool,
    /// The first that has two.
    pub pair: Option<usize>,
}

/// How many live options each of some items has.
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

/// Looks at all items, and puts which of each group have just one live option into `singles`.
#[inline(always)]
pub fn survey<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    live: &OptionSet<W>,
    singles: &mut [u64],
) -> ItemSurvey {
    let splat = |word| S::U64::splat(simd, word);
    let live: [S::U64; W] = live.map(splat);
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

/// The item that has the fewest live options, if none has less than two.
#[inline(always)]
pub fn fewest<S: Simd, const W: usize>(
    simd: S,
    items: ItemOptions<'_>,
    live: &OptionSet<W>,
) -> usize {
    let splat = |word| S::U64::splat(simd, word);
    let live: [S::U64; W] = live.map(splat);
    let mut item = S::U64::load(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let (one, step) = (splat(1), splat(S::U64::LANES as u64));
    let mut least = splat(u64::MAX);
    for at in (0..GROUP * items.groups).step_by(S::U64::LANES) {
        let count = count::<S, W>(simd, items, at, live);
        // One that has none has the most.
        least = least.min(count.sub(one).shl(COUNT) | item);
        item = item.add(step);
    }
    let mut each = [u64::MAX; GROUP];
    least.store(&mut each);
    each.into_iter().fold(u64::MAX, u64::min) as u32 as usize
}
