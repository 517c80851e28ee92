//! The methods of a run on a problem, and those of a problem without its type.

use std::ops::ControlFlow::{self, Continue};

use super::perform::{RunMode, plan_of};
use super::sink::VisitSolutions;
use super::{ErasedProblem, Granularity, Outcome, Problem, Run};
use crate::error::Error;
use crate::ledger::Plan;
use countless_table::{Format, Table};

impl Run {
    /// Counts the solutions.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, the ledger is damaged, or the total is wrong.
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn count(&self, problem: &dyn ErasedProblem) -> Result<Outcome, Error> {
        self.perform(problem, RunMode::Count)
    }

    /// Writes every solution as a row of a table. The table is complete when this returns, or
    /// absent if the run was interrupted.
    ///
    /// With a ledger, rows are appended to `FILE.part` and continued there. The rows of a shard are
    /// stored beside its ledger: `table` then determines only the format.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count), and if the table cannot be written.
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn write(&self, problem: &dyn ErasedProblem, table: Table<'_>) -> Result<Outcome, Error> {
        self.perform(problem, RunMode::Write(table))
    }

    /// Calls `visit` with every solution, on the calling thread.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn for_each<P: Problem>(
        &self,
        problem: &P,
        mut visit: impl FnMut(P::Solution),
    ) -> Result<Outcome, Error> {
        self.try_for_each(problem, |solution| {
            visit(solution);
            Continue(())
        })
    }

    /// Calls `visit` with every solution on the calling thread until it breaks.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn try_for_each<P: Problem>(
        &self,
        problem: &P,
        visit: impl FnMut(P::Solution) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        self.perform(problem, RunMode::Visit(&mut VisitSolutions::new(visit)))
    }

    /// Returns the first solution, or `None` without one.
    ///
    /// # Errors
    ///
    /// The errors of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn first<P: Problem>(&self, problem: &P) -> Result<Option<P::Solution>, Error> {
        let mut first = None;
        self.clone()
            .limit(1)
            .for_each(problem, |solution| first = Some(solution))?;
        Ok(first)
    }
}

impl dyn ErasedProblem + '_ {
    /// Returns the plan of the problem with this granularity. `rows` is the format of the rows
    /// beside the ledger.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the number of subtrees is not known.
    pub fn plan(&self, granularity: &Granularity, rows: Option<Format>) -> Result<Plan, Error> {
        plan_of(self, granularity, rows)
    }

    /// Counts the solutions by [`Run::count`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        run.count(self)
    }

    /// Writes the solutions by [`Run::write`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::write`].
    pub fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome, Error> {
        run.write(self, table)
    }
}
