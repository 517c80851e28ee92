//! Memory of a search, level by level; its nodes, and the policy of the first pass over children,
//! which finds dead ones before their lists are made.

use super::item_sets::{ItemCounts, ItemSet, SetWord};
use super::option_list::OptionList;
use crate::search::visit::Visit;

/// Memory of one level.
#[derive(Debug, Default)]
pub struct ListLevel<L> {
    pub list: OptionList<L>,
    /// Target of forced moves.
    pub spare: OptionList<L>,
    /// Options of the item of the branch.
    pub branch_options: OptionList<L>,
}

/// Levels below the current one, and the policy of the first pass.
#[derive(Debug)]
pub struct ListLevels<'a> {
    pub wide: &'a mut [ListLevel<u64>],
    pub narrow: &'a mut [ListLevel<u32>],
    pub first_pass: &'a mut FirstPass,
}

impl ListLevels<'_> {
    #[inline(always)]
    pub fn reborrow(&mut self) -> ListLevels<'_> {
        ListLevels {
            wide: self.wide,
            narrow: self.narrow,
            first_pass: self.first_pass,
        }
    }
}

/// Word that has levels of its own.
pub trait LeveledWord: SetWord {
    /// Splits off the next level in these words.
    fn split_level(levels: ListLevels<'_>) -> (&mut ListLevel<Self>, ListLevels<'_>);

    /// List of the next level.
    fn next_list<'a>(levels: &'a mut ListLevels<'_>) -> &'a mut OptionList<Self>;
}

impl LeveledWord for u64 {
    #[inline(always)]
    fn split_level(levels: ListLevels<'_>) -> (&mut ListLevel<Self>, ListLevels<'_>) {
        let (first, rest) = levels.wide.split_at_mut(1);
        let levels = ListLevels {
            wide: rest,
            ..levels
        };
        (&mut first[0], levels)
    }

    #[inline(always)]
    fn next_list<'a>(levels: &'a mut ListLevels<'_>) -> &'a mut OptionList<Self> {
        &mut levels.wide[0].list
    }
}

impl LeveledWord for u32 {
    #[inline(always)]
    fn split_level(levels: ListLevels<'_>) -> (&mut ListLevel<Self>, ListLevels<'_>) {
        let (first, rest) = levels.narrow.split_at_mut(1);
        let levels = ListLevels {
            narrow: rest,
            ..levels
        };
        (&mut first[0], levels)
    }

    #[inline(always)]
    fn next_list<'a>(levels: &'a mut ListLevels<'_>) -> &'a mut OptionList<Self> {
        &mut levels.narrow[0].list
    }
}

/// Node of the search. Its list is that of the first level.
pub struct ListNode<'a, 'v, L: LeveledWord, const W: usize, const P: usize> {
    pub levels: ListLevels<'a>,
    /// Items yet to cover.
    pub required: ItemSet<L, W>,
    pub counts: ItemCounts<L, W>,
    pub visit: &'a mut Visit<'v>,
}

/// Gain of the first pass. It costs a look at the list for each child, and saves making the list of
/// each dead child.
///
/// In tilings most children are dead, in pairs and queens hardly any.
#[derive(Debug, Default)]
pub struct FirstPass {
    /// Recent gain, in looks.
    gain: i32,
}

impl FirstPass {
    /// Cost of making a list, in looks.
    const LIST: i32 = 8;
    /// Largest gain or loss that is remembered. It is small, so that the policy adapts when the
    /// tree changes.
    const MOST: i32 = 256;

    pub fn pays(&self) -> bool {
        self.gain >= 0
    }

    /// Records that `ended` of `children` were dead, with or without the pass.
    #[inline(always)]
    pub fn record(&mut self, children: u32, ended: u32) {
        let gain = self.gain + Self::LIST * ended as i32 - children as i32;
        self.gain = gain.clamp(-Self::MOST, Self::MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_pays_where_one_child_in_eight_ends() {
        let mut pass = FirstPass::default();
        assert!(pass.pays());
        for _ in 0..1000 {
            pass.record(16, 1);
        }
        assert!(!pass.pays());
        for _ in 0..1000 {
            pass.record(6, 1);
        }
        assert!(pass.pays());
    }
}
