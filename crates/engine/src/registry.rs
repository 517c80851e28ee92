//! Problems by their names: what a plan is about can be made again from it.

use super::perform::plan;
use super::{CancelToken, Cut, Forecast, Known, Outcome, Problem, Recheck, Run, Tally};
use crate::error::Error;
use crate::ledger::{Plan, Spec, Summary};
use countless_table::{Format, RowFormat, Table};

/// What a problem may need besides its specification.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// For how many threads to prepare.
    pub threads: usize,
    /// The files that it reads, in order.
    pub inputs: Vec<String>,
    /// The column of the inputs that matters, by name or number.
    pub column: Option<String>,
    /// What a count that is made to open the problem may use, in bytes, unless that is as usual.
    pub memory: Option<usize>,
    /// Ends such a count.
    pub cancel: CancelToken,
}

/// What makes a problem from its specification.
pub type Open = fn(&Spec, &Context) -> Result<Box<dyn AnyProblem>, Error>;

/// A kind of problem that can be made from its specification.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, such as `queens count`.
    pub problem: &'static str,
    /// Makes it, by the method that the specification names.
    pub open: Open,
    /// Its total, if that is known, without making it.
    pub known_total: fn(&Spec) -> Option<Known>,
}

impl Family {
    /// One whose totals are not known.
    pub const fn new(problem: &'static str, open: Open) -> Self {
        Self {
            problem,
            open,
            known_total: |_| None,
        }
    }
}

/// Some kinds of problems.
#[derive(Clone, Debug)]
pub struct Registry(Vec<Family>);

impl Registry {
    /// These kinds.
    pub fn new(families: impl IntoIterator<Item = Family>) -> Self {
        Self(families.into_iter().collect())
    }

    /// Makes a problem.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if no kind has its name, or as the kind says.
    pub fn open(&self, spec: &Spec, context: &Context) -> Result<Box<dyn AnyProblem>, Error> {
        let Some(family) = self.family(spec) else {
            let reason = "unknown problem";
            return Err(Error::ledger(&spec.problem, reason));
        };
        (family.open)(spec, context)
    }

    /// Makes the problem of a plan.
    ///
    /// # Errors
    ///
    /// As of [`open`](Self::open), and if the problem that is made has another plan.
    pub fn reopen(&self, plan: &Plan, context: &Context) -> Result<Box<dyn AnyProblem>, Error> {
        let problem = self.open(&plan.spec(), context)?;
        let rows = plan.row_formats().first().copied();
        let made = problem.plan(&Cut::Split(plan.split.clone()), rows)?;
        plan.require(&made, &plan.problem)?;
        Ok(problem)
    }

    /// The total of a plan, if that is known.
    pub fn known_total(&self, plan: &Plan) -> Option<Known> {
        let spec = plan.spec();
        (self.family(&spec)?.known_total)(&spec)
    }

    fn family(&self, spec: &Spec) -> Option<&Family> {
        self.0.iter().find(|family| family.problem == spec.problem)
    }
}

/// A problem of any type, as far as numbers and rows go.
pub trait AnyProblem: Sync {
    /// Its plan, if it is cut like this, and if rows in this format are kept.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
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

    /// Estimates how long counting takes, see [`Run::estimate`].
    ///
    /// # Errors
    ///
    /// As there.
    fn estimate(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error>;

    /// Searches the sample again; false if the run was cancelled.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    fn search_again(&self, run: &Run, recheck: &mut Recheck<'_>) -> Result<bool, Error>;

    /// Counts the sample by another method, if there is one; false if the run was cancelled.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    fn recount(&self, run: &Run, recheck: &mut Recheck<'_>) -> Result<bool, Error>;
}

impl<P: Problem> AnyProblem for P {
    fn plan(&self, cut: &Cut, rows: Option<Format>) -> Result<Plan, Error> {
        let subtrees = self.subtrees(cut)?;
        let rows = rows.map(|format| RowFormat::new(format, &self.columns()));
        plan(self, &subtrees, rows.as_ref())
    }

    fn count(&self, run: &Run) -> Result<Outcome<Summary>, Error> {
        Ok(run.count(self)?.map(|total| total.summary()))
    }

    fn write(&self, run: &Run, table: Table<'_>) -> Result<Outcome<Summary>, Error> {
        Ok(run.write(self, table)?.map(|total| total.summary()))
    }

    fn estimate(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error> {
        run.estimate(self, seed)
    }

    fn search_again(&self, run: &Run, recheck: &mut Recheck<'_>) -> Result<bool, Error> {
        recheck.search(self, run)
    }

    fn recount(&self, run: &Run, recheck: &mut Recheck<'_>) -> Result<bool, Error> {
        recheck.recount(self, run)
    }
}
