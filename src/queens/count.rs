//! Counting solutions by either method, as a problem for the engine.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::join::{self, Join, Orbit};
use super::search::{self, Constraint, MAX_N, Worker, deepen, eighths, split};
use crate::engine::{Counted, Part, Problem, Resume, Subtree, Tally, depth_for, pool};
use crate::error::Error;
use crate::ledger::{Plan, Summary};
use crate::simd::Kernel;

/// Counts solutions by visiting them, cut at the first rows.
///
/// ```
/// use countless::engine::{Count, Counted, Options, Pulse, Stop, run};
/// use countless::queens::BySearch;
/// use countless::simd::Kernel;
///
/// let problem = BySearch::all(10, Kernel::best(), 2);
/// let mut count = Count::<Counted>::default();
/// let pulse = Pulse::new(Some(problem.cost()));
/// run(&problem, problem.subtrees().map(Ok), &mut count, Options::default(), &Stop::new(), &pulse)?;
/// assert_eq!(count.total.solutions, 724);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct BySearch {
    n: usize,
    kernel: Kernel,
    /// The squares that may hold a queen, if they are not all.
    board: Option<Constraint>,
    /// How many rows are filled in the subtrees.
    depth: usize,
    subtrees: Vec<search::Subtree>,
}

impl BySearch {
    /// Prepares to count all boards of `n` rows, visiting one of each eight that
    /// rotations and reflections make of it, cut finely enough for `threads`.
    pub fn all(n: usize, kernel: Kernel, threads: usize) -> Self {
        let depth = depth_for(threads, n, |depth| cut(n, None, depth).len());
        Self::new(n, None, kernel, depth)
    }

    /// Prepares to count the solutions of a partial board, cut finely enough for `threads`.
    pub fn of(board: &Constraint, kernel: Kernel, threads: usize) -> Self {
        let n = board.n();
        let depth = depth_for(threads, n, |depth| cut(n, Some(board), depth).len());
        Self::new(n, Some(board), kernel, depth)
    }

    fn new(n: usize, board: Option<&Constraint>, kernel: Kernel, depth: usize) -> Self {
        let mut subtrees = cut(n, board, depth);
        // The largest first, so that no thread starts on one when the others end.
        subtrees.sort_by_cached_key(|subtree| std::cmp::Reverse(subtree.cost()));
        Self {
            n,
            kernel,
            board: board.cloned(),
            depth,
            subtrees,
        }
    }

    /// Prepares the problem of a plan, if it is one that this type makes.
    pub fn from_plan(plan: &Plan, kernel: Kernel) -> Option<Self> {
        let n = size(plan)?;
        let depth = plan.split.strip_prefix("rows:")?.parse().ok()?;
        let board = match plan.parameter("squares") {
            None => None,
            Some(squares) => Some(board(n, squares)?),
        };
        if n > MAX_N || depth > n {
            return None;
        }
        let problem = Self::new(n, board.as_ref(), kernel, depth);
        (problem.plan() == *plan).then_some(problem)
    }

    /// What a ledger needs to know of it.
    pub fn plan(&self) -> Plan {
        let mut parameters = vec![("n".to_owned(), self.n.to_string())];
        if let Some(board) = &self.board {
            let squares: Vec<String> = (0..self.n)
                .map(|row| format!("{:x}", board.allowed(row)))
                .collect();
            parameters.push(("squares".to_owned(), squares.join(".")));
        }
        Plan {
            problem: if self.board.is_some() {
                "queens complete".to_owned()
            } else {
                "queens count".to_owned()
            },
            parameters,
            method: "search".to_owned(),
            split: format!("rows:{}", self.depth),
            subtrees: self.subtrees.len() as u64,
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
        let costs = self.subtrees.iter().map(search::Subtree::cost);
        costs.fold(0, u64::saturating_add)
    }

    /// The squares of a subtree.
    pub(super) fn subtree(&self, root: usize) -> &search::Subtree {
        &self.subtrees[root]
    }

    /// Counts the solutions of one subtree.
    pub(super) fn count(
        worker: &mut Worker,
        subtree: &search::Subtree,
        part: &Part<'_, Counted>,
    ) -> Counted {
        let before = worker.nodes();
        // A count that was stopped is dropped by the engine.
        let tally = worker
            .tally(&subtree.board, part.stop())
            .unwrap_or_default();
        Counted::new(tally.times(subtree.weight), worker.nodes() - before)
    }
}

/// The subtrees of a board, or of all boards of `n` rows, with `depth` rows filled.
fn cut(n: usize, board: Option<&Constraint>, depth: usize) -> Vec<search::Subtree> {
    match board {
        None => deepen(eighths(n), depth),
        Some(board) => split(board, depth),
    }
}

/// The number of rows in a plan.
fn size(plan: &Plan) -> Option<usize> {
    plan.parameter("n")?.parse().ok()
}

/// Reads the squares of a plan: for each row, the columns that are allowed, one bit each.
fn board(n: usize, squares: &str) -> Option<Constraint> {
    if n > MAX_N {
        return None;
    }
    let mut board = Constraint::new(n);
    let mut rows = squares.split('.').filter(|row| !row.is_empty());
    for row in 0..n {
        board.restrict(row, u32::from_str_radix(rows.next()?, 16).ok()?);
    }
    rows.next().is_none().then_some(board)
}

impl Problem for BySearch {
    type Root = usize;
    type Worker = Worker;
    type Tally = Counted;

    fn worker(&self) -> Worker {
        Worker::new(self.kernel, self.n)
    }

    fn search(&self, worker: &mut Worker, root: usize, part: &mut Part<'_, Counted>) -> Counted {
        Self::count(worker, &self.subtrees[root], part)
    }
}

impl Resume for BySearch {
    fn summary(&self, tally: &Counted) -> Summary {
        tally.into()
    }

    fn recall(&self, _: usize, summary: &Summary) -> Counted {
        summary.into()
    }
}

/// Counts all boards without visiting them, by joining half boards; the subtrees are
/// orbits of column sets.
///
/// ```
/// use countless::engine::{Count, Counted, Options, Pulse, Stop, run};
/// use countless::queens::ByJoin;
/// use countless::simd::Kernel;
///
/// let problem = ByJoin::new(12, Kernel::best(), 2)?.expect("twelve rows are in its range");
/// let mut count = Count::<Counted>::default();
/// let pulse = Pulse::new(Some(problem.cost()));
/// run(&problem, problem.subtrees().map(Ok), &mut count, Options::default(), &Stop::new(), &pulse)?;
/// assert_eq!(count.total.solutions, 14_200);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct ByJoin {
    n: usize,
    kernel: Kernel,
    join: Join,
    orbits: Vec<Orbit>,
    /// The most subtrees wanted, and the orbits of each.
    groups: (usize, Vec<Range<usize>>),
}

impl ByJoin {
    /// Whether boards of `n` rows are neither too small nor too large for this method.
    pub fn takes(n: usize) -> bool {
        u32::try_from(n).is_ok_and(|n| Join::SIZES.contains(&n))
    }

    /// Prepares to count all boards of `n` rows, with `threads` threads; `None` if
    /// the method does not take them. Every orbit is a subtree.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn new(n: usize, kernel: Kernel, threads: usize) -> Result<Option<Self>, Error> {
        let prepare = || {
            let join = Join::new(u32::try_from(n).ok()?)?;
            let orbits = join.subtrees();
            let groups = (0..orbits.len()).map(|orbit| orbit..orbit + 1).collect();
            Some(Self {
                n,
                kernel,
                join,
                groups: (orbits.len(), groups),
                orbits,
            })
        };
        Ok(pool(threads)?.install(prepare))
    }

    /// The number of rows.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The orbits of a subtree.
    pub fn orbits(&self, root: usize) -> &[Orbit] {
        &self.orbits[self.groups.1[root].clone()]
    }

    /// Puts orbits together, so that there are at most `most` subtrees, of about the same
    /// cost but for the costliest orbits.
    ///
    /// # Panics
    ///
    /// If `most` is 0.
    #[must_use]
    pub fn grouped(mut self, most: usize) -> Self {
        let all: u64 = self.orbits.iter().map(Orbit::cost).sum();
        let enough = all.div_ceil(most as u64);
        let mut groups = Vec::new();
        let (mut start, mut cost) = (0, 0);
        for (orbit, end) in self.orbits.iter().zip(1..) {
            cost += orbit.cost();
            if cost >= enough || end == self.orbits.len() {
                groups.push(start..end);
                (start, cost) = (end, 0);
            }
        }
        self.groups = (most, groups);
        self
    }

    /// Prepares the problem of a plan with `threads` threads, if it is one that this type
    /// makes.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn from_plan(plan: &Plan, kernel: Kernel, threads: usize) -> Result<Option<Self>, Error> {
        let most = plan.split.strip_prefix("orbits:");
        let most = most.and_then(|most| most.parse().ok());
        let (Some(n), Some(most)) = (size(plan), most.filter(|&most| most > 0)) else {
            return Ok(None);
        };
        let problem = Self::new(n, kernel, threads)?.map(|problem| problem.grouped(most));
        Ok(problem.filter(|problem| problem.plan() == *plan))
    }

    /// What a ledger needs to know of it.
    pub fn plan(&self) -> Plan {
        Plan {
            problem: "queens count".to_owned(),
            parameters: vec![("n".to_owned(), self.n.to_string())],
            method: "join".to_owned(),
            split: format!("orbits:{}", self.groups.0),
            subtrees: self.groups.1.len() as u64,
        }
    }

    /// The subtrees, the largest first.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        let groups = self.groups.1.iter().enumerate();
        groups.map(|(root, group)| Subtree {
            index: root as u64,
            cost: self.orbits[group.clone()].iter().map(Orbit::cost).sum(),
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
    type Tally = Counted;

    fn worker(&self) -> join::Worker {
        self.join.worker()
    }

    fn search(
        &self,
        worker: &mut join::Worker,
        root: usize,
        part: &mut Part<'_, Counted>,
    ) -> Counted {
        let mut counted = Counted::default();
        for orbit in self.orbits(root) {
            if part.stop().load(Ordering::Relaxed) {
                break;
            }
            let tally = self.join.count(self.kernel, worker, orbit);
            counted.merge(Counted {
                solutions: tally.solutions.into(),
                residue: tally.residue,
                work: tally.pairs,
            });
        }
        counted
    }
}

impl Resume for ByJoin {
    fn summary(&self, tally: &Counted) -> Summary {
        tally.into()
    }

    fn recall(&self, _: usize, summary: &Summary) -> Counted {
        summary.into()
    }
}
