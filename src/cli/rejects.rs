//! Rejected records of the input. The first are printed to stderr, and all are written to the file
//! of `--rejects`, if given.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use countless::engine::{Diagnostic, Outcome, Reason, Run};
use countless::table::{Columns, Fields, Row};

use super::output::{grouped, plural, print_message};
use super::row_output::RowOutput;
use super::session::Session;

/// Maximum number of rejects that are printed.
const MOST_SHOWN: u64 = 20;

/// Collector of rejects, in the order of the input.
pub struct Rejects(Arc<Mutex<RejectState>>);

struct RejectState {
    quiet: bool,
    size_hint: Option<&'static str>,
    count: u64,
    shown: u64,
    /// Input and reason of the printed rejects that are common to many records. Each is printed
    /// once.
    shown_common: Vec<(Arc<str>, String)>,
    rejects: Option<RowOutput>,
}

impl Rejects {
    /// Creates an empty collector that also writes to the file `rejects`.
    pub fn new(rejects: Option<&Path>, session: Session) -> anyhow::Result<Self> {
        let columns = Columns::new().field("file").number("line").number("column");
        let columns = columns.field("reason").field("row");
        let rejects = rejects.map(|path| RowOutput::beside("--rejects", path, &columns));
        let rejects = rejects.transpose()?;
        Ok(Self(Arc::new(Mutex::new(RejectState {
            quiet: session.quiet,
            size_hint: session.size_hint,
            count: 0,
            shown: 0,
            shown_common: Vec::new(),
            rejects,
        }))))
    }

    fn state(&self) -> MutexGuard<'_, RejectState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the run with its diagnostics sent to this collector.
    pub fn collect_from(&self, run: &Run) -> Run {
        let same = Self(Arc::clone(&self.0));
        run.clone()
            .on_diagnostic(move |diagnostic| same.add(diagnostic))
    }

    /// Adds a reject.
    pub fn add(&self, diagnostic: &Diagnostic) {
        self.state().add(diagnostic);
    }

    /// Finishes after a run. The file is completed if the run was not interrupted and its rows were
    /// not `closed`.
    pub fn finish_run<T>(
        &self,
        result: anyhow::Result<Outcome<T>>,
        closed: bool,
    ) -> anyhow::Result<Outcome<T>> {
        let is_whole = result.as_ref().is_ok_and(|outcome| {
            !closed && !matches!(outcome.stopped, Some(Reason::Interrupted | Reason::Closed))
        });
        let ended = self.finish(is_whole);
        let outcome = result?;
        ended?;
        Ok(outcome)
    }

    /// Prints the number of rejects not shown. The file is completed if `is_whole` is true.
    pub fn finish(&self, is_whole: bool) -> anyhow::Result<()> {
        let mut state = self.state();
        let Some(rejects) = state.rejects.take() else {
            state.print_rest("; --rejects FILE lists them all");
            return Ok(());
        };
        let listed = format!("; all are listed in {}", rejects.path().display());
        let finished = if is_whole { rejects.finish() } else { Ok(()) };
        let is_listed = is_whole && finished.is_ok();
        state.print_rest(if is_listed { &listed } else { "" });
        Ok(finished?)
    }
}

impl RejectState {
    fn add(&mut self, diagnostic: &Diagnostic) {
        self.count += 1;
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&RejectRow(diagnostic));
        }
        if self.quiet || self.shown == MOST_SHOWN {
            return;
        }
        if diagnostic.is_common {
            let what = (Arc::clone(&diagnostic.input), diagnostic.reason.clone());
            if self.shown_common.contains(&what) {
                return;
            }
            self.shown_common.push(what);
        }
        self.shown += 1;
        print_message(&diagnostic.to_string());
        let has_hint = diagnostic.reason.contains("\nhint: ");
        if let Some(hint) = self.size_hint.filter(|_| diagnostic.is_common && !has_hint) {
            print_message(&format!("hint: {hint}"));
        }
    }

    /// Prints the number of rejects that were not printed, and where they are.
    fn print_rest(&self, place: &str) {
        let more = self.count - self.shown;
        if more == 0 {
            return;
        }
        let what = if self.quiet {
            plural(more.into(), "invalid record")
        } else {
            format!("and {} more", grouped(more.into()))
        };
        print_message(&format!("{what}{place}"));
    }
}

/// Row of the file of rejects.
struct RejectRow<'a>(&'a Diagnostic);

impl Row for RejectRow<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        let Diagnostic {
            input,
            line,
            column,
            reason,
            row,
            ..
        } = self.0;
        fields.text(input.as_bytes());
        fields.number(*line);
        fields.number(*column as u64);
        fields.text(reason.as_bytes());
        fields.text(row);
    }
}
