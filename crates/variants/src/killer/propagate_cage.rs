//! Removal of candidates by the sum of a cage.

use super::exact_candidates::MOST;
use super::killer_board::{DIGITS, is_open};
use super::propagate::{Contradiction, Propagation};
use crate::cages::partners;
use countless_simd::Simd;

/// Capacity for the open cells of a cage.
const OPEN: usize = (DIGITS + 1).next_power_of_two();

impl<S: Simd> Propagation<'_, S> {
    /// Removes the candidates that a cage excludes.
    #[inline(always)]
    pub fn propagate_cage(&mut self, number: usize) -> Result<(), Contradiction> {
        let rules = self.rules;
        let cage = &rules.cages[number];
        let (mut cells, mut had, mut open) = ([0; OPEN], [0; OPEN], 0);
        let (mut placed, mut once, mut twice) = (0, 0, 0);
        let (mut left, mut is_dead) = (cage.sum, false);
        for &cell in &cage.cells[..cage.len] {
            let digits = self.board.get(cell);
            let is_open = is_open(digits);
            let (several, single) = if is_open { (digits, 0) } else { (0, digits) };
            (cells[open % OPEN], had[open % OPEN]) = (cell, digits);
            open += usize::from(is_open);
            let digit = digits.trailing_zeros() + 1;
            left = left.wrapping_sub(if is_open { 0 } else { digit });
            is_dead |= placed & single != 0;
            placed |= single;
            twice |= once & several;
            once |= several;
        }
        if is_dead {
            return Err(Contradiction);
        }
        if once & placed != 0 {
            // Some cells see each other only in the cage, so houses do not remove these digits.
            once &= !placed;
            for i in 0..open {
                had[i] &= !placed;
                self.restrict(cells[i], had[i])?;
            }
        }
        let of_sum = self.sums.of(open, left, once.into()).ok_or(Contradiction)?;
        let (allowed, mut required) = (of_sum.allowed as u16, of_sum.required as u16);
        match open {
            0 => return Ok(()),
            1 => self.restrict(cells[0], had[0] & allowed)?,
            2 => {
                let [first, second] = partners(had[0].into(), had[1].into(), left);
                self.restrict(cells[0], first as u16)?;
                self.restrict(cells[1], second as u16)?;
                let both = (first | second) as u16;
                required = if both.count_ones() == 2 { both } else { 0 };
            }
            3 => required = self.propagate_exact::<3>(&cells, &had, left)?,
            4 => required = self.propagate_exact::<4>(&cells, &had, left)?,
            MOST => required = self.propagate_exact::<MOST>(&cells, &had, left)?,
            _ => {
                let hidden = required & !twice;
                for i in 0..open {
                    let all = had[i] & allowed;
                    let single = all & hidden;
                    self.restrict(cells[i], if single == 0 { all } else { single })?;
                }
            }
        }
        if open <= MOST {
            // The candidates are exact, so the cage need not be visited again after its own
            // changes.
            self.pending.rules &= !(1 << number);
        }
        self.pending.required_digits[number] = required;
        if required != 0 {
            self.pending.requiring_cages |= 1 << number;
        }
        Ok(())
    }

    /// Restricts `K` cells to the candidates in a combination with this sum. Returns required
    /// digits.
    #[inline(always)]
    fn propagate_exact<const K: usize>(
        &mut self,
        cells: &[u8; OPEN],
        had: &[u16; OPEN],
        sum: u32,
    ) -> Result<u16, Contradiction> {
        let had: [u16; K] = std::array::from_fn(|i| had[i]);
        let found = self
            .exact
            .candidates(self.simd, had, sum)
            .ok_or(Contradiction)?;
        for i in 0..K {
            self.restrict(cells[i], found.allowed[i])?;
        }
        Ok(found.required)
    }
}
