//! Rules of a puzzle: its cages, and the sums derived from them.

use super::exact_candidates::MOST;
use super::killer_board::{CELLS, members};
use super::killer_houses::{HouseCells, KillerHouses, first_cells};
use super::signed_sums::{SignedSum, cliques, derive_sums, is_clique};
use crate::cages::Cages;

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
        let set = |cells: &[u16]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        let drawn = cages.drawn();
        let drawn: Vec<SignedSum> = drawn
            .map(|(cells, sum)| SignedSum::new(set(cells), 0, sum as i32))
            .collect();
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
        differing.sort_by_key(|sum| sum.plus.count_ones());
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
        rules.sums = others
            .iter()
            .map(|sum| group_sum(sum, houses, &drawn))
            .collect();
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
