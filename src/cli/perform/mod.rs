//! A job with the flags that concern it, from the flags to the report.
//!
//! ```text
//! flags ──▶ Task: a job ──▶ Outcome ──▶ Report ──▶ stdout: the result, as text or JSON
//!                 │                               stderr: the summary, unless -q
//!                 └─ --dry-run: its plan, its state, a forecast
//! ```

mod dry_run;
mod report;

use std::path::Path;
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use anyhow::ensure;
use countless::engine::{Job, Outcome, Run};

use super::args::{Recording, Running};
use super::complaints::Complaints;
use super::exit::Exit;
use super::output::create;
use super::rows::Rows;
use super::session::Session;

pub use dry_run::{Prospect, foresee};
pub use report::{Place, Report, interrupted};

/// The flags of a command without a ledger.
static NONE: LazyLock<Recording> = LazyLock::new(Recording::default);

/// What goes on beside a run until the channel closes.
pub type Watch<'a> = &'a (dyn Fn(&Receiver<()>) + Sync);

/// A job with the flags that concern it, for [`Session::perform`].
pub struct Task<'a, T> {
    job: Job<'a, T>,
    /// What progress counts.
    noun: &'static str,
    running: &'a Running,
    recording: &'a Recording,
    destination: Destination<'a>,
    limit: Option<u64>,
    rejects: Option<&'a Path>,
    watch: Option<Watch<'a>>,
    begin: Option<Instant>,
}

/// The place of the result of a job.
#[derive(Clone, Copy)]
enum Destination<'a> {
    /// A text, to a file or stdout.
    Text(Option<&'a Path>),
    Rows(&'a Rows),
}

impl<'a, T> Task<'a, T> {
    /// A job whose result is a text on stdout.
    pub fn new(job: Job<'a, T>, noun: &'static str, running: &'a Running) -> Self {
        Self {
            job,
            noun,
            running,
            recording: &NONE,
            destination: Destination::Text(None),
            limit: None,
            rejects: None,
            watch: None,
            begin: None,
        }
    }

    /// By these flags of ledgers.
    pub fn recording(self, recording: &'a Recording) -> Self {
        Self { recording, ..self }
    }

    /// The text goes to this file.
    pub fn output(self, file: Option<&'a Path>) -> Self {
        let destination = Destination::Text(file);
        Self {
            destination,
            ..self
        }
    }

    /// Each solution is a row.
    pub fn rows(self, rows: &'a Rows) -> Self {
        let destination = Destination::Rows(rows);
        Self {
            destination,
            ..self
        }
    }

    /// Only the first `limit` solutions, if there is a limit.
    pub fn limit(self, limit: Option<u64>) -> Self {
        Self { limit, ..self }
    }

    /// Invalid records of the input go to this file, too, if there is to be one.
    pub fn rejects(self, rejects: Option<&'a Path>) -> Self {
        Self { rejects, ..self }
    }

    /// Something goes on beside the run.
    pub fn watch(self, watch: Watch<'a>) -> Self {
        let watch = Some(watch);
        Self { watch, ..self }
    }

    /// What was prepared since then is a part of the run.
    pub fn since(self, begin: Instant) -> Self {
        let begin = Some(begin);
        Self { begin, ..self }
    }

    /// Requires what a ledger needs of the rows.
    fn require_order(&self) -> anyhow::Result<()> {
        let (recording, Destination::Rows(rows)) = (self.recording, self.destination) else {
            return Ok(());
        };
        if !recording.is_given() {
            return Ok(());
        }
        if self.job.keeps_rows() {
            ensure!(
                self.limit.is_none(),
                "--ledger records all solutions: omit --limit"
            );
            return rows.require_order(recording);
        }
        rows.require_ascending(recording)
    }
}

impl Session {
    /// Performs a job, and reports what it has found; or reports what it would do, if only that is
    /// asked for.
    pub fn perform<T>(
        self,
        task: Task<'_, T>,
        report: impl FnOnce(&Outcome<T>) -> anyhow::Result<Report>,
    ) -> anyhow::Result<Exit> {
        task.require_order()?;
        let Task {
            job,
            running,
            recording,
            destination,
            ..
        } = task;
        let (job, output, reporting) = match destination {
            Destination::Text(file) => (job, file, self),
            Destination::Rows(rows) => {
                let (writing, reporting) = rows.sessions(self, recording, job.keeps_rows());
                let table = rows.table(rows.format(writing)?);
                (job.rows(table), None, reporting)
            }
        };
        if recording.dry_run {
            return dry_run::dry_run(self, job, running, recording);
        }
        let output = create(output)?;
        let complaints = Complaints::new(task.rejects, self)?;
        let outcome = beside(task.watch, || {
            self.run(running, recording, task.noun, |run| {
                let run = complaints.listen(&destination.order(run));
                let run = task.limit.map_or(run.clone(), |limit| run.limit(limit));
                job.by(run).execute()
            })
        });
        let mut outcome = complaints.end(outcome)?;
        if let Some(begin) = task.begin {
            outcome.elapsed = begin.elapsed();
        }
        let report = report(&outcome)?;
        let so_far = match (&report.so_far, destination) {
            (Some(so_far), _) => so_far.clone(),
            (None, Destination::Rows(rows)) => rows.so_far(&outcome),
            (None, Destination::Text(_)) => format!("; partial count: {}", report.found),
        };
        reporting.conclude(&outcome, running, report, Place { output, so_far })
    }
}

impl Destination<'_> {
    /// The run in the order that is asked for.
    fn order(self, run: &Run) -> Run {
        match self {
            Self::Rows(rows) => rows.order(run.clone()),
            Self::Text(_) => run.clone(),
        }
    }
}

/// Does some work, and something else beside it until the work is done.
fn beside<T>(watch: Option<Watch<'_>>, work: impl FnOnce() -> T) -> T {
    let Some(watch) = watch else {
        return work();
    };
    thread::scope(|scope| {
        let (done, is_done) = channel();
        scope.spawn(move || watch(&is_done));
        let result = work();
        drop(done);
        result
    })
}
