//! Every placement of queens in the top left quadrant of a board.
//!
//! The other quadrants have these placements, mirrored. A placement has at most one queen in each
//! of the quadrant's rows and columns. Placements are grouped by columns, then by rows. Those that
//! can be next to a given quadrant of a half board are thus one list: the ones over the missing
//! columns and rows.
//!
//! Up to 23 rows, all of them are made beforehand. Beyond, they would take gigabytes: those of a
//! set of columns are made when an orbit needs them, and cached.

use std::sync::Arc;

use super::bounded_cache::BoundedCache;
use super::diagonal_layout::DiagonalLayout;
use super::parallel_list::parallel_list;
use super::pattern_word::PatternWord;
use super::placements::{PlacementBuilder, QuadrantPlacements};
use super::profile::Profile;

/// The placements of every set of columns.
#[derive(Debug)]
pub(super) struct Quadrant<W> {
    profiles: Box<[Profile]>,
    store: QuadrantStore<W>,
}

#[derive(Debug)]
enum QuadrantStore<W> {
    All(Box<[Arc<QuadrantPlacements<W>>]>),
    OnDemand(PlacementBuilder, BoundedCache<QuadrantPlacements<W>>),
}

impl<W: PatternWord> Quadrant<W> {
    /// Lists the placements for a board of `n` rows, on all cores.
    pub fn new(layout: DiagonalLayout, n: u32) -> Self {
        let builder = PlacementBuilder::new(layout, n);
        let sets = parallel_list(1 << layout.half, |columns, sets| {
            let mut found = Vec::new();
            for columns in columns {
                sets.push(Arc::new(builder.list(columns, &mut found)));
            }
        });
        let profiles = parallel_list(1 << layout.half, |columns, profiles| {
            for columns in columns {
                profiles.push(sets[columns as usize].profile());
            }
        });
        Self {
            profiles: profiles.into(),
            store: QuadrantStore::All(sets.into()),
        }
    }

    /// Lists placements on demand, and caches those used last, up to `bytes` bytes. Their profiles
    /// are estimates, which do not depend on the machine.
    pub fn on_demand(layout: DiagonalLayout, n: u32, bytes: usize) -> Self {
        let builder = PlacementBuilder::new(layout, n);
        let profiles = parallel_list(1 << layout.half, |columns, profiles| {
            for columns in columns {
                profiles.push(builder.estimate_profile(columns));
            }
        });
        Self {
            profiles: profiles.into(),
            store: QuadrantStore::OnDemand(builder, BoundedCache::new(bytes)),
        }
    }

    /// The profile of the placements with one queen in each of `columns`.
    #[inline(always)]
    pub fn profile(&self, columns: u32) -> &Profile {
        &self.profiles[columns as usize]
    }

    /// The placements with one queen in each of `columns`.
    pub fn get(&self, columns: u32) -> Arc<QuadrantPlacements<W>> {
        match &self.store {
            QuadrantStore::All(sets) => Arc::clone(&sets[columns as usize]),
            QuadrantStore::OnDemand(builder, kept) => kept.get(
                columns,
                || builder.list_in_place(columns),
                QuadrantPlacements::bytes,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagonal_layout::EDGE;
    use super::*;

    /// Calls `each` with every set of squares of a board of `size`, row by row, that
    /// has at most one queen in a row.
    fn subsets(
        size: u32,
        row: u32,
        queens: &mut Vec<(u32, u32)>,
        each: &mut impl FnMut(&[(u32, u32)]),
    ) {
        if row == size {
            return each(queens);
        }
        subsets(size, row + 1, queens, each);
        for column in 0..size {
            queens.push((row, column));
            subsets(size, row + 1, queens, each);
            queens.pop();
        }
    }

    #[test]
    fn placements_are_those_of_brute_force() {
        for n in [8, 9] {
            let layout = DiagonalLayout { half: 4 };
            let all: Quadrant<u64> = Quadrant::new(layout, n);
            let on_demand = Quadrant::on_demand(layout, n, 200);
            let mut expected = vec![vec![]; 256];
            subsets(4, 0, &mut vec![], &mut |queens| {
                let attack = |a: &(u32, u32), b: &(u32, u32)| {
                    a.1 == b.1 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
                };
                if (0..queens.len()).any(|i| queens[..i].iter().any(|q| attack(q, &queens[i]))) {
                    return;
                }
                let (mut key, mut pattern) = (0, 0);
                for &(row, column) in queens {
                    key |= 1 << (4 + column) | 1 << row;
                    pattern |= layout.rising((row + column) as i32 - (n as i32 - 1))
                        | layout.falling(column as i32 - row as i32);
                    if n == 9 && row + column == 4 {
                        pattern |= EDGE;
                    }
                }
                expected[key as usize].push(pattern);
            });
            assert_eq!(expected.iter().map(Vec::len).sum::<usize>(), 87);
            for (key, mut expected) in expected.into_iter().enumerate() {
                expected.sort_unstable();
                for quadrant in [&all, &on_demand] {
                    let placements = quadrant.get(key as u32 >> 4);
                    let (start, end) = placements.range(key as u32 & 15);
                    let mut found = placements.patterns()[start..end].to_vec();
                    found.sort_unstable();
                    assert_eq!(found, expected, "n = {n}, columns and rows {key:08b}");
                }
            }
        }
    }

    #[test]
    fn profiles_are_estimated_well_and_never_lack_a_diagonal() {
        for n in [16, 17] {
            let layout = DiagonalLayout { half: 8 };
            let exact: Quadrant<u64> = Quadrant::new(layout, n);
            let on_demand: Quadrant<u64> = Quadrant::on_demand(layout, n, 0);
            for columns in 0..1 << 8 {
                let (exact, estimate) = (exact.profile(columns), on_demand.profile(columns));
                assert_eq!(exact.used & !estimate.used, 0);
                let ratio = (estimate.count + 10) as f64 / (exact.count + 10) as f64;
                assert!((0.6..1.7).contains(&ratio), "{estimate:?} for {exact:?}");
                for (estimate, exact) in estimate.shares.iter().zip(&exact.shares) {
                    assert!(estimate.abs_diff(*exact) < 60, "{estimate} for {exact}");
                }
            }
        }
    }
}
