//! The kernel: places the next queen of every node in a batch.

use super::plan::Level;
use super::pool::{BATCH, Lane, Pool, first_lanes};
use crate::simd::{Simd, Task, Vector};

/// Takes the last [`BATCH`] nodes of `from`, puts a queen on the lowest free
/// square of each, and appends those children to `to` that leave a square in
/// each of the next `LOOK` rows. Nodes with squares left to try stay in `from`.
///
/// `K` words of the key hold queens once this one is placed. `UNIT` says that
/// the next rows follow one another without a gap.
pub(super) struct Expand<'a, L, const W: usize, const K: usize, const LOOK: usize, const UNIT: bool>
{
    /// This level and the next three, as far as there are.
    pub levels: [Level; 4],
    pub from: &'a mut Pool<L, W>,
    pub to: &'a mut Pool<L, W>,
    /// Whether the queen's column opens a new word of the key.
    pub new_word: bool,
}

impl<L: Lane, const W: usize, const K: usize, const LOOK: usize, const UNIT: bool> Task
    for Expand<'_, L, W, K, LOOK, UNIT>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            levels,
            from,
            to,
            new_word,
        } = self;
        let splat = |bits| L::Vector::<S>::splat(simd, L::new(bits));
        let [gap1, gap2, gap3] = if UNIT {
            [1, 1, 1]
        } else {
            [levels[0].gap, levels[1].gap, levels[2].gap]
        };
        let [mask1, mask2, mask3] = [
            splat(levels[1].mask),
            splat(levels[2].mask),
            splat(levels[3].mask),
        ];
        let (zero, one) = (splat(0), splat(1));
        let old_word = splat(if new_word { 0 } else { !0 });

        let start = from.len.saturating_sub(BATCH);
        let mut kept = start;
        let mut born = to.len;
        let mut at = start;
        while at < from.len {
            let columns = L::Vector::load(simd, &from.columns[at..]);
            let left = L::Vector::load(simd, &from.left[at..]);
            let right = L::Vector::load(simd, &from.right[at..]);
            let mut free = L::Vector::load(simd, &from.free[at..]);
            if at + L::Vector::<S>::LANES > from.len {
                free = free & first_lanes::<S, L>(simd, from.len - at);
            }
            let queen = free & zero.sub(free);
            free = free ^ queen;

            let columns1 = columns | queen;
            let left1 = (left | queen).shl(gap1);
            let right1 = (right | queen).shr(gap1);
            let free1 = mask1.and_not(columns1 | left1 | right1);
            let mut alive = free1.intersects(free1) & queen.intersects(queen);
            if LOOK >= 2 {
                let (left2, right2) = (left1.shl(gap2), right1.shr(gap2));
                let free2 = mask2.and_not(columns1 | left2 | right2);
                alive = alive & free2.intersects(free2);
                if LOOK >= 3 {
                    let (left3, right3) = (left2.shl(gap3), right2.shr(gap3));
                    let free3 = mask3.and_not(columns1 | left3 | right3);
                    alive = alive & free3.intersects(free3);
                }
            }
            let more = free.intersects(free);

            for word in 0..K {
                let old = L::Vector::load(simd, &from.key[word][at..]);
                let new = if word + 1 == K {
                    (old & old_word).shl(L::COLUMN) | queen.sub(one).count_ones()
                } else {
                    old
                };
                new.compress(alive, &mut to.key[word][born..]);
                old.compress(more, &mut from.key[word][kept..]);
            }
            columns1.compress(alive, &mut to.columns[born..]);
            left1.compress(alive, &mut to.left[born..]);
            right1.compress(alive, &mut to.right[born..]);
            born += free1.compress(alive, &mut to.free[born..]);

            columns.compress(more, &mut from.columns[kept..]);
            left.compress(more, &mut from.left[kept..]);
            right.compress(more, &mut from.right[kept..]);
            kept += free.compress(more, &mut from.free[kept..]);
            at += L::Vector::<S>::LANES;
        }
        from.len = kept;
        to.len = born;
    }
}
