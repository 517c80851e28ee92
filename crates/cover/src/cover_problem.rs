//! Exact covers as problems of the engine: methods and components.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::component::components;
use super::component_counts::{
    ComponentCounts, CountedComponents, PreparedComponent, SearchedComponent,
};
use super::cover_method::{
    CoverMethod, MemoOrder, count_by_memo, first_split, memo_memory, memo_step_limit, refused,
};
use super::cover_solution::{Solution, option_texts};
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::MemoCount;
use super::memo_limits::{MemoLimits, MemoStop};
use super::memo_trials::MemoTrials;
use super::search_tree::SearchTree;
use super::split_tree::TreeSplit;
use countless_engine::{Error, Job, Outcome, Run};

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
    pub(super) lists: bool,
    pub(super) names: Option<Arc<Vec<String>>>,
    pub(super) strategy: Strategy,
    /// Division into components; `None` if there is only one.
    pub(super) division: Option<ComponentDivision>,
    /// Memo trials during the search; only for [`CoverMethod::Auto`].
    pub(super) memo_trials: Option<MemoTrials>,
}

/// Problem in components.
#[derive(Clone, Debug)]
pub(super) struct ComponentDivision {
    /// Number of components.
    pub(super) components: usize,
    /// Method that the user chose.
    pub(super) method: CoverMethod,
    /// Component that is left to search; `None` if all were counted.
    pub(super) searched_component: Option<SearchedComponent>,
}

/// Strategy that solves the problem.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    /// Search that chooses options, with the split that estimated its size, if one did.
    Tree(Box<SearchTree>, Option<TreeSplit>),
    /// Count by states, with its order of items. It is already made.
    Memo(MemoOrder, MemoCount),
    /// Product of components, all of them counted.
    Components(CountedComponents),
}

impl CoverProblem {
    /// Creates a problem that lists solutions, in an order that depends on the problem only.
    pub fn listing(problem: ExactCover) -> Self {
        let how = Strategy::Tree(SearchTree::new(&problem).into(), None);
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
            let outcome = cover.count(&run.within_another())?;
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
        let split = (method == CoverMethod::Auto).then(|| first_split(&tree));
        let most = match &split {
            Some(split) => memo_step_limit(split.total_nodes()),
            None => (method == CoverMethod::Memo).then_some(u64::MAX),
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
            _ => Strategy::Tree(tree.into(), split),
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
            Strategy::Tree(..) => CoverMethod::Search,
            Strategy::Components(ref known) => known.method,
        }
    }

    /// Number of solutions, if it is already known.
    pub(super) fn counted_total(&self) -> Option<CoverTotal> {
        match &self.strategy {
            Strategy::Tree(..) => None,
            Strategy::Memo(_, counted) => Some(counted.total()),
            Strategy::Components(known) => Some(known.total.clone()),
        }
    }

    /// Exact cover that the search runs on: one component or the whole problem.
    pub(super) fn searched_cover(&self) -> &ExactCover {
        self.searched_component()
            .map_or(&self.exact_cover, |left| &left.exact_cover)
    }

    /// Component that is left to search, if there are several.
    pub(super) fn searched_component(&self) -> Option<&SearchedComponent> {
        self.division.as_ref()?.searched_component.as_ref()
    }

    /// Returns a job that counts or lists the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Counts the solutions, as [`Run::count`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome<CoverTotal>, Error> {
        Ok(run.count(self)?.map(CoverTotal::from))
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
    ) -> Result<Outcome, Error> {
        run.try_for_each(self, visit)
    }
}
