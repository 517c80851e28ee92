//! Records the searched subtrees in a ledger.
//!
//! ```text
//! subtrees ── of the shard, each with its record in the ledger
//!                          │ known: recalled    │ unknown: searched
//!                          ▼                    ▼
//!                        sink ◀── Recorder ── ledger
//! ```
//!
//! A recalled subtree keeps its position in the order of all subtrees. A list or a table is
//! therefore the same as that of an uninterrupted run.

use std::ops::ControlFlow;

use super::ErasedProblem;
use super::Reason;
use super::reorder::SolutionBlock;
use super::sink::{FinishedSubtree, Sink};
use crate::error::Error;
use crate::ledger::Ledger;

/// A sink that records searched subtrees in a ledger and forwards everything to another sink.
pub(super) struct Recorder<'a> {
    problem: &'a dyn ErasedProblem,
    ledger: &'a mut Ledger,
    sink: &'a mut dyn Sink,
}

impl<'a> Recorder<'a> {
    /// Records the subtrees that are missing from the ledger.
    pub fn new(
        problem: &'a dyn ErasedProblem,
        ledger: &'a mut Ledger,
        sink: &'a mut dyn Sink,
    ) -> Self {
        Self {
            problem,
            ledger,
            sink,
        }
    }
}

impl Sink for Recorder<'_> {
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        self.sink.take_block(block)
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        if !finished.is_recalled {
            let recorded = finished.recorded(self.problem);
            self.ledger
                .record(finished.index, &recorded, finished.cpu)?;
        }
        self.sink.take_finished(finished)
    }

    fn on_idle(&mut self) -> Result<(), Error> {
        self.sink.on_idle()?;
        self.ledger.flush()
    }
}
