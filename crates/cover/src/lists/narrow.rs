//! Fewer words: once few items are left, their bits are brought together.

use std::ops::ControlFlow;

use super::count::Counts;
use super::levels::Leveled;
use super::node::Node;
use super::set::{Set, Word};
use countless_simd::{BitMoves, Simd};

/// Lists of `W` words of items in `P` rows.
#[derive(Debug)]
pub struct Shape<L, const W: usize, const P: usize>(L);

/// What lists of a shape become when few items are left.
pub trait Narrow<L: Leveled, const W: usize, const P: usize> {
    /// The bits that the next shape has room for; none if there is no narrower one.
    const ROOM: usize;

    /// Searches a node whose bits are those of `keep` in the next shape.
    fn search<S: Simd>(simd: S, node: Node<'_, '_, L, W, P>, keep: &Set<L, W>) -> ControlFlow<()>;
}

macro_rules! narrow {
    ($($lane:ty, $words:literal, $rows:literal => $next:ty, $fewer:literal, $less:literal, $one:literal;)*) => {$(
        impl Narrow<$lane, $words, $rows> for Shape<$lane, $words, $rows> {
            const ROOM: usize = $fewer * <$next as Word>::BITS;

            #[inline(always)]
            fn search<S: Simd>(
                simd: S,
                node: Node<'_, '_, $lane, $words, $rows>,
                keep: &Set<$lane, $words>,
            ) -> ControlFlow<()> {
                if $words > 2 && keep.len() <= 64 {
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

impl<const P: usize> Narrow<u32, 1, P> for Shape<u32, 1, P> {
    const ROOM: usize = 0;

    #[inline(always)]
    fn search<S: Simd>(_: S, _: Node<'_, '_, u32, 1, P>, _: &Set<u32, 1>) -> ControlFlow<()> {
        // Nothing fits into no room.
        ControlFlow::Continue(())
    }
}

/// How to bring the bits of some words together.
struct Gather<S: Simd, const W: usize> {
    words: [S::Extraction; W],
    /// Where the bits of each word go.
    starts: [usize; W],
}

impl<S: Simd, const W: usize> Gather<S, W> {
    #[inline(always)]
    fn new<L: Word>(simd: S, keep: &Set<L, W>) -> Self {
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
    fn of<L: Word, M: Word, const X: usize>(&self, set: &Set<L, W>) -> Set<M, X> {
        let mut gathered = [0_u64; X];
        for word in 0..W {
            let bits = self.words[word].of(set.0[word].into());
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
        Set(words)
    }

    #[inline(always)]
    fn counts<L: Word, M: Word, const X: usize>(&self, counts: &Counts<L, W>) -> Counts<M, X> {
        let [a, b, c] = &counts.bits;
        Counts {
            bits: [self.of(a), self.of(b), self.of(c)],
            more: self.of(&counts.more),
        }
    }
}

/// The same node with its bits brought together.
#[inline(always)]
fn narrowed<'a, 'v, S, L, M, const W: usize, const P: usize, const X: usize, const Y: usize>(
    simd: S,
    node: Node<'a, 'v, L, W, P>,
    keep: &Set<L, W>,
) -> Node<'a, 'v, M, X, Y>
where
    S: Simd,
    L: Leveled,
    M: Leveled,
{
    let gather = Gather::<S, W>::new(simd, keep);
    let (here, mut levels) = L::level(node.levels);
    let list = M::first(&mut levels);
    list.clear(Y, here.list.len());
    let len = here.list.len();
    for index in 0..len {
        let option: [L; P] = here.list.get(index);
        let items: Set<M, X> = gather.of(&Set(std::array::from_fn(|row| option[row])));
        // Behind the items is the number of the option, if it matters.
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
    Node {
        levels,
        required: gather.of(&node.required),
        counts: gather.counts(&node.counts),
        visit: node.visit,
    }
}
