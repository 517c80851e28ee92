//! Runs a batch of puzzles, for the commands that write one row for each.

use std::ops::ControlFlow;

use countless::Error;
use countless::engine::{Finished, Reason, Report, Sink};
use countless::sudoku::puzzles::Inputs;
use countless::sudoku::{Batch, BatchTally};

use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::{Rows, Run};
use super::{complain, warn_if_empty};

/// How a batch ended.
pub enum Ended {
    /// It was interrupted, or the reader of its rows has left.
    Early(Outcome),
    /// Every row is written.
    Complete(BatchTally, Report),
}

/// Writes the rows of `batch`, and says on stderr what is wrong with the inputs.
pub fn run(batch: &Batch, inputs: Inputs, rows: &Rows, args: &Run) -> anyhow::Result<Ended> {
    let list = rows.start(&batch.header())?;
    let total = inputs.total();
    let mut sink = Complaining {
        names: inputs.names().to_vec(),
        sink: list,
    };
    let subtrees = Batch::subtrees(inputs);
    let order = rows.order();
    let report = drive(batch, subtrees, total, &mut sink, args, order, "puzzles")?;
    let Complaining { names, sink: list } = sink;
    let tally = list.total.clone();
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        eprintln!("interrupted after {}", plural(list.rows.into(), "row"));
        return Ok(Ended::Early(Outcome::Interrupted));
    }
    list.into_inner().finish()?;
    if report.stopped == Some(Reason::Closed) {
        return Ok(Ended::Early(Outcome::Complete));
    }
    warn_if_empty(tally.rows(), &names);
    Ok(Ended::Complete(tally, report))
}

/// Says on stderr what is wrong with each row, in the order of the rows.
pub struct Complaining<S> {
    /// What the inputs are called.
    pub names: Vec<String>,
    pub sink: S,
}

impl<S: Sink<BatchTally>> Sink<BatchTally> for Complaining<S> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        self.sink.rows(bytes, rows)
    }

    fn finished(
        &mut self,
        mut finished: Finished<BatchTally>,
    ) -> Result<ControlFlow<Reason>, Error> {
        for complaint in finished.tally.complaints.drain(..) {
            complain(&self.names, &complaint);
        }
        self.sink.finished(finished)
    }
}
