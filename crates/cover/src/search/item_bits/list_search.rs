//! Search: forced moves, the item of the branch, and one child for each of its options.
//!
//! A node has a list of live options, which is filtered for each child in up to two passes. The
//! first pass examines some children at once: does every required item keep an option? In tilings
//! most children fail. Nothing is undone.
//!
//! The item with the fewest options comes first, as in Knuth's Algorithm X (Dancing Links, 2000).
//! Copying instead of linking suits vectors.

use std::ops::ControlFlow::{self, Continue};

use super::item_sets::{ItemSet, lowest};
use super::levels::{LeveledWord, ListNode};
use super::narrow_lists::{ListShape, NarrowLists};
use super::{few_options, item_sets};
use crate::bits::Bits;
use countless_simd::{Mask, Simd, Task, Vector};

/// Number of children that one pass examines.
const TOGETHER: usize = 4;

impl<L: LeveledWord, const W: usize, const P: usize> ListNode<'_, '_, L, W, P>
where
    ListShape<L, W, P>: NarrowLists<L, W, P>,
{
    /// True if the options of solutions are passed on.
    const LISTS: bool = P > W;

    #[inline(always)]
    fn choose(&mut self, option: &[L; P]) {
        if Self::LISTS {
            self.visit.choose(option[P - 1].into());
        }
    }

    #[inline(always)]
    fn search<S: Simd>(mut self, simd: S) -> ControlFlow<()> {
        let room = match <ListShape<L, W, P> as NarrowLists<L, W, P>>::ROOM {
            _ if S::IS_FALLBACK => {
                if W > 1 {
                    64
                } else {
                    0
                }
            }
            room => room,
        };
        if room > 0 {
            let live = self.counts.any().union(self.required);
            if live.len() <= room {
                return ListShape::<L, W, P>::search(simd, self, live);
            }
        }
        self.visit.node()?;
        loop {
            let here = L::lists(&mut self.levels[0]);
            if !Self::LISTS && W == 1 && here.list.len() <= few_options::FEW {
                let required = Bits([self.required.0[0]]);
                let fewest = self.counts.fewest(&self.required);
                let (_, first) = lowest(fewest.unwrap_or(self.required));
                let found = few_options::count(simd, &here.list, &required, first);
                self.visit.add(found);
                return Continue(());
            }
            let single = self.counts.single(&self.required);
            if single.is_empty() {
                break;
            }
            let Some(covered) = self.force(simd, &single) else {
                return Continue(());
            };
            if self.required.is_empty() {
                return self.visit.solution();
            }
            let here = L::lists(&mut self.levels[0]);
            let [left] = here.list.survivors(simd, &[covered]);
            if !self.required.difference(left).is_empty() {
                return Continue(());
            }
            self.counts = here.list.filter::<S, W, P>(simd, &covered, &mut here.spare);
            std::mem::swap(&mut here.list, &mut here.spare);
        }
        self.branch(simd)
    }

    /// Chooses all options that are the only option of an item. Returns what they cover, or `None`
    /// if they conflict.
    #[inline(always)]
    fn force<S: Simd>(&mut self, simd: S, single: &ItemSet<L, W>) -> Option<ItemSet<L, W>> {
        let mut covered = Bits::default();
        let mut missing = *single;
        let len = L::lists(&mut self.levels[0]).list.len();
        let mut at = 0;
        while at < len {
            let here = L::lists(&mut self.levels[0]);
            let mut hit = L::Vector::<S>::splat(simd, L::default());
            for (row, single) in single.0.into_iter().enumerate() {
                let words = L::Vector::<S>::load(simd, &here.list.row(row)[at..]);
                hit = hit | (words & L::Vector::<S>::splat(simd, single));
            }
            let mut which = hit.intersects(hit).bits();
            while which != 0 {
                let index = at + which.trailing_zeros() as usize;
                which &= which - 1;
                let option = L::lists(&mut self.levels[0]).list.get::<P>(index);
                let items = Bits(std::array::from_fn(|row| option[row]));
                if items.intersects(covered) {
                    return None;
                }
                self.choose(&option);
                covered = covered.union(items);
                self.required = self.required.difference(items);
                missing = missing.difference(items);
            }
            if missing.is_empty() {
                break;
            }
            at += L::Vector::<S>::LANES;
        }
        Some(covered)
    }

    /// Searches a child for each option of the item with the fewest.
    #[inline(always)]
    fn branch<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let (here, levels) = self.levels.split_at_mut(1);
        let here = L::lists(&mut here[0]);
        // A closure would not be compiled for the instruction set.
        let fewest = match self.counts.fewest(&self.required) {
            Some(fewest) => fewest,
            None => item_sets::fewest(simd, here.list.rows::<S, W>(), &self.required),
        };
        here.list
            .collect_with::<S, P>(simd, lowest(fewest), &mut here.branch_options);
        let choices = self.visit.choices.len();
        for first in (0..here.branch_options.len()).step_by(TOGETHER) {
            let children = (here.branch_options.len() - first).min(TOGETHER);
            let mut items = [Bits::default(); TOGETHER];
            for (place, items) in items.iter_mut().enumerate() {
                // The places behind the last child repeat it.
                let option: [L; P] = here.branch_options.get(first + place.min(children - 1));
                *items = Bits(std::array::from_fn(|row| option[row]));
            }
            let mut alive = (1_u32 << children) - 1;
            let looks = self.first_pass.pays();
            if looks {
                let left = here.list.survivors(simd, &items);
                for (place, (items, left)) in items.iter().zip(left).enumerate() {
                    let ends = !self.required.difference(*items).difference(left).is_empty();
                    alive &= !(u32::from(ends) << place);
                }
                let ended = children as u32 - alive.count_ones();
                self.first_pass.record(children as u32, ended);
            }
            while alive != 0 {
                let place = alive.trailing_zeros() as usize;
                alive &= alive - 1;
                let items = items[place];
                let required = self.required.difference(items);
                if Self::LISTS {
                    let option: [L; P] = here.branch_options.get(first + place);
                    self.visit.choices.truncate(choices);
                    self.visit.choose(option[P - 1].into());
                }
                if required.is_empty() {
                    self.visit.solution()?;
                    continue;
                }
                let list = &mut L::lists(&mut levels[0]).list;
                let counts = here.list.filter::<S, W, P>(simd, &items, list);
                if !looks {
                    let ends = !required.difference(counts.any()).is_empty();
                    self.first_pass.record(1, u32::from(ends));
                    if ends {
                        continue;
                    }
                }
                let child = ListNode::<'_, '_, L, W, P> {
                    levels,
                    first_pass: self.first_pass,
                    required,
                    counts,
                    visit: self.visit,
                };
                simd.run(child)?;
            }
        }
        if Self::LISTS {
            self.visit.choices.truncate(choices);
        }
        Continue(())
    }
}

impl<L: LeveledWord, const W: usize, const P: usize> Task for ListNode<'_, '_, L, W, P>
where
    ListShape<L, W, P>: NarrowLists<L, W, P>,
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        self.search(simd)
    }
}
