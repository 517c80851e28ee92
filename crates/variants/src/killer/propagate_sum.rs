//! Sums of groups of cells that see each other.
//!
//! The possible totals of a group are a set, with a bit for each total. A group can have the totals
//! that the other groups complete to the sum. Reversing the bits of a set maps each total to its
//! complement. The smallest total of each group is subtracted first, so that sets of 64 bits
//! suffice.

use super::killer_board::{DIGITS, is_open};
use super::propagate::{Contradiction, Propagation};
use super::signed_sums::GROUPS;
use countless_simd::Simd;

/// Group with open cells.
#[derive(Clone, Copy, Debug, Default)]
struct OpenGroup {
    /// Index of the group in its sum.
    number: usize,
    /// First two open cells. `len` is the number of open cells, and `union` has their candidates.
    first: [u8; 2],
    len: usize,
    union: u16,
    /// Possible totals, as bits. If the group is negative, each total is subtracted from `top`. Then
    /// `base` is subtracted.
    totals: u64,
    top: u32,
    base: u32,
}

impl OpenGroup {
    /// Subtracts each total from `top`.
    fn negated(self, totals: u64) -> u64 {
        totals.reverse_bits() >> (63 - self.top)
    }
}

impl<S: Simd> Propagation<'_, S> {
    /// Removes the candidates that a sum excludes.
    #[inline(always)]
    pub fn propagate_sum(&mut self, rule: usize) -> Result<(), Contradiction> {
        let sum = &self.rules.sums[rule - self.rules.cages.len()];
        let mut groups = [OpenGroup::default(); GROUPS];
        let (mut len, mut target) = (0, sum.total);
        for (number, group) in sum.groups.iter().enumerate() {
            let mut open = OpenGroup {
                number,
                ..OpenGroup::default()
            };
            let mut placed = 0;
            for &cell in &group.cells[..group.len] {
                let had = self.board.get(cell);
                if is_open(had) {
                    if open.len < 2 {
                        open.first[open.len] = cell;
                    }
                    open.union |= had;
                    open.len += 1;
                } else {
                    placed += had.trailing_zeros() as i32 + 1;
                }
            }
            target -= if group.is_minus { -placed } else { placed };
            if open.len == 0 {
                continue;
            }
            open.totals = match open.len {
                1 => u64::from(open.union) << 1,
                2 => {
                    let [first, second] = open.first.map(|cell| self.board.get(cell));
                    pair_totals(first, second)
                }
                len => self.totals.of(len, open.union),
            };
            if open.totals == 0 {
                return Err(Contradiction);
            }
            if group.is_minus {
                open.top = (DIGITS as u32 + 1) * open.len as u32;
                open.totals = open.negated(open.totals);
                target += open.top as i32;
            }
            open.base = open.totals.trailing_zeros();
            open.totals >>= open.base;
            target -= open.base as i32;
            groups[len] = open;
            len += 1;
        }
        if len == 0 {
            return if target == 0 {
                Ok(())
            } else {
                Err(Contradiction)
            };
        }
        if target > 63 {
            return Ok(()); // sets have 64 bits
        }
        let Ok(target) = u32::try_from(target) else {
            return Err(Contradiction);
        };
        let allowed = matching_totals(&groups[..len], target);
        for (open, allowed) in groups[..len].iter().zip(allowed) {
            if allowed == 0 {
                return Err(Contradiction);
            }
            if allowed != open.totals {
                let group = &sum.groups[open.number];
                let allowed = allowed << open.base;
                let allowed = if group.is_minus {
                    open.negated(allowed)
                } else {
                    allowed
                };
                self.restrict_totals(open, &group.cells[..group.len], allowed)?;
            }
        }
        Ok(())
    }

    /// Restricts a group to these totals.
    #[inline(always)]
    fn restrict_totals(
        &mut self,
        open: &OpenGroup,
        cells: &[u8],
        mut totals: u64,
    ) -> Result<(), Contradiction> {
        let [first, second] = open.first;
        match open.len {
            1 => self.restrict(first, self.board.get(first) & (totals >> 1) as u16),
            2 => {
                let (x, mut rest) = (self.board.get(first), 0);
                let (y, mut kept) = (self.board.get(second), 0);
                let mut digits = x;
                while digits != 0 {
                    let digit = digits.trailing_zeros();
                    digits &= digits - 1;
                    let partners = y & !(1 << digit) & (totals >> (digit + 2)) as u16;
                    rest |= partners;
                    kept |= u16::from(partners != 0) << digit;
                }
                self.restrict(first, kept)?;
                self.restrict(second, rest)
            }
            len => {
                let mut allowed = 0;
                while totals != 0 {
                    let total = totals.trailing_zeros();
                    totals &= totals - 1;
                    let of_total = self.sums.of(len, total, open.union.into());
                    allowed |= of_total.map_or(0, |all| all.allowed as u16);
                }
                if open.union & !allowed != 0 {
                    for &cell in cells {
                        let had = self.board.get(cell);
                        if is_open(had) {
                            self.restrict(cell, had & allowed)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Returns the totals of two different digits.
#[inline(always)]
fn pair_totals(mut first: u16, second: u16) -> u64 {
    let mut totals = 0;
    while first != 0 {
        let digits = lowest_two(first.into());
        first &= !(1 << digits[0] | 1 << digits[1]);
        for digit in digits {
            totals |= u64::from(second & !(1 << digit)) << (digit + 2);
        }
    }
    totals
}

/// Returns the totals of each group that the other groups complete to the sum.
#[inline(always)]
fn matching_totals(groups: &[OpenGroup], sum: u32) -> [u64; GROUPS] {
    let matched = |totals: u64| totals.reverse_bits() >> (63 - sum);
    let mut allowed = [0; GROUPS];
    // Totals of the groups before each group, and then of those behind it.
    let mut before = [1; GROUPS];
    for i in 1..groups.len() {
        before[i] = totals_of_both(before[i - 1], groups[i - 1].totals);
    }
    let mut behind = 1;
    for (i, group) in groups.iter().enumerate().rev() {
        allowed[i] = group.totals & matched(totals_of_both(before[i], behind));
        if i > 0 {
            behind = totals_of_both(behind, allowed[i]);
        }
    }
    allowed
}

/// Returns the sums of one total of each set. Sums above 63 are lost.
#[inline(always)]
fn totals_of_both(a: u64, b: u64) -> u64 {
    if a == 1 {
        return b;
    }
    let (mut few, many) = if a.count_ones() < b.count_ones() {
        (a, b)
    } else {
        (b, a)
    };
    let mut all = 0;
    while few != 0 {
        let [a, b] = lowest_two(few);
        few &= !(1 << a | 1 << b);
        all |= many << a | many << b;
    }
    all
}

/// Returns the positions of the two lowest bits of a set, or the only one twice. Loops of two bits
/// at a time have a number of steps that is easier to predict.
#[inline(always)]
fn lowest_two(set: u64) -> [u32; 2] {
    let rest = set & (set - 1);
    let second = if rest == 0 { set } else { rest };
    [set.trailing_zeros(), second.trailing_zeros()]
}
