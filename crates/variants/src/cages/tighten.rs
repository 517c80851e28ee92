//! What the cages leave to their cells.
//!
//! Of a cage, the digits that stand are taken from its sum. What its other cells may have together,
//! a table knows: the digits that are in any of the sets with that sum, and those that are in all
//! of them. One of the latter that only one cell may have stands there, and no cell that sees all
//! of the cage has it. Two or three cells have exactly what the others can make up to the sum.
//!
//! A cage is looked at only if one of its cells has changed since.

use super::SumTable;
use super::areas::members;
use super::constraints::{CageConstraints, MOST, PendingCages};

/// The candidates of the cells of a puzzle, a bit for each digit.
pub trait CandidateGrid {
    fn get(&self, cell: u16) -> u32;
    fn set(&mut self, cell: u16, digits: u32);
    /// The first 128 cells that have any of these, a bit each.
    fn cells_with(&self, digits: u32) -> u128;
}

impl CandidateGrid for [u32] {
    fn get(&self, cell: u16) -> u32 {
        self[usize::from(cell)]
    }

    fn set(&mut self, cell: u16, digits: u32) {
        self[usize::from(cell)] = digits;
    }

    fn cells_with(&self, digits: u32) -> u128 {
        let cells = self.iter().zip(0..u128::BITS);
        cells.fold(0, |all, (had, cell)| {
            all | u128::from(had & digits != 0) << cell
        })
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tightened {
    /// There is no solution.
    Dead,
    /// Candidates were removed.
    Changed,
    /// Nothing.
    Same,
}

/// That there is no solution.
struct CageContradiction;

impl CageConstraints {
    /// Removes what the cages do not leave that are yet to be looked at, going through them once: what
    /// is to be looked at again, had better wait for what the units make of this.
    #[inline(always)]
    pub fn tighten(
        &self,
        pending: &mut PendingCages,
        grid: &mut (impl CandidateGrid + ?Sized),
    ) -> Tightened {
        let mut work = CageTightening {
            constraints: self,
            pending,
            grid,
            sums: SumTable::new(),
            changed: false,
        };
        let mut from = 0;
        while let Some(number) = work.pending.take_next(from) {
            from = number + 1;
            if work.tighten(number).is_err() {
                return Tightened::Dead;
            }
        }
        if work.changed {
            Tightened::Changed
        } else {
            Tightened::Same
        }
    }
}

/// Going through cages.
struct CageTightening<'a, G: ?Sized> {
    constraints: &'a CageConstraints,
    pending: &'a mut PendingCages,
    grid: &'a mut G,
    sums: SumTable,
    /// Whether candidates were removed.
    changed: bool,
}

impl<G: CandidateGrid + ?Sized> CageTightening<'_, G> {
    /// Leaves a cell these digits of those that it had; without a branch, since that would be
    /// guessed wrong too often.
    #[inline(always)]
    fn restrict(&mut self, cell: u16, had: u32, digits: u32) {
        self.grid.set(cell, digits);
        self.pending.mark_if(self.constraints, cell, digits != had);
    }

    /// Removes what a cage does not leave.
    #[inline(always)]
    fn tighten(&mut self, number: usize) -> Result<(), CageContradiction> {
        let constraints = self.constraints;
        let (cells, sum) = constraints.cage(number);
        // Loops of a known length have no branch.
        let must = match *cells {
            [first, second] => self.tighten_pair(number, [first, second], sum, u32::MAX),
            [_, _, _] => self.tighten_cells::<3>(number, cells, sum),
            [_, _, _, _] => self.tighten_cells::<4>(number, cells, sum),
            [_, _, _, _, _] => self.tighten_cells::<5>(number, cells, sum),
            _ => self.tighten_cells::<0>(number, cells, sum),
        }?;
        if must != 0 && self.pending.mark_cleared(number, must) {
            let wrong = constraints.cells_seeing(number) & self.grid.cells_with(must);
            self.changed |= wrong != 0;
            for cell in members(wrong) {
                let had = self.grid.get(cell);
                self.restrict(cell, had, had & !must);
            }
        }
        Ok(())
    }

    /// The same for the cells of a cage, `N` of them, or any number if that is 0; gives digits that
    /// it must have.
    #[inline(always)]
    fn tighten_cells<const N: usize>(
        &mut self,
        number: usize,
        cells: &[u16],
        sum: u32,
    ) -> Result<u32, CageContradiction> {
        let cells = if N == 0 { cells } else { &cells[..N] };
        let mut had = [0; MOST];
        let (mut placed, mut once, mut twice) = (0, 0, 0);
        let mut left = sum;
        for (had, &cell) in had.iter_mut().zip(cells) {
            *had = self.grid.get(cell);
            let digit = had.trailing_zeros() + 1;
            let (single, digit) = if is_open(*had) { (0, 0) } else { (*had, digit) };
            placed |= single;
            left = left.wrapping_sub(digit);
            let several = *had ^ single;
            twice |= once & several;
            once |= several;
        }
        // Should a digit stand twice, there is no solution to lose; a grid that is whole is checked.
        let (open, free) = (cells.len() - placed.count_ones() as usize, !placed);
        if open == 2 {
            return self.tighten_pair(number, open_cells(&had, cells), left, free);
        }
        let Some(combined) = self.sums.of(open, left, once & free) else {
            return Err(CageContradiction);
        };
        if open == 3 {
            self.tighten_triple(number, open_cells(&had, cells), left, free)?;
            return Ok(combined.required);
        }
        let hidden = combined.required & !twice;
        if once & !combined.allowed | hidden != 0 {
            let (mut is_dead, mut is_final) = (false, hidden == 0);
            for (&had, &cell) in had.iter().zip(cells) {
                let all = if is_open(had) {
                    had & combined.allowed
                } else {
                    had
                };
                let single = all & hidden;
                let left = if single == 0 { all } else { single };
                is_dead |= left == 0;
                is_final &= left == had || is_open(left);
                self.restrict(cell, had, left);
            }
            self.finish_cage(number, is_final, is_dead)?;
        }
        Ok(combined.required)
    }

    /// Ends with a cage that has changed, and may be done with until others change it.
    #[inline(always)]
    fn finish_cage(
        &mut self,
        number: usize,
        is_final: bool,
        is_dead: bool,
    ) -> Result<(), CageContradiction> {
        self.changed = true;
        if is_final {
            self.pending.unmark(number);
        }
        if is_dead {
            Err(CageContradiction)
        } else {
            Ok(())
        }
    }

    /// Leaves three cells what of these digits has partners to a sum.
    #[inline(always)]
    fn tighten_triple(
        &mut self,
        number: usize,
        cells: [u16; 3],
        sum: u32,
        of: u32,
    ) -> Result<(), CageContradiction> {
        let had = cells.map(|cell| self.grid.get(cell));
        let [a, b, c] = had.map(|digits| digits & of);
        let (mut left, mut rest) = ([0; 3], a);
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            let sum = sum.wrapping_sub(digit.trailing_zeros() + 1);
            let [x, y] = partners(b & !digit, c & !digit, sum);
            left[0] |= if x == 0 { 0 } else { digit };
            left[1] |= x;
            left[2] |= y;
        }
        if left != had {
            for i in 0..3 {
                self.restrict(cells[i], had[i], left[i]);
            }
            self.finish_cage(number, true, left.contains(&0))?;
        }
        Ok(())
    }

    /// Leaves two cells what of these digits has a partner to a sum; gives the digits that they
    /// must have.
    #[inline(always)]
    fn tighten_pair(
        &mut self,
        number: usize,
        [first, second]: [u16; 2],
        sum: u32,
        of: u32,
    ) -> Result<u32, CageContradiction> {
        let (a, b) = (self.grid.get(first), self.grid.get(second));
        let [x, y] = partners(a & of, b & of, sum);
        if x != a || y != b {
            self.restrict(first, a, x);
            self.restrict(second, b, y);
            self.finish_cage(number, true, x == 0 || y == 0)?;
        }
        let both = x | y;
        Ok(if both.count_ones() == 2 { both } else { 0 })
    }
}

/// Whether there are several digits.
#[inline(always)]
fn is_open(digits: u32) -> bool {
    digits & digits.wrapping_sub(1) != 0
}

/// The first cells that are open.
#[inline(always)]
fn open_cells<const N: usize>(digits: &[u32], cells: &[u16]) -> [u16; N] {
    let mut open = [0; N];
    let all = digits.iter().zip(cells).filter(|(had, _)| is_open(**had));
    for (to, (_, &cell)) in open.iter_mut().zip(all) {
        *to = cell;
    }
    open
}

/// What each of two cells can have so that both together make a sum.
#[inline(always)]
pub fn partners(a: u32, b: u32, sum: u32) -> [u32; 2] {
    // A digit is no partner of its own.
    let half = u32::from(sum.is_multiple_of(2)) << ((sum / 2).wrapping_sub(1) % 32);
    let (a, b) = (a & !half, b & !half);
    [a & complements(b, sum), b & complements(a, sum)]
}

/// The digits that make a sum with one of these.
#[inline(always)]
fn complements(digits: u32, sum: u32) -> u32 {
    // The bit of a digit is one less than the digit.
    let turned = u64::from(digits.reverse_bits());
    let left = (turned << 32).checked_shr(65 - sum.min(64));
    left.unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cages::{Cages, RuleOf45};
    use crate::options::ShapeOptions;
    use crate::shape::Shape;

    #[test]
    fn partners_make_the_sum() {
        for sum in 0..=50 {
            for digit in 1..=25 {
                let partner = sum - i32::from(digit as i8);
                let expected = if (1..=32).contains(&partner) {
                    1_u32 << (partner - 1)
                } else {
                    0
                };
                assert_eq!(
                    complements(1 << (digit - 1), sum as u32),
                    expected,
                    "{sum} {digit}"
                );
            }
        }
    }

    #[test]
    fn a_cage_leaves_what_its_sum_allows() {
        let mut cages = Cages::default();
        cages.push(&[0, 1, 2], 6);
        cages.push(&[3, 4], 17);
        let shape = Shape::new(&ShapeOptions::default()).unwrap();
        let (mut all, mut pending) = (CageConstraints::default(), PendingCages::default());
        all.load(&cages, &RuleOf45::new(&shape));
        let mut tighten = |grid: &mut [u32]| {
            pending.mark_all(&all);
            all.tighten(&mut pending, grid)
        };
        let mut grid = vec![511; 81];
        assert_eq!(tighten(&mut grid), Tightened::Changed);
        assert_eq!(grid[..3], [0b111; 3]);
        assert_eq!(grid[3..6], [0b1_1000_0000, 0b1_1000_0000, 0b111_1000]);
        assert_eq!(tighten(&mut grid), Tightened::Same);
        (grid[0], grid[3]) = (0b110, 0b1_0000_0000);
        // Only one cell less may have a 1, and an 8 is left.
        grid[1] = 0b110;
        assert_eq!(tighten(&mut grid), Tightened::Changed);
        assert_eq!(
            grid[..5],
            [0b110, 0b110, 0b001, 0b1_0000_0000, 0b0_1000_0000]
        );
        grid[4] = 1;
        assert_eq!(tighten(&mut grid), Tightened::Dead);
    }
}
