//! The memory of a search, level by level.

use super::first_pass::FirstPass;
use super::list::List;
use super::set::Word;

/// The memory of one level of the search.
#[derive(Debug, Default)]
pub struct Level<L> {
    pub list: List<L>,
    /// Where forced moves put what they leave.
    pub spare: List<L>,
    /// The options of the chosen item.
    pub with: List<L>,
}

/// The levels of the search yet to come, and what the search has learnt.
#[derive(Debug)]
pub struct Levels<'a> {
    pub wide: &'a mut [Level<u64>],
    pub narrow: &'a mut [Level<u32>],
    pub first_pass: &'a mut FirstPass,
}

impl Levels<'_> {
    #[inline(always)]
    pub fn reborrow(&mut self) -> Levels<'_> {
        Levels {
            wide: self.wide,
            narrow: self.narrow,
            first_pass: self.first_pass,
        }
    }
}

/// A word that the search has levels of.
pub trait Leveled: Word {
    /// The next level of the search in such words, and those behind it.
    fn level(levels: Levels<'_>) -> (&mut Level<Self>, Levels<'_>);

    /// The list of the next level.
    fn first<'a>(levels: &'a mut Levels<'_>) -> &'a mut List<Self>;
}

impl Leveled for u64 {
    #[inline(always)]
    fn level(levels: Levels<'_>) -> (&mut Level<Self>, Levels<'_>) {
        let (first, rest) = levels.wide.split_at_mut(1);
        let levels = Levels {
            wide: rest,
            ..levels
        };
        (&mut first[0], levels)
    }

    #[inline(always)]
    fn first<'a>(levels: &'a mut Levels<'_>) -> &'a mut List<Self> {
        &mut levels.wide[0].list
    }
}

impl Leveled for u32 {
    #[inline(always)]
    fn level(levels: Levels<'_>) -> (&mut Level<Self>, Levels<'_>) {
        let (first, rest) = levels.narrow.split_at_mut(1);
        let levels = Levels {
            narrow: rest,
            ..levels
        };
        (&mut first[0], levels)
    }

    #[inline(always)]
    fn first<'a>(levels: &'a mut Levels<'_>) -> &'a mut List<Self> {
        &mut levels.narrow[0].list
    }
}
