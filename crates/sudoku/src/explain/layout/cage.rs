//! Cells of a known sum, and what they can hold.

use super::super::super::sums::{SumCandidates, SumTable};
use super::super::house::HouseKind;

/// Cells whose digits differ and have a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, in ascending order.
    pub cells: Vec<u16>,
    /// The sum of their digits.
    pub sum: u32,
    /// The origin of the cage.
    pub origin: CageOrigin,
}

/// The origin of a cage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CageOrigin {
    /// It is drawn.
    Drawn,
    /// These houses, side by side, by kind and number, have a known sum: it is what the drawn
    /// cages inside leave, or what those that cover them have outside.
    Follows(Vec<(HouseKind, usize)>),
}

/// What is left of a cage whose settled digits are taken from its sum.
struct RemainingSum {
    cells: usize,
    sum: u32,
    /// The candidates of any of the cells, and those of two at least.
    once: u32,
    twice: u32,
}

impl Cage {
    /// True if it is drawn.
    pub fn is_drawn(&self) -> bool {
        self.origin == CageOrigin::Drawn
    }

    /// None if the settled digits have too large a sum, or all are settled with another one.
    fn remaining_sum(&self, digits: impl Iterator<Item = u32>) -> Option<RemainingSum> {
        let mut rest = RemainingSum {
            cells: 0,
            sum: self.sum,
            once: 0,
            twice: 0,
        };
        for digits in digits {
            if digits.is_power_of_two() {
                rest.sum = rest.sum.checked_sub(digits.trailing_zeros() + 1)?;
            } else {
                rest.cells += 1;
                rest.twice |= rest.once & digits;
                rest.once |= digits;
            }
        }
        (rest.cells > 0 || rest.sum == 0).then_some(rest)
    }

    /// The digits of each cell with which the others can make up the sum, of those that it may
    /// hold; none if the cage cannot have its sum.
    pub fn possible_digits(&self, digits: impl Fn(u16) -> u32) -> Option<Vec<u32>> {
        let held: Vec<u32> = self.cells.iter().map(|&cell| digits(cell)).collect();
        self.possible_digits_of(&held)
    }

    /// As [`Cage::left`], where the cells may hold these digits, in their order.
    pub(super) fn possible_digits_of(&self, held: &[u32]) -> Option<Vec<u32>> {
        let (sums, rest) = (SumTable::new(), self.remaining_sum(held.iter().copied())?);
        let left = held.iter().map(|&own| {
            if own.is_power_of_two() {
                return own;
            }
            let allowed = super::bits(own).filter(|&digit| rest.allows(sums, own, digit));
            allowed.fold(0, |all, digit| all | 1 << digit)
        });
        Some(left.collect())
    }

    /// The digits of its open cells that every way to make up the sum has.
    pub fn required(&self, digits: impl Fn(u16) -> u32) -> u32 {
        let rest = self
            .remaining_sum(self.cells.iter().map(|&cell| digits(cell)))
            .filter(|rest| rest.cells > 1);
        let combined = rest.and_then(|rest| {
            let SumCandidates { required, .. } =
                SumTable::new().of(rest.cells, rest.sum, rest.once)?;
            Some(required & rest.once)
        });
        combined.unwrap_or(0)
    }
}

impl RemainingSum {
    /// Whether the other cells can have what is left if one that may hold these digits holds
    /// one of them.
    fn allows(&self, sums: SumTable, own: u32, digit: usize) -> bool {
        let Some(sum) = self.sum.checked_sub(digit as u32 + 1) else {
            return false;
        };
        if self.cells == 1 {
            return sum == 0;
        }
        let others = (self.twice | self.once & !own) & !(1 << digit);
        sums.of(self.cells - 1, sum, others).is_some()
    }
}
