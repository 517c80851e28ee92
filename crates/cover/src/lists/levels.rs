//! The memory of a search, level by level.

use super::first_pass::FirstPass;
use super::list::OptionList;
use super::set::SetWord;

/// The memory of one level of the search.
#[derive(Debug, Default)]
pub struct ListLevel<L> {
    pub list: OptionList<L>,
    /// Where forced moves put what they leave.
    pub spare: OptionList<L>,
    /// The options of the chosen item.
    pub branch_options: OptionList<L>,
}

/// The levels of the search yet to come, and what the search has learnt.
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

/// A word that the search has levels of.
pub trait LeveledWord: SetWord {
    /// The next level of the search in such words, and those behind it.
    fn split_level(levels: ListLevels<'_>) -> (&mut ListLevel<Self>, ListLevels<'_>);

    /// The list of the next level.
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
