//! Narrower lists: once few items are left, their bits are packed into fewer words.

use std::ops::ControlFlow;

use super::item_sets::{ItemCounts, ItemSet, SetWord};
use super::levels::{LeveledWord, ListNode};
use crate::bits::{BitGather, Bits};
use countless_simd::Simd;

/// Shape of lists with `W` words of items in `P` rows.
#[derive(Debug)]
pub struct ListShape<L, const W: usize, const P: usize>(L);

/// Change to narrower lists when few items are left.
///
/// The last row has the numbers of the options. Lists of one or two words leave it out if solutions
/// are only counted; in wider ones, it would be a small part.
///
/// For a [fallback](Simd::IS_FALLBACK), the only shapes are those of one and of eight words of 64
/// bits that list solutions.
pub trait NarrowLists<L: LeveledWord, const W: usize, const P: usize> {
    /// Number of bits in the next narrower shape; 0 if this shape is the narrowest.
    const ROOM: usize;

    /// Searches a node in the next shape, with the bits of `keep` only.
    fn search<S: Simd>(
        simd: S,
        node: ListNode<'_, '_, L, W, P>,
        keep: ItemSet<L, W>,
    ) -> ControlFlow<()>;
}

macro_rules! narrow {
    ($($words:literal, $rows:literal => $next:ty, $fewer:literal, $listing:literal or $counting:literal;)*) => {$(
        impl NarrowLists<u64, $words, $rows> for ListShape<u64, $words, $rows> {
            const ROOM: usize = $fewer * <$next as SetWord>::BITS;

            #[inline(always)]
            fn search<S: Simd>(
                simd: S,
                node: ListNode<'_, '_, u64, $words, $rows>,
                keep: Bits<$words>,
            ) -> ControlFlow<()> {
                let lists = if $words > 2 && !S::IS_FALLBACK {
                    node.visit.wants_solutions()
                } else {
                    $rows > $words
                };
                match (lists, S::IS_FALLBACK || $words > 2 && keep.len() <= 64) {
                    (true, true) => simd.run(narrowed::<S, u64, $words, $rows, 1, 2>(simd, node, keep)),
                    (false, true) => simd.run(narrowed::<S, u64, $words, $rows, 1, 1>(simd, node, keep)),
                    (true, false) => {
                        simd.run(narrowed::<S, $next, $words, $rows, $fewer, $listing>(simd, node, keep))
                    }
                    (false, false) => {
                        simd.run(narrowed::<S, $next, $words, $rows, $fewer, $counting>(simd, node, keep))
                    }
                }
            }
        }
    )*};
}

narrow! {
    8, 9 => u64, 4, 5 or 5;
    4, 5 => u64, 2, 3 or 2;
    2, 2 => u64, 1, 1 or 1;
    2, 3 => u64, 1, 2 or 2;
    1, 1 => u32, 1, 1 or 1;
    1, 2 => u32, 1, 2 or 2;
}

impl<const P: usize> NarrowLists<u32, 1, P> for ListShape<u32, 1, P> {
    const ROOM: usize = 0;

    #[inline(always)]
    fn search<S: Simd>(
        _: S,
        _: ListNode<'_, '_, u32, 1, P>,
        _: ItemSet<u32, 1>,
    ) -> ControlFlow<()> {
        // Never called, since `ROOM` is 0.
        ControlFlow::Continue(())
    }
}

/// Packed items of a set.
#[inline(always)]
fn packed<S: Simd, M: SetWord, const W: usize, const X: usize>(
    gather: &BitGather<S, W>,
    set: Bits<W>,
) -> ItemSet<M, X> {
    let mut words = [M::default(); X];
    for (word, wide) in words.iter_mut().zip(gather.of::<X>(set).0) {
        *word = M::truncated(wide);
    }
    Bits(words)
}

/// Copies a node into a narrower shape, with its bits packed.
#[inline(always)]
fn narrowed<'a, 'v, S, M, const W: usize, const P: usize, const X: usize, const Y: usize>(
    simd: S,
    node: ListNode<'a, 'v, u64, W, P>,
    keep: Bits<W>,
) -> ListNode<'a, 'v, M, X, Y>
where
    S: Simd,
    M: LeveledWord,
{
    let gather = BitGather::<S, W>::new(simd, keep);
    let levels = node.levels;
    let (here, levels) = levels.split_at_mut(1);
    let here = u64::lists(&mut here[0]);
    let list = &mut M::lists(&mut levels[0]).list;
    let len = here.list.len();
    list.clear(Y, len);
    for index in 0..len {
        let option: [u64; P] = here.list.get(index);
        let items: ItemSet<M, X> = packed(&gather, Bits(std::array::from_fn(|row| option[row])));
        // The number of the option follows its items, if solutions are listed.
        list.put::<Y>(
            index,
            std::array::from_fn(|row| {
                if row < X {
                    items.0[row]
                } else {
                    M::truncated(option[P - 1])
                }
            }),
        );
    }
    list.seal::<Y>(len);
    let ItemCounts { bits, more } = node.counts;
    ListNode {
        levels,
        first_pass: node.first_pass,
        required: packed(&gather, node.required),
        counts: ItemCounts {
            bits: [
                packed(&gather, bits[0]),
                packed(&gather, bits[1]),
                packed(&gather, bits[2]),
            ],
            more: packed(&gather, more),
        },
        visit: node.visit,
    }
}
