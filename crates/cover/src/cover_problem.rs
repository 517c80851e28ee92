//! Exact covers as problems of the engine: methods and components.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::components::{ComponentCounts, KnownCount, components};
use super::cover_method::{CoverMethod, first_split, memo_memory, memo_step_limit, refused};
use super::cover_solution::{Solution, option_texts};
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::chain_count::{MemoLimits, MemoStop};
use super::memo::frontier::StateChains;
use super::memo::line::ItemOrder;
use super::memo::{MemoOrder, MemoTrials, count_by_memo};
use super::search::SearchTree;
use super::search::split::{self, SizedSubtree};
use super::symmetry::cover_symmetries::CoverSymmetries;
use super::symmetry::representatives::Representatives;
use super::symmetry::stabilizer_search::{STABILIZERS, StabilizerSearch};
use super::tree_search::{CoverScratch, CoverSubtree, TreeSearch, wanted_subtrees};
use countless_engine::ledger::Spec;
use countless_engine::{
    Emitter, Error, Granularity, Job, Outcome, Problem, Run, Subtrees, Tally, stable_sort,
};
use countless_simd::Kernel;
use countless_table::Columns;

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
    hash: OnceLock<String>,
    /// True if solutions are listed, in order.
    pub(super) lists: bool,
    pub(super) names: Option<Arc<Vec<String>>>,
    pub(super) strategy: Strategy,
    /// Number of components; `None` if there is only one.
    components: Option<usize>,
    /// Method that the user chose, if components or terms have methods of their own.
    choice: Option<CoverMethod>,
    /// Symmetries under which solutions are equivalent, if classes are counted or listed.
    symmetries: Option<Arc<CoverSymmetries>>,
    has_class_size: bool,
}

/// Strategy that solves the problem.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    /// Search that chooses options.
    Search(Box<TreeSearch>),
    /// Number of solutions, counted before the run.
    Known(KnownCount),
    /// Sum of the solutions that each symmetry leaves unchanged.
    Terms(ClassTerms),
    /// Sum of the numbers of symmetries that leave each solution unchanged.
    Stabilizers(Box<StabilizerSearch>),
    /// List of a solution of each class.
    Representatives(Box<Representatives>),
}

/// Terms of a sum over symmetries.
#[derive(Clone, Debug)]
pub(super) struct ClassTerms {
    /// Number of terms.
    pub number: usize,
    /// Numbers of symmetries and their counts; several for a term with weights.
    pub counts: Vec<(u64, CoverProblem)>,
}

impl CoverProblem {
    /// Creates a problem that lists solutions, in an order that depends on the problem only.
    pub fn listing(problem: ExactCover) -> Self {
        let problem = Arc::new(problem);
        let tree = SearchTree::new(&problem);
        let search = Strategy::Search(TreeSearch::new(&problem, tree).into());
        Self {
            lists: true,
            ..Self::new(problem, search)
        }
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
        let ComponentCounts {
            components,
            mut known,
            uncounted,
        } = ComponentCounts::new(components, method, run)?;
        let mut searches = Vec::new();
        for open in uncounted {
            let cover = Self::undivided(open.exact_cover, method, run)?;
            match cover.strategy {
                Strategy::Known(one) => known.multiply(&one.total, open.copies, one.method),
                _ => searches.push((cover, open.copies)),
            }
            if known.is_zero() {
                searches.clear();
                break;
            }
        }
        // One component is left to the run, if no other is equal to it.
        let single = searches.iter().rposition(|&(_, copies)| copies == 1);
        let mut left = single.map(|at| searches.remove(at).0);
        for (cover, copies) in searches {
            known.multiply(&cover.count_now(run)?, copies, CoverMethod::Search);
            if known.is_zero() {
                left = None;
                break;
            }
        }
        Ok(Self::divided(problem, method, components, known, left))
    }

    /// Counts by the threads of a run, which reports its progress.
    pub(super) fn count_now(&self, run: &Run) -> Result<CoverTotal, Error> {
        let outcome = self.count(&run.for_part())?;
        if outcome.is_interrupted() {
            return Err(Error::Interrupted);
        }
        Ok(outcome.total)
    }

    /// Creates a problem in components: the product of those counted, and the one left to search.
    pub(super) fn divided(
        problem: ExactCover,
        method: CoverMethod,
        components: usize,
        known: KnownCount,
        left: Option<Self>,
    ) -> Self {
        let strategy = match left.map(|left| left.strategy) {
            Some(Strategy::Search(search)) => Strategy::Search(Box::new(TreeSearch {
                factor: known.total,
                ..*search
            })),
            _ => Strategy::Known(known),
        };
        Self {
            components: Some(components),
            choice: Some(method),
            ..Self::new(Arc::new(problem), strategy)
        }
    }

    /// Creates a problem that counts or lists classes of solutions.
    pub(super) fn of_classes(
        problem: ExactCover,
        symmetries: CoverSymmetries,
        strategy: Strategy,
        choice: Option<CoverMethod>,
    ) -> Self {
        Self {
            lists: matches!(strategy, Strategy::Representatives(_)),
            symmetries: Some(Arc::new(symmetries)),
            choice,
            ..Self::new(Arc::new(problem), strategy)
        }
    }

    /// Creates a problem that is counted as a whole, without a division into components.
    pub(super) fn undivided(
        problem: ExactCover,
        method: CoverMethod,
        run: &Run,
    ) -> Result<Self, Error> {
        let problem = Arc::new(problem);
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
        let strategy = match counted.transpose()? {
            Some(Ok((order, counted))) => Strategy::Known(KnownCount {
                total: counted.total(),
                method: CoverMethod::Memo,
                order: Some(order),
            }),
            Some(Err(stop)) if method == CoverMethod::Memo || stop == MemoStop::Cancelled => {
                let otherwise = ", or --method search";
                return Err(refused(&stop, memory, otherwise));
            }
            _ => Strategy::Search(Box::new(TreeSearch {
                split,
                memo_trials: (method == CoverMethod::Auto).then(|| MemoTrials::new(memory)),
                ..TreeSearch::new(&problem, tree)
            })),
        };
        Ok(Self::new(problem, strategy))
    }

    fn new(exact_cover: Arc<ExactCover>, strategy: Strategy) -> Self {
        Self {
            hash: OnceLock::new(),
            exact_cover,
            lists: false,
            names: None,
            strategy,
            components: None,
            choice: None,
            symmetries: None,
            has_class_size: false,
        }
    }

    /// Lists the items of options instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(option_texts(&self.exact_cover));
        Self { names, ..self }
    }

    /// Adds the number of solutions in the class of each solution, if classes are listed.
    #[must_use]
    pub fn with_class_size(self) -> Self {
        Self {
            has_class_size: true,
            ..self
        }
    }

    /// Enables memo trials for a search.
    pub(super) fn with_memo_trials(mut self, trials: MemoTrials) -> Self {
        if let Strategy::Search(search) = &mut self.strategy {
            search.memo_trials = Some(trials);
        }
        self
    }

    /// Exact cover whose solutions are counted or listed.
    pub fn exact_cover(&self) -> &ExactCover {
        &self.exact_cover
    }

    /// Hash of the problem, as [`ExactCover::sha256`] returns it.
    pub fn sha256(&self) -> &str {
        self.hash.get_or_init(|| self.exact_cover.sha256())
    }

    /// Symmetries under which solutions are equivalent, if classes are counted or listed.
    pub fn symmetries(&self) -> Option<&CoverSymmetries> {
        self.symmetries.as_deref()
    }

    /// Method in use, never [`CoverMethod::Auto`]: search, unless all was counted before the run.
    pub fn method(&self) -> CoverMethod {
        match &self.strategy {
            Strategy::Known(known) => known.method,
            Strategy::Terms(terms) if !self.can_be_sampled() => {
                let mut methods = terms.counts.iter().map(|(_, count)| count.method());
                let memo = methods.find(|&method| method == CoverMethod::Memo);
                memo.unwrap_or(CoverMethod::Search)
            }
            _ => CoverMethod::Search,
        }
    }

    /// Search of the problem, unless its number of solutions is already known.
    pub(super) fn search_of_tree(&self) -> Option<&TreeSearch> {
        match &self.strategy {
            Strategy::Search(search) => Some(search),
            _ => None,
        }
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

/// Limits of a recount by memo: steps (about ten seconds) and bytes.
const RECOUNT: (u64, usize) = (1 << 28, 1 << 29);

impl CoverProblem {
    /// Counts a subtree.
    fn count_subtree(
        &self,
        worker: &mut CoverScratch,
        root: &CoverSubtree,
        cancel: &AtomicBool,
    ) -> CoverTotal {
        match &self.strategy {
            Strategy::Search(search) => search.count(worker, root, cancel),
            Strategy::Known(known) => known.total.clone(),
            Strategy::Terms(terms) => {
                let (elements, count) = &terms.counts[root.term];
                count.count_subtree(worker, root, cancel).times(*elements)
            }
            Strategy::Stabilizers(search) => search.sum(cancel),
            Strategy::Representatives(search) => {
                search.list(worker, root, cancel, |_, _| Continue(()))
            }
        }
    }

    /// About `wanted` subtrees, in the order of a list, with their sizes.
    fn sized_subtrees(&self, wanted: usize) -> Vec<(u64, CoverSubtree)> {
        let subtrees = match &self.strategy {
            Strategy::Search(search) => {
                split::split(&search.tree, search.split.as_ref(), wanted, !self.lists)
            }
            Strategy::Representatives(search) => search.subtrees(wanted),
            Strategy::Terms(terms) => return terms.sized_subtrees(wanted),
            Strategy::Known(_) | Strategy::Stabilizers(_) => vec![SizedSubtree::whole(1)],
        };
        subtrees.into_iter().map(CoverSubtree::new).collect()
    }

    /// Children of a subtree in the search tree, with their estimated numbers of nodes.
    fn children(&self, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        let tree = match &self.strategy {
            Strategy::Search(search) => &search.tree,
            Strategy::Terms(terms) => return terms.counts[root.term].1.children(root),
            _ => return Vec::new(),
        };
        let children = split::children(tree, &root.decisions).into_iter();
        let parts = children.map(|child| {
            let (size, part) = CoverSubtree::new(SizedSubtree {
                multiplier: root.multiplier,
                ..child
            });
            (size, part.of_term(root.term))
        });
        parts.collect()
    }

    /// Counts a subtree by memo, unless that takes too long.
    fn recount_subtree(&self, root: &CoverSubtree, cancel: &AtomicBool) -> Option<CoverTotal> {
        let search = self.search_of_tree();
        let problem = match &self.strategy {
            Strategy::Search(search) => &search.remaining_cover(root),
            Strategy::Known(_) => self.exact_cover(),
            Strategy::Terms(terms) => {
                let (elements, count) = &terms.counts[root.term];
                return Some(count.recount_subtree(root, cancel)?.times(*elements));
            }
            Strategy::Stabilizers(_) | Strategy::Representatives(_) => return None,
        };
        let limits = MemoLimits {
            steps: RECOUNT.0,
            memory: RECOUNT.1,
            threads: 1,
            cancel,
            progress: None,
        };
        let ordered = StateChains::line(problem, &self.recount_order().items(problem))?;
        let counted = ordered.count(limits).ok()?.total();
        Some(match search {
            Some(search) => search.multiplied_total(&counted, root),
            None => counted,
        })
    }

    /// Order of the items in a recount: another one than that of the count.
    fn recount_order(&self) -> ItemOrder {
        match &self.strategy {
            Strategy::Known(known) if known.order == Some(MemoOrder::Line(ItemOrder::Near)) => {
                ItemOrder::Given
            }
            _ => ItemOrder::Near,
        }
    }
}

impl Problem for CoverProblem {
    type Root = CoverSubtree;
    type Scratch = CoverScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let problem = if self.lists {
            "cover list"
        } else {
            "cover count"
        };
        let mut spec = Spec::new(problem, self.method().to_string()).with("input", self.sha256());
        if let Some(symmetries) = &self.symmetries {
            spec = symmetries.add_to(spec);
        }
        if let Some(components) = self.components {
            spec = spec.with("parts", components);
        }
        if let Some(method) = self.choice {
            spec = spec.with("choice", method.to_string());
        }
        spec = match &self.strategy {
            Strategy::Search(search) => spec.with("trees", search.version()),
            Strategy::Known(known) => match known.order {
                Some(order) => spec.with("order", order.name()),
                None => spec,
            },
            Strategy::Terms(terms) => spec.with("terms", terms.plan()?),
            Strategy::Stabilizers(_) => spec.with("stabilizers", STABILIZERS),
            Strategy::Representatives(search) => search.add_to(spec),
        };
        if self.has_class_size {
            spec = spec.with("class_size", true);
        }
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        if self.has_class_size {
            Solution::columns().number("class_size")
        } else {
            Solution::columns()
        }
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, CoverSubtree>, Error> {
        let wanted = wanted_subtrees(cut)?;
        let mut subtrees = self.sized_subtrees(wanted);
        if !self.lists {
            // The largest go first, so that no thread starts on one of them at the end.
            stable_sort(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
        }
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> CoverScratch {
        CoverScratch::new(kernel)
    }

    fn search(
        &self,
        worker: &mut CoverScratch,
        root: CoverSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (cancel, names) = (emitter.cancel_flag(), self.names.as_ref());
        let total = match &self.strategy {
            Strategy::Search(search) if emitter.wants_solutions() => {
                let push = |chosen: &[u32]| emitter.push(Solution::new(chosen, names));
                search.list(worker, &root, cancel, push)
            }
            Strategy::Representatives(search) if emitter.wants_solutions() => {
                search.list(worker, &root, cancel, |chosen, size| {
                    let solution = Solution::new(chosen, names);
                    emitter.push(solution.with_class_size(self.has_class_size.then_some(size)))
                })
            }
            _ => self.count_subtree(worker, &root, cancel),
        };
        total.into()
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        CoverTotal::from(tally.clone()).recorded()
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        Ok(CoverTotal::recall(recorded)?.into())
    }

    fn parts(&self, _: &mut Self::Scratch, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        self.children(root)
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match (&self.strategy, self.recount_order()) {
            (Strategy::Stabilizers(_) | Strategy::Representatives(_), _) => return None,
            (Strategy::Terms(_), _) => "by memo in another order",
            (_, ItemOrder::Given) => "by memo in the order given",
            (_, ItemOrder::Near) => "by memo in the order of neighbours",
        })
    }

    fn recount(&self, root: CoverSubtree, _: &Tally, emitter: &Emitter<'_, Self>) -> Option<Tally> {
        let total = self.recount_subtree(&root, emitter.cancel_flag())?;
        Some(total.recorded())
    }

    /// False for a problem that is already counted, since it needs no time.
    fn can_be_sampled(&self) -> bool {
        match &self.strategy {
            Strategy::Known(_) => false,
            Strategy::Terms(terms) => terms.counts.iter().any(|(_, it)| it.can_be_sampled()),
            _ => true,
        }
    }
}

impl ClassTerms {
    /// Subtrees of all terms. A term has a share of them by its estimated number of nodes.
    fn sized_subtrees(&self, wanted: usize) -> Vec<(u64, CoverSubtree)> {
        let nodes = self.counts.iter().map(|(_, count)| {
            let search = count.search_of_tree();
            search.map_or(1, |search| u128::from(search.nodes()))
        });
        let nodes: Vec<u128> = nodes.collect();
        let all = nodes.iter().sum::<u128>().max(1);
        let terms = self.counts.iter().zip(nodes).enumerate();
        let subtrees = terms.flat_map(|(term, ((_, count), nodes))| {
            let share = (wanted as u128 * nodes / all).max(1);
            let subtrees = count.sized_subtrees(share as usize).into_iter();
            subtrees.map(move |(size, subtree)| (size, subtree.of_term(term)))
        });
        subtrees.collect()
    }

    /// Symmetries, method and parameters of each count.
    fn plan(&self) -> Result<String, Error> {
        let terms = self.counts.iter().map(|(elements, count)| {
            let spec = count.spec()?;
            let parameters = spec.parameters.iter().filter(|(name, _)| name != "input");
            let parameters = parameters.map(|(name, value)| format!(" {name}={value}"));
            let parameters: String = parameters.collect();
            Ok(format!("{elements} {}{parameters}", spec.method))
        });
        Ok(terms.collect::<Result<Vec<String>, Error>>()?.join("; "))
    }
}
