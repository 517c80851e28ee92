//! One call runs a problem: count, write, hand over.

use std::fmt;
use std::fs;
use std::ops::ControlFlow::{self, Continue};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::drive::Drive;
use super::emitter::Form;
use super::outcome::Kept;
use super::perform::Start;
use super::sink::{Each, Nothing, write_header};
use super::{CancelToken, Cut, Diagnostic, Forecast, Outcome, Problem, Progress, estimate};
use crate::error::Error;
use crate::io::{OpenTable, RowFormat, Table};
use crate::ledger::{RowFile, Shard};
use crate::simd::Kernel;

/// How to run a problem: what every run has in common.
///
/// ```
/// use countless::engine::Run;
/// use countless::queens::Board;
///
/// let board = Board::new(8)?.queen(1, 5)?;
/// let outcome = Run::new().threads(2).count(&board.listing())?;
/// assert_eq!(outcome.total.solutions, 18);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Clone)]
pub struct Run {
    pub(super) threads: usize,
    pub(super) kernel: Kernel,
    pub(super) ascending: bool,
    pub(super) limit: Option<u64>,
    cancel: CancelToken,
    pub(super) progress: Arc<Progress>,
    ledger: Option<PathBuf>,
    pub(super) shard: Shard,
    /// How the problem is cut, if not for the threads.
    cut: Option<Cut>,
    pub(super) observer: Observer,
}

/// Takes what there is to tell.
type Tell<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// Who is told of what happens in a run.
#[derive(Clone, Default)]
pub(super) struct Observer {
    pub diagnostic: Option<Tell<Diagnostic>>,
    pub subtree: Option<Tell<Duration>>,
}

impl Default for Run {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("threads", &self.threads)
            .field("kernel", &self.kernel)
            .field("ascending", &self.ascending)
            .field("limit", &self.limit)
            .field("ledger", &self.ledger)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

impl Run {
    /// A run by the best kernel with one thread per processor that this process may use, in
    /// order, without a limit, without a ledger.
    pub fn new() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, usize::from),
            kernel: Kernel::best(),
            ascending: true,
            limit: None,
            cancel: CancelToken::new(),
            progress: Arc::default(),
            ledger: None,
            shard: Shard::WHOLE,
            cut: None,
            observer: Observer::default(),
        }
    }

    /// With so many threads, at least 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// With these instructions.
    #[must_use]
    pub fn kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// Solutions as they are found, in no particular order.
    #[must_use]
    pub fn unordered(self) -> Self {
        Self {
            ascending: false,
            ..self
        }
    }

    /// Not more than the first `limit` solutions.
    #[must_use]
    pub fn limit(self, limit: u64) -> Self {
        Self {
            limit: Some(limit),
            ..self
        }
    }

    /// Ends early when this token is cancelled.
    #[must_use]
    pub fn cancel(self, token: &CancelToken) -> Self {
        Self {
            cancel: token.clone(),
            ..self
        }
    }

    /// Tells how far it has come.
    #[must_use]
    pub fn progress(self, progress: &Arc<Progress>) -> Self {
        Self {
            progress: Arc::clone(progress),
            ..self
        }
    }

    /// Records every finished subtree in a ledger, and goes on from what it says. A folder,
    /// or a path that ends in a slash, gets a file for each shard.
    #[must_use]
    pub fn ledger(self, path: impl Into<PathBuf>) -> Self {
        Self {
            ledger: Some(path.into()),
            cut: Some(self.cut.unwrap_or(Cut::Subtrees(None))),
            ..self
        }
    }

    /// Searches only one of several equal shares of the subtrees; takes a ledger.
    #[must_use]
    pub fn shard(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Cuts the problem the same on every machine: into about so many subtrees, or as many as
    /// it likes.
    #[must_use]
    pub fn subtrees(self, subtrees: Option<u32>) -> Self {
        Self {
            cut: Some(Cut::Subtrees(subtrees)),
            ..self
        }
    }

    /// Tells what is wrong with inputs, in their order, on the calling thread.
    #[must_use]
    pub fn on_diagnostic(mut self, tell: impl Fn(&Diagnostic) + Send + Sync + 'static) -> Self {
        self.observer.diagnostic = Some(Arc::new(tell));
        self
    }

    /// Tells how long the search of each subtree took, on the calling thread.
    #[must_use]
    pub fn on_subtree(mut self, tell: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.observer.subtree = Some(Arc::new(move |&taken| tell(taken)));
        self
    }

    /// How a problem is cut for this run.
    pub fn cut(&self) -> Cut {
        self.cut.clone().unwrap_or(Cut::Threads(self.threads))
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// The kernel.
    pub fn kernel_used(&self) -> Kernel {
        self.kernel
    }

    /// Whether it is about a part of the solutions: a shard, or up to a limit.
    pub(crate) fn is_partial(&self) -> bool {
        self.limit.is_some() || self.shard != Shard::WHOLE
    }

    /// The same for another problem, of which nothing is to be recorded.
    pub(crate) fn without_ledger(&self) -> Self {
        Self {
            ledger: None,
            cut: None,
            ..self.clone()
        }
    }

    pub(super) fn token(&self) -> CancelToken {
        self.cancel.child()
    }

    /// How to search, in any order, without a limit.
    pub(super) fn drive<'a>(
        &self,
        form: Form<'a>,
        cancel: &'a CancelToken,
        progress: &'a Progress,
    ) -> Drive<'a> {
        Drive {
            threads: self.threads,
            kernel: self.kernel,
            ascending: false,
            form,
            limit: u64::MAX,
            hash: false,
            defers: false,
            cancel,
            progress,
        }
    }

    /// Counts the solutions.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, the ledger is damaged, or the total is wrong.
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn count<P: Problem>(&self, problem: &P) -> Result<Outcome<P::Tally>, Error> {
        match self.start(problem, None)? {
            Start::Complete(outcome) => Ok(outcome),
            Start::Open(subtrees, mut ledger) => {
                let result = self.search(problem, subtrees, Form::Count, Nothing, ledger.as_mut());
                self.end(problem, result, ledger, |_| Ok(()), || Ok(()))
            }
        }
    }

    /// Hands every solution to `visit`, on the calling thread.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn for_each<P: Problem>(
        &self,
        problem: &P,
        mut visit: impl FnMut(P::Solution),
    ) -> Result<Outcome<P::Tally>, Error> {
        self.try_for_each(problem, |solution| {
            visit(solution);
            Continue(())
        })
    }

    /// The same, until `visit` breaks.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn try_for_each<P: Problem>(
        &self,
        problem: &P,
        visit: impl FnMut(P::Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<P::Tally>, Error> {
        if self.ledger.is_some() {
            let reason = "a ledger keeps numbers and rows, not solutions";
            return Err(Error::ledger(&"this run", reason));
        }
        let subtrees = problem.subtrees(&self.cut())?;
        let result = self.search(problem, subtrees, Form::Solutions, Each(visit), None);
        self.end(problem, result, None, |_| Ok(()), || Ok(()))
    }

    /// The first solution, if there is one.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
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

    /// Writes every solution as a row of a table, which is complete when this returns, or not
    /// there if the run was interrupted.
    ///
    /// With a ledger, rows are written to `FILE.part` and continued there, and the rows of a
    /// shard lie beside its ledger: `table` then only says the format.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count), and if the table cannot be written.
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn write<P: Problem>(
        &self,
        problem: &P,
        table: Table<'_>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let format = RowFormat::new(table.format(), &problem.columns());
        let form = Form::Text(&format);
        if self.ledger.is_some() && !problem.recalls_rows() {
            return self.write_beside_ledger(problem, &format, &table);
        }
        match self.start(problem, None)? {
            Start::Complete(outcome) => Ok(outcome),
            Start::Open(subtrees, mut ledger) => {
                // A shard is only a part of the table.
                let mut table = if self.shard == Shard::WHOLE {
                    table.open()?
                } else {
                    OpenTable::Complete
                };
                write_header(&mut table, format.header())?;
                let result = self.search(problem, subtrees, form, table, ledger.as_mut());
                self.end(problem, result, ledger, OpenTable::finish, || Ok(()))
            }
        }
    }

    /// Writes rows that are kept in a file of their own, and continued.
    fn write_beside_ledger<P: Problem>(
        &self,
        problem: &P,
        format: &RowFormat,
        table: &Table<'_>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let header = format.header();
        let (subtrees, mut ledger, kept) = match self.start(problem, Some(&header))? {
            Start::Complete(outcome) => return Ok(outcome),
            Start::Open(subtrees, Some((ledger, kept))) => (subtrees, ledger, kept),
            Start::Open(_, None) => return Err(Error::ledger(&"this run", "has no ledger")),
        };
        let file = match (self.shard == Shard::WHOLE, table.path()) {
            (true, Some(path)) => RowFile::of_whole(path, header),
            (false, _) => RowFile::of_shard(&kept.path),
            (true, None) => {
                let reason = "its rows can be continued only in a file";
                return Err(Error::ledger(&kept.path.display(), reason));
            }
        };
        let rows = file.restore(&mut ledger, self.shard)?;
        let kept = Kept {
            known: ledger.known().own(self.shard).count() as u64,
            ..kept
        };
        let mut ledger = Some((ledger, kept));
        let result = self.search(problem, subtrees, Form::Text(format), rows, ledger.as_mut());
        // The rows first: a shard whose ledger has its name is done.
        self.end(
            problem,
            result,
            ledger,
            |rows| file.complete(rows),
            || file.clear(),
        )
    }

    /// Estimates how long counting takes, from a random sample that is the same for the same
    /// `seed`; `None` if it was interrupted, or if the problem cannot be sampled.
    ///
    /// What this process has done until now is taken for what every one has to prepare.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn estimate<P: Problem>(&self, problem: &P, seed: u64) -> Result<Option<Forecast>, Error> {
        estimate::estimate(self, problem, seed)
    }

    /// The file of the ledger, in a folder that exists, if there is to be one.
    ///
    /// # Errors
    ///
    /// [`Error::Write`] if the folder cannot be made.
    pub fn ledger_file(&self) -> Result<Option<PathBuf>, Error> {
        let Some(path) = &self.ledger else {
            return Ok(None);
        };
        let spelled_as_folder = path.as_os_str().to_string_lossy().ends_with('/');
        if spelled_as_folder {
            fs::create_dir_all(path).map_err(|error| Error::write(path, error))?;
        }
        let shard = self.shard;
        Ok(Some(match path.is_dir() {
            true if shard == Shard::WHOLE => path.join("ledger.csv"),
            true => path.join(format!("{}-of-{}.csv", shard.index(), shard.count())),
            false => path.clone(),
        }))
    }
}
