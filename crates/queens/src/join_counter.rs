//! Counts of solutions by joining half boards, as a problem of the engine, and a recount of orbits
//! by search.
//!
//! The join never searches a board. Here a search counts the solutions with queens in the columns
//! of an orbit, and the definition of the [orbit](super::join) gives their weights. The two methods
//! share no code but the list of orbits.
//!
//! The weight depends on the rows with a queen in the left half of the board, compared with the
//! columns. So each set of such rows in the top half is searched by itself, and those of the bottom
//! half are grouped by the highest row that decides the comparison. Solutions without weight are not
//! searched.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{self, AtomicBool};

use super::board_problem::USUAL_SUBTREES;
use super::join::{self, Join, Orbit, OrbitPart};
use super::known_counts;
use super::search::{BoardSearcher, SearchBoard};
use countless_engine::ledger::{CheckedCount, Plan, Spec};
use countless_engine::{Emitter, Error, Granularity, Known, Problem, Run, Subtrees, Tally, memory};
use countless_simd::Kernel;

/// Most orbits that are subtrees by themselves: 24 rows have fewer, 25 rows have more.
const MOST_SUBTREES: usize = 1 << 20;

/// Counts all solutions of 4 to 32 rows without visiting any, by joining half boards. A subtree is
/// one or more sets of columns for the queens of the top half.
///
/// The join of quadrants is Kluev's idea (N-Queens-Count-Sol). The tables take 0.7 MB for 16 rows,
/// 8 MB for 18, 64 MB for 20 and 550 MB for 22. From 24 rows on, parts of them are made on demand,
/// and a cache keeps 384 MB.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::JoinCounter;
///
/// let counter = JoinCounter::new(12, 2)?.expect("twelve rows are in its range");
/// assert_eq!(Run::new().count(&counter)?.total.count, 14_200);
/// assert!(JoinCounter::new(33, 2)?.is_none());
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct JoinCounter {
    n: usize,
    threads: usize,
    join: Join,
}

/// Consecutive orbits, or a part of one orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrbitGroup {
    /// The places in the order of [`Join::orbits`].
    orbits: Range<usize>,
    /// The part of a single orbit; `None` for whole orbits.
    part: Option<Box<OrbitPart>>,
}

impl OrbitGroup {
    fn one(index: usize) -> Self {
        Self::from(index..index + 1)
    }
}

impl From<Range<usize>> for OrbitGroup {
    fn from(orbits: Range<usize>) -> Self {
        let part = None;
        Self { orbits, part }
    }
}

impl JoinCounter {
    /// Makes the tables for boards of `n` rows with `threads` threads; `None` if the method does
    /// not support the size.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started, [`Error::Impossible`] if there is too
    /// little memory.
    pub fn new(n: usize, threads: usize) -> Result<Option<Self>, Error> {
        if !Self::supports(n) {
            return Ok(None);
        }
        require_memory(n, threads)?;
        // Threads beyond the number of processors would not run in parallel.
        let run = Run::new();
        let processors = run.thread_count();
        let run = run.threads(threads.min(processors));
        let join = run.parallel(|| Join::new(n as u32))?;
        Ok(join.map(|join| Self { n, threads, join }))
    }

    /// Upper limit of the memory, in bytes, of a count of `n` rows with `threads` threads in one
    /// process. A plan of millions of subtrees needs 32 bytes more for each.
    ///
    /// ```
    /// use countless_queens::JoinCounter;
    ///
    /// let gigabytes = |threads| JoinCounter::memory_bytes(28, threads) as f64 / 1e9;
    /// assert!(gigabytes(1) < 1.5 && gigabytes(64) > 10.0);
    /// ```
    pub fn memory_bytes(n: usize, threads: usize) -> u64 {
        let (shared, each) = memory_bytes(n);
        shared + each * threads as u64
    }

    /// Plan of a count of `n` rows, without its tables. `subtrees` is the number of subtrees, or 0 if
    /// it is unknown.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the granularity depends on the threads, or if its split has another name
    /// or no subtrees. [`Error::Impossible`] if the join does not support `n` rows.
    pub fn plan(n: usize, granularity: &Granularity, subtrees: u64) -> Result<Plan, Error> {
        if !Self::supports(n) {
            return Err(Error::Impossible(format!("no join of {n} rows")));
        }
        if let Granularity::Threads(_) = granularity {
            let reason = "expected one that does not depend on the threads";
            return Err(Error::ledger(&"the granularity", reason));
        }
        let split = split_name(most_groups(granularity)?);
        Ok(plan_spec(n).plan(split, subtrees))
    }

    /// True if the join supports boards of `n` rows.
    pub(super) fn supports(n: usize) -> bool {
        u32::try_from(n).is_ok_and(|n| Join::SIZES.contains(&n))
    }

    /// Groups consecutive orbits into at most `most` subtrees of similar cost; only subtrees with a
    /// very costly orbit exceed it.
    ///
    /// [`Error::Impossible`] if there is too little memory for the list.
    fn orbit_groups(&self, most: usize) -> Result<Vec<(u64, OrbitGroup)>, Error> {
        let all: u64 = self.join.orbits().map(|orbit| orbit.cost()).sum();
        let enough = all.div_ceil(most as u64);
        let mut groups = Vec::new();
        let listed = most.min(self.join.orbits().len());
        // A growing list would be copied. The unused part of its capacity uses no memory.
        let is_granted = groups.try_reserve_exact(listed).is_ok();
        let later = later_bytes(self.n, self.threads);
        require_list_memory(listed, later, is_granted, memory::available)?;
        let (mut start, mut cost) = (0, 0);
        for (orbit, end) in self.join.orbits().zip(1..) {
            cost += orbit.cost();
            if cost >= enough || end == self.join.orbits().len() {
                groups.push((cost, OrbitGroup::from(start..end)));
                (start, cost) = (end, 0);
            }
        }
        Ok(groups)
    }
}

/// Smallest board whose quadrants are made on demand instead of kept in tables.
const ON_DEMAND: usize = 24;
/// Megabytes that a thread needs for the largest orbits of 24, 25, … 32 rows: upper limits of the
/// measured ones. Lists of half boards have a limit from 26 rows on.
const THREAD_MEGABYTES: [u64; 9] = [110, 140, 230, 240, 300, 320, 500, 600, 4000];

/// Upper limits of the memory that all threads share and of the memory of one thread, in bytes.
///
/// Tables need up to 920 MB of the address space for 23 rows, with the threads that make them. Each
/// two rows less need an eighth. From 24 rows on, the orbits need 20 bytes each while they are
/// sorted, and 4 bytes beside the cached quadrants.
fn memory_bytes(n: usize) -> (u64, u64) {
    match n.checked_sub(ON_DEMAND) {
        None => (1_800_000 << (3 * (n.clamp(16, 23) / 2 - 8)), 0),
        Some(more) => {
            let orbits = orbit_count(n as u64);
            let kept = join::CACHE_BYTES as u64 + 4 * orbits;
            let thread = THREAD_MEGABYTES[more.min(THREAD_MEGABYTES.len() - 1)];
            (kept.max(24 * orbits), thread * 1_000_000)
        }
    }
}

/// Approximate number of orbits of a board of `n` rows. A column set has half of the columns, and
/// four of them are an orbit; odd boards have those without a queen in the centre, too.
fn orbit_count(n: u64) -> u64 {
    let (all, half) = (n / 2 * 2, n / 2);
    let sets = (1..=half).fold(1, |sets, k| sets * (all - half + k) / k);
    sets / 4 + n % 2 * sets * half / (half + 1)
}

/// Least bytes of tables for which the available memory is read. Reading it takes longer than a
/// small count.
const SMALL_TABLES: u64 = 64 << 20;
/// Most solutions of a subtree that is recounted by search; more take days.
const MOST_SEARCHED: u128 = 1 << 40;

/// Checks before the work that the memory of `threads` threads for a board of `n` rows is
/// available. A failed allocation of tables would abort the program.
fn require_memory(n: usize, threads: usize) -> Result<(), Error> {
    let (shared, each) = memory_bytes(n);
    let bytes = shared + each * threads as u64;
    let is_large = bytes >= SMALL_TABLES;
    let available = is_large.then(memory::available).flatten();
    if available.is_some_and(|available| available < bytes) {
        return Err(too_little_memory(n, threads, available));
    }
    let mut room: Vec<u8> = Vec::new();
    // Only this attempt notices a limit of the address space.
    if room.try_reserve_exact(bytes as usize).is_err() {
        return Err(too_little_memory(n, threads, None));
    }
    Ok(())
}

/// Bytes that are allocated after the subtrees are listed: the cache and the memory of the threads.
fn later_bytes(n: usize, threads: usize) -> u64 {
    if n < ON_DEMAND {
        0
    } else {
        join::CACHE_BYTES as u64 + memory_bytes(n).1 * threads as u64
    }
}

/// Checks that the memory for a list of `subtrees` subtrees is available, and for what is allocated
/// `later`. `is_granted` is false if the system refuses the list.
fn require_list_memory(
    subtrees: usize,
    later: u64,
    is_granted: bool,
    available: impl FnOnce() -> Option<u64>,
) -> Result<(), Error> {
    let list = (subtrees * size_of::<(u64, OrbitGroup)>()) as u64;
    let bytes = list + later;
    let available = (list >= SMALL_TABLES).then(available).flatten();
    let found = match available {
        _ if !is_granted => "the system refuses them".to_owned(),
        Some(available) if available < bytes => {
            format!("{} MB are available", available / 1_000_000)
        }
        _ => return Ok(()),
    };
    Err(Error::Impossible(format!(
        "a count with up to {subtrees} subtrees needs {} MB more of memory, and {found}\n\
         hint: a plan of fewer subtrees needs less",
        bytes.div_ceil(1_000_000)
    )))
}

/// Error for a board that needs more memory than is `available`, or than the system grants.
fn too_little_memory(n: usize, threads: usize, available: Option<u64>) -> Error {
    let (shared, each) = memory_bytes(n);
    let mega = (shared + each * threads as u64) / 1_000_000;
    // If the available memory is unknown, one thread may fit.
    let fitting = available.map_or(1, |bytes| bytes.saturating_sub(shared) / each.max(1));
    let hint = if each > 0 && (1..threads as u64).contains(&fitting) {
        format!(
            "--threads {fitting} needs {} MB",
            (shared + each * fitting) / 1_000_000
        )
    } else {
        "--method search needs little memory".to_owned()
    };
    let available = match available {
        Some(available) => format!("{} MB are available", available / 1_000_000),
        None => "the system refuses them".to_owned(),
    };
    let threads = match (each, threads) {
        (0, _) | (_, 1) => String::new(),
        _ => format!(" with {threads} threads"),
    };
    Error::Impossible(format!(
        "the join of {n} rows needs up to {mega} MB of memory{threads}, and {available}\nhint: {hint}"
    ))
}

fn plan_spec(n: usize) -> Spec {
    Spec::new("queens count", "join").with("n", n)
}

/// Most groups of orbits with this granularity.
fn most_groups(granularity: &Granularity) -> Result<usize, Error> {
    match granularity {
        Granularity::Threads(_) => Ok(MOST_SUBTREES),
        Granularity::Subtrees(wanted) => Ok(wanted.unwrap_or(USUAL_SUBTREES).max(1) as usize),
        Granularity::Split(split) => match granularity.number("orbits")? {
            0 => {
                let reason = format!("split {split} has no subtrees");
                Err(Error::ledger(&"the plan", reason))
            }
            most => Ok(most),
        },
    }
}

fn split_name(most: usize) -> String {
    format!("orbits:{most}")
}

impl Problem for JoinCounter {
    type Root = OrbitGroup;
    type Scratch = (Kernel, join::JoinScratch);
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(plan_spec(self.n))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, OrbitGroup>, Error> {
        let (most, groups) = match cut {
            Granularity::Threads(_) if self.join.orbits().len() <= MOST_SUBTREES => {
                let orbits = self.join.orbits().zip(0..);
                let groups = orbits.map(|(orbit, index)| (orbit.cost(), OrbitGroup::one(index)));
                (self.join.orbits().len(), groups.collect())
            }
            _ => {
                let most = most_groups(cut)?;
                (most, self.orbit_groups(most)?)
            }
        };
        Ok(Subtrees::list(split_name(most), groups))
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        (kernel, join::JoinScratch::default())
    }

    fn search(
        &self,
        (kernel, worker): &mut Self::Scratch,
        OrbitGroup { orbits, part }: OrbitGroup,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut counted = Tally::default();
        worker.cancel = emitter.cancel_token().clone();
        for orbit in orbits {
            if emitter.is_cancelled() {
                break;
            }
            let orbit = self.join.orbit(orbit);
            let tally = match &part {
                Some(part) => orbit.count_part(part, *kernel, worker),
                None => orbit.count(*kernel, worker),
            };
            counted.count += u128::from(tally.solutions);
            counted.residue += tally.residue;
            counted.work = counted.work.saturating_add(tally.pairs);
        }
        counted
    }

    fn parts(
        &self,
        (kernel, worker): &mut Self::Scratch,
        group: &OrbitGroup,
    ) -> Vec<(u64, OrbitGroup)> {
        let OrbitGroup { orbits, part } = group;
        if part.is_some() || orbits.len() == 1 && !self.join.has_parts() {
            return Vec::new();
        }
        if orbits.len() > 1 {
            let one = |index| (self.join.orbit(index).cost(), OrbitGroup::one(index));
            return orbits.clone().map(one).collect();
        }
        let orbit = self.join.orbit(orbits.start);
        let parts = orbit.parts(*kernel, worker);
        // A single part is the orbit itself.
        if parts.len() == 1 {
            return Vec::new();
        }
        let group = |part: OrbitPart| OrbitGroup {
            orbits: orbits.clone(),
            part: Some(Box::new(part)),
        };
        let with_cost = |part: OrbitPart| (part.cost, group(part));
        parts.into_iter().map(with_cost).collect()
    }

    fn known_total(&self) -> Option<Known> {
        known_counts::all(self.n)
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some("by search")
    }

    fn recount(
        &self,
        group: OrbitGroup,
        recorded: &Tally,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Tally> {
        if recorded.count > MOST_SEARCHED {
            return None;
        }
        let orbits = group.orbits.map(|orbit| self.join.orbit(orbit));
        let found = recount_orbits(self.n, orbits, emitter.cancel_flag());
        Some(Tally::new(found, found.count))
    }
}

/// Counts the solutions of orbits of a board of `n` rows; an arbitrary number if `stop` is set
/// meanwhile.
pub fn recount_orbits<'a>(
    n: usize,
    orbits: impl Iterator<Item = Orbit<'a>>,
    stop: &AtomicBool,
) -> CheckedCount {
    let mut searcher = BoardSearcher::new(Kernel::best());
    let mut counted = CheckedCount::default();
    // The engine checks whether the search was stopped.
    for orbit in orbits.take_while(|_| !stop.load(atomic::Ordering::Relaxed)) {
        let mut add = |board: &SearchBoard, weight: u64| {
            if let Some(found) = searcher.count_checked(board, stop) {
                counted.merge(found.times(weight));
            }
        };
        if orbit.has_empty_centre() {
            search_middle_queens(&orbit, n, &mut add);
        } else {
            search_row_sets(&orbit, n, &mut add);
        }
    }
    counted
}

/// Passes the boards of an orbit without a queen in the centre, and their weights. The queen of the
/// middle row is to the right of the centre, and that of the middle column farther below it.
fn search_middle_queens(orbit: &Orbit<'_>, n: usize, add: &mut impl FnMut(&SearchBoard, u64)) {
    let (half, whole) = (n / 2, orbit_board(orbit, n));
    for right in 1..=half {
        for below in right + 1..=half {
            let mut board = whole.clone();
            for row in 0..n {
                let middle = 1 << half;
                let is_middle = row == half + below;
                board.restrict(row, if is_middle { middle } else { !middle });
            }
            board.restrict(half, 1 << (half + right));
            add(&board, 8);
        }
    }
}

/// Rows of the top or bottom half of the board, counted from its edge. The queens of the known rows
/// are in the left half of the board, or in the right half.
#[derive(Clone, Copy, Debug)]
struct RowSides {
    known: u32,
    left: u32,
}

impl RowSides {
    /// All rows, with the queens of `left` in the left half.
    fn all(half: usize, left: u32) -> Self {
        let known = (1 << half) - 1;
        Self { known, left }
    }

    /// The sets of rows that are less than `limit` as numbers, grouped by the highest row in which
    /// they differ from it.
    fn less_than(half: usize, limit: u32) -> impl Iterator<Item = Self> {
        let bits = (0..half).filter(move |bit| limit >> bit & 1 == 1);
        bits.map(move |bit| Self {
            known: (1 << half) - (1 << bit),
            left: limit >> (bit + 1) << (bit + 1),
        })
    }

    /// The other side for each row.
    fn turned(self) -> Self {
        let left = self.known & !self.left;
        Self { left, ..self }
    }

    /// Restricts the rows that `row_of` returns to their sides.
    fn restrict(self, board: &mut SearchBoard, half: usize, row_of: impl Fn(usize) -> usize) {
        let left = (1 << half) - 1;
        for row in (0..half).filter(|row| self.known >> row & 1 == 1) {
            let is_left = self.left >> row & 1 == 1;
            board.restrict(row_of(row), if is_left { left } else { !left });
        }
    }
}

/// Rank of a set of rows or columns, which it shares with its complement.
fn rank(half: usize, set: u32) -> u32 {
    set.min(set ^ ((1 << half) - 1))
}

/// Passes the boards of an even orbit, or of one with a queen in the centre, and their weights:
/// double if the ranks of the rows are less than those of the columns, and single if they are equal.
fn search_row_sets(orbit: &Orbit<'_>, n: usize, add: &mut impl FnMut(&SearchBoard, u64)) {
    let (half, whole) = (n / 2, orbit_board(orbit, n));
    let (left, right) = orbit.column_halves();
    let (left_rank, right_rank) = (rank(half, left), rank(half, right));
    let (lesser, greater) = (left_rank.min(right_rank), left_rank.max(right_rank));
    let images = orbit.image_count();
    let weight = |order| match order {
        Ordering::Less => 2 * images,
        Ordering::Equal => images,
        Ordering::Greater => 0,
    };
    let sets = 0..1_u32 << half;
    for above in sets.filter(|above| above.count_ones() == left.count_ones()) {
        // The rank of the rows below that decides, and the weight if they have it.
        let above_rank = rank(half, above);
        let (limit, at_limit) = match above_rank.cmp(&greater) {
            Ordering::Less => (greater, weight(above_rank.cmp(&lesser))),
            Ordering::Equal => (lesser, weight(Ordering::Equal)),
            Ordering::Greater => continue,
        };
        let mut top = whole.clone();
        RowSides::all(half, above).restrict(&mut top, half, |row| row);
        let less = RowSides::less_than(half, limit).map(|sides| (sides, weight(Ordering::Less)));
        let equal = (at_limit > 0).then(|| (RowSides::all(half, limit), at_limit));
        for (sides, weight) in less.chain(equal) {
            // A set and its complement have the same rank.
            for sides in [sides, sides.turned()] {
                let mut board = top.clone();
                sides.restrict(&mut board, half, |row| n - 1 - row);
                add(&board, weight);
            }
        }
    }
}

/// Returns the board with queens in the columns of an orbit only.
pub fn orbit_board(orbit: &Orbit<'_>, n: usize) -> SearchBoard {
    let half = n / 2;
    let all = (1u32 << half) - 1;
    // Columns count from the edges, those of the right half from the right edge.
    let columns = |left: u32, right: u32| {
        let right = (0..half).filter(|i| right >> i & 1 == 1);
        right.fold(left, |columns, i| columns | 1 << (n - 1 - i))
    };
    let (left, right) = orbit.column_halves();
    let (top, bottom) = (columns(left, right), columns(left ^ all, right ^ all));
    let mut board = SearchBoard::new(n);
    let middle = 1 << half;
    for row in 0..half {
        board.restrict(row, top);
        board.restrict(
            n - 1 - row,
            if orbit.has_empty_centre() {
                bottom | middle
            } else {
                bottom
            },
        );
    }
    if orbit.has_empty_centre() {
        board.restrict(half, top);
    } else if n % 2 == 1 {
        board.restrict(half, middle);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_does_not_fit_is_refused() {
        let megabytes = |megabytes: u64| move || Some(megabytes * 1_000_000);
        let result = require_list_memory(8_000_000, 100_000_000, true, megabytes(355));
        let expected = "a count with up to 8000000 subtrees needs 356 MB more of memory, and 355 \
                        MB are available\nhint: a plan of fewer subtrees needs less";
        assert_eq!(result.unwrap_err().to_string(), expected);
        assert!(require_list_memory(8_000_000, 100_000_000, true, megabytes(356)).is_ok());
        assert!(require_list_memory(8_000_000, 0, true, || None).is_ok());
        assert!(require_list_memory(8_000_000, 0, false, || None).is_err());
        // Reading the available memory would take longer than a small count.
        assert!(require_list_memory(100_000, 1 << 40, true, || unreachable!()).is_ok());
        assert!(later_bytes(28, 2) > later_bytes(28, 1) && later_bytes(23, 2) == 0);
    }
}
