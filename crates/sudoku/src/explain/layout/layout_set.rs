//! Sets of numbers as bits: sets of cells, and of houses.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::grid::cells_of;

/// Number of 64-bit words in the largest set of cells. In WebAssembly, it fits five grids of 9×9
/// cells.
pub const CELL_WORDS: usize = if cfg!(target_family = "wasm") { 6 } else { 16 };
/// Number of 64-bit words in a set of houses.
pub const HOUSE_WORDS: usize = 4;

/// Set of cells or of houses of a layout.
pub trait LayoutSet:
    Copy
    + Debug
    + Default
    + PartialEq
    + Eq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + FromIterator<usize>
    + 'static
{
    /// Empty set.
    const NONE: Self;

    /// Returns a set of one member.
    #[inline(always)]
    fn of(member: usize) -> Self {
        let mut set = Self::NONE;
        set.insert(member);
        set
    }

    /// True if the set is empty.
    fn is_empty(self) -> bool;

    /// True if the sets have a common member.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Number of members.
    fn len(self) -> u32;

    /// True if a number is a member.
    fn contains(&self, member: usize) -> bool;

    /// Inserts a member.
    #[inline(always)]
    fn insert(&mut self, member: usize) {
        self.insert_if(member, true);
    }

    /// Inserts a member if `condition` is true, without a branch.
    fn insert_if(&mut self, member: usize, condition: bool);

    /// Removes a number, member or not.
    fn remove(&mut self, member: usize);

    /// Least member.
    fn first(self) -> Option<usize>;

    /// First member that is at least `least`.
    fn first_from(self, least: usize) -> Option<usize>;

    /// Member of a set that has exactly one.
    fn only(self) -> Option<usize>;

    /// Members in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> + Clone;

    /// Returns the set as one of any layout.
    fn widened(self) -> CellSet {
        self.iter().collect()
    }
}

/// Implements the operators of a set by its method `with`.
macro_rules! operators {
    ($set:ty $(, $words:ident)?) => {
        impl $(<const $words: usize>)? BitAnd for $set {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                self.with(other, |a, b| a & b)
            }
        }

        impl $(<const $words: usize>)? BitOr for $set {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                self.with(other, |a, b| a | b)
            }
        }

        impl $(<const $words: usize>)? BitAndAssign for $set {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl $(<const $words: usize>)? BitOrAssign for $set {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl $(<const $words: usize>)? Not for $set {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                self.with(self, |a, _| !a)
            }
        }

        impl $(<const $words: usize>)? FromIterator<usize> for $set {
            fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
                let mut set = Self::NONE;
                members.into_iter().for_each(|member| set.insert(member));
                set
            }
        }
    };
}

/// Set of numbers below 128, in one word. A complement has members outside of the layout, so it
/// serves only to remove members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set128(pub u128);

operators!(Set128);

impl Set128 {
    #[inline(always)]
    fn with(self, other: Self, of: impl Fn(u128, u128) -> u128) -> Self {
        Self(of(self.0, other.0))
    }
}

impl LayoutSet for Set128 {
    const NONE: Self = Self(0);

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    fn contains(&self, member: usize) -> bool {
        self.0 >> member & 1 != 0
    }

    #[inline(always)]
    fn insert_if(&mut self, member: usize, condition: bool) {
        self.0 |= u128::from(condition) << member;
    }

    #[inline(always)]
    fn remove(&mut self, member: usize) {
        self.0 &= !(1 << member);
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn first_from(self, least: usize) -> Option<usize> {
        Self(self.0 >> least << least).first()
    }

    #[inline(always)]
    fn only(self) -> Option<usize> {
        let is_small = self.0 & self.0.wrapping_sub(1) == 0;
        is_small.then(|| self.first()).flatten()
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = usize> + Clone {
        cells_of(self.0)
    }
}

impl Set128 {
    /// Words of the three bands, of 27 cells each.
    #[inline(always)]
    pub fn bands(self) -> [u32; 3] {
        [0, 27, 54].map(|first| (self.0 >> first) as u32 & 0o777_777_777)
    }

    #[inline(always)]
    pub fn from_bands([top, middle, bottom]: [u32; 3]) -> Self {
        Self(u128::from(top) | u128::from(middle) << 27 | u128::from(bottom) << 54)
    }
}

/// Set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideSet<const W: usize>([u64; W]);

/// Set of houses of a layout.
pub type HouseSet = WideSet<HOUSE_WORDS>;

/// Set of cells of any layout.
pub type CellSet = WideSet<CELL_WORDS>;

operators!(WideSet<W>, W);

impl<const W: usize> Default for WideSet<W> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const W: usize> WideSet<W> {
    #[inline(always)]
    fn with(mut self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word = of(*word, more);
        }
        self
    }

    /// Returns the set with room for another number of words, which has the members.
    pub fn resized<const V: usize>(self) -> WideSet<V> {
        WideSet(std::array::from_fn(|word| {
            self.0.get(word).copied().unwrap_or_default()
        }))
    }
}

impl<const W: usize> LayoutSet for WideSet<W> {
    const NONE: Self = Self([0; W]);

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 != 0
    }

    #[inline(always)]
    fn insert_if(&mut self, member: usize, condition: bool) {
        self.0[member / 64] |= u64::from(condition) << (member % 64);
    }

    #[inline(always)]
    fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        let number = self.0.iter().position(|word| *word != 0)?;
        Some(64 * number + self.0[number].trailing_zeros() as usize)
    }

    #[inline(always)]
    fn first_from(self, least: usize) -> Option<usize> {
        let mut set = self;
        set.0[..least / 64].fill(0);
        if let Some(word) = set.0.get_mut(least / 64) {
            *word &= u64::MAX << (least % 64);
        }
        set.first()
    }

    #[inline(always)]
    fn only(self) -> Option<usize> {
        let number = self.0.iter().position(|word| *word != 0)?;
        let word = self.0[number];
        let is_only = word.is_power_of_two() && self.0[number + 1..].iter().all(|word| *word == 0);
        is_only.then(|| 64 * number + word.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut number = 0;
        let mut word = self.0[0];
        std::iter::from_fn(move || {
            while word == 0 {
                number += 1;
                word = *self.0.get(number)?;
            }
            let member = 64 * number + word.trailing_zeros() as usize;
            word &= word - 1;
            Some(member)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<S: LayoutSet>(members: &[usize], others: &[usize]) {
        let mut sorted = members.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let [set, other]: [S; 2] = [members, others].map(|all| all.iter().copied().collect());
        assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        assert_eq!(set.len() as usize, sorted.len());
        assert_eq!(
            (set.first(), set.is_empty()),
            (sorted.first().copied(), sorted.is_empty())
        );
        let only = sorted.first().filter(|_| sorted.len() == 1);
        assert_eq!(set.only(), only.copied());
        for least in 0..32 {
            let from = sorted.iter().find(|member| **member >= least);
            assert_eq!(set.first_from(least), from.copied());
            let mut more = set;
            more.insert_if(least, false);
            assert_eq!(more, set);
            more.insert_if(least, true);
            assert_eq!(more, set | S::of(least));
            more.remove(least);
            assert_eq!(more, set & !S::of(least));
        }
        for member in 0..32 {
            let [here, there] = [set, other].map(|all| all.contains(member));
            assert_eq!(here, sorted.contains(&member));
            assert_eq!((set & other).contains(member), here && there);
            assert_eq!((set | other).contains(member), here || there);
            assert_eq!((set & !other).contains(member), here && !there);
        }
    }

    proptest! {
        #[test]
        fn sets_are_as_lists(
            few in prop::collection::vec(0..32_usize, 0..9),
            others in prop::collection::vec(0..32_usize, 0..9),
            small in prop::collection::vec(0..81_usize, 0..9),
            many in prop::collection::vec(0..640_usize, 0..9),
        ) {
            check::<WideSet<1>>(&few, &others);
            check::<Set128>(&small, &few);
            check::<WideSet<10>>(&many, &small);
        }
    }

    #[test]
    fn bands_are_thirds() {
        let cells = [0, 26, 27, 63, 64, 80];
        let set: Set128 = cells.into_iter().collect();
        assert_eq!(Set128::from_bands(set.bands()), set);
    }
}
