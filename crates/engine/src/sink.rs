//! The sinks of a run: sum the tallies, write the rows, call a function.

use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use super::ErasedProblem;
use super::reorder::SolutionBlock;
use super::{Diagnostic, Reason};
use crate::error::Error;
use crate::ledger::{RowChecksum, Tally};
use countless_table::OpenTable;

/// A subtree that was searched completely, or a deferred part of one.
pub struct FinishedSubtree {
    /// Index among all subtrees of the problem.
    pub index: u64,
    /// The result of the search.
    pub tally: Tally,
    /// Wall time of the search.
    pub elapsed: Duration,
    /// CPU time of the search, or zero if no ledger needs it.
    pub cpu: Duration,
    /// True if a ledger contained it before the run.
    pub is_recalled: bool,
    /// Checksum of its rows, if they are stored beside a ledger.
    pub row_checksum: Option<RowChecksum>,
}

impl fmt::Debug for FinishedSubtree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished")
            .field("index", &self.index)
            .field("tally", &self.tally)
            .finish_non_exhaustive()
    }
}

impl FinishedSubtree {
    /// The tally that a ledger stores.
    pub(super) fn recorded(&self, problem: &dyn ErasedProblem) -> Tally {
        let mut recorded = problem.erased_recorded(&self.tally);
        if let Some(written) = self.row_checksum {
            written.add_to(&mut recorded);
        }
        recorded
    }
}

/// Receives the results of a run, on one thread, in the order that the run requires.
pub trait Sink {
    /// Receives solutions of the current subtree.
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error>;

    /// Receives the tally of a subtree, after all its solutions.
    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error>;

    /// Called when no more messages are waiting.
    fn on_idle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// A consumer of solutions.
pub(super) trait SolutionSink {
    /// Receives a block of solutions.
    fn take(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error>;
}

/// A function that is called with events of a run.
type Callback<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// Callbacks for the events of a run.
#[derive(Clone, Default)]
pub(super) struct Observer {
    pub on_diagnostic: Option<Callback<Diagnostic>>,
    pub on_subtree: Option<Callback<Duration>>,
}

/// Sums the tallies and forwards the solutions, up to a limit.
pub(super) struct TotalSink<'a> {
    pub tally: Tally,
    /// The recalled part of `tally`.
    pub recalled: Tally,
    /// Number of solutions forwarded.
    pub rows: u64,
    /// Number of diagnostics about inputs.
    pub diagnostics: u64,
    limit: u64,
    taker: &'a mut dyn SolutionSink,
    observer: Observer,
}

impl<'a> TotalSink<'a> {
    pub fn new(limit: Option<u64>, taker: &'a mut dyn SolutionSink, observer: Observer) -> Self {
        Self {
            tally: Tally::default(),
            recalled: Tally::default(),
            rows: 0,
            diagnostics: 0,
            limit: limit.unwrap_or(u64::MAX),
            taker,
            observer,
        }
    }
}

impl Sink for TotalSink<'_> {
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        self.diagnostics += block.diagnostics.len() as u64;
        if let Some(tell) = &self.observer.on_diagnostic {
            block
                .diagnostics
                .iter()
                .for_each(|diagnostic| tell(diagnostic));
        }
        let left = self.limit - self.rows;
        if block.rows > left {
            let end = end_of_rows(&block.text, left);
            block.text.truncate(end);
            block.rows = left;
        }
        self.rows += block.rows;
        let flow = self.taker.take(block)?;
        Ok(if flow.is_continue() && self.rows == self.limit {
            Break(Reason::Limit)
        } else {
            flow
        })
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        if let Some(tell) = &self.observer.on_subtree {
            tell(&finished.elapsed);
        }
        if finished.is_recalled {
            self.recalled.merge(finished.tally.clone());
        }
        self.tally.merge(finished.tally);
        // The largest `u64` means that there is not a limit: counts may be larger.
        let is_limited = self.limit < u64::MAX;
        let reached = self.tally.count >= self.limit.into();
        Ok(if is_limited && reached && self.rows == 0 {
            // The run only counts.
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }
}

/// Drops all solutions.
#[derive(Debug)]
pub(super) struct DiscardSolutions;

impl SolutionSink for DiscardSolutions {
    fn take(&mut self, _: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }
}

/// Calls a function with each solution.
pub(super) struct VisitSolutions<S, F> {
    visit: F,
    solution: PhantomData<fn(S)>,
}

impl<S, F: FnMut(S) -> ControlFlow<()>> VisitSolutions<S, F> {
    pub fn new(visit: F) -> Self {
        let solution = PhantomData;
        Self { visit, solution }
    }
}

impl<S: 'static, F: FnMut(S) -> ControlFlow<()>> SolutionSink for VisitSolutions<S, F> {
    fn take(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        let Some(solutions) = &mut block.solutions else {
            return Ok(Continue(()));
        };
        let list = solutions
            .downcast_list()
            .expect("a problem has solutions of one type");
        for solution in list.drain(..).take(block.rows as usize) {
            if (self.visit)(solution).is_break() {
                return Ok(Break(Reason::Limit));
            }
        }
        Ok(Continue(()))
    }
}

impl SolutionSink for OpenTable<'_> {
    fn take(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        let Some(writer) = self.writer() else {
            return Ok(Continue(()));
        };
        match writer.write_all(&block.text) {
            Ok(()) => Ok(Continue(())),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Break(Reason::Closed)),
            Err(error) => Err(Error::write(self.path(), error)),
        }
    }
}

/// Writes the header of a table. A closed pipe is reported with the first row instead.
pub(super) fn write_header(table: &mut OpenTable<'_>, header: Vec<u8>) -> Result<(), Error> {
    let mut block = SolutionBlock {
        text: header,
        ..SolutionBlock::default()
    };
    table.take(&mut block).map(|_| ())
}

/// Length of the text of the first `rows` rows. A row ends at a line feed outside quotation marks.
fn end_of_rows(text: &[u8], rows: u64) -> usize {
    let (mut left, mut quoted) = (rows, false);
    for at in memchr::memchr2_iter(b'\n', b'"', text) {
        if left == 0 {
            return 0;
        }
        if text[at] == b'"' {
            quoted = !quoted;
        } else if !quoted {
            left -= 1;
            if left == 0 {
                return at + 1;
            }
        }
    }
    if rows == 0 { 0 } else { text.len() }
}
