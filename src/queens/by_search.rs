//! Counting solutions by visiting them, as a problem for the engine.

use super::cut::Cut;
use super::search::{self, Constraint, MAX_N, Worker};
use crate::engine::{Counted, Part, Problem, Resume, Subtree};
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
    cut: Cut,
}

impl BySearch {
    /// Prepares to count all boards of `n` rows, visiting one of each eight that
    /// rotations and reflections make of it, cut finely enough for `threads`.
    pub fn all(n: usize, kernel: Kernel, threads: usize) -> Self {
        Self::new(n, None, kernel, Cut::new(n, None, threads))
    }

    /// Prepares to count the solutions of a partial board, cut finely enough for `threads`.
    pub fn of(board: &Constraint, kernel: Kernel, threads: usize) -> Self {
        let cut = Cut::new(board.n(), Some(board), threads);
        Self::new(board.n(), Some(board), kernel, cut)
    }

    fn new(n: usize, board: Option<&Constraint>, kernel: Kernel, cut: Cut) -> Self {
        Self {
            n,
            kernel,
            board: board.cloned(),
            cut: cut.largest_first(),
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
        let cut = Cut::at(n, board.as_ref(), depth);
        let problem = Self::new(n, board.as_ref(), kernel, cut);
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
            split: format!("rows:{}", self.cut.depth()),
            subtrees: self.cut.len() as u64,
        }
    }

    /// The subtrees, the largest first.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        self.cut.subtrees()
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.cut.cost()
    }

    /// The squares of a subtree.
    pub(super) fn subtree(&self, root: usize) -> &search::Subtree {
        self.cut.get(root)
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

/// The number of rows in a plan.
pub(super) fn size(plan: &Plan) -> Option<usize> {
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
        Worker::new(self.kernel)
    }

    fn search(&self, worker: &mut Worker, root: usize, part: &mut Part<'_, Counted>) -> Counted {
        Self::count(worker, self.cut.get(root), part)
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
