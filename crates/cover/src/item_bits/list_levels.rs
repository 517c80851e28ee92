//! Memory of a search, level by level.

use super::first_pass::FirstPass;
use super::item_set::SetWord;
use super::option_list::OptionList;

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
