//! Counts of solutions by joining half boards, as a problem of the engine.

use std::convert::Infallible;
use std::ops::Range;
use std::thread::available_parallelism;

use super::join::{self, Join};
use super::row_split::USUAL_SUBTREES;
use super::{known_counts, orbit_recount};
use countless_engine::Error;
use countless_engine::ledger::{Spec, Summary};
use countless_engine::{
    Counted, Emitter, Granularity, Known, Problem, Run, Subtrees, Tally, memory,
};
use countless_simd::Kernel;

/// Most orbits that are subtrees by themselves: 24 rows have fewer, 25 rows have more.
const MOST_SUBTREES: usize = 1 << 20;

/// Counts all solutions of 4 to 27 rows without visiting any, by joining half boards. A subtree is
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
/// assert_eq!(Run::new().count(&counter)?.total.solutions, 14_200);
/// assert!(JoinCounter::new(28, 2)?.is_none());
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct JoinCounter {
    n: usize,
    join: Join,
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
        require_memory(table_bytes(n), n)?;
        // Threads beyond the number of processors would not run in parallel.
        let processors = available_parallelism().map_or(1, usize::from);
        let run = Run::new().threads(threads.min(processors));
        let join = run.parallel(|| Join::new(n as u32))?;
        Ok(join.map(|join| Self { n, join }))
    }

    /// True if the join supports boards of `n` rows.
    pub(super) fn supports(n: usize) -> bool {
        u32::try_from(n).is_ok_and(|n| Join::SIZES.contains(&n))
    }

    /// Groups consecutive orbits into at most `most` subtrees of similar cost; only subtrees with a
    /// very costly orbit exceed it.
    fn orbit_groups(&self, most: usize) -> Vec<(u64, Range<usize>)> {
        let all: u64 = self.join.orbits().map(|orbit| orbit.cost()).sum();
        let enough = all.div_ceil(most as u64);
        let mut groups = Vec::new();
        let (mut start, mut cost) = (0, 0);
        for (orbit, end) in self.join.orbits().zip(1..) {
            cost += orbit.cost();
            if cost >= enough || end == self.join.orbits().len() {
                groups.push((cost, start..end));
                (start, cost) = (end, 0);
            }
        }
        groups
    }
}

/// Upper limit of the address space in bytes for the tables and the threads that make them.
/// Measured: up to 920 MB for 23 rows. Each two rows less need an eighth. Tables made on demand
/// from 24 rows on need at most as much as those of 23 rows.
fn table_bytes(n: usize) -> usize {
    1_800_000 << (3 * (n.clamp(16, 23) / 2 - 8))
}

/// Least bytes of tables for which the available memory is read. Reading it takes longer than a
/// small count.
const SMALL_TABLES: usize = 64 << 20;

/// Checks before the work that `bytes` of memory are available. A failed allocation of tables would
/// abort the program.
fn require_memory(bytes: usize, n: usize) -> Result<(), Error> {
    let mut room: Vec<u8> = Vec::new();
    // Only this attempt notices a limit of the address space.
    if room.try_reserve_exact(bytes).is_err() {
        return Err(too_little_memory(bytes, n, None));
    }
    match memory::available().filter(|_| bytes >= SMALL_TABLES) {
        Some(available) if available < bytes as u64 => {
            Err(too_little_memory(bytes, n, Some(available)))
        }
        _ => Ok(()),
    }
}

/// Error for tables that need more memory than is `available`, or than the system grants.
fn too_little_memory(bytes: usize, n: usize, available: Option<u64>) -> Error {
    let mega = bytes / 1_000_000;
    let available = match available {
        Some(available) => format!("{} MB are available", available / 1_000_000),
        None => "the system refuses them".to_owned(),
    };
    Error::Impossible(format!(
        "the join of {n} rows needs up to {mega} MB of memory, and {available}\nhint: --method \
         search needs little memory"
    ))
}

impl Problem for JoinCounter {
    type Root = Range<usize>;
    type Scratch = (Kernel, join::JoinScratch);
    type Tally = Counted;
    type Solution = Infallible;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::new("queens count", "join").with("n", self.n))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Range<usize>>, Error> {
        let (most, groups) = match cut {
            Granularity::Threads(_) if self.join.orbits().len() <= MOST_SUBTREES => {
                let orbits = self.join.orbits().zip(0..);
                let groups = orbits.map(|(orbit, index)| (orbit.cost(), index..index + 1));
                (self.join.orbits().len(), groups.collect())
            }
            Granularity::Threads(_) => (MOST_SUBTREES, self.orbit_groups(MOST_SUBTREES)),
            Granularity::Subtrees(wanted) => {
                let most = wanted.unwrap_or(USUAL_SUBTREES).max(1) as usize;
                (most, self.orbit_groups(most))
            }
            Granularity::Split(split) => {
                let most = cut.number("orbits")?;
                if most == 0 {
                    let reason = format!("split {split} has no subtrees");
                    return Err(Error::ledger(&"the plan", reason));
                }
                (most, self.orbit_groups(most))
            }
        };
        Ok(Subtrees::list(format!("orbits:{most}"), groups))
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        (kernel, join::JoinScratch::default())
    }

    fn search(
        &self,
        (kernel, worker): &mut Self::Scratch,
        orbits: Range<usize>,
        emitter: &mut Emitter<'_, Self>,
    ) -> Counted {
        let mut counted = Counted::default();
        worker.cancel = emitter.cancel_token().clone();
        for orbit in orbits {
            if emitter.is_cancelled() {
                break;
            }
            let tally = self.join.orbit(orbit).count(*kernel, worker);
            counted.merge(Counted {
                solutions: tally.solutions.into(),
                residue: tally.residue,
                work: tally.pairs,
            });
        }
        counted
    }

    fn known_total(&self) -> Option<Known> {
        known_counts::all(self.n)
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some("by enumeration")
    }

    fn recount(
        &self,
        orbits: Range<usize>,
        _: &Summary,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        let orbits = orbits.map(|orbit| self.join.orbit(orbit));
        let visited = orbit_recount::recount_orbits(self.n, orbits, emitter.cancel_flag());
        Some(Counted::new(visited, visited.count).summary())
    }
}
