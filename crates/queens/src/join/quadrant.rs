//! Every placement of queens in the top left quadrant of a board.
//!
//! The other quadrants have these placements, mirrored. A placement has at most one queen in each
//! of the quadrant's rows and columns. Placements are grouped by columns, then by rows. Those that
//! can be next to a given quadrant of a half board are thus one list: the ones over the missing
//! columns and rows.
//!
//! Up to 23 rows, all of them are made beforehand. Beyond, they would take gigabytes: those of a
//! set of columns are made when an orbit needs them, and cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::diagonal_layout::DiagonalLayout;
use super::parallel_list::parallel_list;
use super::pattern_word::{PatternWord, Profile};
use super::placements::{PlacementBuilder, QuadrantPlacements};

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

/// Values by number. The cache keeps those used last.
#[derive(Debug)]
pub(super) struct BoundedCache<V> {
    /// Most bytes of all values.
    room: usize,
    state: Mutex<CacheState<V>>,
}

#[derive(Debug)]
struct CacheState<V> {
    /// Values, with their bytes and the time of their last use.
    values: HashMap<u32, (Arc<V>, usize, u64)>,
    bytes: usize,
    now: u64,
}

impl<V> BoundedCache<V> {
    /// Makes an empty cache with room for `room` bytes.
    pub fn new(room: usize) -> Self {
        let state = CacheState {
            values: HashMap::new(),
            bytes: 0,
            now: 0,
        };
        Self {
            room,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, CacheState<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of `number`, and makes it if it is not cached. Two threads that need it at
    /// the same time may both make it.
    pub fn get(
        &self,
        number: u32,
        make: impl FnOnce() -> V,
        bytes: impl Fn(&V) -> usize,
    ) -> Arc<V> {
        if let Some(value) = self.state().find(number) {
            return value;
        }
        let value = Arc::new(make());
        let bytes = bytes(&value);
        let mut state = self.state();
        if let Some(value) = state.find(number) {
            return value;
        }
        state.make_room(self.room.saturating_sub(bytes));
        let now = state.now;
        state
            .values
            .insert(number, (Arc::clone(&value), bytes, now));
        state.bytes += bytes;
        value
    }
}

impl<V> CacheState<V> {
    fn find(&mut self, number: u32) -> Option<Arc<V>> {
        self.now += 1;
        let (value, _, wanted) = self.values.get_mut(&number)?;
        *wanted = self.now;
        Some(Arc::clone(value))
    }

    /// Drops the least recently used values until at most `bytes` bytes are left.
    fn make_room(&mut self, bytes: usize) {
        while self.bytes > bytes {
            let oldest = self.values.iter().min_by_key(|(_, value)| value.2);
            let Some((&number, _)) = oldest else { return };
            if let Some((_, bytes, _)) = self.values.remove(&number) {
                self.bytes -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagonal_layout::EDGE;
    use super::{BoundedCache, *};

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

    #[test]
    fn what_was_wanted_last_is_kept() {
        let kept = BoundedCache::new(3);
        let made = std::cell::RefCell::new(vec![]);
        let get = |number: u32| {
            let make = || {
                made.borrow_mut().push(number);
                number
            };
            assert_eq!(*kept.get(number, make, |_| 1), number);
            made.take()
        };
        for number in [1, 2, 3] {
            assert_eq!(get(number), [number]);
        }
        assert!(get(1).is_empty());
        assert_eq!(get(4), [4]); // instead of 2
        assert!(get(3).is_empty());
        assert_eq!(get(2), [2]); // instead of 1
        assert_eq!(get(1), [1]);
    }

    #[test]
    fn what_takes_more_than_all_room_is_made_every_time() {
        let kept = BoundedCache::new(10);
        for _ in 0..2 {
            assert_eq!(*kept.get(1, || 5, |_| 11), 5);
            assert_eq!(*kept.get(2, || 6, |_| 4), 6);
        }
        assert!(kept.state().bytes <= 11);
    }
}
