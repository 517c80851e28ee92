//! A run: its options (threads, kernel, limit, ledger, shard) and its methods on a problem.

use std::ops::ControlFlow::{self, Continue};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::collector::{Observer, visit_solutions};
use super::emitter::EmitterMode;
use super::parallel_search::SearchOptions;
use super::perform::plan_of;
use super::thread_pool::{processors, with_pool};
use super::{
    CancelToken, Diagnostic, ErasedProblem, Granularity, LedgerState, Outcome, Problem, Progress,
};
use crate::error::Error;
use crate::ledger::{LedgerLocation, Plan, Records, Shard};
use countless_simd::Kernel;
use countless_table::{Format, Table};

/// Options of a run, independent of its problem.
///
/// ```
/// use countless_engine::Run;
///
/// let run = Run::new().threads(2).limit(10).unordered();
/// assert_eq!(run.thread_count(), 2);
/// assert_eq!(run.ledger_file(), None);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Run {
    pub(super) threads: usize,
    /// True if the calling thread searches.
    inline: bool,
    pub(super) kernel: Kernel,
    pub(super) ascending: bool,
    pub(super) limit: Option<u64>,
    cancel: CancelToken,
    pub(super) progress: Arc<Progress>,
    pub(super) ledger: Option<PathBuf>,
    pub(super) shard: Shard,
    /// Time limit of an estimate.
    pub(super) time_limit: Option<Duration>,
    memory: Option<usize>,
    /// The granularity, if it does not depend on the number of threads.
    granularity: Option<Granularity>,
    pub(super) observer: Observer,
}

impl Default for Run {
    fn default() -> Self {
        Self::new()
    }
}

impl Run {
    /// A run with the best kernel, one thread per processor that this process may use, ascending
    /// order, no limit and no ledger.
    pub fn new() -> Self {
        Self {
            threads: processors(),
            inline: cfg!(target_family = "wasm"),
            kernel: Kernel::best(),
            ascending: true,
            limit: None,
            cancel: CancelToken::new(),
            progress: Arc::default(),
            ledger: None,
            shard: Shard::WHOLE,
            time_limit: None,
            memory: None,
            granularity: None,
            observer: Observer::default(),
        }
    }

    /// Sets the number of threads, at least 1.
    pub fn threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// Searches on the calling thread. The number of threads then determines the granularity only.
    /// In WebAssembly, which has no threads, each run is inline.
    ///
    /// ```
    /// use countless_engine::Run;
    ///
    /// assert_eq!(Run::new().threads(4).inline().thread_count(), 4);
    /// ```
    pub fn inline(mut self) -> Self {
        self.inline = true;
        self
    }

    /// Sets the kernel.
    pub fn kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// Reports each solution at once, in any order.
    pub fn unordered(mut self) -> Self {
        self.ascending = false;
        self
    }

    /// Stops after the first `limit` solutions.
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Stops early when this token is cancelled.
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = token.clone();
        self
    }

    /// Limits the time of an [estimate](Self::estimate).
    pub fn within(mut self, time: Duration) -> Self {
        self.time_limit = Some(time);
        self
    }

    /// Time limit of an [estimate](Self::estimate), if one is set.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Limits the memory of tables that are made before the search, in bytes. Problems without such
    /// tables ignore it.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Memory limit in bytes, if one is set.
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory
    }

    /// Reports the progress of the run.
    pub fn progress(mut self, progress: &Arc<Progress>) -> Self {
        self.progress = Arc::clone(progress);
        self
    }

    /// Records every finished subtree in a ledger, and continues from its records. In a folder, or
    /// at a path that ends in a slash, each shard gets a file.
    pub fn ledger(mut self, path: impl Into<PathBuf>) -> Self {
        self.ledger = Some(path.into());
        self.granularity = Some(self.granularity.unwrap_or(Granularity::Subtrees(None)));
        self
    }

    /// Searches only the subtrees of a shard. The granularity is equal on every machine.
    ///
    /// Without a ledger, the table contains the rows of the shard only.
    pub fn shard(self, shard: Shard) -> Self {
        let cut = match self.granularity {
            None if shard != Shard::WHOLE => Some(Granularity::Subtrees(None)),
            cut => cut,
        };
        Self {
            shard,
            granularity: cut,
            ..self
        }
    }

    /// Sets a granularity that is equal on every machine: about `subtrees` subtrees, or the default
    /// of the problem.
    pub fn subtrees(mut self, subtrees: Option<u32>) -> Self {
        self.granularity = Some(Granularity::Subtrees(subtrees));
        self
    }

    /// Calls `tell` with each diagnostic about an input, in the order of the inputs, on the calling
    /// thread.
    pub fn on_diagnostic(mut self, tell: impl Fn(&Diagnostic) + Send + Sync + 'static) -> Self {
        self.observer.on_diagnostic = Some(Arc::new(tell));
        self
    }

    /// Calls `tell` with the search time of each subtree, on the calling thread.
    pub fn on_subtree(mut self, tell: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.observer.on_subtree = Some(Arc::new(move |&taken| tell(taken)));
        self
    }

    /// Granularity of the split of a problem.
    pub fn granularity(&self) -> Granularity {
        self.granularity
            .clone()
            .unwrap_or(Granularity::Threads(self.threads))
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// The kernel.
    pub fn kernel_used(&self) -> Kernel {
        self.kernel
    }

    /// The counters that the run advances.
    pub fn progress_used(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// True if the run covers only part of the solutions: a shard, or up to a limit.
    pub fn is_partial(&self) -> bool {
        self.limit.is_some() || self.shard != Shard::WHOLE
    }

    /// A run with these options for another problem, without a ledger.
    pub fn without_ledger(&self) -> Self {
        Self {
            ledger: None,
            granularity: None,
            ..self.clone()
        }
    }

    /// A run for a part of the problem that is counted before: with the threads, kernel, progress and
    /// cancellation of this one.
    pub fn for_part(&self) -> Self {
        Self {
            threads: self.threads,
            inline: self.inline,
            kernel: self.kernel,
            cancel: self.child_token(),
            progress: Arc::clone(&self.progress),
            ..Self::new()
        }
    }

    /// A token that is cancelled with the run, and can be cancelled alone.
    pub fn child_token(&self) -> CancelToken {
        self.cancel.child()
    }

    /// Options of a search in any order, without a limit.
    pub(super) fn search_options<'a>(
        &self,
        mode: EmitterMode<'a>,
        cancel: &'a CancelToken,
        progress: &'a Progress,
    ) -> SearchOptions<'a> {
        SearchOptions {
            threads: self.threads,
            inline: self.inline,
            kernel: self.kernel,
            ascending: false,
            mode,
            limit: u64::MAX,
            hashes_rows: false,
            clock: None,
            defers: false,
            cancel,
            progress,
        }
    }

    /// Runs a closure on the threads of this run, for set-up work. Parallel iterators of rayon in
    /// it use these threads.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use rayon::prelude::*;
    ///
    /// let run = Run::new().threads(2);
    /// let sum: u64 = run.parallel(|| (1..=100_u64).into_par_iter().sum())?;
    /// assert_eq!(sum, 5050);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn parallel<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        if cfg!(target_family = "wasm") {
            return Ok(work());
        }
        let threads = if self.inline { 1 } else { self.threads };
        with_pool(threads, |pool| pool.install(work))
    }

    /// Path of the complete ledger, if the run has one. Neither the file nor its folder needs to
    /// exist.
    pub fn ledger_file(&self) -> Option<PathBuf> {
        self.ledger_location().map(|place| place.file().to_owned())
    }

    /// State of the ledger for this plan, if the run has one. Reads only: neither a file nor a
    /// folder is created.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if the ledger is damaged or of another plan.
    pub fn state(&self, plan: &Plan) -> Result<Option<LedgerState>, Error> {
        let Some(place) = self.ledger_location() else {
            return Ok(None);
        };
        let records = place.records(plan)?;
        let mut records = records.unwrap_or_else(|| Records::new(plan.clone()));
        if !plan.has_row_file() {
            records.merge(place.shards(plan)?)?;
        }
        let known = records.shard_work(self.shard);
        Ok(Some(LedgerState::of(&place, self.shard, plan, known)))
    }

    /// Returns the plan with the number of subtrees in the ledger, for a problem whose split takes
    /// long. `None` if the run has no ledger, or if the ledger has no complete header. The ledger may
    /// be of another plan; [`state`](Self::state) compares them.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if the ledger is damaged.
    pub fn recorded_plan(&self, plan: Plan) -> Result<Option<Plan>, Error> {
        let Some(place) = self.ledger_location() else {
            return Ok(None);
        };
        let subtrees = place.subtrees(&plan)?;
        Ok(subtrees.map(|subtrees| Plan { subtrees, ..plan }))
    }

    /// Location of the ledger, if the run has one.
    pub(super) fn ledger_location(&self) -> Option<LedgerLocation> {
        Some(LedgerLocation::new(self.ledger.as_ref()?, self.shard))
    }
}

impl Run {
    /// Calls `visit` with every solution, on the calling thread.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn for_each<P: Problem>(
        &self,
        problem: &P,
        mut visit: impl FnMut(P::Solution),
    ) -> Result<Outcome, Error> {
        self.try_for_each(problem, |solution| {
            visit(solution);
            Continue(())
        })
    }

    /// Calls `visit` with every solution on the calling thread until it breaks.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn try_for_each<P: Problem>(
        &self,
        problem: &P,
        mut visit: impl FnMut(P::Solution) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        let take = &mut |block: &mut _| Ok(visit_solutions(block, &mut visit));
        self.visit(problem, take)
    }

    /// Returns the first solution, or `None` without one.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn first<P: Problem>(&self, problem: &P) -> Result<Option<P::Solution>, Error> {
        let mut first = None;
        self.clone()
            .limit(1)
            .for_each(problem, |solution| first = Some(solution))?;
        Ok(first)
    }
}

impl dyn ErasedProblem + '_ {
    /// Returns the plan of the problem with this granularity. `rows` is the format of the rows
    /// beside the ledger.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the number of subtrees is not known.
    pub fn plan(&self, granularity: &Granularity, rows: Option<Format>) -> Result<Plan, Error> {
        plan_of(self, granularity, rows)
    }

    /// Counts the solutions by [`Run::count`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        run.count(self)
    }

    /// Writes the solutions by [`Run::write`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::write`].
    pub fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome, Error> {
        run.write(self, table)
    }
}
