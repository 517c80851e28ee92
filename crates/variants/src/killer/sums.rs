//! Sums that follow from cages: the rule of 45.
//!
//! An area of whole houses has a known sum. The cages in it are taken off, and so is a cage that
//! crosses its border, unless fewer of its cells are inside than outside. What is left are cells
//! inside with plus and cells outside with minus.

use super::board::members;
use super::houses::KillerHouses;

/// The most cells of a sum that follows; those of six and more save few guesses.
pub(super) const MOST: u32 = 5;

/// No more sums than this follow.
const MOST_SUMS: usize = 60;

/// Cells, some of which count as negative, and what they add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SignedSum {
    /// The number of cells.
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

    /// The sum with its signs turned so that equal ones look the same.
    fn normalised(self) -> Self {
        let key = |set: u128| (set.count_ones(), set);
        if key(self.plus) < key(self.minus) {
            Self::new(self.minus, self.plus, -self.total)
        } else {
            self
        }
    }

    /// Whether all of another sum is in it.
    fn contains(self, other: Self) -> bool {
        let is_in = |plus: u128, minus: u128| other.plus & !plus == 0 && other.minus & !minus == 0;
        is_in(self.plus, self.minus) || is_in(self.minus, self.plus)
    }

    pub fn cells(self) -> u128 {
        self.plus | self.minus
    }
}

/// What is left of an area with this sum.
fn remainder(area: u128, sum: u32, drawn: &[SignedSum]) -> SignedSum {
    // Cages may overlap: of those that share cells, only one is taken off.
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

/// The sums that follow from cages, those of few cells first, and none that has all of another.
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

/// The parts of a set whose cells all see each other, large ones first.
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

/// Whether all cells of a set see each other.
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
        // A cage that shares a cell with one before is not taken off.
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
