//! Sums derived from cages by the rule of 45.
//!
//! An area of whole houses has a known sum. The cages inside are subtracted, and so are cages
//! across its border with more cells inside than outside. The remaining cells inside have a plus
//! sign; the subtracted cells outside have a minus sign.

use super::killer_board::members;
use super::killer_houses::KillerHouses;

/// Largest number of cells of a derived sum. Sums of six or more cells save few branches.
pub(super) const MOST: u32 = 5;

/// Largest number of derived sums.
const MOST_SUMS: usize = 60;

/// Cells with plus or minus sign, and their signed sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SignedSum {
    /// Number of cells.
    len: u32,
    pub plus: u128,
    pub minus: u128,
    pub total: i32,
}

impl SignedSum {
    pub fn new(plus: u128, minus: u128, total: i32) -> Self {
        let len = (plus | minus).count_ones();
        Self {
            len,
            plus,
            minus,
            total,
        }
    }

    /// Normalises the signs, so that a sum and its negative are equal.
    fn normalised(self) -> Self {
        let key = |set: u128| (set.count_ones(), set);
        if key(self.plus) < key(self.minus) {
            Self::new(self.minus, self.plus, -self.total)
        } else {
            self
        }
    }

    /// Returns whether the sum contains all cells of another one, with equal or with opposite
    /// signs.
    fn contains(self, other: Self) -> bool {
        let is_in = |plus: u128, minus: u128| other.plus & !plus == 0 && other.minus & !minus == 0;
        is_in(self.plus, self.minus) || is_in(self.minus, self.plus)
    }

    pub fn cells(self) -> u128 {
        self.plus | self.minus
    }
}

/// Subtracts cages from an area with this sum, and returns the remainder.
fn remainder(area: u128, sum: u32, drawn: &[SignedSum]) -> SignedSum {
    // Of overlapping cages, only one is subtracted.
    let (mut off, mut total) = (0_u128, sum as i32);
    for cage in drawn {
        let (inside, outside) = (cage.plus & area, cage.plus & !area);
        if inside != 0 && cage.plus & off == 0 && inside.count_ones() > outside.count_ones() {
            off |= cage.plus;
            total -= cage.total;
        }
    }
    SignedSum::new(area & !off, off & !area, total).normalised()
}

/// Returns the derived sums, those of few cells first. A sum that contains a cage or another sum is
/// left out.
pub(super) fn derive_sums(areas: &[(u128, u32)], drawn: &[SignedSum]) -> Vec<SignedSum> {
    let all = areas.iter().map(|&(area, sum)| remainder(area, sum, drawn));
    let mut all: Vec<SignedSum> = all.filter(|sum| (1..=MOST).contains(&sum.len)).collect();
    all.sort_unstable();
    all.dedup();
    let mut kept: Vec<SignedSum> = Vec::new();
    for sum in all {
        let mut known = drawn.iter().chain(&kept);
        if kept.len() < MOST_SUMS && !known.any(|&other| sum.contains(other)) {
            kept.push(sum);
        }
    }
    kept
}

/// Divides a set into parts, each within a house or cage. The largest possible part is taken first.
pub(super) fn cliques(mut set: u128, houses: &KillerHouses, drawn: &[SignedSum]) -> Vec<u128> {
    let mut parts = Vec::new();
    while set != 0 {
        let houses = houses.list.iter().map(|(_, house)| house & set);
        let all = houses.chain(drawn.iter().map(|cage| cage.plus & set));
        let Some(part) = all.max_by_key(|part| part.count_ones()) else {
            break;
        };
        parts.push(part);
        set &= !part;
    }
    parts
}

/// Returns whether all cells of a set see each other.
pub(super) fn is_clique(set: u128, seen: &[u128]) -> bool {
    let mut cells = members(set);
    cells.all(|cell| set & !(1 << cell) & !seen[usize::from(cell)] == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u8]) -> u128 {
        cells.iter().fold(0, |set, cell| set | 1 << cell)
    }

    fn cage(cells: &[u8], sum: i32) -> SignedSum {
        SignedSum::new(set(cells), 0, sum)
    }

    #[test]
    fn cells_inside_and_outside_are_told_apart() {
        let row = (set(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), 45);
        let drawn = [
            cage(&[0, 1, 2, 9], 20),
            cage(&[3, 4, 5], 10),
            cage(&[6, 7, 15], 12),
        ];
        let expected = SignedSum::new(set(&[8]), set(&[9, 15]), 3).normalised();
        assert_eq!(derive_sums(&[row], &drawn), [expected]);
        assert_eq!((expected.minus, expected.total), (set(&[8]), -3));
        // A cage that shares a cell with an earlier one is not subtracted.
        let over = [cage(&[0, 1, 2, 3, 4], 20), cage(&[4, 5, 6, 7], 20)];
        assert_eq!(derive_sums(&[row], &over), [cage(&[5, 6, 7, 8], 25)]);
    }

    #[test]
    fn what_has_all_of_a_cage_is_left_out() {
        let areas = [(set(&[0, 1, 2, 3]), 10), (set(&[2, 3, 6, 7]), 10)];
        let drawn = [cage(&[0, 1], 3)];
        let kept = derive_sums(&areas, &drawn);
        assert_eq!(kept, [cage(&[2, 3], 7)]);
    }
}
