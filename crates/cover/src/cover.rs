//! Exact covers as a problem for the engine.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use num_bigint::BigUint;

use super::cut::{self, Subtree};
use super::memo::{Counted, Limits, Stop};
use super::method::{Method, in_order, refused, worth};
use super::order::Order;
use super::ordered::Ordered;
use super::problem::Problem;
use super::search::{Memory, Tree};
use super::solution::{Solution, names};
use super::table::LEFT;
use super::total::Total;
use super::visit::Visit;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec, Summary};
use countless_engine::{Cut, Emitter, Job, Outcome, Run, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;
/// The version of the trees and how they are cut, which is part of a plan: ledgers of another have
/// other subtrees. Trees of problems with multiplicities have changed once more.
const TREES: u32 = 2;
const BOUNDED_TREES: u32 = 3;
/// The subtrees of a plan unless the user wants more.
const USUAL: u32 = 2048;
/// What a recount by memo may take: about ten seconds, and half a gigabyte.
const RECOUNT: (u64, usize) = (1 << 28, 1 << 29);

/// Counts or lists the solutions of a [`Problem`] on all cores.
///
/// ```
/// use countless_cover::{Cover, Problem};
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
/// let mut text = Vec::new();
/// let table = Table::writer(&mut text, Format::Csv);
/// Run::new().write(&Cover::listing(problem).with_names(), table)?;
/// assert_eq!(text, b"options\na b; c\nb c; a\n");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cover {
    problem: Arc<Problem>,
    hash: String,
    /// Whether solutions are listed, in order.
    lists: bool,
    names: Option<Arc<Vec<String>>>,
    how: How,
}

/// How it is done.
#[derive(Clone, Debug)]
enum How {
    /// By choosing options.
    Tree(Box<Tree>),
    /// By an order of items, which has already given the number.
    Memo(Order, Counted),
}

impl Cover {
    /// To be listed, in an order that depends on the problem only.
    pub fn listing(problem: Problem) -> Self {
        let how = How::Tree(Tree::new(&problem).into());
        Self::new(problem, how, true)
    }

    /// To be counted. A count by memo takes at most about `memory` bytes, and is made at once:
    /// by the threads of `run`, which tells how far it is, unless that is cancelled.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if memo is asked for and does not take the problem, or needs more
    /// memory; [`Error::Interrupted`] if that was cancelled.
    pub fn counting(
        problem: Problem,
        method: Method,
        memory: usize,
        run: &Run,
    ) -> Result<Self, Error> {
        let tree = Tree::new(&problem);
        let most = match method {
            Method::Memo => Some(u64::MAX),
            Method::Auto => worth(&tree),
            Method::Search => None,
        };
        let cancel = run.token();
        let counted = most.map(|steps| {
            let limits = Limits {
                steps,
                memory,
                threads: run.thread_count(),
                cancel: cancel.flag(),
                progress: Some(run.progress_used()),
            };
            let count = || in_order(&problem, |ordered| ordered.count(limits));
            match run.thread_count() {
                // Large tables are allocated faster on the first thread of a process.
                1 => Ok(count()),
                _ => run.parallel(count),
            }
        });
        let how = match counted.transpose()? {
            Some(Ok((order, counted))) => How::Memo(order, counted),
            Some(Err(stop)) if method == Method::Memo || stop == Stop::Cancelled => {
                let otherwise = ", or --method search";
                return Err(refused(&stop, memory, otherwise));
            }
            _ => How::Tree(tree.into()),
        };
        Ok(Self::new(problem, how, false))
    }

    fn new(problem: Problem, how: How, lists: bool) -> Self {
        Self {
            hash: problem.sha256(),
            problem: Arc::new(problem),
            lists,
            names: None,
            how,
        }
    }

    /// With what options cover instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(names(&self.problem));
        Self { names, ..self }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What [`Problem::sha256`] says of it.
    pub fn sha256(&self) -> &str {
        &self.hash
    }

    /// How it is done: never [`Method::Auto`].
    pub fn method(&self) -> Method {
        match self.how {
            How::Memo(..) => Method::Memo,
            How::Tree(_) => Method::Search,
        }
    }

    /// A job to count or list the solutions.
    pub fn job(&self) -> Job<'_, Total> {
        Job::of(self)
    }

    /// Hands each solution to `visit`, until that breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<Total>, Error> {
        run.try_for_each(self, visit)
    }
}

/// A subtree: the decisions that lead to it, and for how many of as many solutions it stands.
#[derive(Clone, Debug)]
pub struct Root {
    decisions: Vec<u32>,
    times: u64,
}

impl Root {
    fn new(subtree: Subtree) -> (u64, Self) {
        let (decisions, times) = (subtree.chosen, subtree.times);
        (subtree.size, Self { decisions, times })
    }

    /// The options chosen.
    fn chosen(&self) -> impl Iterator<Item = u32> {
        let decisions = self.decisions.iter().copied();
        decisions.filter(|decision| decision & LEFT == 0)
    }
}

impl countless_engine::Problem for Cover {
    type Root = Root;
    type Worker = Worker;
    type Tally = Total;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let (problem, method) = (
            if self.lists {
                "cover list"
            } else {
                "cover count"
            },
            self.method().to_string(),
        );
        let spec = Spec::new(problem, method).with("input", &self.hash);
        if let How::Memo(order, _) = &self.how {
            return Ok(spec.with("order", order.name()));
        }
        let is_bounded = self.problem.repeats();
        let spec = spec.with("trees", if is_bounded { BOUNDED_TREES } else { TREES });
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        Solution::columns()
    }

    fn subtrees(&self, cut: &Cut) -> Result<Subtrees<'_, Root>, Error> {
        let wanted = match cut.wanted(USUAL) {
            Some(wanted) => wanted,
            None => cut.number("subtrees")?,
        };
        let mut subtrees: Vec<(u64, Root)> = match &self.how {
            How::Tree(tree) => {
                let subtrees = cut::cut(tree, wanted, !self.lists);
                subtrees.into_iter().map(Root::new).collect()
            }
            How::Memo(..) => vec![(
                1,
                Root {
                    decisions: Vec::new(),
                    times: 1,
                },
            )],
        };
        if !self.lists {
            // So that no thread starts on a large one when the others end.
            subtrees.sort_by_key(|(size, _)| Reverse(*size));
        }
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn worker(&self, kernel: Kernel) -> Worker {
        Worker {
            kernel,
            memory: Memory::default(),
        }
    }

    fn search(&self, worker: &mut Worker, root: Root, emitter: &mut Emitter<'_, Self>) -> Total {
        let names = self.names.as_ref();
        let cancel = emitter.cancel_flag();
        match &self.how {
            How::Memo(_, counted) => {
                Total::new(counted.solutions.clone(), counted.residue, counted.steps)
            }
            How::Tree(tree) => {
                let live = cut::at(tree, &root.decisions);
                let lists = emitter.wants_solutions();
                let mut chosen = Vec::new();
                let mut push = |more: &[u32]| {
                    chosen.clear();
                    chosen.extend(root.chosen().chain(more.iter().copied()));
                    emitter.push(Solution::new(&chosen, names))
                };
                let mut visit = Visit::new(if lists { Some(&mut push) } else { None }, cancel);
                // Whether it was stopped is for the engine to say.
                let _ = tree.search(worker.kernel, &mut worker.memory, &live, &mut visit);
                let residue = Residue::of(visit.again.into()).times(root.times);
                Total::new(
                    BigUint::from(visit.found) * root.times,
                    residue,
                    visit.nodes,
                )
            }
        }
    }

    fn parts(&self, root: &Root) -> Vec<(u64, Root)> {
        match &self.how {
            How::Tree(tree) => {
                let parts = cut::parts(tree, &root.decisions).into_iter().map(Root::new);
                let parts = parts.map(|(size, part)| {
                    let times = root.times;
                    (size, Root { times, ..part })
                });
                parts.collect()
            }
            How::Memo(..) => Vec::new(),
        }
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match self.how {
            How::Memo(Order::Near, _) => "by memo in the order given",
            How::Tree(_) | How::Memo(..) => "by memo in the order of neighbours",
        })
    }

    fn recount(&self, root: Root, _: &Summary, emitter: &Emitter<'_, Self>) -> Option<Summary> {
        let order = match &self.how {
            How::Memo(Order::Near, _) => Order::Given,
            _ => Order::Near,
        };
        let problem = match &self.how {
            How::Tree(tree) => {
                let live = cut::at(tree, &root.decisions);
                let live: Vec<u32> = live.options().map(|option| option as u32).collect();
                self.problem
                    .after(&root.chosen().collect::<Vec<u32>>(), &live)
            }
            How::Memo(..) => (*self.problem).clone(),
        };
        let limits = Limits {
            steps: RECOUNT.0,
            memory: RECOUNT.1,
            threads: 1,
            cancel: emitter.cancel_flag(),
            progress: None,
        };
        let ordered = Ordered::new(&problem, &order.of(&problem))?;
        let counted = ordered.count(limits).ok()?;
        let (times, steps) = (root.times, counted.steps);
        let residue = counted.residue.times(times);
        Some(Total::new(counted.solutions * times, residue, steps).summary())
    }

    /// A memo, once counted, takes no time.
    fn can_be_sampled(&self) -> bool {
        !matches!(self.how, How::Memo(..))
    }
}

/// What a thread needs.
#[derive(Debug)]
pub struct Worker {
    kernel: Kernel,
    memory: Memory,
}

/// The solutions, each as the numbers of its options.
pub(super) fn all(problem: Problem, run: &Run) -> Result<Vec<Vec<usize>>, Error> {
    let mut all = Vec::new();
    run.try_for_each(&Cover::listing(problem), |solution| {
        all.push(solution.options().collect());
        Continue(())
    })?;
    Ok(all)
}
