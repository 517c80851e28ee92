//! How a problem is run: threads, kernel, limit, ledger, shard.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::drive::Drive;
use super::emitter::Form;
use super::sink::Observer;
use super::{CancelToken, Cut, Diagnostic, Progress};
use crate::error::Error;
use crate::ledger::Shard;
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
    pub(crate) progress: Arc<Progress>,
    pub(super) ledger: Option<PathBuf>,
    pub(super) shard: Shard,
    /// How the problem is cut, if not for the threads.
    cut: Option<Cut>,
    pub(super) observer: Observer,
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

    pub(crate) fn token(&self) -> CancelToken {
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
