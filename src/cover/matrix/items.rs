//! Items, and the options of each: counted side by side.

use super::set::{Set, is_empty};
use crate::simd::{Mask, Simd, Vector};

/// Items in a group: the most lanes of 64 bits that a vector has.
pub const GROUP: usize = 8;
/// The lowest bit of a number of options, above that of its item.
pub const COUNT: u32 = 32;

/// The options of a few items: the first words of all, then the second ones.
pub type Group<const W: usize> = [[u64; GROUP]; W];

/// Some of the groups: where they begin, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    pub start: usize,
    pub len: usize,
}

/// The live options of an item.
#[inline(always)]
pub fn of<const W: usize>(items: &[Group<W>], item: usize, live: &Set<W>) -> Set<W> {
    let group = &items[item / GROUP];
    std::array::from_fn(|word| group[word][item % GROUP] & live[word])
}

#[inline(always)]
pub fn put<const W: usize>(items: &mut [Group<W>], item: usize, options: Set<W>) {
    let group = &mut items[item / GROUP];
    for (word, options) in group.iter_mut().zip(options) {
        word[item % GROUP] = options;
    }
}

/// How many items have no live option.
#[inline(always)]
pub fn without<S: Simd, const W: usize>(simd: S, items: &[Group<W>], live: &Set<W>) -> usize {
    let live: [S::U64; W] = live.map(|word| S::U64::splat(simd, word));
    let zero = S::U64::splat(simd, 0);
    let mut without = 0;
    for group in items {
        for at in (0..GROUP).step_by(S::U64::LANES) {
            let mut any = zero;
            for (word, live) in group.iter().zip(live) {
                any = any | (S::U64::load(simd, &word[at..]) & live);
            }
            without += any.equal(zero).bits().count_ones();
        }
    }
    without as usize
}

/// One less than how many live options the item has that has the fewest, and that item. Adds
/// which items of each group have just one to `singles`.
#[inline(always)]
pub fn fewest<S: Simd, const W: usize>(
    simd: S,
    items: &[Group<W>],
    live: &Set<W>,
    singles: &mut Vec<u64>,
) -> u64 {
    let splat = |word| S::U64::splat(simd, word);
    let live: [S::U64; W] = live.map(splat);
    let mut item = S::U64::load(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let (zero, one, step) = (splat(0), splat(1), splat(S::U64::LANES as u64));
    let mut least = splat(u64::MAX);
    for group in items {
        let mut single = 0;
        for at in (0..GROUP).step_by(S::U64::LANES) {
            let mut count = zero;
            for (word, live) in group.iter().zip(live) {
                count = count.add((S::U64::load(simd, &word[at..]) & live).count_ones());
            }
            single |= count.equal(one).bits() << at;
            // One that has none has the most.
            least = least.min(count.sub(one).shl(COUNT) | item);
            item = item.add(step);
        }
        singles.push(single);
    }
    let mut each = [u64::MAX; GROUP];
    least.store(&mut each);
    each.into_iter().fold(u64::MAX, u64::min)
}

/// Puts the items that have live options behind those of a node.
#[inline(always)]
pub fn pack<const W: usize>(all: &mut Vec<Group<W>>, items: Items, live: &Set<W>) -> Items {
    let start = items.start + items.len;
    all.truncate(start);
    let mut next = 0;
    for item in 0..GROUP * items.len {
        let options = of(&all[items.start..start], item, live);
        if !is_empty(&options) {
            if next % GROUP == 0 {
                all.push([[0; GROUP]; W]);
            }
            put(&mut all[start..], next, options);
            next += 1;
        }
    }
    Items {
        start,
        len: all.len() - start,
    }
}
