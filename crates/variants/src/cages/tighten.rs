//! Removal of candidates by the sums of cages.
//!
//! The solved cells of a cage are subtracted from its sum. For the open cells, a table gives two
//! sets: the digits in any combination with the remaining sum, and those in all combinations. The
//! latter are required. A required digit is placed if only one cell can hold it, and removed from
//! all cells that see the whole cage. If two or three cells are open, exactly the candidates in a
//! valid combination remain.
//!
//! A cage is visited only after a change of one of its cells.

use super::rule_of_45::members;
use super::{CageConstraints, MOST, PendingCages, SumTable};

/// Candidates of the cells of a puzzle, with a bit for each digit.
pub trait CandidateGrid {
    fn get(&self, cell: u16) -> u32;
    fn set(&mut self, cell: u16, digits: u32);
    /// Returns the cells, among the first 128, that have any of these candidates.
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
        self.iter().zip(0..u128::BITS).fold(0, |all, (had, cell)| {
            all | u128::from(had & digits != 0) << cell
        })
    }
}

/// Result of tightening cages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tightened {
    /// Contradiction: the candidates have no solution.
    Dead,
    /// Candidates were removed.
    Changed,
    /// No candidate was removed.
    Same,
}

/// Contradiction: the candidates have no solution.
struct CageContradiction;

impl CageConstraints {
    /// Removes the candidates that marked cages exclude, in one pass over the cages. An earlier
    /// cage that is marked again waits until the houses have been propagated.
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

/// State of one pass over the cages.
struct CageTightening<'a, G: ?Sized> {
    constraints: &'a CageConstraints,
    pending: &'a mut PendingCages,
    grid: &'a mut G,
    sums: SumTable,
    /// True if candidates were removed.
    changed: bool,
}

/// Three open cells, their sum, and the digits that they may hold.
type OpenTriple = ([u16; 3], u32, u32);

impl<G: CandidateGrid + ?Sized> CageTightening<'_, G> {
    /// Restricts a cell to some of the candidates that it had. It does not branch on a change,
    /// because that branch would be mispredicted too often.
    #[inline(always)]
    fn restrict(&mut self, cell: u16, had: u32, digits: u32) {
        self.grid.set(cell, digits);
        self.pending.mark_if(self.constraints, cell, digits != had);
    }

    /// Removes the candidates that a cage excludes.
    #[inline(always)]
    fn tighten(&mut self, number: usize) -> Result<(), CageContradiction> {
        let constraints = self.constraints;
        let (cells, sum) = constraints.cage(number);
        // Loops of a known length are unrolled.
        let (must, triple) = match *cells {
            [first, second] => {
                let must = self.tighten_pair(number, [first, second], sum, u32::MAX)?;
                (must, None)
            }
            [_, _, _] => self.tighten_cells::<3>(number, cells, sum)?,
            [_, _, _, _] => self.tighten_cells::<4>(number, cells, sum)?,
            [_, _, _, _, _] => self.tighten_cells::<5>(number, cells, sum)?,
            _ => self.tighten_cells::<0>(number, cells, sum)?,
        };
        // Inlined once, and not for each number of cells.
        if let Some((cells, sum, of)) = triple {
            self.tighten_triple(number, cells, sum, of)?;
        }
        if must != 0 && self.pending.mark_cleared(number, must) {
            let wrong = constraints.cells_seeing(number) & self.grid.cells_with(must);
            self.changed |= wrong != 0;
            for cell in members(wrong).map(u16::from) {
                let had = self.grid.get(cell);
                self.restrict(cell, had, had & !must);
            }
        }
        Ok(())
    }

    /// Removes the candidates that a cage of `N` cells excludes, or of any size if `N` is 0. Returns
    /// required digits. If three cells are open, they are returned instead of being restricted.
    #[inline(always)]
    fn tighten_cells<const N: usize>(
        &mut self,
        number: usize,
        cells: &[u16],
        sum: u32,
    ) -> Result<(u32, Option<OpenTriple>), CageContradiction> {
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
        // If a digit is placed twice, the candidates have no solution anyway. Complete grids are
        // checked.
        let (open, free) = (cells.len() - placed.count_ones() as usize, !placed);
        if open == 2 {
            let required = self.tighten_pair(number, open_cells(&had, cells), left, free)?;
            return Ok((required, None));
        }
        let Some(combined) = self.sums.of(open, left, once & free) else {
            return Err(CageContradiction);
        };
        if open == 3 {
            let triple = (open_cells(&had, cells), left, free);
            return Ok((combined.required, Some(triple)));
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
        Ok((combined.required, None))
    }

    /// Records that a cage has changed. A cage at its fixed point is unmarked until another change.
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

    /// Restricts three cells to the candidates among `of` that are in a combination with this sum.
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

    /// Restricts two cells to the candidates among `of` that are in a combination with this sum.
    /// Returns required digits.
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

/// Returns whether a cell has several candidates.
#[inline(always)]
fn is_open(digits: u32) -> bool {
    digits & digits.wrapping_sub(1) != 0
}

/// Returns the first `N` open cells.
#[inline(always)]
fn open_cells<const N: usize>(digits: &[u32], cells: &[u16]) -> [u16; N] {
    let mut open = [0; N];
    let all = digits.iter().zip(cells).filter(|(had, _)| is_open(**had));
    for (to, (_, &cell)) in open.iter_mut().zip(all) {
        *to = cell;
    }
    open
}

/// Returns the candidates of two cells that have a partner in the other cell with this sum.
#[inline(always)]
pub fn partners(a: u32, b: u32, sum: u32) -> [u32; 2] {
    // The two digits differ.
    let half = u32::from(sum.is_multiple_of(2)) << ((sum / 2).wrapping_sub(1) % 32);
    let (a, b) = (a & !half, b & !half);
    [a & complements(b, sum), b & complements(a, sum)]
}

/// Returns the digits that have this sum with one of `digits`.
#[inline(always)]
fn complements(digits: u32, sum: u32) -> u32 {
    // The bit of a digit is one less than the digit.
    let turned = u64::from(digits.reverse_bits());
    (turned << 32).checked_shr(65 - sum.min(64)).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cages::{Cages, RuleOf45};
    use crate::shape::Shape;
    use crate::shape_options::ShapeOptions;

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
        let shape = Shape::new(&ShapeOptions::new()).unwrap();
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
        // Only the third cell can hold a 1, and an 8 remains for the fifth.
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
