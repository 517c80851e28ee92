//! Narrower lists: once few items are left, their bits are packed into fewer words.

use std::ops::ControlFlow;

use super::item_sets::{ItemCounts, ItemSet, SetWord};
use super::levels::{LeveledWord, ListNode};
use countless_simd::{BitMoves, Simd};

/// Shape of lists with `W` words of items in `P` rows.
#[derive(Debug)]
pub struct ListShape<L, const W: usize, const P: usize>(L);

/// Change to narrower lists when few items are left.
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
        keep: &ItemSet<L, W>,
    ) -> ControlFlow<()>;
}

macro_rules! narrow {
    ($($lane:ty, $words:literal, $rows:literal => $next:ty, $fewer:literal, $less:literal, $one:literal;)*) => {$(
        impl NarrowLists<$lane, $words, $rows> for ListShape<$lane, $words, $rows> {
            const ROOM: usize = $fewer * <$next as SetWord>::BITS;

            #[inline(always)]
            fn search<S: Simd>(
                simd: S,
                node: ListNode<'_, '_, $lane, $words, $rows>,
                keep: &ItemSet<$lane, $words>,
            ) -> ControlFlow<()> {
                if S::IS_FALLBACK || $words > 2 && keep.len() <= 64 {
                    let node = narrowed::<S, _, u64, $words, $rows, 1, $one>(simd, node, keep);
                    return simd.run(node);
                }
                simd.run(narrowed::<S, _, $next, $words, $rows, $fewer, $less>(simd, node, keep))
            }
        }
    )*};
}

narrow! {
    u64, 8, 8 => u64, 4, 4, 1;
    u64, 8, 9 => u64, 4, 5, 2;
    u64, 4, 4 => u64, 2, 2, 1;
    u64, 4, 5 => u64, 2, 3, 2;
    u64, 2, 2 => u64, 1, 1, 1;
    u64, 2, 3 => u64, 1, 2, 2;
    u64, 1, 1 => u32, 1, 1, 1;
    u64, 1, 2 => u32, 1, 2, 2;
}

impl<const P: usize> NarrowLists<u32, 1, P> for ListShape<u32, 1, P> {
    const ROOM: usize = 0;

    #[inline(always)]
    fn search<S: Simd>(
        _: S,
        _: ListNode<'_, '_, u32, 1, P>,
        _: &ItemSet<u32, 1>,
    ) -> ControlFlow<()> {
        // Never called, since `ROOM` is 0.
        ControlFlow::Continue(())
    }
}

/// Packing of the selected bits of some words.
struct ItemGather<S: Simd, const W: usize> {
    words: [S::Extraction; W],
    /// Position of the first bit of each word.
    starts: [usize; W],
}

impl<S: Simd, const W: usize> ItemGather<S, W> {
    #[inline(always)]
    fn new<L: SetWord>(simd: S, keep: &ItemSet<L, W>) -> Self {
        let mut starts = [0; W];
        for word in 1..W {
            let before: u64 = keep.0[word - 1].into();
            starts[word] = starts[word - 1] + before.count_ones() as usize;
        }
        let mut words = [simd.extraction(0); W];
        for (word, &mask) in words.iter_mut().zip(&keep.0) {
            *word = simd.extraction(mask.into());
        }
        Self { words, starts }
    }

    #[inline(always)]
    fn of<L: SetWord, M: SetWord, const X: usize>(&self, set: &ItemSet<L, W>) -> ItemSet<M, X> {
        let mut gathered = [0_u64; X];
        for word in 0..W {
            let bits = self.words[word].apply(set.0[word].into());
            let (at, shift) = (self.starts[word] / 64, self.starts[word] % 64);
            if at < X {
                gathered[at] |= bits << shift;
            }
            if shift > 0 && at + 1 < X {
                gathered[at + 1] |= bits >> (64 - shift);
            }
        }
        let mut words = [M::default(); X];
        for (word, gathered) in words.iter_mut().zip(gathered) {
            *word = M::truncated(gathered);
        }
        ItemSet(words)
    }

    #[inline(always)]
    fn counts<L: SetWord, M: SetWord, const X: usize>(
        &self,
        counts: &ItemCounts<L, W>,
    ) -> ItemCounts<M, X> {
        let [a, b, c] = &counts.bits;
        ItemCounts {
            bits: [self.of(a), self.of(b), self.of(c)],
            more: self.of(&counts.more),
        }
    }
}

/// Copies a node into a narrower shape, with its bits packed.
#[inline(always)]
fn narrowed<'a, 'v, S, L, M, const W: usize, const P: usize, const X: usize, const Y: usize>(
    simd: S,
    node: ListNode<'a, 'v, L, W, P>,
    keep: &ItemSet<L, W>,
) -> ListNode<'a, 'v, M, X, Y>
where
    S: Simd,
    L: LeveledWord,
    M: LeveledWord,
{
    let gather = ItemGather::<S, W>::new(simd, keep);
    let (here, mut levels) = L::split_level(node.levels);
    let list = M::next_list(&mut levels);
    list.clear(Y, here.list.len());
    let len = here.list.len();
    for index in 0..len {
        let option: [L; P] = here.list.get(index);
        let items: ItemSet<M, X> = gather.of(&ItemSet(std::array::from_fn(|row| option[row])));
        // The number of the option follows its items, if solutions are listed.
        list.put::<Y>(
            index,
            std::array::from_fn(|row| {
                if row < X {
                    items.0[row]
                } else {
                    M::truncated(option[P - 1].into())
                }
            }),
        );
    }
    list.seal::<Y>(len);
    ListNode {
        levels,
        required: gather.of(&node.required),
        counts: gather.counts(&node.counts),
        visit: node.visit,
    }
}
