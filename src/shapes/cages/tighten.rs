//! What the cages leave to their cells.
//!
//! Of a cage, the digits that stand are taken from its sum. What its other cells may have together,
//! a table knows: the digits that are in any of the sets with that sum, and those that are in all
//! of them. One of the latter that only one cell may have stands there, and no cell that sees all
//! of the cage has it. Of two cells, each has what the other one lacks to the sum.

use super::sums::Sums;
use super::{Cage, Cages};

/// The candidates of the cells of a puzzle, a bit for each digit.
pub trait Grid {
    fn get(&self, cell: u16) -> u32;
    fn set(&mut self, cell: u16, digits: u32);
}

impl Grid for [u32] {
    fn get(&self, cell: u16) -> u32 {
        self[usize::from(cell)]
    }

    fn set(&mut self, cell: u16, digits: u32) {
        self[usize::from(cell)] = digits;
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

/// The most cells of a cage.
const MOST: usize = 32;

impl Cages {
    /// Removes what the cages do not leave, going through them once.
    #[inline(always)]
    pub fn tighten(&self, grid: &mut (impl Grid + ?Sized)) -> Tightened {
        let (sums, mut result) = (Sums::new(), Tightened::Same);
        for &cage in &self.list {
            let cells = self.cells_of(cage);
            let mut open = [(0, 0); MOST];
            let (mut count, mut left) = (0, i32::from(cage.sum));
            let (mut placed, mut clash, mut once, mut twice) = (0, 0, 0, 0);
            for &cell in cells {
                let digits = grid.get(cell);
                let is_placed = digits & digits.wrapping_sub(1) == 0;
                let single = if is_placed { digits } else { 0 };
                clash |= placed & single;
                placed |= single;
                let digit = digits.trailing_zeros() as i32 + 1;
                left -= if is_placed { digit } else { 0 };
                let several = digits ^ single;
                twice |= once & several;
                once |= several;
                open[count % MOST] = (cell, digits);
                count += usize::from(!is_placed);
            }
            if left < 0 || clash != 0 {
                return Tightened::Dead;
            }
            if count == 0 {
                if left != 0 {
                    return Tightened::Dead;
                }
                continue;
            }
            let left = left as u32;
            let combined = sums.of(count, left, once & !placed);
            let hidden = combined.required & once & !twice;
            if combined.allowed == 0 {
                return Tightened::Dead;
            }
            if count == 2 {
                let [(first, a), (second, b)] = [open[0], open[1]];
                let (x, y) = (a & combined.allowed, b & combined.allowed);
                let (x, y) = (x & mirrored(y, left), y & mirrored(x, left));
                if x == 0 || y == 0 {
                    return Tightened::Dead;
                }
                if x != a || y != b {
                    grid.set(first, x);
                    grid.set(second, y);
                    result = Tightened::Changed;
                }
                if (x | y).count_ones() == 2 {
                    result = self.clear(cage, x | y, grid, result);
                }
                continue;
            }
            if combined.required != 0 {
                result = self.clear(cage, combined.required, grid, result);
            }
            if once & !combined.allowed | hidden == 0 {
                continue;
            }
            for &(cell, before) in &open[..count % MOST] {
                let single = before & hidden;
                let after = if single == 0 {
                    before & combined.allowed
                } else {
                    single
                };
                if after == 0 {
                    return Tightened::Dead;
                }
                if after != before {
                    grid.set(cell, after);
                    result = Tightened::Changed;
                }
            }
        }
        result
    }

    /// Takes digits that a cage must have from the cells that see all of it. A cell that is left
    /// with nothing is found by whoever looks at it next.
    #[inline(always)]
    fn clear(
        &self,
        cage: Cage,
        digits: u32,
        grid: &mut (impl Grid + ?Sized),
        before: Tightened,
    ) -> Tightened {
        let mut result = before;
        for &cell in self.seers_of(cage) {
            let had = grid.get(cell);
            if had & digits != 0 {
                grid.set(cell, had & !digits);
                result = Tightened::Changed;
            }
        }
        result
    }
}

/// The digits that make a sum with one of these.
#[inline(always)]
fn mirrored(digits: u32, sum: u32) -> u32 {
    // The bit of a digit is one less than the digit.
    let turned = u64::from(digits.reverse_bits());
    ((turned << 32) >> (65 - sum.min(64))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_make_the_sum() {
        for sum in 2..=50 {
            for digit in 1..=25 {
                let partner = sum - i32::from(digit as i8);
                let expected = if (1..=32).contains(&partner) {
                    1_u32 << (partner - 1)
                } else {
                    0
                };
                assert_eq!(
                    mirrored(1 << (digit - 1), sum as u32),
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
        let mut grid = vec![511; 5];
        assert_eq!(cages.tighten(&mut grid[..]), Tightened::Changed);
        assert_eq!(grid, [0b111, 0b111, 0b111, 0b1_1000_0000, 0b1_1000_0000]);
        assert_eq!(cages.tighten(&mut grid[..]), Tightened::Same);
        (grid[0], grid[3]) = (0b110, 0b1_0000_0000);
        // Only one cell less may have a 1, and an 8 is left.
        grid[1] = 0b110;
        assert_eq!(cages.tighten(&mut grid[..]), Tightened::Changed);
        assert_eq!(grid, [0b110, 0b110, 0b001, 0b1_0000_0000, 0b0_1000_0000]);
        grid[4] = 1;
        assert_eq!(cages.tighten(&mut grid[..]), Tightened::Dead);
    }
}
