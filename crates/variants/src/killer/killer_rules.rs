//! Rules of a puzzle: its cages, and the sums derived from them by the rule of 45.
//!
//! An area of whole houses has a known sum. The cages inside are subtracted, and so are cages
//! across its border with more cells inside than outside. The remaining cells inside have a plus
//! sign; the subtracted cells outside have a minus sign.
//!
//! Sums of few cells are kept. Sums of more cells are kept if they are *tight*: next to the smallest
//! or the largest sum that the cells can have.

use super::exact_candidates::MOST;
use super::killer_board::{CELLS, DIGITS, HouseCells, KillerHouses, first_cells};
use crate::cages::{Cages, RuleOf45, cell_set, members};
use countless_simd::{distinct, sort_by_key};
use countless_sudoku::sums::range;

/// Largest number of rules of a puzzle, which have a bit each.
pub(super) const RULES: usize = u128::BITS as usize;

/// Group of cells that see each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct SumGroup {
    pub cells: HouseCells,
    pub len: usize,
    pub is_minus: bool,
}

/// Sum of positive and negative groups.
#[derive(Clone, Debug)]
pub(super) struct GroupSum {
    pub groups: Vec<SumGroup>,
    pub total: i32,
}

/// Cells with different digits and a known sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct KillerCage {
    pub cells: HouseCells,
    pub len: usize,
    pub sum: u32,
}

/// Drawn and derived cages, followed by the derived sums that are not cages.
#[derive(Debug, Default)]
pub(super) struct KillerRules {
    pub cages: Vec<KillerCage>,
    /// Cages of five cells, as bits.
    pub fives: u128,
    pub sums: Vec<GroupSum>,
    /// Cells of each rule.
    pub cells_of_rule: Vec<u128>,
    /// Rules of each cell, as bits.
    pub rules_of_cell: Vec<u128>,
    /// Cells that each cell sees in houses and cages.
    pub seen: Vec<u128>,
    /// For each cage and each set of its first [`MOST`] cells, the cells outside the cage that see
    /// all of the set.
    pub seeing: Vec<[u128; 1 << MOST]>,
}

impl KillerRules {
    /// Returns whether the cages are few enough.
    pub fn accepts(cages: &Cages) -> bool {
        cages.drawn().count() <= RULES
    }

    /// Creates the rules of a puzzle.
    pub fn new(houses: &KillerHouses, areas: &[(u128, u32)], cages: &Cages) -> Self {
        let signed = |(cells, sum)| SignedSum::new(cell_set(cells), 0, sum as i32);
        let drawn: Vec<SignedSum> = cages.drawn().map(signed).collect();
        let mut rules = Self {
            seen: houses.seen.to_vec(),
            rules_of_cell: vec![0; CELLS],
            ..Self::default()
        };
        for cage in &drawn {
            for cell in members(cage.plus) {
                rules.seen[usize::from(cell)] |= cage.plus & !(1 << cell);
            }
        }
        let mut all = drawn.clone();
        all.extend(derive_sums(areas, houses, &drawn));
        all.truncate(RULES);
        let is_cage =
            |sum: &SignedSum| sum.minus == 0 && sum.total >= 0 && is_clique(sum.plus, &rules.seen);
        let (mut differing, others): (Vec<SignedSum>, Vec<SignedSum>) =
            all.into_iter().partition(is_cage);
        sort_by_key(&mut differing, |sum| sum.plus.count_ones());
        for (number, sum) in differing.iter().chain(&others).enumerate() {
            rules.cells_of_rule.push(sum.cells());
            for cell in members(sum.cells()) {
                rules.rules_of_cell[usize::from(cell)] |= 1 << number;
            }
        }
        let cage = |sum: &SignedSum| KillerCage {
            cells: first_cells(sum.plus),
            len: sum.plus.count_ones() as usize,
            sum: sum.total as u32,
        };
        rules.cages = differing.iter().map(cage).collect();
        for (number, cage) in rules.cages.iter().enumerate() {
            rules.fives |= u128::from(cage.len == MOST) << number;
            let mut seeing = [!rules.cells_of_rule[number]; 1 << MOST];
            for (places, cells) in seeing.iter_mut().enumerate() {
                for (place, &cell) in cage.cells[..cage.len].iter().enumerate() {
                    if places >> place & 1 != 0 {
                        *cells &= rules.seen[usize::from(cell)];
                    }
                }
            }
            rules.seeing.push(seeing);
        }
        let sums = others.iter().map(|sum| group_sum(sum, houses, &drawn));
        rules.sums = sums.collect();
        rules
    }

    /// Returns a bit for each cage.
    pub fn all_cages(&self) -> u128 {
        low_bits(self.cages.len())
    }

    /// Returns a bit for each rule.
    pub fn all_rules(&self) -> u128 {
        low_bits(self.cells_of_rule.len())
    }
}

/// Returns the lowest `count` bits.
fn low_bits(count: usize) -> u128 {
    u128::MAX.checked_shr((RULES - count) as u32).unwrap_or(0)
}

fn group_sum(sum: &SignedSum, houses: &KillerHouses, drawn: &[SignedSum]) -> GroupSum {
    let mut list = Vec::new();
    for (set, is_minus) in [(sum.plus, false), (sum.minus, true)] {
        let parts = cliques(set, houses, drawn).into_iter();
        list.extend(parts.map(|part| SumGroup {
            cells: first_cells(part),
            len: part.count_ones() as usize,
            is_minus,
        }));
    }
    GroupSum {
        groups: list,
        total: sum.total,
    }
}

/// Largest number of cells of a derived sum that is not tight. Sums of more cells save few branches.
const MOST_CELLS: u32 = 5;

/// Largest number of cells of a tight sum. At most half of them have a minus sign.
const MOST_TIGHT: u32 = 12;

/// Largest distance of a tight sum from the smallest or the largest one.
const SLACK: i32 = 1;

/// Largest number of groups of a sum.
pub(super) const GROUPS: usize = MOST_CELLS as usize;

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
pub(super) fn derive_sums(
    areas: &[(u128, u32)],
    houses: &KillerHouses,
    drawn: &[SignedSum],
) -> Vec<SignedSum> {
    let all = areas.iter().map(|&(area, sum)| remainder(area, sum, drawn));
    let is_useful = |sum: &SignedSum| match sum.len {
        0 => false,
        1..=MOST_CELLS => true,
        _ => sum.len <= MOST_TIGHT && is_tight(sum, houses, drawn),
    };
    let all: Vec<SignedSum> = distinct(all.filter(is_useful).collect());
    let mut kept: Vec<SignedSum> = Vec::new();
    for sum in all {
        let mut known = drawn.iter().chain(&kept);
        if kept.len() < MOST_SUMS && !known.any(|&other| sum.contains(other)) {
            kept.push(sum);
        }
    }
    kept
}

/// Returns whether a sum has few groups, and is next to the smallest or the largest one that they
/// allow.
fn is_tight(sum: &SignedSum, houses: &KillerHouses, drawn: &[SignedSum]) -> bool {
    let (mut smallest, mut largest, mut groups) = (0, 0, 0);
    for (set, is_minus) in [(sum.plus, false), (sum.minus, true)] {
        for group in cliques(set, houses, drawn) {
            let (low, high) = range(group.count_ones() as usize, houses.digits);
            let (low, high) = (low as i32, high as i32);
            smallest += if is_minus { -high } else { low };
            largest += if is_minus { -low } else { high };
            groups += 1;
        }
    }
    // Whole houses have only one sum.
    groups <= GROUPS
        && smallest < largest
        && (sum.total - smallest).min(largest - sum.total) <= SLACK
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

/// Largest number of adjacent houses, or of bands of boxes, in an area.
const TOGETHER: usize = 8;

/// Returns the cells and sums of areas: adjacent houses, and rectangles of boxes.
pub(super) fn area_sums(shape: &RuleOf45) -> Vec<(u128, u32)> {
    let mut all = Vec::new();
    for (houses, band) in shape.house_families() {
        let bands: Vec<&[u128]> = houses.chunks(band).collect();
        for left in 0..band {
            for right in left + 1..=band {
                for top in 0..bands.len() {
                    let (mut cells, mut count) = (0, 0);
                    for boxes in bands[top..].iter().take(TOGETHER) {
                        let boxes = boxes.get(left..right).unwrap_or_default();
                        cells |= boxes.iter().fold(0, |all, house| all | house);
                        count += boxes.len() as u32;
                        all.push((cells, count * shape.house_sum));
                    }
                }
            }
        }
    }
    all
}

/// Possible totals, as bits, of a number of different digits from a set.
#[derive(Debug)]
pub(super) struct SubsetTotals(Vec<[u64; 1 << DIGITS]>);

impl SubsetTotals {
    pub fn new() -> Self {
        let mut all = vec![[0; 1 << DIGITS]; DIGITS + 1];
        all[0] = [1; 1 << DIGITS];
        for len in 1..all.len() {
            for digits in 1..1_usize << DIGITS {
                // Sets without and with the highest digit.
                let digit = digits.ilog2();
                let rest = digits & !(1 << digit);
                all[len][digits] = all[len][rest] | all[len - 1][rest] << (digit + 1);
            }
        }
        Self(all)
    }

    /// Returns the totals of `len` different digits from `digits`, as bits.
    #[inline(always)]
    pub fn of(&self, len: usize, digits: u16) -> u64 {
        self.0[len][usize::from(digits)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled_shape::CompiledShape;
    use crate::shape::Shape;
    use crate::shape_options::ShapeOptions;

    fn houses() -> KillerHouses {
        let shape = Shape::new(&ShapeOptions::new()).unwrap();
        KillerHouses::new(&CompiledShape::new(&shape))
    }

    fn set(cells: &[u8]) -> u128 {
        cells.iter().fold(0, |set, cell| set | 1 << cell)
    }

    fn cage(cells: &[u8], sum: i32) -> SignedSum {
        SignedSum::new(set(cells), 0, sum)
    }

    #[test]
    fn cells_inside_and_outside_have_different_signs() {
        let row = (set(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), 45);
        let drawn = [
            cage(&[0, 1, 2, 9], 20),
            cage(&[3, 4, 5], 10),
            cage(&[6, 7, 15], 12),
        ];
        let expected = SignedSum::new(set(&[8]), set(&[9, 15]), 3).normalised();
        assert_eq!(derive_sums(&[row], &houses(), &drawn), [expected]);
        assert_eq!((expected.minus, expected.total), (set(&[8]), -3));
        // A cage that shares a cell with an earlier one is not subtracted.
        let over = [cage(&[0, 1, 2, 3, 4], 20), cage(&[4, 5, 6, 7], 20)];
        let expected = cage(&[5, 6, 7, 8], 25);
        assert_eq!(derive_sums(&[row], &houses(), &over), [expected]);
    }

    #[test]
    fn sums_of_many_cells_are_kept_if_they_are_tight() {
        // Rows 1 and 2. The cells left are three of each row, so their sum is 12 to 48.
        let rows = (set(&(0..18).collect::<Vec<_>>()), 90);
        let left = |total: i32| {
            let cages = [[0, 1, 2, 3, 4, 5], [12, 13, 14, 15, 16, 17]];
            let drawn = [(0, 30), (1, 60 - total)].map(|(row, sum)| cage(&cages[row], sum));
            derive_sums(&[rows], &houses(), &drawn)
        };
        let cells = [6, 7, 8, 9, 10, 11];
        let of_total = |total| SignedSum::new(set(&cells), 0, total);
        assert_eq!(left(12), [of_total(12)]);
        assert_eq!(left(13), [of_total(13)]);
        assert_eq!(left(14), []);
        assert_eq!(left(46), []);
        assert_eq!(left(47), [of_total(47)]);
        // A whole house.
        assert_eq!(derive_sums(&[(rows.0 & 0x1ff, 45)], &houses(), &[]), []);
        // Each cell is a group of its own: more groups than a sum may have.
        let diagonal = (set(&[0, 12, 24, 28, 40, 52]), 54);
        assert_eq!(derive_sums(&[diagonal], &houses(), &[]), []);
    }

    #[test]
    fn sums_with_all_of_a_cage_are_left_out() {
        let areas = [(set(&[0, 1, 2, 3]), 10), (set(&[2, 3, 6, 7]), 10)];
        let drawn = [cage(&[0, 1], 3)];
        let kept = derive_sums(&areas, &houses(), &drawn);
        assert_eq!(kept, [cage(&[2, 3], 7)]);
    }
}

#[cfg(test)]
mod area_sums_tests {
    use super::*;
    use crate::shape::Shape;
    use crate::shape_options::ShapeOptions;

    #[test]
    fn boxes_lie_in_rectangles() {
        let options = ShapeOptions::new().size(4);
        let all = area_sums(&RuleOf45::new(&Shape::new(&options).unwrap()));
        // Ten runs of rows, ten of columns, and nine rectangles of boxes.
        assert_eq!(all.len(), 29);
        assert!(all.contains(&(0x3333, 20)) && all.contains(&(0xff00, 20)));
        assert!(
            all.iter()
                .all(|(cells, sum)| cells.count_ones() * 5 == 2 * sum)
        );
    }
}

#[cfg(test)]
mod subset_totals_tests {
    use super::*;

    #[test]
    fn totals_are_those_of_all_subsets() {
        let totals = SubsetTotals::new();
        for digits in [0, 0b1, 0b1_0110_1011, 0b1_1111_1111_u16] {
            for len in 0..=DIGITS {
                let subsets = (0..=digits).filter(|set| set & !digits == 0);
                let subsets = subsets.filter(|set| set.count_ones() as usize == len);
                let total = |set: u16| {
                    (0..9)
                        .map(|digit| (set >> digit & 1) * (digit + 1))
                        .sum::<u16>()
                };
                let expected = subsets.fold(0, |all, set| all | 1_u64 << total(set));
                assert_eq!(totals.of(len, digits), expected, "{digits:b} {len}");
            }
        }
    }
}
