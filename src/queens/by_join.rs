//! Counting solutions by joining half boards, as a problem for the engine.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::by_search::size;
use super::join::{self, Join, Orbit};
use crate::engine::{Counted, Part, Problem, Resume, Subtree, Tally, pool};
use crate::error::Error;
use crate::ledger::{Plan, Summary};
use crate::simd::Kernel;

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
            let orbits = join.orbits().len();
            let groups = (0..orbits).map(|orbit| orbit..orbit + 1).collect();
            Some(Self {
                n,
                kernel,
                join,
                groups: (orbits, groups),
            })
        };
        Ok(pool(threads)?.install(prepare))
    }

    /// The number of rows.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The orbits of a subtree.
    pub fn orbits(&self, root: usize) -> impl Iterator<Item = Orbit<'_>> {
        let orbits = self.groups.1[root].clone();
        orbits.map(|orbit| self.join.orbit(orbit))
    }

    /// Puts orbits together, so that there are at most `most` subtrees, of about the same
    /// cost but for the costliest orbits.
    ///
    /// # Panics
    ///
    /// If `most` is 0.
    #[must_use]
    pub fn grouped(mut self, most: usize) -> Self {
        let enough = self.cost().div_ceil(most as u64);
        let mut groups = Vec::new();
        let (mut start, mut cost) = (0, 0);
        for (orbit, end) in self.join.orbits().zip(1..) {
            cost += orbit.cost();
            if cost >= enough || end == self.join.orbits().len() {
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
        (0..self.groups.1.len()).map(|root| Subtree {
            index: root as u64,
            cost: self.orbits(root).map(|orbit| orbit.cost()).sum(),
            root,
        })
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.join.orbits().map(|orbit| orbit.cost()).sum()
    }
}

impl Problem for ByJoin {
    type Root = usize;
    type Worker = join::Worker;
    type Tally = Counted;

    fn worker(&self) -> join::Worker {
        join::Worker::default()
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
            let tally = orbit.count(self.kernel, worker);
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
