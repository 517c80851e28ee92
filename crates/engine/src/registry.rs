//! Problems by their names, to be made again from the plans of ledgers.

use super::perform::plan_of;
use super::{Audit, CancelToken, ErasedProblem, Granularity, Job, Known, Run};
use crate::error::Error;
use crate::ledger::{Plan, Records, Spec};

/// The inputs of a problem besides its specification, to make it again.
#[derive(Clone, Debug, Default)]
pub struct ReopenInputs {
    /// For how many threads to prepare.
    pub threads: usize,
    /// The files that it reads, in order.
    pub files: Vec<String>,
    /// The column of the inputs that matters, by name or number.
    pub column: Option<String>,
    /// What a count that is made to open the problem may use, in bytes, unless that is as usual.
    pub memory: Option<usize>,
    /// Ends such a count.
    pub cancel: CancelToken,
}

/// Makes a problem from its specification.
pub type OpenProblem = fn(&Spec, &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error>;

/// A kind of problem that can be made from its specification.
#[derive(Clone, Copy, Debug)]
pub struct Factory {
    /// Its name, such as `queens count`.
    pub problem: &'static str,
    /// Makes it, by the method that the specification names.
    pub open: OpenProblem,
    /// Its total, if that is known, without making it.
    pub known_total: fn(&Spec) -> Option<Known>,
}

impl Factory {
    /// One whose totals are not known.
    pub const fn new(problem: &'static str, open: OpenProblem) -> Self {
        Self {
            problem,
            open,
            known_total: |_| None,
        }
    }
}

/// Kinds of problems, by their names: what the plan of a ledger is made a problem with.
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
/// let error = registry.open(&spec, &ReopenInputs::default()).err().expect("too long");
/// assert_eq!(error.to_string(), "9 is too long");
/// let other = Spec::new("cubes", "search");
/// assert!(registry.open(&other, &ReopenInputs::default()).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Registry(Vec<Factory>);

impl Registry {
    /// These kinds.
    pub fn new(factories: impl IntoIterator<Item = Factory>) -> Self {
        Self(factories.into_iter().collect())
    }

    /// Makes a problem.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if no kind has its name, or as the kind says.
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
    /// As of [`open`](Self::open), and if the problem that is made has another plan.
    pub fn reopen(
        &self,
        plan: &Plan,
        inputs: &ReopenInputs,
    ) -> Result<Box<dyn ErasedProblem>, Error> {
        let problem = self.open(&plan.spec(), inputs)?;
        let rows = plan.row_formats().first().copied();
        let plan_of_problem = plan_of(&*problem, &Granularity::Split(plan.split.clone()), rows)?;
        plan.require(&plan_of_problem, &plan.problem)?;
        Ok(problem)
    }

    /// The total of a plan, if that is known.
    pub fn known_total(&self, plan: &Plan) -> Option<Known> {
        let spec = plan.spec();
        (self.factory(&spec)?.known_total)(&spec)
    }

    /// Does a sample of records again: searches it with every kernel of this machine, and counts it
    /// by another method, if there is one. None if the run was cancelled.
    ///
    /// # Errors
    ///
    /// Those of [`reopen`](Self::reopen), or an input that cannot be read.
    pub fn audit<'a>(
        &self,
        records: &'a Records,
        sample: u64,
        seed: u64,
        inputs: &ReopenInputs,
        run: &Run,
    ) -> Result<Option<Audit<'a>>, Error> {
        let problem = self.reopen(records.plan(), inputs)?;
        Job::erased(&*problem)
            .by(run.clone())
            .audit(records, sample, seed)
    }

    fn factory(&self, spec: &Spec) -> Option<&Factory> {
        self.0
            .iter()
            .find(|factory| factory.problem == spec.problem)
    }
}
