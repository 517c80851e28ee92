//! Memory of a search, level by level; its nodes, and the policy of the first pass over children,
//! which finds dead ones before their lists are made.

use super::item_sets::{ItemCounts, ItemSet, SetWord};
use super::option_list::OptionList;
use crate::search::visit::Visit;

/// Lists of a node in words of one kind.
#[derive(Debug, Default)]
pub struct NodeLists<L> {
    pub list: OptionList<L>,
    /// Target of forced moves.
    pub spare: OptionList<L>,
    /// Options of the item of the branch.
    pub branch_options: OptionList<L>,
}

/// Memory of one level, for wide words and for narrow ones.
#[derive(Debug, Default)]
pub struct ListLevel {
    wide: NodeLists<u64>,
    narrow: NodeLists<u32>,
}

/// Word that has lists in each level.
pub trait LeveledWord: SetWord {
    /// Lists of a level in these words.
    fn lists(level: &mut ListLevel) -> &mut NodeLists<Self>;
}

impl LeveledWord for u64 {
    #[inline(always)]
    fn lists(level: &mut ListLevel) -> &mut NodeLists<Self> {
        &mut level.wide
    }
}

impl LeveledWord for u32 {
    #[inline(always)]
    fn lists(level: &mut ListLevel) -> &mut NodeLists<Self> {
        &mut level.narrow
    }
}

/// Node of the search. Its list is that of the first level.
pub struct ListNode<'a, 'v, L: LeveledWord, const W: usize, const P: usize> {
    pub levels: &'a mut [ListLevel],
    pub first_pass: &'a mut FirstPass,
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
