//! Where results end: add them up, write them, hand them over.

use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use super::erased_tally::ErasedTally;
use super::reorder::SolutionBlock;
use super::{Diagnostic, Reason};
use crate::error::Error;
use crate::ledger::{RowChecksum, Summary};
use countless_table::OpenTable;

/// A subtree that was searched to its end, or a part that one has deferred.
pub struct FinishedSubtree {
    /// Its number among all subtrees of the problem.
    pub index: u64,
    /// What it amounts to.
    pub tally: Box<dyn ErasedTally>,
    /// How long the search of it took.
    pub elapsed: Duration,
    /// The CPU time of it, if a ledger is to know.
    pub cpu: Duration,
    /// Whether a ledger knew it before.
    pub is_recalled: bool,
    /// Its rows, if anybody wants to know them again.
    pub row_checksum: Option<RowChecksum>,
}

impl fmt::Debug for FinishedSubtree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished")
            .field("index", &self.index)
            .field("summary", &self.summary())
            .finish_non_exhaustive()
    }
}

impl FinishedSubtree {
    /// What a ledger should keep of it.
    pub fn summary(&self) -> Summary {
        let summary = self.tally.erased_summary();
        match self.row_checksum {
            Some(written) => written.add_to(summary),
            None => summary,
        }
    }
}

/// Takes the results of a run, on one thread, in the order that the run was asked for.
pub trait Sink {
    /// Takes some solutions of the current subtree.
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error>;

    /// Takes the tally of a subtree, after all its solutions.
    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error>;

    /// Called whenever nothing more waits to be taken.
    fn on_idle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// What takes solutions.
pub(super) trait SolutionSink {
    /// Takes some of them.
    fn take(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error>;
}

/// Takes what there is to tell.
type Callback<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// Who is told of what happens in a run.
#[derive(Clone, Default)]
pub(super) struct Observer {
    pub on_diagnostic: Option<Callback<Diagnostic>>,
    pub on_subtree: Option<Callback<Duration>>,
}

/// Adds up the tallies, and passes on the solutions, up to a limit.
pub(super) struct TotalSink<'a> {
    pub tally: Box<dyn ErasedTally>,
    /// The part of it that a ledger knew before.
    pub recalled: Box<dyn ErasedTally>,
    /// The solutions passed on.
    pub rows: u64,
    /// How often something was wrong with an input.
    pub diagnostics: u64,
    limit: u64,
    taker: &'a mut dyn SolutionSink,
    observer: Observer,
}

impl<'a> TotalSink<'a> {
    /// From nothing, `none`, on.
    pub fn new(
        none: Box<dyn ErasedTally>,
        limit: Option<u64>,
        taker: &'a mut dyn SolutionSink,
        observer: Observer,
    ) -> Self {
        Self {
            recalled: none.copy(),
            tally: none,
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
            self.recalled.add(finished.tally.copy());
        }
        self.tally.add(finished.tally);
        // The largest limit is none: counts may be larger.
        let is_limited = self.limit < u64::MAX;
        let reached = self.tally.count() >= self.limit.into();
        Ok(if is_limited && reached && self.rows == 0 {
            // Only counting.
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }
}

/// There are no solutions to take.
#[derive(Debug)]
pub(super) struct DiscardSolutions;

impl SolutionSink for DiscardSolutions {
    fn take(&mut self, _: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }
}

/// Hands solutions to a function.
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

/// Writes what stands before the first row. A reader who has left is noticed at the first row.
pub(super) fn write_header(table: &mut OpenTable<'_>, header: Vec<u8>) -> Result<(), Error> {
    let mut block = SolutionBlock {
        text: header,
        ..SolutionBlock::default()
    };
    table.take(&mut block).map(|_| ())
}

/// Where the first rows end: each in a line feed that is not between quotation marks.
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
