//! Counting solutions by either method, as a problem for the engine.

use super::join::{self, Join, Orbit};
use super::search::{self, Constraint, Worker, deepen, eighths, split};
use crate::engine::{Part, Problem, Subtree, depth_for, pool};
use crate::error::Error;
use crate::simd::Kernel;

/// Counts solutions by visiting them, cut at the first rows.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::queens::BySearch;
/// use countless::simd::Kernel;
///
/// let problem = BySearch::all(10, Kernel::best(), 2);
/// let mut count = Count::<u128>::default();
/// let pulse = Pulse::new(Some(problem.cost()));
/// run(&problem, problem.subtrees().map(Ok), &mut count, Options::default(), &Stop::new(), &pulse)?;
/// assert_eq!(count.total, 724);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct BySearch {
    n: usize,
    kernel: Kernel,
    subtrees: Vec<search::Subtree>,
}

impl BySearch {
    /// Prepares to count all boards of `n` rows, visiting one of each eight that
    /// rotations and reflections make of it, cut finely enough for `threads`.
    pub fn all(n: usize, kernel: Kernel, threads: usize) -> Self {
        Self::cut(n, kernel, threads, |depth| deepen(eighths(n), depth))
    }

    /// Prepares to count the solutions of a partial board, cut finely enough for `threads`.
    pub fn of(board: &Constraint, kernel: Kernel, threads: usize) -> Self {
        Self::cut(board.n(), kernel, threads, |depth| split(board, depth))
    }

    fn cut(
        n: usize,
        kernel: Kernel,
        threads: usize,
        at: impl Fn(usize) -> Vec<search::Subtree>,
    ) -> Self {
        let depth = depth_for(threads, n, |depth| at(depth).len());
        let mut subtrees = at(depth);
        // The largest first, so that no thread starts on one when the others end.
        subtrees.sort_by_cached_key(|subtree| std::cmp::Reverse(subtree.cost()));
        Self {
            n,
            kernel,
            subtrees,
        }
    }

    /// The subtrees, the largest first.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        self.subtrees
            .iter()
            .enumerate()
            .map(|(root, subtree)| Subtree {
                index: root as u64,
                cost: subtree.cost(),
                root,
            })
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.subtrees.iter().map(search::Subtree::cost).sum()
    }
}

impl Problem for BySearch {
    type Root = usize;
    type Worker = Worker;
    type Tally = u128;

    fn worker(&self) -> Worker {
        Worker::new(self.kernel, self.n)
    }

    fn search(&self, worker: &mut Worker, root: usize, part: &mut Part<'_, u128>) -> u128 {
        let subtree = &self.subtrees[root];
        // A count that was stopped is dropped by the engine.
        let count = worker.count(&subtree.board, part.stop()).unwrap_or(0);
        u128::from(subtree.weight) * u128::from(count)
    }
}

/// Counts all boards without visiting them, by joining half boards; the subtrees are
/// orbits of column sets.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::queens::ByJoin;
/// use countless::simd::Kernel;
///
/// let problem = ByJoin::new(12, Kernel::best(), 2)?.expect("twelve rows are in its range");
/// let mut count = Count::<u128>::default();
/// let pulse = Pulse::new(Some(problem.cost()));
/// run(&problem, problem.subtrees().map(Ok), &mut count, Options::default(), &Stop::new(), &pulse)?;
/// assert_eq!(count.total, 14_200);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct ByJoin {
    kernel: Kernel,
    join: Join,
    orbits: Vec<Orbit>,
}

impl ByJoin {
    /// Whether boards of `n` rows are neither too small nor too large for this method.
    pub fn takes(n: usize) -> bool {
        u32::try_from(n).is_ok_and(|n| Join::SIZES.contains(&n))
    }

    /// Prepares to count all boards of `n` rows, with `threads` threads; `None` if
    /// the method does not take them.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn new(n: usize, kernel: Kernel, threads: usize) -> Result<Option<Self>, Error> {
        let prepare = || {
            let join = Join::new(u32::try_from(n).ok()?)?;
            let orbits = join.subtrees();
            Some(Self {
                kernel,
                join,
                orbits,
            })
        };
        Ok(pool(threads)?.install(prepare))
    }

    /// The subtrees, the largest first.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        self.orbits.iter().enumerate().map(|(root, orbit)| Subtree {
            index: root as u64,
            cost: orbit.cost(),
            root,
        })
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.orbits.iter().map(Orbit::cost).sum()
    }
}

impl Problem for ByJoin {
    type Root = usize;
    type Worker = join::Worker;
    type Tally = u128;

    fn worker(&self) -> join::Worker {
        self.join.worker()
    }

    fn search(&self, worker: &mut join::Worker, root: usize, _: &mut Part<'_, u128>) -> u128 {
        let tally = self.join.count(self.kernel, worker, &self.orbits[root]);
        u128::from(tally.solutions)
    }
}
