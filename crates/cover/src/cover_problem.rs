//! Exact covers as problems of the engine.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::component::components;
use super::component_counts::{
    ComponentCounts, CountedComponents, PreparedComponent, SearchedComponent,
};
use super::cover_method::{
    CoverMethod, MemoOrder, count_by_memo, memo_memory, memo_step_limit, refused,
};
use super::cover_solution::{Solution, option_texts};
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::item_order::ItemOrder;
use super::memo::MemoCount;
use super::memo_limits::{MemoLimits, MemoStop};
use super::memo_trials::MemoTrials;
use super::option_table::NOT_CHOSEN;
use super::ordered_cover::OrderedCover;
use super::search_tree::{SearchTree, TreeScratch};
use super::solution_visit::Visit;
use super::split_tree::{self, SizedSubtree};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec, Summary};
use countless_engine::{Emitter, Granularity, Job, Outcome, Run, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;
/// Versions of the search trees and their splits, which are part of a plan: a ledger of another
/// version has other subtrees. Trees of problems with multiplicities have a later version.
const TREES: u32 = 2;
const BOUNDED_TREES: u32 = 3;
/// Number of subtrees of a plan, unless the user sets a larger one.
const USUAL: u32 = 2048;
/// Limits of a recount by memo: steps (about ten seconds) and bytes.
const RECOUNT: (u64, usize) = (1 << 28, 1 << 29);

/// Counts or lists the solutions of an [`ExactCover`] on all cores.
///
/// ```
/// use countless_cover::{CoverProblem, ExactCover};
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
///
/// let problem: ExactCover = "a b c\na b\nb c\na\nc\n".parse()?;
/// let mut text = Vec::new();
/// let table = Table::writer(&mut text, Format::Csv);
/// Run::new().write(&CoverProblem::listing(problem).with_names(), table)?;
/// assert_eq!(text, b"options\na b; c\nb c; a\n");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverProblem {
    exact_cover: Arc<ExactCover>,
    hash: String,
    /// True if solutions are listed, in order.
    lists: bool,
    names: Option<Arc<Vec<String>>>,
    strategy: Strategy,
    /// Division into components; `None` if there is only one.
    division: Option<ComponentDivision>,
    /// Memo trials during the search; only for [`CoverMethod::Auto`].
    memo_trials: Option<MemoTrials>,
}

/// Problem in components.
#[derive(Clone, Debug)]
struct ComponentDivision {
    /// Number of components.
    components: usize,
    /// Method that the user chose.
    method: CoverMethod,
    /// Component that is left to search; `None` if all were counted.
    searched_component: Option<SearchedComponent>,
}

/// Strategy that solves the problem.
#[derive(Clone, Debug)]
enum Strategy {
    /// Search that chooses options.
    Tree(Box<SearchTree>),
    /// Count by states, with its order of items. It is already made.
    Memo(MemoOrder, MemoCount),
    /// Product of components, all of them counted.
    Components(CountedComponents),
}

impl CoverProblem {
    /// Creates a problem that lists solutions, in an order that depends on the problem only.
    pub fn listing(problem: ExactCover) -> Self {
        let how = Strategy::Tree(SearchTree::new(&problem).into());
        Self::new(problem, how, true)
    }

    /// Creates a problem that counts solutions. A count by memo takes at most about the
    /// [memory](Run::memory) of `run`, or [`MEMORY`](super::MEMORY). It is made at once, by the
    /// threads of `run`, which reports its progress. Components are counted at once, too, except
    /// one that is left to search.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if memo is chosen but cannot count the problem within its memory;
    /// [`Error::Interrupted`] if `run` was cancelled.
    pub fn counting(problem: ExactCover, method: CoverMethod, run: &Run) -> Result<Self, Error> {
        let Some(components) = components(&problem) else {
            return Self::undivided(problem, method, run);
        };
        let parts =
            ComponentCounts::new(components, method, run.kernel_used(), &run.child_token())?;
        let number = parts.components;
        let prepare = |component| {
            let cover = Self::undivided(component, method, run)?;
            Ok(match cover.counted_total() {
                Some(total) => PreparedComponent::Counted(total),
                None => PreparedComponent::ToSearch(cover),
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

    /// Creates a problem in components: the product of those counted, and the one left to search.
    pub(super) fn divided(
        problem: ExactCover,
        method: CoverMethod,
        components: usize,
        known: CountedComponents,
        left: Option<Self>,
    ) -> Self {
        let (how, rest, insurance) = match left {
            None => (Strategy::Components(known), None, None),
            Some(left) => {
                let rest = SearchedComponent {
                    exact_cover: left.exact_cover,
                    factor: known.total,
                };
                (left.strategy, Some(rest), left.memo_trials)
            }
        };
        Self {
            division: Some(ComponentDivision {
                components,
                method,
                searched_component: rest,
            }),
            memo_trials: insurance,
            ..Self::new(problem, how, false)
        }
    }

    /// Creates a problem that is counted as a whole, without a division into components.
    pub(super) fn undivided(
        problem: ExactCover,
        method: CoverMethod,
        run: &Run,
    ) -> Result<Self, Error> {
        let (tree, memory) = (SearchTree::new(&problem), memo_memory(run));
        let most = match method {
            CoverMethod::Memo => Some(u64::MAX),
            CoverMethod::Auto => memo_step_limit(&tree),
            CoverMethod::Search => None,
        };
        let cancel = run.child_token();
        let counted = most.map(|steps| {
            let limits = MemoLimits {
                steps,
                memory,
                threads: run.thread_count(),
                cancel: cancel.flag(),
                progress: Some(run.progress_used()),
            };
            let count = || count_by_memo(&problem, limits);
            match run.thread_count() {
                // The first thread of a process allocates large tables faster.
                1 => Ok(count()),
                _ => run.parallel(count),
            }
        });
        let how = match counted.transpose()? {
            Some(Ok((order, counted))) => Strategy::Memo(order, counted),
            Some(Err(stop)) if method == CoverMethod::Memo || stop == MemoStop::Cancelled => {
                let otherwise = ", or --method search";
                return Err(refused(&stop, memory, otherwise));
            }
            _ => Strategy::Tree(tree.into()),
        };
        let insurance = (method == CoverMethod::Auto).then(|| MemoTrials::new(memory));
        Ok(Self {
            memo_trials: insurance,
            ..Self::new(problem, how, false)
        })
    }

    fn new(problem: ExactCover, how: Strategy, lists: bool) -> Self {
        Self {
            hash: problem.sha256(),
            exact_cover: Arc::new(problem),
            lists,
            names: None,
            strategy: how,
            division: None,
            memo_trials: None,
        }
    }

    /// Lists the items of options instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(option_texts(&self.exact_cover));
        Self { names, ..self }
    }

    /// Enables memo trials for a search.
    #[cfg(test)]
    pub(super) fn with_memo_trials(self, insurance: MemoTrials) -> Self {
        let insurance = Some(insurance);
        Self {
            memo_trials: insurance,
            ..self
        }
    }

    /// Exact cover whose solutions are counted or listed.
    pub fn exact_cover(&self) -> &ExactCover {
        &self.exact_cover
    }

    /// Hash of the problem, as [`ExactCover::sha256`] returns it.
    pub fn sha256(&self) -> &str {
        &self.hash
    }

    /// Method in use, never [`CoverMethod::Auto`].
    pub fn method(&self) -> CoverMethod {
        match self.strategy {
            Strategy::Memo(..) => CoverMethod::Memo,
            Strategy::Tree(_) => CoverMethod::Search,
            Strategy::Components(ref known) => known.method,
        }
    }

    /// Number of solutions, if it is already known.
    pub(super) fn counted_total(&self) -> Option<CoverTotal> {
        match &self.strategy {
            Strategy::Tree(_) => None,
            Strategy::Memo(_, counted) => Some(counted.total()),
            Strategy::Components(known) => Some(known.total.clone()),
        }
    }

    /// Exact cover that the search runs on: one component or the whole problem.
    fn searched_cover(&self) -> &ExactCover {
        self.searched_component()
            .map_or(&self.exact_cover, |left| &left.exact_cover)
    }

    /// Component that is left to search, if there are several.
    fn searched_component(&self) -> Option<&SearchedComponent> {
        self.division.as_ref()?.searched_component.as_ref()
    }

    /// Exact cover that remains in a subtree.
    fn remaining_cover(&self, tree: &SearchTree, root: &CoverSubtree) -> ExactCover {
        let live = split_tree::node_at(tree, &root.decisions);
        let live: Vec<u32> = live.options().map(|option| option as u32).collect();
        let chosen: Vec<u32> = root.chosen().collect();
        self.searched_cover().remaining(&chosen, &live)
    }

    /// Total of all subtrees and counted components that a subtree stands for.
    fn multiplied_total(&self, found: CoverTotal, root: &CoverSubtree) -> CoverTotal {
        let found = CoverTotal {
            solutions: found.solutions * root.multiplier,
            residue: found.residue.times(root.multiplier),
            ..found
        };
        match self.searched_component() {
            Some(left) => CoverTotal {
                work: found.work,
                ..found.product(&left.factor)
            },
            None => found,
        }
    }

    /// Returns a job that counts or lists the solutions.
    pub fn job(&self) -> Job<'_, CoverTotal> {
        Job::of(self)
    }

    /// Calls `visit` with each solution until it breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::try_for_each`].
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<CoverTotal>, Error> {
        run.try_for_each(self, visit)
    }
}

/// Subtree: the decisions that lead to it, and the number of equal subtrees that it stands for.
#[derive(Clone, Debug)]
pub struct CoverSubtree {
    decisions: Vec<u32>,
    multiplier: u64,
    /// Estimated number of nodes.
    size: u64,
}

impl CoverSubtree {
    fn new(subtree: SizedSubtree) -> (u64, Self) {
        let SizedSubtree {
            size,
            decisions,
            multiplier: times,
        } = subtree;
        let root = Self {
            decisions,
            multiplier: times,
            size,
        };
        (size, root)
    }

    /// Options chosen on the way to the subtree.
    fn chosen(&self) -> impl Iterator<Item = u32> {
        let decisions = self.decisions.iter().copied();
        decisions.filter(|decision| decision & NOT_CHOSEN == 0)
    }
}

impl countless_engine::Problem for CoverProblem {
    type Root = CoverSubtree;
    type Scratch = CoverScratch;
    type Tally = CoverTotal;
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
        if let Strategy::Memo(order, _) = &self.strategy {
            return Ok(spec.with("order", order.name()));
        }
        let spec = match &self.division {
            Some(division) => spec
                .with("parts", division.components)
                .with("choice", division.method.to_string()),
            None => spec,
        };
        if matches!(self.strategy, Strategy::Components(_)) {
            return Ok(spec);
        }
        let is_bounded = self.searched_cover().has_multiplicities();
        let spec = spec.with("trees", if is_bounded { BOUNDED_TREES } else { TREES });
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        Solution::columns()
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, CoverSubtree>, Error> {
        let wanted = match cut.least_subtrees(USUAL) {
            Some(wanted) => wanted,
            None => cut.number("subtrees")?,
        };
        let mut subtrees: Vec<(u64, CoverSubtree)> = match &self.strategy {
            Strategy::Tree(tree) => {
                let subtrees = split_tree::split(tree, wanted, !self.lists);
                subtrees.into_iter().map(CoverSubtree::new).collect()
            }
            Strategy::Memo(..) | Strategy::Components(_) => vec![CoverSubtree::new(SizedSubtree {
                size: 1,
                decisions: Vec::new(),
                multiplier: 1,
            })],
        };
        if !self.lists {
            // The largest go first, so that no thread starts on one of them at the end.
            subtrees.sort_by_key(|(size, _)| Reverse(*size));
        }
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> CoverScratch {
        CoverScratch {
            kernel,
            memory: TreeScratch::default(),
        }
    }

    fn search(
        &self,
        worker: &mut CoverScratch,
        root: CoverSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> CoverTotal {
        let names = self.names.as_ref();
        let cancel = emitter.cancel_flag();
        let tree = match &self.strategy {
            Strategy::Tree(tree) => tree,
            Strategy::Memo(..) | Strategy::Components(_) => {
                return self.counted_total().unwrap_or_default();
            }
        };
        let live = split_tree::node_at(tree, &root.decisions);
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
            let insurance = self.memo_trials.as_ref()?;
            counted = insurance.try_memo(&self.remaining_cover(tree, &root), nodes, cancel);
            counted.is_none().then(|| MemoTrials::next_trial(nodes))
        };
        if let Some(insurance) = self.memo_trials.as_ref().filter(|_| !lists) {
            visit = visit.watched(insurance.first_trial(root.size), &mut watch);
        }
        // The token shows the engine that the search was stopped.
        let _ = tree.search(worker.kernel, &mut worker.memory, &live, &mut visit);
        let (found, again, nodes) = (visit.found, visit.residue_sum, visit.nodes);
        let found = match counted {
            Some(counted) => CoverTotal {
                work: nodes + counted.steps,
                ..counted.total()
            },
            None => CoverTotal::new(found.into(), Residue::of(again.into()), nodes),
        };
        self.multiplied_total(found, &root)
    }

    fn parts(&self, _: &mut Self::Scratch, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        match &self.strategy {
            Strategy::Tree(tree) => {
                let parts = split_tree::children(tree, &root.decisions)
                    .into_iter()
                    .map(CoverSubtree::new);
                let parts = parts.map(|(size, part)| {
                    let times = root.multiplier;
                    (
                        size,
                        CoverSubtree {
                            multiplier: times,
                            ..part
                        },
                    )
                });
                parts.collect()
            }
            Strategy::Memo(..) | Strategy::Components(_) => Vec::new(),
        }
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match self.strategy {
            Strategy::Memo(MemoOrder::Line(ItemOrder::Near), _) => "by memo in the order given",
            _ => "by memo in the order of neighbours",
        })
    }

    fn recount(
        &self,
        root: CoverSubtree,
        _: &Summary,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        let order = match &self.strategy {
            Strategy::Memo(MemoOrder::Line(ItemOrder::Near), _) => ItemOrder::Given,
            _ => ItemOrder::Near,
        };
        let problem = match &self.strategy {
            Strategy::Tree(tree) => self.remaining_cover(tree, &root),
            Strategy::Memo(..) | Strategy::Components(_) => (*self.exact_cover).clone(),
        };
        let limits = MemoLimits {
            steps: RECOUNT.0,
            memory: RECOUNT.1,
            threads: 1,
            cancel: emitter.cancel_flag(),
            progress: None,
        };
        let ordered = OrderedCover::new(&problem, &order.items(&problem))?;
        let counted = ordered.count(limits).ok()?;
        Some(self.multiplied_total(counted.total(), &root).summary())
    }

    /// False for a problem that is already counted, since it needs no time.
    fn can_be_sampled(&self) -> bool {
        matches!(self.strategy, Strategy::Tree(_))
    }
}

/// Memory of one thread.
#[derive(Debug)]
pub struct CoverScratch {
    kernel: Kernel,
    memory: TreeScratch,
}
