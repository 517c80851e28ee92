//! What is wrong with records of the input: the first few are told on stderr, and all are
//! written to a file, if the user wants one.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use countless::engine::{Diagnostic, Outcome, Reason, Run};
use countless::table::{Columns, Fields, Row};

use super::output::{grouped, plural, say};
use super::row_file::RowFile;
use super::session::Session;

/// So many complaints are told one by one.
const TOLD: u64 = 20;

/// Takes what is wrong with records, in their order.
pub struct Complaints(Arc<Mutex<State>>);

struct State {
    quiet: bool,
    size_hint: Option<&'static str>,
    all: u64,
    told: u64,
    /// What was told that is wrong with much of an input.
    common: Vec<(Arc<str>, String)>,
    rejects: Option<RowFile>,
}

impl Complaints {
    /// None so far; all will be written to the file `rejects`.
    pub fn new(rejects: Option<&Path>, session: Session) -> anyhow::Result<Self> {
        let columns = Columns::new().field("file").number("line").number("column");
        let columns = columns.field("reason").field("row");
        let rejects = rejects.map(|path| RowFile::beside("--rejects", path, &columns));
        let rejects = rejects.transpose()?;
        Ok(Self(Arc::new(Mutex::new(State {
            quiet: session.quiet,
            size_hint: session.size_hint,
            all: 0,
            told: 0,
            common: Vec::new(),
            rejects,
        }))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same run, telling what is wrong.
    pub fn listen(&self, run: &Run) -> Run {
        let same = Self(Arc::clone(&self.0));
        run.clone()
            .on_diagnostic(move |diagnostic| same.tell(diagnostic))
    }

    /// Takes a complaint.
    pub fn tell(&self, diagnostic: &Diagnostic) {
        self.state().tell(diagnostic);
    }

    /// Says how many have not been told, and completes the file if the run has come to its end.
    pub fn end<T>(&self, result: anyhow::Result<Outcome<T>>) -> anyhow::Result<Outcome<T>> {
        let is_whole = result.as_ref().is_ok_and(|outcome| {
            !matches!(outcome.stopped, Some(Reason::Interrupted | Reason::Closed))
        });
        let ended = self.close(is_whole);
        let outcome = result?;
        ended?;
        Ok(outcome)
    }

    /// The same of a command that is no run.
    pub fn close(&self, is_whole: bool) -> anyhow::Result<()> {
        let mut state = self.state();
        let rejects = state.rejects.take();
        state.summarise(rejects.as_ref().map(RowFile::path));
        match rejects {
            Some(rejects) if is_whole => Ok(rejects.finish()?),
            _ => Ok(()),
        }
    }
}

impl State {
    fn tell(&mut self, diagnostic: &Diagnostic) {
        self.all += 1;
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&Reject(diagnostic));
        }
        if self.quiet || self.told == TOLD {
            return;
        }
        if diagnostic.is_common {
            let what = (Arc::clone(&diagnostic.input), diagnostic.reason.clone());
            if self.common.contains(&what) {
                return;
            }
            self.common.push(what);
        }
        self.told += 1;
        say(&diagnostic.to_string());
        if let Some(hint) = self.size_hint.filter(|_| diagnostic.is_common) {
            say(&format!("hint: {hint}"));
        }
    }

    /// Says how many were not told one by one.
    fn summarise(&self, rejects: Option<&Path>) {
        let more = self.all - self.told;
        if more == 0 {
            return;
        }
        let what = if self.quiet {
            plural(more.into(), "invalid record")
        } else {
            format!("and {} more", grouped(more.into()))
        };
        say(&match rejects {
            Some(path) => format!("{what}; all are listed in {}", path.display()),
            None => format!("{what}; --rejects FILE lists them all"),
        });
    }
}

/// A complaint as a row.
struct Reject<'a>(&'a Diagnostic);

impl Row for Reject<'_> {
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
