//! A problem without its types: a run is compiled once, and only the search of subtrees for each
//! problem.
//!
//! ```text
//! AnyProblem ──divide──▶ Divided: subtrees that are cut ──search──▶ AnyTally, one each
//! ```

use std::sync::Arc;

use super::any_tally::AnyTally;
use super::drive::{Drive, Report, drive};
use super::sink::Sink;
use super::{Audit, Cut, Emitter, Forecast, Known, Problem, Run, Subtrees};
use crate::error::Error;
use crate::ledger::{Records, Shard, Spec, Summary};
use countless_table::Columns;

/// The part of a problem that runs, estimates and audits use.
pub trait AnyProblem: Sync {
    /// The specification, by [`Problem::spec`].
    fn any_spec(&self) -> Result<Spec, Error>;

    /// The columns of its rows, by [`Problem::columns`].
    fn any_columns(&self) -> Columns;

    /// The published total, by [`Problem::known_total`].
    fn any_known_total(&self) -> Option<Known>;

    /// True if a ledger needs a file of rows beside it: [`Problem::recall`] does not restore rows.
    fn keeps_rows(&self) -> bool;

    /// Cuts the problem.
    fn divide(&self, cut: &Cut) -> Result<Box<dyn Divided + '_>, Error>;

    /// The tally of no subtree.
    fn no_tally(&self) -> Box<dyn AnyTally>;

    /// The tally of a recorded subtree, by [`Problem::tally_of`].
    fn any_tally_of(&self, summary: &Summary) -> Result<Box<dyn AnyTally>, String>;

    /// The expected time of a count, by [`Run::estimate`].
    fn forecast(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error>;

    /// Searches the sample again; false if the run was cancelled.
    fn search_sample(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error>;

    /// Counts the sample by another method, if there is one; false if the run was cancelled.
    fn recount_sample(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error>;
}

impl<P: Problem> AnyProblem for P {
    fn any_spec(&self) -> Result<Spec, Error> {
        self.spec()
    }

    fn any_columns(&self) -> Columns {
        self.columns()
    }

    fn any_known_total(&self) -> Option<Known> {
        self.known_total()
    }

    fn keeps_rows(&self) -> bool {
        !self.recalls_rows()
    }

    fn divide(&self, cut: &Cut) -> Result<Box<dyn Divided + '_>, Error> {
        let subtrees = self.subtrees(cut)?;
        Ok(Box::new(Parts {
            problem: self,
            subtrees,
        }))
    }

    fn no_tally(&self) -> Box<dyn AnyTally> {
        Box::new(P::Tally::default())
    }

    fn any_tally_of(&self, summary: &Summary) -> Result<Box<dyn AnyTally>, String> {
        Ok(Box::new(self.tally_of(summary)?))
    }

    fn forecast(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error> {
        run.estimate(self, seed)
    }

    fn search_sample(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error> {
        audit.search(self, run)
    }

    fn recount_sample(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error> {
        audit.recount(self, run)
    }
}

/// A problem that is cut into subtrees.
pub trait Divided {
    /// The `split` field of a plan.
    fn split(&self) -> &str;

    /// The number of subtrees, if it is known.
    fn count(&self) -> Option<u64>;

    /// The total cost of the subtrees, if it is known.
    fn cost(&self) -> Option<u64>;

    /// Searches the subtrees of a shard. Those with a record in `known` are recalled instead.
    fn search(
        self: Box<Self>,
        shard: Shard,
        known: Option<Arc<Records>>,
        sink: &mut dyn Sink,
        how: Drive<'_>,
    ) -> Result<Report, Error>;
}

struct Parts<'p, P: Problem> {
    problem: &'p P,
    subtrees: Subtrees<'p, P::Root>,
}

impl<P: Problem> Divided for Parts<'_, P> {
    fn split(&self) -> &str {
        self.subtrees.split()
    }

    fn count(&self) -> Option<u64> {
        Subtrees::count(&self.subtrees)
    }

    fn cost(&self) -> Option<u64> {
        self.subtrees.cost()
    }

    fn search(
        self: Box<Self>,
        shard: Shard,
        known: Option<Arc<Records>>,
        sink: &mut dyn Sink,
        how: Drive<'_>,
    ) -> Result<Report, Error> {
        let Self { problem, subtrees } = *self;
        let own = if shard == Shard::WHOLE {
            subtrees
        } else {
            subtrees.only(move |index| shard.contains(index))
        };
        let search =
            |worker: &mut P::Worker, root, index: Option<u64>, emitter: &mut Emitter<'_, P>| {
                let record = known
                    .as_deref()
                    .and_then(|known| index.and_then(|index| known.get(index)));
                match record {
                    None => Ok(problem.search(worker, root, emitter)),
                    Some(record) => problem
                        .recall(root, &record.summary, emitter)
                        .map_err(|reason| Error::ledger(&record.origin, reason)),
                }
            };
        drive(problem, &search, own, sink, how)
    }
}
