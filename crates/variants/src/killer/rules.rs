//! The cages of a puzzle as its search goes through them, and the sums that follow.

use super::board::{CELLS, members};
use super::houses::{Cells, Houses, cells_of};
use super::sums::{Sum, cliques, follow, is_clique};
use crate::cages::Cages;

/// The most rules of a puzzle: there is a bit for each.
pub(super) const RULES: usize = u128::BITS as usize;

/// Cells that see each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub cells: Cells,
    pub len: usize,
    pub is_minus: bool,
}

/// A sum of groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    pub total: i32,
}

/// A cage: cells whose digits differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cage {
    pub cells: Cells,
    pub len: usize,
    pub sum: u32,
}

/// The cages, and behind them the sums that are none.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub cages: Vec<Cage>,
    pub sums: Vec<Groups>,
    /// The cells of each rule.
    pub sets: Vec<u128>,
    /// The rules of each cell, a bit each.
    pub of: Vec<u128>,
    /// The cells that see each cell by houses and cages.
    pub seen: Vec<u128>,
}

impl Rules {
    /// Whether these are not too many.
    pub fn take(cages: &Cages) -> bool {
        cages.drawn().count() <= RULES
    }

    /// Those of a puzzle.
    pub fn new(houses: &Houses, areas: &[(u128, u32)], cages: &Cages) -> Self {
        let set = |cells: &[u16]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        let drawn = cages.drawn();
        let drawn: Vec<Sum> = drawn
            .map(|(cells, sum)| Sum::new(set(cells), 0, sum as i32))
            .collect();
        let mut rules = Self {
            seen: houses.seen.to_vec(),
            of: vec![0; CELLS],
            ..Self::default()
        };
        for cage in &drawn {
            for cell in members(cage.plus) {
                rules.seen[usize::from(cell)] |= cage.plus & !(1 << cell);
            }
        }
        let mut all = drawn.clone();
        all.extend(follow(areas, &drawn));
        all.truncate(RULES);
        let is_cage =
            |sum: &Sum| sum.minus == 0 && sum.total >= 0 && is_clique(sum.plus, &rules.seen);
        let (mut differing, others): (Vec<Sum>, Vec<Sum>) = all.into_iter().partition(is_cage);
        differing.sort_by_key(|sum| sum.plus.count_ones());
        for (number, sum) in differing.iter().chain(&others).enumerate() {
            rules.sets.push(sum.cells());
            for cell in members(sum.cells()) {
                rules.of[usize::from(cell)] |= 1 << number;
            }
        }
        let cage = |sum: &Sum| Cage {
            cells: cells_of(sum.plus),
            len: sum.plus.count_ones() as usize,
            sum: sum.total as u32,
        };
        rules.cages = differing.iter().map(cage).collect();
        rules.sums = others
            .iter()
            .map(|sum| groups(sum, houses, &drawn))
            .collect();
        rules
    }

    /// A bit for each cage.
    pub fn all_cages(&self) -> u128 {
        first(self.cages.len())
    }

    /// A bit for each rule.
    pub fn all(&self) -> u128 {
        first(self.sets.len())
    }
}

/// The lowest bits.
fn first(count: usize) -> u128 {
    u128::MAX.checked_shr((RULES - count) as u32).unwrap_or(0)
}

fn groups(sum: &Sum, houses: &Houses, drawn: &[Sum]) -> Groups {
    let mut list = Vec::new();
    for (set, is_minus) in [(sum.plus, false), (sum.minus, true)] {
        let parts = cliques(set, houses, drawn).into_iter();
        list.extend(parts.map(|part| Group {
            cells: cells_of(part),
            len: part.count_ones() as usize,
            is_minus,
        }));
    }
    Groups {
        list,
        total: sum.total,
    }
}
