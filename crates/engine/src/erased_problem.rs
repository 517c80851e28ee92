//! A problem of unknown type.

use super::perform::{RunMode, plan_of};
use super::runnable_problem::RunnableProblem;
use super::{Granularity, Outcome, Problem, Run};
use crate::error::Error;
use crate::ledger::Plan;
use countless_table::{Format, Table};

/// A problem of any type. Every [`Problem`] implements it.
///
/// [`Job`](super::Job) plans, estimates and runs it. A [`Registry`](super::Registry) makes it from
/// the plan of a ledger.
pub trait ErasedProblem: RunnableProblem {
    /// Returns its plan with this granularity. `rows` is the format of the rows beside the ledger.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the number of subtrees is not known.
    fn plan(&self, granularity: &Granularity, rows: Option<Format>) -> Result<Plan, Error>;

    /// Counts the solutions by [`Run::count`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    fn count(&self, run: &Run) -> Result<Outcome, Error>;

    /// Writes the solutions by [`Run::write`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::write`].
    fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome, Error>;
}

impl<P: Problem> ErasedProblem for P {
    fn plan(&self, cut: &Granularity, rows: Option<Format>) -> Result<Plan, Error> {
        plan_of(self, cut, rows)
    }

    fn count(&self, run: &Run) -> Result<Outcome, Error> {
        run.perform(self, RunMode::Count)
    }

    fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome, Error> {
        run.perform(self, RunMode::Write(table))
    }
}
