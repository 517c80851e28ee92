//! Kernel that places the next queen of every node in a batch.
//!
//! A node is a partial board with filled rows above its level. Each of its words has one bit for
//! each column of the level's row:
//!
//! ```text
//! column             0 1 2 3 4 5 6 7
//! filled rows        . . Q . . . . .
//!                    . . . . . Q . .
//! columns            0 0 1 0 0 1 0 0    a queen stands above
//! left               0 0 0 0 1 0 1 0    attacked along ╲, to higher columns
//! right              1 0 0 0 1 0 0 0    attacked along ╱, to lower columns
//! free               0 1 0 1 0 0 0 1    the rest: allowed, and still to be tried
//! queen              0 1 0 0 0 0 0 0    lowest bit of free
//!
//! one row down       columns | queen,  (left | queen) << 1,  (right | queen) >> 1
//! ```
//!
//! The lanes of a vector are different nodes of one level and share the masks of the rows. The
//! kernel does not branch on single nodes. A child that fails is dropped when the vector is packed
//! into the pool of the next level. A node without a free square is dropped when its vector is
//! packed back into its own pool.
//!
//! A child is dropped if one of the next rows has no square left. A square of its row is closed if
//! a queen there would attack the only square left of a row further down:
//!
//! ```text
//! the row after next has one square left      . . . . Q . . .
//! no queen may stand above it in              . . x . x . x .    (2 rows away)
//! ```

use super::attacks::AttackRules;
use super::node_pool::{BATCH, LaneWord, NodePool, first_lanes};
use super::search_board::SearchLevel;
use countless_simd::{Simd, Task, Vector};

/// Takes the last [`BATCH`] nodes of `from`, places a queen on the lowest free square of each, and
/// appends the children to `to`. Children are dropped if one of the next `LOOK` rows has no square
/// left. Nodes with squares still to try stay in `from`.
///
/// `UNIT` is true if this level and the next two have no gap below them.
pub(super) struct Expand<'a, L, R, const W: usize, const LOOK: usize, const UNIT: bool> {
    /// Attack rules.
    pub rules: R,
    /// This level and the next three, as far as they exist.
    pub levels: [SearchLevel; 4],
    pub from: &'a mut NodePool<L, W>,
    pub to: &'a mut NodePool<L, W>,
    /// Number of key words that hold queens after this one is placed.
    pub words: usize,
    /// True if the queen's column opens a new word of the key.
    pub new_word: bool,
}

impl<L: LaneWord, R: AttackRules<L>, const W: usize, const LOOK: usize, const UNIT: bool> Task
    for Expand<'_, L, R, W, LOOK, UNIT>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            rules,
            levels,
            from,
            to,
            words,
            new_word,
        } = self;
        let words = words.min(W); // zero where nodes do not store their queens
        let lanes = L::Vector::<S>::LANES;
        let splat = |bits| L::Vector::<S>::splat(simd, L::new(bits));
        let [gap1, gap2, gap3] = if UNIT {
            [1; 3]
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
            let mut alive = splat(!0); // 0 in the lanes of children that fail
            if at + lanes > from.len {
                alive = first_lanes::<S, L>(simd, from.len - at);
                free = free & alive;
            }
            let queen = free & zero.sub(free);
            free = free ^ queen;

            let columns1 = columns | queen;
            let left1 = rules.left(simd, left | queen, gap1);
            let right1 = rules.right(simd, right | queen, gap1);
            let mut taken1 = columns1 | left1 | right1;
            let mut near1 = zero;
            if R::NEAR {
                let near = L::Vector::load(simd, &from.near[at..]);
                taken1 = taken1 | near | rules.near(simd, queen, gap1);
                near1 = rules.near(simd, queen, gap1 + gap2);
            }
            let mut free1 = mask1.and_not(taken1);
            if LOOK >= 2 {
                let left2 = rules.left(simd, left1, gap2);
                let right2 = rules.right(simd, right1, gap2);
                let free2 = mask2.and_not(columns1 | left2 | right2 | near1);
                alive = alive.min(free2);
                free1 = free1.and_not(fatal::<S, L, R>(simd, rules, free2, gap2));
                if LOOK >= 3 {
                    let left3 = rules.left(simd, left2, gap3);
                    let right3 = rules.right(simd, right2, gap3);
                    let free3 = mask3.and_not(columns1 | left3 | right3);
                    alive = alive.min(free3);
                    free1 = free1.and_not(fatal::<S, L, R>(simd, rules, free3, gap2 + gap3));
                }
            }
            alive = alive.min(free1);
            let child = L::Vector::<S>::packing(alive.intersects(alive));
            let sibling = L::Vector::<S>::packing(free.intersects(free));

            for word in 0..words {
                let old = L::Vector::load(simd, &from.key[word][at..]);
                let new = if word + 1 == words {
                    (old & old_word).shl(L::COLUMN_BITS) | queen.sub(one).count_ones()
                } else {
                    old
                };
                new.pack(child, &mut to.key[word][born..]);
                old.pack(sibling, &mut from.key[word][kept..]);
            }
            if R::NEAR {
                let near = L::Vector::load(simd, &from.near[at..]);
                near1.pack(child, &mut to.near[born..]);
                near.pack(sibling, &mut from.near[kept..]);
            }
            columns1.pack(child, &mut to.columns[born..]);
            left1.pack(child, &mut to.left[born..]);
            right1.pack(child, &mut to.right[born..]);
            born += free1.pack(child, &mut to.free[born..]);

            columns.pack(sibling, &mut from.columns[kept..]);
            left.pack(sibling, &mut from.left[kept..]);
            right.pack(sibling, &mut from.right[kept..]);
            kept += free.pack(sibling, &mut from.free[kept..]);
            at += lanes;
        }
        from.len = kept;
        to.len = born;
    }
}

/// Returns the squares from which a queen would attack all squares `free` of the row `gap` further
/// down, in lanes with a single free square.
#[inline(always)]
fn fatal<S: Simd, L: LaneWord, R: AttackRules<L>>(
    simd: S,
    rules: R,
    free: L::Vector<S>,
    gap: u32,
) -> L::Vector<S> {
    let lines = rules.left(simd, free, gap) | free | rules.right(simd, free, gap);
    let attackers = lines | rules.near(simd, free, gap);
    let several = free.intersects(free.sub(L::Vector::splat(simd, L::new(1))));
    L::Vector::splat(simd, L::new(0)).select(several, attackers)
}
