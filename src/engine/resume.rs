//! Continuing a run: subtrees that a ledger knows are not searched again, and those that
//! are searched are recorded.
//!
//! ```text
//! subtrees ── resume ──▶ of the shard, each with what is known of it
//!                          │ known: recalled    │ unknown: searched
//!                          ▼                    ▼
//!                        sink ◀── Recorder ── ledger
//! ```
//!
//! A known subtree takes its place in the order of all, so that a list or a table comes
//! out as if nothing had happened.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::sink::{Finished, Sink};
use super::{Part, Problem, Reason, Subtree};
use crate::error::Error;
use crate::ledger::{Book, Ledger, Shard, Summary};

/// A problem whose subtrees can be recorded and recalled.
pub trait Resume: Problem {
    /// What a ledger should keep of a tally.
    fn summary(&self, tally: &Self::Tally) -> Summary;

    /// The tally of a subtree of this root, from what a ledger has kept.
    fn recall(&self, root: Self::Root, summary: &Summary) -> Self::Tally;
}

/// The root of a subtree, and what is known of it.
#[derive(Clone, Debug)]
pub struct Known<R> {
    root: R,
    summary: Option<Summary>,
}

/// The subtrees of a shard, each with what `book` knows of it.
pub fn resume<R, I>(
    subtrees: I,
    shard: Shard,
    book: &Arc<Book>,
) -> impl Iterator<Item = Result<Subtree<Known<R>>, Error>> + use<R, I>
where
    I: Iterator<Item = Result<Subtree<R>, Error>>,
{
    let book = Arc::clone(book);
    let own = move |subtree: &Result<Subtree<R>, Error>| {
        // An error is everybody's.
        subtree
            .as_ref()
            .map_or(true, |subtree| shard.contains(subtree.index))
    };
    subtrees.filter(own).map(move |subtree| {
        let subtree = subtree?;
        let known = book.get(subtree.index);
        Ok(Subtree {
            index: subtree.index,
            cost: subtree.cost,
            root: Known {
                root: subtree.root,
                summary: known.map(|record| record.summary.clone()),
            },
        })
    })
}

/// A problem of which some subtrees are known.
#[derive(Debug)]
pub struct Resumed<'a, P>(pub &'a P);

impl<P: Resume> Problem for Resumed<'_, P> {
    type Root = Known<P::Root>;
    type Worker = P::Worker;
    type Tally = P::Tally;

    fn worker(&self) -> P::Worker {
        self.0.worker()
    }

    fn search(
        &self,
        worker: &mut P::Worker,
        known: Known<P::Root>,
        part: &mut Part<'_, P::Tally>,
    ) -> P::Tally {
        match known.summary {
            Some(summary) => self.0.recall(known.root, &summary),
            None => self.0.search(worker, known.root, part),
        }
    }
}

/// A sink that records in a ledger what was searched, and passes on everything.
#[derive(Debug)]
pub struct Recorder<'a, P, S> {
    problem: &'a P,
    ledger: &'a mut Ledger,
    known: Arc<Book>,
    sink: &'a mut S,
}

impl<'a, P: Resume, S: Sink<P::Tally>> Recorder<'a, P, S> {
    /// Records the subtrees of `problem` that the ledger does not know.
    pub fn new(problem: &'a P, ledger: &'a mut Ledger, sink: &'a mut S) -> Self {
        Self {
            problem,
            known: Arc::clone(ledger.known()),
            ledger,
            sink,
        }
    }
}

impl<P: Resume, S: Sink<P::Tally>> Sink<P::Tally> for Recorder<'_, P, S> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        self.sink.rows(bytes, rows)
    }

    fn finished(&mut self, finished: Finished<P::Tally>) -> Result<ControlFlow<Reason>, Error> {
        if self.known.get(finished.index).is_none() {
            let summary = self.problem.summary(&finished.tally);
            self.ledger
                .record(finished.index, &summary, finished.elapsed)?;
        }
        self.sink.finished(finished)
    }

    fn pause(&mut self) -> Result<(), Error> {
        self.sink.pause()?;
        self.ledger.pause()
    }

    fn limit(&self) -> u64 {
        self.sink.limit()
    }
}
