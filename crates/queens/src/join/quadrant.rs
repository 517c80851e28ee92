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
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::pattern::{DiagonalLayout, EDGE, PatternWord, Profile, set_bits};
use countless_engine::SplitMix64;
use rayon::prelude::*;

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

/// Number of random placements that a profile is estimated from.
const DESCENTS: u32 = 400;

/// Words behind every list, so that whole vectors can be read to its end: the lanes of the longest
/// vector.
pub(super) const SLACK: usize = 16;

/// The placements in one set of columns, by the set of rows that they use.
#[derive(Debug)]
pub(super) struct QuadrantPlacements<W> {
    /// Start of the patterns of each set of rows, and the end of the last.
    starts: Box<[u32]>,
    /// The patterns, and the slack.
    patterns: Box<[W]>,
}

impl<W: PatternWord> QuadrantPlacements<W> {
    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len() - SLACK
    }

    /// The memory that they take, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.patterns)
    }

    /// Returns the profile of the placements, or only their number for words of 32 bits.
    pub fn profile(&self) -> Profile {
        if !W::ORDERED {
            return Profile::of_unknown(self.len() as u64);
        }
        let patterns = &self.patterns[..self.len()];
        Profile::of(patterns.iter().map(|&pattern| pattern.into()))
    }

    /// All patterns, those of one set of rows together, and the slack.
    pub fn patterns(&self) -> &[W] {
        &self.patterns
    }

    /// Returns the ranges of the patterns with sets of rows up to the
    /// [rank](super::orbits::rank) `most`: at either end.
    #[inline(always)]
    pub fn ranges(&self, most: u32) -> [(usize, usize); 2] {
        let sets = self.starts.len() - 1;
        let some = (most as usize).saturating_add(1).min(sets / 2);
        let start = |set: usize| self.starts[set] as usize;
        [(0, start(some)), (start(sets - some), start(sets))]
    }

    /// Returns the range of the patterns that use the set of `rows`.
    #[inline(always)]
    pub fn range(&self, rows: u32) -> (usize, usize) {
        let rows = rows as usize;
        (self.starts[rows] as usize, self.starts[rows + 1] as usize)
    }
}

/// Finds the placements in a set of columns.
#[derive(Debug)]
pub(super) struct PlacementBuilder {
    half: u32,
    /// The pattern of each square, column by column.
    squares: Vec<u64>,
}

/// A partial placement: rows and diagonals in use, as seen in the next column.
#[derive(Clone, Copy, Default)]
struct PartialPlacement {
    column: u32,
    rows: u32,
    falling: u32,
    rising: u32,
    pattern: u64,
}

/// Placements that can be visited more than once.
trait VisitPlacements<W> {
    /// Passes the rows and the pattern of every placement to `visit`, always in the same order.
    fn visit(&self, visit: &mut impl FnMut(u32, W));
}

/// Placements that were found.
impl<W: Copy> VisitPlacements<W> for [(u32, W)] {
    #[inline(always)]
    fn visit(&self, visit: &mut impl FnMut(u32, W)) {
        for &(rows, pattern) in self {
            visit(rows, pattern);
        }
    }
}

/// Placements in a set of columns, found again at each visit.
impl<W: PatternWord> VisitPlacements<W> for (&PlacementBuilder, u32) {
    fn visit(&self, visit: &mut impl FnMut(u32, W)) {
        let &(builder, columns) = self;
        let first = PartialPlacement::default();
        builder.search(columns, first, &mut |rows, pattern| {
            visit(rows, W::truncate(pattern));
        });
    }
}

impl PlacementBuilder {
    pub fn new(layout: DiagonalLayout, n: u32) -> Self {
        let half = layout.half as i32;
        let square = |row: i32, column: i32| {
            let rising = row + column - (n as i32 - 1);
            // The middle column of an odd board ends in row 0, `half` columns away.
            let edge = if n % 2 == 1 && row + column == half {
                EDGE
            } else {
                0
            };
            layout.rising(rising) | layout.falling(column - row) | edge
        };
        let squares = (0..half)
            .flat_map(|column| (0..half).map(move |row| square(row, column)))
            .collect();
        Self {
            half: layout.half,
            squares,
        }
    }

    /// Lists the placements in `columns`, using `found` as scratch space.
    pub fn list<W: PatternWord>(
        &self,
        columns: u32,
        found: &mut Vec<(u32, W)>,
    ) -> QuadrantPlacements<W> {
        found.clear();
        let first = PartialPlacement::default();
        self.search(columns, first, &mut |rows, pattern| {
            found.push((rows, W::truncate(pattern)));
        });
        self.sorted_by_rows(&**found)
    }

    /// Lists the placements in `columns` without scratch space, in up to twice the time. For 28
    /// rows, the scratch space would take up to 256 MB.
    pub fn list_in_place<W: PatternWord>(&self, columns: u32) -> QuadrantPlacements<W> {
        self.sorted_by_rows(&(self, columns))
    }

    /// Sorts placements by rows: counts, sums up, and fills every list from its end.
    fn sorted_by_rows<W: PatternWord>(
        &self,
        placements: &(impl VisitPlacements<W> + ?Sized),
    ) -> QuadrantPlacements<W> {
        let mut starts = vec![0; (1 << self.half) + 1].into_boxed_slice();
        placements.visit(&mut |rows, _| starts[rows as usize] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut patterns = vec![W::default(); end as usize + SLACK].into_boxed_slice();
        placements.visit(&mut |rows, pattern| {
            let start = &mut starts[rows as usize];
            *start -= 1;
            patterns[*start as usize] = pattern;
        });
        QuadrantPlacements { starts, patterns }
    }

    /// Estimates the profile of the placements in `columns` without listing them. Queens are placed
    /// at random, and each placement has the product of its numbers of choices as weight (Knuth,
    /// Estimating the efficiency of backtrack programs, 1975). The bits are those of all squares of
    /// the columns: of two halves that meet on a diagonal, neither may leave it out.
    pub fn estimate_profile(&self, columns: u32) -> Profile {
        let mut random = SplitMix64(u64::from(columns));
        let (mut all, mut weights) = (0.0, [0.0; 64]);
        for _ in 0..DESCENTS {
            let (mut node, mut weight) = (PartialPlacement::default(), 1.0);
            while let Some(mut children) = self.children(columns, node) {
                let count = children.clone().count();
                weight *= count as f64;
                if count == 0 {
                    break;
                }
                let chosen = children.nth(random.below(count));
                node = chosen.expect("the index is below the number of children");
            }
            all += weight;
            for bit in set_bits(node.pattern) {
                weights[bit] += weight;
            }
        }
        let half = self.half as usize;
        let squares =
            set_bits(columns.into()).flat_map(|column| &self.squares[half * column..][..half]);
        Profile {
            count: (all / f64::from(DESCENTS)) as u64,
            used: squares.fold(0, |used, square| used | square),
            shares: weights.map(|weight: f64| (weight * 255.0 / all.max(1.0)) as u8),
        }
    }

    /// Passes the rows and the pattern of every placement to `visit`.
    fn search(&self, columns: u32, node: PartialPlacement, visit: &mut impl FnMut(u32, u64)) {
        match self.children(columns, node) {
            Some(children) => children.for_each(|child| self.search(columns, child, visit)),
            None => visit(node.rows, node.pattern),
        }
    }

    /// Returns the placements with one more queen, in the next of `columns`; `None` after the last.
    #[inline(always)]
    fn children(
        &self,
        columns: u32,
        mut node: PartialPlacement,
    ) -> Option<impl Iterator<Item = PartialPlacement> + Clone> {
        let rest = columns >> node.column;
        if rest == 0 {
            return None;
        }
        let skipped = rest.trailing_zeros();
        node.column += skipped;
        node.falling <<= skipped;
        node.rising >>= skipped;
        let mut free = !(node.rows | node.falling | node.rising) & ((1 << self.half) - 1);
        Some(std::iter::from_fn(move || {
            if free == 0 {
                return None;
            }
            let row = free & free.wrapping_neg();
            free ^= row;
            let square = node.column * self.half + row.trailing_zeros();
            Some(PartialPlacement {
                column: node.column + 1,
                rows: node.rows | row,
                falling: (node.falling | row) << 1,
                rising: (node.rising | row) >> 1,
                pattern: node.pattern | self.squares[square as usize],
            })
        }))
    }
}

/// Number of ranges that the threads share.
const RANGES: u32 = 256;

/// Lists what `append` adds for each range of the numbers below `end`, in order, on the threads of
/// the current rayon pool.
pub(super) fn parallel_list<T: Send>(
    end: u32,
    append: impl Fn(Range<u32>, &mut Vec<T>) + Sync,
) -> Vec<T> {
    let step = end.div_ceil(RANGES).max(1);
    let mut lists = Vec::new();
    lists.resize_with(end.div_ceil(step) as usize, Mutex::default);
    for_each_below(lists.len(), &|place| {
        let start = place as u32 * step;
        let mut list = lists[place].lock().unwrap_or_else(PoisonError::into_inner);
        append(start..end.min(start + step), &mut list);
    });
    let mut all = Vec::new();
    for list in lists {
        all.append(&mut list.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    all
}

/// Calls `work` for each number below `end`. It is compiled once, and not for each type of list.
fn for_each_below(end: usize, work: &(dyn Fn(usize) + Sync)) {
    if cfg!(target_family = "wasm") {
        (0..end).for_each(work);
    } else {
        (0..end).into_par_iter().with_max_len(1).for_each(work);
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::EDGE;
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
    fn the_latest_values_stay_in_the_cache() {
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
    fn values_larger_than_the_cache_are_made_every_time() {
        let kept = BoundedCache::new(10);
        for _ in 0..2 {
            assert_eq!(*kept.get(1, || 5, |_| 11), 5);
            assert_eq!(*kept.get(2, || 6, |_| 4), 6);
        }
        assert!(kept.state().bytes <= 11);
    }
}

#[cfg(test)]
mod parallel_list_tests {
    use super::*;

    #[test]
    fn each_number_is_listed_once_and_in_order() {
        for end in [0, 1, 2, RANGES - 1, RANGES, RANGES + 1, 5 * RANGES + 3] {
            let numbers: Vec<u32> = parallel_list(end, |range, list| list.extend(range));
            assert!(numbers.into_iter().eq(0..end), "{end}");
        }
    }
}
