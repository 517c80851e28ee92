//! Exact covers as a problem for the engine.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use super::component::components;
use super::cut::{self, Subtree};
use super::insurance::Insurance;
use super::memo::{Counted, Limits, Stop};
use super::method::{Method, in_order, refused, worth};
use super::order::Order;
use super::ordered::Ordered;
use super::parts::{Known, Parts, Prepared, Rest};
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
    /// Unless there is one component.
    division: Option<Division>,
    /// Unless search is asked for.
    insurance: Option<Insurance>,
}

/// A problem in components.
#[derive(Clone, Debug)]
struct Division {
    /// The number of components.
    components: usize,
    /// The method that was asked for.
    method: Method,
    /// The one that is left to be searched; none if all were counted.
    rest: Option<Rest>,
}

/// How it is done.
#[derive(Clone, Debug)]
enum How {
    /// By choosing options.
    Tree(Box<Tree>),
    /// By an order of items, which has already given the number.
    Memo(Order, Counted),
    /// By components, all of which were counted.
    Parts(Known),
}

impl Cover {
    /// To be listed, in an order that depends on the problem only.
    pub fn listing(problem: Problem) -> Self {
        let how = How::Tree(Tree::new(&problem).into());
        Self::new(problem, how, true)
    }

    /// To be counted. A count by memo takes at most about `memory` bytes, and is made at once:
    /// by the threads of `run`, which reports progress, unless that is cancelled. Components are
    /// counted at once, too, except one that is left to be searched.
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
        let Some(components) = components(&problem) else {
            return Self::undivided(problem, method, memory, run);
        };
        let parts = Parts::new(components, method, run.kernel_used(), &run.token())?;
        let number = parts.number;
        let prepare = |component| {
            let cover = Self::undivided(component, method, memory, run)?;
            Ok(match cover.counted() {
                Some(total) => Prepared::Counted(total),
                None => Prepared::Open(cover),
            })
        };
        let search = |cover: &Self| {
            let outcome = run.within_another().count(cover)?;
            if outcome.is_interrupted() {
                return Err(Error::Interrupted);
            }
            Ok(outcome.total)
        };
        let (known, left) = parts.count(prepare, search)?;
        Ok(Self::divided(problem, method, number, known, left))
    }

    /// A problem in components: the product of those that were counted, and the one that is left,
    /// if any.
    pub(super) fn divided(
        problem: Problem,
        method: Method,
        components: usize,
        known: Known,
        left: Option<Self>,
    ) -> Self {
        let (how, rest, insurance) = match left {
            None => (How::Parts(known), None, None),
            Some(left) => {
                let rest = Rest {
                    problem: left.problem,
                    factor: known.total,
                };
                (left.how, Some(rest), left.insurance)
            }
        };
        Self {
            division: Some(Division {
                components,
                method,
                rest,
            }),
            insurance,
            ..Self::new(problem, how, false)
        }
    }

    /// To be counted as a whole, whatever its components.
    pub(super) fn undivided(
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
        let insurance = (method == Method::Auto).then(|| Insurance::new(memory));
        Ok(Self {
            insurance,
            ..Self::new(problem, how, false)
        })
    }

    fn new(problem: Problem, how: How, lists: bool) -> Self {
        Self {
            hash: problem.sha256(),
            problem: Arc::new(problem),
            lists,
            names: None,
            how,
            division: None,
            insurance: None,
        }
    }

    /// With what options cover instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(names(&self.problem));
        Self { names, ..self }
    }

    /// Insured although search was asked for.
    #[cfg(test)]
    pub(super) fn insured(self, insurance: Insurance) -> Self {
        let insurance = Some(insurance);
        Self { insurance, ..self }
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
            How::Parts(ref known) => known.method,
        }
    }

    /// The number of solutions, if it is known already.
    pub(super) fn counted(&self) -> Option<Total> {
        match &self.how {
            How::Tree(_) => None,
            How::Memo(_, counted) => Some(counted.total()),
            How::Parts(known) => Some(known.total.clone()),
        }
    }

    /// The problem that is searched, or all of it.
    fn searched(&self) -> &Problem {
        self.left().map_or(&self.problem, |left| &left.problem)
    }

    /// The component that is left to be searched, if others were counted.
    fn left(&self) -> Option<&Rest> {
        self.division.as_ref()?.rest.as_ref()
    }

    /// The problem that remains in a subtree.
    fn rest(&self, tree: &Tree, root: &Root) -> Problem {
        let live = cut::at(tree, &root.decisions);
        let live: Vec<u32> = live.options().map(|option| option as u32).collect();
        let chosen: Vec<u32> = root.chosen().collect();
        self.searched().after(&chosen, &live)
    }

    /// The solutions that those of a subtree stand for.
    fn all(&self, found: Total, root: &Root) -> Total {
        let found = Total {
            solutions: found.solutions * root.times,
            residue: found.residue.times(root.times),
            ..found
        };
        match self.left() {
            Some(left) => Total {
                work: found.work,
                ..found.product(&left.factor)
            },
            None => found,
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
    /// Its nodes, estimated.
    size: u64,
}

impl Root {
    fn new(subtree: Subtree) -> (u64, Self) {
        let Subtree {
            size,
            chosen: decisions,
            times,
        } = subtree;
        let root = Self {
            decisions,
            times,
            size,
        };
        (size, root)
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
        let spec = match &self.division {
            Some(division) => spec
                .with("parts", division.components)
                .with("choice", division.method.to_string()),
            None => spec,
        };
        if matches!(self.how, How::Parts(_)) {
            return Ok(spec);
        }
        let is_bounded = self.searched().repeats();
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
            How::Memo(..) | How::Parts(_) => vec![Root::new(Subtree {
                size: 1,
                chosen: Vec::new(),
                times: 1,
            })],
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
        let tree = match &self.how {
            How::Tree(tree) => tree,
            How::Memo(..) | How::Parts(_) => return self.counted().unwrap_or_default(),
        };
        let live = cut::at(tree, &root.decisions);
        let lists = emitter.wants_solutions();
        let mut chosen = Vec::new();
        let mut push = |more: &[u32]| {
            chosen.clear();
            chosen.extend(root.chosen().chain(more.iter().copied()));
            emitter.push(Solution::new(&chosen, names))
        };
        let mut visit = Visit::new(if lists { Some(&mut push) } else { None }, cancel);
        let mut counted = None;
        let mut watch = |nodes| {
            let insurance = self.insurance.as_ref()?;
            counted = insurance.count(&self.rest(tree, &root), nodes, cancel);
            counted.is_none().then(|| Insurance::again(nodes))
        };
        if let Some(insurance) = self.insurance.as_ref().filter(|_| !lists) {
            visit = visit.watched(insurance.begin(root.size), &mut watch);
        }
        // The engine knows from the token that the search was stopped.
        let _ = tree.search(worker.kernel, &mut worker.memory, &live, &mut visit);
        let (found, again, nodes) = (visit.found, visit.again, visit.nodes);
        let found = match counted {
            Some(counted) => Total {
                work: nodes + counted.steps,
                ..counted.total()
            },
            None => Total::new(found.into(), Residue::of(again.into()), nodes),
        };
        self.all(found, &root)
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
            How::Memo(..) | How::Parts(_) => Vec::new(),
        }
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match self.how {
            How::Memo(Order::Near, _) => "by memo in the order given",
            _ => "by memo in the order of neighbours",
        })
    }

    fn recount(&self, root: Root, _: &Summary, emitter: &Emitter<'_, Self>) -> Option<Summary> {
        let order = match &self.how {
            How::Memo(Order::Near, _) => Order::Given,
            _ => Order::Near,
        };
        let problem = match &self.how {
            How::Tree(tree) => self.rest(tree, &root),
            How::Memo(..) | How::Parts(_) => (*self.problem).clone(),
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
        Some(self.all(counted.total(), &root).summary())
    }

    /// False for a problem that is already counted: it takes no time.
    fn can_be_sampled(&self) -> bool {
        matches!(self.how, How::Tree(_))
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
