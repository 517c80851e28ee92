//! Exact covers as problems of the engine.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::components::{ComponentCounts, KnownCount, components};
use super::cover_method::{CoverMethod, first_split, memo_memory, memo_step_limit, refused};
use super::cover_solution::{Solution, option_texts};
use super::cover_strategy::Strategy;
use super::cover_total::{BigCount, CoverTotal};
use super::exact_cover::ExactCover;
use super::memo::chain_count::{MemoLimits, MemoStop};
use super::memo::{MemoTrials, count_by_memo};
use super::random_covers::{RandomSample, divided_source};
use super::search::TreeScratch;
use super::symmetry::cover_symmetries::CoverSymmetries;
use super::tree_search::{CoverScratch, CoverSubtree, SolutionVisitor, TreeSearch};
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Outcome, Problem, Run, Subtrees, Tally};
use countless_simd::{Kernel, sort_by};
use countless_table::Columns;

/// Counts, lists or draws at random the solutions of an [`ExactCover`] on all cores.
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
    /// True if solutions are listed or drawn, in order.
    pub(super) lists: bool,
    pub(super) names: Option<Arc<Vec<String>>>,
    pub(super) strategy: Strategy,
    /// Number of components; `None` if there is only one.
    components: Option<usize>,
    /// Method that the user chose, if components or terms have methods of their own.
    choice: Option<CoverMethod>,
    /// Symmetries under which solutions are equivalent, if classes are counted, listed or drawn.
    symmetries: Option<Arc<CoverSymmetries>>,
    has_class_size: bool,
}

impl CoverProblem {
    /// Creates a problem that lists solutions, in an order that depends on the problem only.
    pub fn listing(problem: ExactCover) -> Self {
        let problem = Arc::new(problem);
        let search = Strategy::Search(TreeSearch::new(Arc::clone(&problem)).into());
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
            return undivided(problem, method, run);
        };
        let counts = ComponentCounts::new(components, method, run)?;
        let (mut known, mut searches) = (counts.known, Vec::new());
        for one in counts.uncounted {
            let (cover, copies) = (undivided(one.exact_cover, method, run)?, one.copies.len());
            match cover.strategy {
                Strategy::Known(_, one) => known.multiply(&one.total, copies, one.method),
                _ => searches.push((cover, copies)),
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
        Ok(Self::divided(
            problem,
            method,
            counts.components,
            known,
            left,
        ))
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
        let problem = Arc::new(problem);
        let strategy = match left.map(|left| left.strategy) {
            Some(Strategy::Search(search)) => Strategy::Search(Box::new(TreeSearch {
                factor: known.total,
                ..*search
            })),
            _ => Strategy::Known(Arc::clone(&problem), known),
        };
        Self {
            components: Some(components),
            choice: Some(method),
            ..Self::new(problem, strategy)
        }
    }

    /// Creates a problem that draws `count` random solutions with replacement, each with the same
    /// probability. The seed determines them. States are counted at once on one thread, until `run`
    /// is cancelled, and take at most about its [memory](Run::memory), or
    /// [`MEMORY`](super::MEMORY).
    ///
    /// ```
    /// use countless_cover::{CoverProblem, make};
    /// use countless_engine::Run;
    /// use countless_table::{Format, Table};
    ///
    /// // One of the 12,988,816 domino tilings of a chessboard.
    /// let sample = CoverProblem::sampling(make::dominoes(8, 8)?, 1, 7, &Run::new())?;
    /// assert_eq!(sample.population().expect("it is a sample").to_string(), "12988816");
    /// let mut text = Vec::new();
    /// Run::new().write(&sample, Table::writer(&mut text, Format::Csv))?;
    /// let row = String::from_utf8(text)?.lines().last().map(str::to_owned);
    /// assert_eq!(row.expect("a row").split(' ').count(), 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if memo cannot count the problem within its memory;
    /// [`Error::Unsolvable`] if it has no solution; [`Error::Interrupted`] if it was cancelled.
    pub fn sampling(problem: ExactCover, count: u64, seed: u64, run: &Run) -> Result<Self, Error> {
        let (source, components) = divided_source(&problem, 0, run)?;
        let sample = RandomSample::new(source, count, seed)?;
        Ok(Self {
            components,
            ..Self::drawn(problem, sample)
        })
    }

    /// Creates a problem that lists a sample.
    pub(super) fn drawn(problem: ExactCover, sample: RandomSample) -> Self {
        Self {
            lists: true,
            ..Self::new(Arc::new(problem), Strategy::Sample(sample.into()))
        }
    }

    /// Creates a problem that counts, lists or draws classes of solutions.
    pub(super) fn of_classes(
        problem: ExactCover,
        symmetries: CoverSymmetries,
        strategy: Strategy,
        choice: Option<CoverMethod>,
    ) -> Self {
        Self {
            lists: matches!(strategy, Strategy::Representatives(_) | Strategy::Sample(_)),
            symmetries: Some(Arc::new(symmetries)),
            choice,
            ..Self::new(Arc::new(problem), strategy)
        }
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

    /// Adds the number of solutions in the class of each solution, if classes are listed. A sample
    /// does not have this column.
    #[must_use]
    pub fn with_class_size(mut self) -> Self {
        self.has_class_size = !matches!(self.strategy, Strategy::Sample(_));
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

    /// Symmetries under which solutions are equivalent, if classes are counted, listed or drawn.
    pub fn symmetries(&self) -> Option<&CoverSymmetries> {
        self.symmetries.as_deref()
    }

    /// Number of solutions, or of classes, that a [sample](Self::sampling) is drawn from.
    pub fn population(&self) -> Option<BigCount> {
        match &self.strategy {
            Strategy::Sample(sample) => Some(BigCount(sample.source.total.clone())),
            _ => None,
        }
    }

    /// Method in use, never [`CoverMethod::Auto`]: search, unless all was counted before the run.
    pub fn method(&self) -> CoverMethod {
        self.strategy.method()
    }

    /// Returns a job that counts, lists or draws the solutions.
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

/// Creates a problem that is counted as a whole, without a division into components.
///
/// # Errors
///
/// As [`CoverProblem::counting`].
pub fn undivided(
    problem: ExactCover,
    method: CoverMethod,
    run: &Run,
) -> Result<CoverProblem, Error> {
    let problem = Arc::new(problem);
    let (search, memory) = (TreeSearch::new(Arc::clone(&problem)), memo_memory(run));
    let split = (method == CoverMethod::Auto).then(|| first_split(&search.tree));
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
        Some(Ok((order, counted))) => {
            let known = KnownCount {
                total: counted,
                method: CoverMethod::Memo,
                order: Some(order),
            };
            Strategy::Known(Arc::clone(&problem), known)
        }
        Some(Err(stop)) if method == CoverMethod::Memo || stop == MemoStop::Cancelled => {
            let otherwise = ", or --method search";
            return Err(refused(&stop, memory, otherwise));
        }
        _ => Strategy::Search(Box::new(TreeSearch {
            split,
            memo_trials: (method == CoverMethod::Auto).then(|| MemoTrials::new(memory)),
            ..search
        })),
    };
    Ok(CoverProblem::new(problem, strategy))
}

/// Number of subtrees of a plan, unless the user sets a larger one.
const USUAL: u32 = 2048;

impl Problem for CoverProblem {
    type Root = CoverSubtree;
    type Scratch = CoverScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let (problem, sample) = match &self.strategy {
            Strategy::Sample(sample) => ("cover sample", Some(sample)),
            _ if self.lists => ("cover list", None),
            _ => ("cover count", None),
        };
        let mut spec = Spec::new(problem, self.method().to_string()).with("input", self.sha256());
        if let Some(sample) = sample {
            spec = sample.add_to(spec);
        }
        if let Some(symmetries) = &self.symmetries {
            spec = symmetries.add_to(spec);
        }
        spec = spec
            .with_some("parts", self.components)
            .with_some("choice", self.choice);
        let spec = self.strategy.add_to(spec);
        Ok(spec
            .with_some("class_size", self.has_class_size.then_some(true))
            .with_some("names", self.names.as_ref().map(|_| true)))
    }

    fn columns(&self) -> Columns {
        if self.has_class_size {
            Solution::columns().number("class_size")
        } else {
            Solution::columns()
        }
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, CoverSubtree>, Error> {
        if let Strategy::Sample(sample) = &self.strategy {
            return Ok(sample.blocks());
        }
        let wanted = match cut.least_subtrees(USUAL) {
            Some(wanted) => wanted,
            None => cut.number("subtrees")?,
        };
        let mut subtrees = self.strategy.subtrees(wanted, !self.lists);
        if !self.lists {
            // The largest go first, so that no thread starts on one of them at the end.
            sort_by(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
        }
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> CoverScratch {
        (kernel, TreeScratch::default())
    }

    fn search(
        &self,
        worker: &mut CoverScratch,
        root: CoverSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (cancel, names) = (emitter.cancel_flag(), self.names.as_ref());
        let wants = emitter.wants_solutions();
        let mut push = |chosen: &[u32], size| {
            let size = self.has_class_size.then_some(size);
            emitter.push(Solution::new(chosen, names, size))
        };
        let visit: Option<SolutionVisitor<'_>> = if wants { Some(&mut push) } else { None };
        self.strategy.search(worker, &root, cancel, visit).into()
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        CoverTotal::from(tally.clone()).recorded()
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        Ok(CoverTotal::recall(recorded)?.into())
    }

    fn parts(&self, _: &mut Self::Scratch, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        self.strategy.children(root)
    }

    fn recount_method(&self) -> Option<&'static str> {
        self.strategy.recount_method()
    }

    fn recount(&self, root: CoverSubtree, _: &Tally, emitter: &Emitter<'_, Self>) -> Option<Tally> {
        let total = self.strategy.recount(&root, emitter.cancel_flag())?;
        Some(total.recorded())
    }

    fn can_be_sampled(&self) -> bool {
        self.strategy.can_be_sampled()
    }
}
