//! Removal of candidates by the sum of a cage.

use super::candidate_word::{candidate_word, candidates_of};
use super::exact_candidates::{ExactCandidates, MOST};
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
        let cage = &self.rules.cages[number];
        let required = if cage.len <= MOST {
            self.propagate_exact(number, &cage.cells[..cage.len], cage.sum)?
        } else {
            self.propagate_large(number)?
        };
        self.require(number, required);
        Ok(())
    }

    /// Propagates two cages of [`MOST`] cells. The second stays pending if the first changes its
    /// cells.
    #[inline(always)]
    pub fn propagate_two(&mut self, numbers: [usize; 2]) -> Result<(), Contradiction> {
        let cages = numbers.map(|number| {
            let cage = &self.rules.cages[number];
            let [a, b, c, d, e, ..] = cage.cells;
            ([a, b, c, d, e], cage.sum)
        });
        let words = cages.map(|(cells, _)| self.word(cells));
        let sums = cages.map(|(_, sum)| sum);
        let found = self.exact.candidates_of_two(self.simd, words, sums);
        for (i, number) in numbers.into_iter().enumerate() {
            let (cells, _) = cages[i];
            if i != 0 && self.word(cells) != words[i] {
                break;
            }
            let required = self.keep(cells, words[i], found[i]);
            let required = required.map_err(|dead| self.blame(number, dead))?;
            self.pending.rules &= !(1 << number);
            self.require(number, required);
        }
        Ok(())
    }

    /// Records the required digits of a cage.
    #[inline(always)]
    fn require(&mut self, number: usize, required: u16) {
        self.pending.required_digits[number] = required;
        if required != 0 {
            self.pending.requiring_cages |= 1 << number;
        }
    }

    /// Removes the candidates that a cage of more than [`MOST`] cells excludes. Returns required
    /// digits.
    #[inline(always)]
    fn propagate_large(&mut self, number: usize) -> Result<u16, Contradiction> {
        let cage = &self.rules.cages[number];
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
        if open <= MOST {
            return self.propagate_exact(number, &cells[..open], left);
        }
        let of_sum = self.sums.of(open, left, once.into()).ok_or(Contradiction)?;
        let (allowed, required) = (of_sum.allowed as u16, of_sum.required as u16);
        let hidden = required & !twice;
        for i in 0..open {
            let all = had[i] & allowed;
            let single = all & hidden;
            self.restrict(cells[i], if single == 0 { all } else { single })?;
        }
        Ok(required)
    }

    /// Restricts at most [`MOST`] cells of a cage to the candidates in a combination with this sum.
    /// Returns required digits of its open cells.
    #[inline(always)]
    fn propagate_exact(
        &mut self,
        number: usize,
        cells: &[u8],
        sum: u32,
    ) -> Result<u16, Contradiction> {
        let required = match *cells {
            [] if sum == 0 => 0,
            [] => return Err(Contradiction),
            [cell] => {
                let digit = 1_u32.checked_shl(sum.wrapping_sub(1)).unwrap_or(0);
                self.restrict(cell, self.board.get(cell) & digit as u16)?;
                0
            }
            [first, second] => self.propagate_pair(first, second, sum)?,
            [a, b, c] => self.propagate_cells([a, b, c], sum)?,
            [a, b, c, d] => self.propagate_cells([a, b, c, d], sum)?,
            [a, b, c, d, e, ..] => self.propagate_cells::<MOST>([a, b, c, d, e], sum)?,
        };
        // The candidates are exact, so the cage need not be visited again after its own changes.
        self.pending.rules &= !(1 << number);
        Ok(required)
    }

    /// Restricts two cells.
    #[inline(always)]
    fn propagate_pair(&mut self, first: u8, second: u8, sum: u32) -> Result<u16, Contradiction> {
        let had = [first, second].map(|cell| self.board.get(cell).into());
        let [x, y] = partners(had[0], had[1], sum);
        self.restrict(first, x as u16)?;
        self.restrict(second, y as u16)?;
        let both = (x | y) as u16;
        let is_required = both.count_ones() == 2 && is_open(x as u16);
        Ok(if is_required { both } else { 0 })
    }

    /// Restricts three, four or five cells.
    #[inline(always)]
    fn propagate_cells<const K: usize>(
        &mut self,
        cells: [u8; K],
        sum: u32,
    ) -> Result<u16, Contradiction> {
        let word = self.word(cells);
        let found = self.exact.candidates::<S, K>(self.simd, word, sum);
        self.keep(cells, word, found)
    }

    /// Returns the candidates of cells as a word.
    #[inline(always)]
    pub fn word<const K: usize>(&self, cells: [u8; K]) -> u64 {
        candidate_word(cells.map(|cell| self.board.get(cell)))
    }

    /// Restricts cells with the candidates `word` to their exact candidates. Returns required
    /// digits.
    #[inline(always)]
    fn keep<const K: usize>(
        &mut self,
        cells: [u8; K],
        word: u64,
        found: Option<ExactCandidates>,
    ) -> Result<u16, Contradiction> {
        let found = found.ok_or(Contradiction)?;
        if found.allowed != word {
            for i in 0..K {
                self.restrict(cells[i], candidates_of(found.allowed, i))?;
            }
        }
        let mut required = found.required;
        if required != 0 {
            for i in 0..K {
                let left = candidates_of(found.allowed, i);
                required &= if is_open(left) { u16::MAX } else { !left };
            }
        }
        Ok(required)
    }
}
