//! A job: a problem, its run and the destination of its rows; and the registry of problems by name,
//! which makes the problem of a plan.

use std::fmt;

use super::estimate::estimate;
use super::perform::plan_of;
use super::{Audit, ErasedProblem, Forecast, Granularity, Known, LedgerState, Outcome, Run};
use crate::error::Error;
use crate::ledger::{Plan, Records, Spec};
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
#[must_use]
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
    pub fn rows(mut self, table: Table<'static>) -> Self {
        self.table = Some(table);
        self
    }

    /// Sets the options of the run.
    pub fn by(self, run: Run) -> Self {
        Self { run, ..self }
    }

    /// The problem.
    pub fn problem(&self) -> &'a dyn ErasedProblem {
        self.problem
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
        Ok(audit.recount(self.problem, &self.run)?.then_some(audit))
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
        match self.table {
            Some(table) => self.run.write(self.problem, table),
            None => self.run.count(self.problem),
        }
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Job").field(&self.run).finish()
    }
}

/// The inputs of a problem besides its specification.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct ReopenInputs {
    /// The run of set-up work, with its threads, memory limit and cancel token.
    pub run: Run,
    /// The files that it reads, in order.
    pub files: Vec<String>,
    /// Name or number of the input column to read.
    pub column: Option<String>,
}

impl ReopenInputs {
    /// Creates inputs without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the run of set-up work, with its threads, memory limit and cancel token.
    pub fn run(self, run: &Run) -> Self {
        let run = run.clone();
        Self { run, ..self }
    }

    /// Sets the files to read, in order.
    pub fn files(self, files: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let files = files.into_iter().map(Into::into).collect();
        Self { files, ..self }
    }

    /// Sets the input column to read, by name or by number.
    pub fn column(self, column: Option<&str>) -> Self {
        let column = column.map(str::to_owned);
        Self { column, ..self }
    }
}

/// Makes a problem from its specification.
pub type OpenProblem = fn(&Spec, &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error>;

/// A factory of problems with one name.
#[derive(Clone, Copy, Debug)]
pub struct Factory {
    /// Its name, such as `queens count`.
    pub problem: &'static str,
    /// Makes the problem with the method that the specification names.
    pub open: OpenProblem,
    /// The published total of a specification. Does not make the problem.
    pub known_total: fn(&Spec) -> Option<Known>,
}

impl Factory {
    /// A factory of problems without published totals.
    pub const fn new(problem: &'static str, open: OpenProblem) -> Self {
        Self {
            problem,
            open,
            known_total: |_| None,
        }
    }
}

/// Factories of problems by name. The registry makes the problem of the plan of a ledger.
///
/// ```
/// use countless_engine::ledger::Spec;
/// use countless_engine::{Factory, Registry, ReopenInputs};
///
/// let registry = Registry::new([Factory::new("squares", |spec, _| {
///     let side: u64 = spec.require("side")?;
///     Err(countless_engine::Error::Impossible(format!("{side} is too long")))
/// })]);
/// let spec = Spec::new("squares", "search").with("side", 9);
/// let error = registry.open(&spec, &ReopenInputs::new()).err().expect("too long");
/// assert_eq!(error.to_string(), "9 is too long");
/// let other = Spec::new("cubes", "search");
/// assert!(registry.open(&other, &ReopenInputs::new()).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Registry(Vec<Factory>);

impl Registry {
    /// A registry of these factories.
    pub fn new(factories: impl IntoIterator<Item = Factory>) -> Self {
        Self(factories.into_iter().collect())
    }

    /// Makes the problem of a specification.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the name of the problem is unknown, or the error of its factory.
    pub fn open(
        &self,
        spec: &Spec,
        inputs: &ReopenInputs,
    ) -> Result<Box<dyn ErasedProblem>, Error> {
        let Some(factory) = self.factory(spec) else {
            let reason = "unknown problem";
            return Err(Error::ledger(&spec.problem, reason));
        };
        (factory.open)(spec, inputs)
    }

    /// Makes the problem of a plan.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open), and [`Error::Ledger`] if the new problem has another
    /// plan.
    pub fn reopen(
        &self,
        plan: &Plan,
        inputs: &ReopenInputs,
    ) -> Result<Box<dyn ErasedProblem>, Error> {
        let problem = self.open(&plan.spec, inputs)?;
        let rows = plan.row_formats().first().copied();
        let plan_of_problem = plan_of(&*problem, &Granularity::Split(plan.split.clone()), rows)?;
        plan.require(&plan_of_problem, &plan.spec.problem)?;
        Ok(problem)
    }

    /// The published total of a plan, if there is one.
    pub fn known_total(&self, plan: &Plan) -> Option<Known> {
        (self.factory(&plan.spec)?.known_total)(&plan.spec)
    }

    /// Repeats a sample of records: searches it with every kernel of this machine, and counts it by
    /// another method, if the problem has one. Returns `None` if the run was cancelled.
    ///
    /// # Errors
    ///
    /// The errors of [`reopen`](Self::reopen), and if an input cannot be read.
    pub fn audit<'a>(
        &self,
        records: &'a Records,
        sample: u64,
        seed: u64,
        inputs: &ReopenInputs,
        run: &Run,
    ) -> Result<Option<Audit<'a>>, Error> {
        Job::of(&*self.reopen(records.plan(), inputs)?)
            .by(run.clone())
            .audit(records, sample, seed)
    }

    fn factory(&self, spec: &Spec) -> Option<&Factory> {
        self.0
            .iter()
            .find(|factory| factory.problem == spec.problem)
    }
}
