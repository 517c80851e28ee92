//! A problem whose type is not known.

use super::any::AnyProblem;
use super::perform::{Mode, plan_of};
use super::{Cut, Outcome, Problem, Run};
use crate::error::Error;
use crate::ledger::{Plan, Summary};
use countless_table::{Format, Table};

/// A problem of any type. [`Job`](super::Job) plans, estimates and runs it; a
/// [`Registry`](super::Registry) makes it from the plan of a ledger.
///
/// Every [`Problem`] is one.
pub trait ErasedProblem: AnyProblem {
    /// Its plan, if it is cut like this, with rows in this format beside the ledger.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the number of subtrees is not known.
    fn plan(&self, cut: &Cut, rows: Option<Format>) -> Result<Plan, Error>;

    /// Counts the solutions, see [`Run::count`].
    ///
    /// # Errors
    ///
    /// As there.
    fn count(&self, run: &Run) -> Result<Outcome<Summary>, Error>;

    /// Writes the solutions, see [`Run::write`].
    ///
    /// # Errors
    ///
    /// As there.
    fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome<Summary>, Error>;
}

impl<P: Problem> ErasedProblem for P {
    fn plan(&self, cut: &Cut, rows: Option<Format>) -> Result<Plan, Error> {
        plan_of(self, cut, rows)
    }

    fn count(&self, run: &Run) -> Result<Outcome<Summary>, Error> {
        Ok(run.perform(self, Mode::Count)?.map(|tally| tally.record()))
    }

    fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome<Summary>, Error> {
        let outcome = run.perform(self, Mode::Write(table))?;
        Ok(outcome.map(|tally| tally.record()))
    }
}
