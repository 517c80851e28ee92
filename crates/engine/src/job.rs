//! A job: a problem, its run and the destination of its rows.

use std::fmt;

use super::perform::{RunMode, plan_of};
use super::timed_sample::estimate;
use super::{Audit, ErasedProblem, Forecast, LedgerState, Outcome, Run};
use crate::error::Error;
use crate::ledger::{Plan, Records};
use countless_simd::Kernel;
use countless_table::Table;

/// A job: a problem, its run and the destination of its rows. It plans, estimates and executes the
/// run.
///
/// Without a [table](Self::rows), the solutions are counted.
///
/// ```no_run
/// use countless_engine::{Error, Job, Problem, Run};
/// use countless_table::{Format, Table};
///
/// /// Lists the solutions of a problem, unless that would take more than a minute.
/// fn list(problem: &impl Problem) -> Result<(), Error> {
///     let table = Table::file("solutions.csv".as_ref(), Format::Csv);
///     let job = Job::of(problem).by(Run::new().ledger("solutions.ledger")).rows(table);
///     let plan = job.plan()?;
///     let done = job.state(&plan)?.map_or(0, |state| state.known);
///     println!("{done} of {} subtrees are done", plan.subtrees);
///     if job.forecast(1)?.is_none_or(|forecast| forecast.seconds() < 60.0) {
///         println!("{} rows", job.execute()?.rows);
///     }
///     Ok(())
/// }
/// ```
pub struct Job<'a> {
    problem: &'a dyn ErasedProblem,
    run: Run,
    table: Option<Table<'static>>,
}

impl<'a> Job<'a> {
    /// A job that counts the solutions of a problem.
    pub fn of(problem: &'a dyn ErasedProblem) -> Self {
        Self {
            problem,
            run: Run::new(),
            table: None,
        }
    }

    /// Writes each solution as a row of a table.
    #[must_use]
    pub fn rows(self, table: Table<'static>) -> Self {
        Self {
            table: Some(table),
            ..self
        }
    }

    /// Sets the options of the run.
    #[must_use]
    pub fn by(self, run: Run) -> Self {
        Self { run, ..self }
    }

    /// True if a ledger needs a file of rows beside it, because the problem cannot restore rows
    /// from the ledger.
    pub fn needs_row_file(&self) -> bool {
        self.problem.needs_row_file()
    }

    /// The plan of the job, which its ledger contains.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the number of subtrees is not known.
    pub fn plan(&self) -> Result<Plan, Error> {
        let table = self
            .table
            .as_ref()
            .filter(|_| self.problem.needs_row_file());
        plan_of(
            self.problem,
            &self.run.granularity(),
            table.map(Table::format),
        )
    }

    /// State of its ledger, if it has one. Reads only: neither a file nor a folder is created.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if the ledger is damaged or of another plan.
    pub fn state(&self, plan: &Plan) -> Result<Option<LedgerState>, Error> {
        self.run.state(plan)
    }

    /// Estimates the time of a count by [`Run::estimate`]. The sample uses the granularity of a run
    /// without a ledger, where subtrees are usually smaller.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::estimate`].
    pub fn forecast(&self, seed: u64) -> Result<Option<Forecast>, Error> {
        estimate(&self.run.without_ledger(), self.problem, seed)
    }

    /// Repeats a sample of records of its ledger: searches it with every kernel of this machine,
    /// and counts it by another method, if the problem has one. Returns `None` if the run was
    /// cancelled.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    pub fn audit<'r>(
        &self,
        records: &'r Records,
        sample: u64,
        seed: u64,
    ) -> Result<Option<Audit<'r>>, Error> {
        let mut audit = Audit::new(records, sample, seed);
        for kernel in Kernel::available() {
            let run = self.run.clone().kernel(kernel);
            if !audit.search(self.problem, &run)? {
                return Ok(None);
            }
        }
        let done = audit.recount(self.problem, &self.run)?;
        Ok(done.then_some(audit))
    }

    /// Executes the run.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`] and [`Run::write`].
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn execute(self) -> Result<Outcome, Error> {
        let mode = self.table.map_or(RunMode::Count, RunMode::Write);
        self.run.perform(self.problem, mode)
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("run", &self.run)
            .field("rows", &self.table.is_some())
            .finish_non_exhaustive()
    }
}
