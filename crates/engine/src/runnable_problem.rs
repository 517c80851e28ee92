//! A problem without its types. The code of a run is compiled once; only the search of subtrees is
//! compiled for each problem.
//!
//! ```text
//! RunnableProblem ──divide──▶ DividedProblem: subtrees ──search──▶ ErasedTally, one each
//! ```

use std::sync::Arc;

use super::erased_tally::ErasedTally;
use super::parallel_search::{SearchOptions, SearchStatistics, search_in_parallel};
use super::sink::Sink;
use super::{Audit, Emitter, Forecast, Granularity, Known, Problem, Run, Subtrees};
use crate::error::Error;
use crate::ledger::{Records, Shard, Spec, Summary};
use countless_table::Columns;

/// The operations on a problem that runs, estimates and audits need.
pub trait RunnableProblem: Sync {
    /// The specification, by [`Problem::spec`].
    fn erased_spec(&self) -> Result<Spec, Error>;

    /// Columns of the table of solutions, by [`Problem::columns`].
    fn erased_columns(&self) -> Columns;

    /// The published total, by [`Problem::known_total`].
    fn erased_known_total(&self) -> Option<Known>;

    /// True if a ledger needs a file of rows beside it: [`Problem::recall`] does not restore rows.
    fn needs_row_file(&self) -> bool;

    /// Splits the problem.
    fn divide(&self, granularity: &Granularity) -> Result<Box<dyn DividedProblem + '_>, Error>;

    /// The tally of zero subtrees.
    fn no_tally(&self) -> Box<dyn ErasedTally>;

    /// The tally of a recorded subtree, by [`Problem::tally_of`].
    fn erased_tally_of(&self, summary: &Summary) -> Result<Box<dyn ErasedTally>, String>;

    /// The expected time of a count, by [`Run::estimate`].
    fn forecast(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error>;

    /// Searches the sample of the audit again. Returns false if the run was cancelled.
    fn audit_by_search(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error>;

    /// Counts the sample of the audit by another method, if the problem has one. Returns false if
    /// the run was cancelled.
    fn audit_by_recount(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error>;
}

impl<P: Problem> RunnableProblem for P {
    fn erased_spec(&self) -> Result<Spec, Error> {
        self.spec()
    }

    fn erased_columns(&self) -> Columns {
        self.columns()
    }

    fn erased_known_total(&self) -> Option<Known> {
        self.known_total()
    }

    fn needs_row_file(&self) -> bool {
        !self.recalls_rows()
    }

    fn divide(&self, cut: &Granularity) -> Result<Box<dyn DividedProblem + '_>, Error> {
        let subtrees = self.subtrees(cut)?;
        Ok(Box::new(ProblemSubtrees {
            problem: self,
            subtrees,
        }))
    }

    fn no_tally(&self) -> Box<dyn ErasedTally> {
        Box::new(P::Tally::default())
    }

    fn erased_tally_of(&self, summary: &Summary) -> Result<Box<dyn ErasedTally>, String> {
        Ok(Box::new(self.tally_of(summary)?))
    }

    fn forecast(&self, run: &Run, seed: u64) -> Result<Option<Forecast>, Error> {
        run.estimate(self, seed)
    }

    fn audit_by_search(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error> {
        audit.search(self, run)
    }

    fn audit_by_recount(&self, run: &Run, audit: &mut Audit<'_>) -> Result<bool, Error> {
        audit.recount(self, run)
    }
}

/// A problem that is split into subtrees.
pub trait DividedProblem {
    /// The `split` field of a plan.
    fn split(&self) -> &str;

    /// The number of subtrees, if it is known.
    fn count(&self) -> Option<u64>;

    /// The total cost of the subtrees, if it is known.
    fn cost(&self) -> Option<u64>;

    /// Searches the subtrees of a shard. Subtrees with a record in `known` are recalled.
    fn search(
        self: Box<Self>,
        shard: Shard,
        known: Option<Arc<Records>>,
        sink: &mut dyn Sink,
        how: SearchOptions<'_>,
    ) -> Result<SearchStatistics, Error>;
}

struct ProblemSubtrees<'p, P: Problem> {
    problem: &'p P,
    subtrees: Subtrees<'p, P::Root>,
}

impl<P: Problem> DividedProblem for ProblemSubtrees<'_, P> {
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
        how: SearchOptions<'_>,
    ) -> Result<SearchStatistics, Error> {
        let Self { problem, subtrees } = *self;
        let own = if shard == Shard::WHOLE {
            subtrees
        } else {
            subtrees.only(move |index| shard.contains(index))
        };
        let search =
            |scratch: &mut P::Scratch, root, index: Option<u64>, emitter: &mut Emitter<'_, P>| {
                let record = known
                    .as_deref()
                    .and_then(|known| index.and_then(|index| known.get(index)));
                match record {
                    None => Ok(problem.search(scratch, root, emitter)),
                    Some(record) => problem
                        .recall(root, &record.summary, emitter)
                        .map_err(|reason| Error::ledger(&record.origin, reason)),
                }
            };
        search_in_parallel(problem, &search, own, sink, how)
    }
}
