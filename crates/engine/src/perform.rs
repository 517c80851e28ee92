//! Execution of a run: opens the ledger, searches the missing subtrees, checks and completes the
//! result and its rows.

use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::clock::Instant;
use super::collector::{TakeBlock, TotalSink, write_rows};
use super::emitter::EmitterMode;
use super::outcome::LedgerState;
use super::parallel_search::{SearchOptions, SearchStatistics, search_subtrees};
use super::problem::{ErasedProblem, SubtreeWorker};
use super::reorder::SolutionBlock;
use super::subtree_timer::CpuClock;
use super::subtrees::ErasedRoot;
use super::{Granularity, HAS_FILES, Known, Outcome, Reason, Run, Subtrees};
use crate::error::Error;
use crate::ledger::{
    Ledger, LedgerLocation, OpenedLedger, Plan, Records, Residue, RowFile, Shard, Tally,
};
use countless_table::{Format, OpenTable, RowFormat, Table};

type Result<T> = std::result::Result<T, Error>;

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
    pub fn count(&self, problem: &dyn ErasedProblem) -> Result<Outcome> {
        let divided = problem.divide(&self.granularity())?;
        let opened = self.open_ledger(problem, &divided, None)?;
        self.search(problem, divided, opened, RunTarget::Total)
    }

    /// Calls a function for every solution.
    pub(super) fn visit<'a>(
        &self,
        problem: &dyn ErasedProblem,
        take: &'a mut TakeBlock<'a>,
    ) -> Result<Outcome> {
        if self.ledger.is_some() {
            let reason = "a ledger keeps numbers and rows, not solutions";
            return Err(Error::ledger(&"this run", reason));
        }
        let divided = problem.divide(&self.granularity())?;
        self.search(problem, divided, None, RunTarget::Visit(take))
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
    pub fn write(&self, problem: &dyn ErasedProblem, table: Table<'_>) -> Result<Outcome> {
        if !HAS_FILES {
            let reason = "WebAssembly has no files: visit the solutions";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let format = RowFormat::new(table.format(), &problem.erased_columns());
        if let Some(ledger) = self.ledger_file().filter(|_| problem.needs_row_file()) {
            return self.write_row_file(problem, &format, &table, &ledger);
        }
        let divided = problem.divide(&self.granularity())?;
        let opened = self.open_ledger(problem, &divided, None)?;
        // If the ledger of a shard can recall its rows, only a merge writes them.
        let mut table = if self.shard == Shard::WHOLE || opened.is_none() {
            table.open(&format, self.threads)?
        } else {
            OpenTable::Complete
        };
        // A closed pipe is reported with the first row.
        let _ = write_rows(&mut table, &format.header())?;
        let target = RunTarget::Rows(Box::new(table), &format, None);
        self.search(problem, divided, opened, target)
    }

    /// Writes rows that a file beside the ledger stores and a later run continues.
    fn write_row_file(
        &self,
        problem: &dyn ErasedProblem,
        format: &RowFormat,
        table: &Table<'_>,
        ledger: &Path,
    ) -> Result<Outcome> {
        let file = match (self.shard == Shard::WHOLE, table.path()) {
            (true, Some(path)) => RowFile::of_whole(path, format, ledger, self.threads)?,
            (false, _) => RowFile::of_shard(ledger, format),
            (true, None) => {
                let reason = "its rows can be continued only in a file";
                return Err(Error::ledger(&ledger.display(), reason));
            }
        };
        let divided = problem.divide(&self.granularity())?;
        let (mut ledger, state) = match self.open_ledger(problem, &divided, Some(format))? {
            Some((OpenedLedger::Complete(records), state)) => {
                let outcome = self.recalled(problem, &records, state)?;
                file.require_whole(&records, self.shard)?;
                return Ok(outcome);
            }
            Some((OpenedLedger::Open(ledger), state)) => (ledger, state),
            None => return Err(Error::ledger(&"this run", "has no ledger")),
        };
        let rows = match file.restore(&mut ledger, self.shard) {
            Ok(rows) => rows,
            Err(error) => {
                ledger.discard_if_new();
                return Err(error);
            }
        };
        let (known, spent) = ledger.known().shard_work(self.shard);
        let state = LedgerState {
            known,
            spent,
            rows_missing: state.known - known,
            ..state
        };
        let target = RunTarget::Rows(Box::new(rows), format, Some(&file));
        let opened = Some((OpenedLedger::Open(ledger), state));
        self.search(problem, divided, opened, target)
    }

    /// Opens the ledger of the run, if it has one. `rows` is the format of the rows beside it.
    fn open_ledger(
        &self,
        problem: &dyn ErasedProblem,
        divided: &Subtrees<'_, ErasedRoot>,
        rows: Option<&RowFormat>,
    ) -> Result<Option<(OpenedLedger, LedgerState)>> {
        let Some(place) = self.ledger_location().filter(|_| HAS_FILES) else {
            return Ok(None);
        };
        let plan = plan_of_divided(problem, divided, rows)?;
        self.parallel(|| self.open(&place, &plan))?.map(Some)
    }

    /// Outcome of a shard whose ledger is complete. Its search is skipped.
    fn recalled(
        &self,
        problem: &dyn ErasedProblem,
        records: &Records,
        state: LedgerState,
    ) -> Result<Outcome> {
        let begin = Instant::now();
        let total = recalled_total(problem, records, self.shard)?;
        Ok(Outcome {
            recalled: total.clone(),
            total,
            rows: 0,
            diagnostics: 0,
            stopped: None,
            subtrees: state.all,
            busy: Vec::new(),
            elapsed: begin.elapsed(),
            shard: self.shard,
            ledger: Some(state),
        })
    }

    /// Opens the ledger of a plan. A ledger of the whole plan merges the ledgers of shards in its
    /// folder, unless the plan has a file of rows.
    fn open(&self, place: &LedgerLocation, plan: &Plan) -> Result<(OpenedLedger, LedgerState)> {
        let shards = if plan.has_row_file() {
            Vec::new()
        } else {
            place.shards(plan)?
        };
        place.create_folder()?;
        let mut opened = Ledger::open(place.file(), plan, self.shard, self.kernel.name())?;
        let all = self.shard.len(plan.subtrees);
        let known = match &mut opened {
            OpenedLedger::Open(ledger) => {
                ledger.merge_shards(shards)?;
                ledger.known().shard_work(self.shard)
            }
            OpenedLedger::Complete(records) => (all, records.shard_work(self.shard).1),
        };
        Ok((opened, LedgerState::of(place, self.shard, plan, known)))
    }

    /// Searches the missing subtrees, and completes the rows, then the ledger. Finished subtrees
    /// are kept even if another step has failed.
    fn search(
        &self,
        problem: &dyn ErasedProblem,
        divided: Subtrees<'_, ErasedRoot>,
        opened: Option<(OpenedLedger, LedgerState)>,
        mut target: RunTarget<'_, '_>,
    ) -> Result<Outcome> {
        let mut ledger = match opened {
            Some((OpenedLedger::Complete(records), state)) => {
                return self.recalled(problem, &records, state);
            }
            Some((OpenedLedger::Open(ledger), state)) => Some((ledger, state)),
            None => None,
        };
        let result = self.search_missing(problem, divided, ledger.as_mut(), &mut target);
        let checked = result.and_then(|outcome| {
            if outcome.is_complete() {
                let total = problem.erased_recorded(&outcome.total);
                self.check(problem.erased_known_total(), &total)?;
            }
            // A run that reached its limit, or that lost the reader of its rows, is not a failure.
            if !outcome.is_interrupted() && (ledger.is_none() || outcome.is_complete()) {
                // Before the ledger: a complete ledger implies complete rows.
                target.complete()?;
            }
            Ok(outcome)
        });
        if let Some((ledger, _)) = ledger.filter(|_| HAS_FILES) {
            let is_complete = checked.as_ref().is_ok_and(Outcome::is_complete);
            let is_lost = ledger.is_lost();
            let finished = ledger.finish(is_complete);
            let mut outcome = checked?;
            finished?;
            if let Some(state) = &mut outcome.ledger {
                state.is_lost = is_lost;
            }
            if is_complete && let RunTarget::Rows(_, _, Some(file)) = target {
                // The unfinished file is obsolete once the ledger is complete.
                file.remove_part()?;
            }
            return Ok(outcome);
        }
        checked
    }

    /// Searches the missing subtrees and sends the solutions to `target`.
    fn search_missing(
        &self,
        problem: &dyn ErasedProblem,
        divided: Subtrees<'_, ErasedRoot>,
        ledger: Option<&mut (Ledger, LedgerState)>,
        target: &mut RunTarget<'_, '_>,
    ) -> Result<Outcome> {
        let start = Instant::now();
        let cancel = self.child_token();
        self.progress
            .begin(divided.cost().map(|cost| cost / self.shard.count()));
        let mode = target.mode();
        let mut take = |block: &mut _| target.take(block);
        let how = SearchOptions {
            ascending: self.ascending && !matches!(mode, EmitterMode::Count),
            limit: self.limit.unwrap_or(u64::MAX),
            hashes_rows: ledger.is_some()
                && matches!(mode, EmitterMode::Text(_))
                && problem.needs_row_file(),
            defers: ledger.is_none(),
            clock: ledger.is_some().then_some(CpuClock::Thread),
            ..self.search_options(mode, &cancel, &self.progress)
        };
        let ledger = ledger.filter(|_| HAS_FILES);
        let (known, state) = match &ledger {
            Some((ledger, state)) => (Some(Arc::clone(ledger.known())), Some(state.clone())),
            None => (None, None),
        };
        let ledger = ledger.map(|(ledger, _)| ledger);
        let observer = self.observer.clone();
        let mut total = TotalSink::new(problem, ledger, self.limit, &mut take, observer);
        let shard = self.shard;
        let own = if shard == Shard::WHOLE {
            divided
        } else {
            divided.only(move |index| shard.contains(index))
        };
        let search = |worker: &mut dyn SubtreeWorker<'_>, root, index: Option<u64>| {
            let known = known.as_deref().zip(index);
            match known.and_then(|(known, index)| known.get(index)) {
                None => Ok(worker.search(root)),
                Some(record) => worker
                    .recall(root, &record.tally)
                    .map_err(|reason| Error::ledger(&record.origin, reason)),
            }
        };
        let SearchStatistics { subtrees, busy } =
            search_subtrees(problem, &search, own, &mut total, how)?;
        let limit = self.limit.map_or(u128::MAX, u128::from);
        Ok(Outcome {
            total: total.tally.capped(limit),
            recalled: total.recalled,
            rows: total.rows,
            diagnostics: total.diagnostics,
            stopped: cancel.reason(),
            subtrees,
            busy,
            elapsed: start.elapsed(),
            shard,
            ledger: state,
        })
    }

    /// Compares the total with its residue and with the published total.
    fn check(&self, known: Option<Known>, total: &Tally) -> Result<()> {
        if self.limit.is_some() {
            return Ok(());
        }
        if total.residue != Residue::of(total.count) {
            return Err(Error::Miscounted {
                total: total.count,
                reason: "contradicts its residue: the count is wrong".to_owned(),
            });
        }
        match known {
            Some(known) if self.shard == Shard::WHOLE && known.total != total.count => {
                Err(Error::Miscounted {
                    total: total.count,
                    reason: format!(
                        "differs from the known total {} ({})",
                        known.total, known.source
                    ),
                })
            }
            _ => Ok(()),
        }
    }
}

/// Plan of a problem with this split. `rows` is the format of the rows beside the ledger.
fn plan_of_divided(
    problem: &dyn ErasedProblem,
    divided: &Subtrees<'_, ErasedRoot>,
    rows: Option<&RowFormat>,
) -> Result<Plan> {
    let mut spec = problem.erased_spec()?;
    if let Some(rows) = rows {
        spec = spec.with_rows(rows);
    }
    let Some(count) = divided.count() else {
        let reason = "it is not known how many subtrees there are";
        return Err(Error::ledger(&spec.problem, reason));
    };
    Ok(spec.plan(divided.split(), count))
}

/// Plan of a problem with this granularity. `rows` is the format of the rows beside the ledger.
pub(super) fn plan_of(
    problem: &dyn ErasedProblem,
    granularity: &Granularity,
    rows: Option<Format>,
) -> Result<Plan> {
    let divided = problem.divide(granularity)?;
    let rows = rows.map(|format| RowFormat::new(format, &problem.erased_columns()));
    plan_of_divided(problem, &divided, rows.as_ref())
}

/// Sums the tallies of the records of a shard.
fn recalled_total(problem: &dyn ErasedProblem, records: &Records, shard: Shard) -> Result<Tally> {
    let mut total = Tally::default();
    for record in records.of_shard(shard) {
        let tally = problem.erased_tally_of(&record.tally);
        total.merge(tally.map_err(|reason| Error::ledger(&record.origin, reason))?);
    }
    Ok(total)
}

/// Receiver of the solutions of a run.
enum RunTarget<'t, 'f> {
    /// Nothing but the total is wanted.
    Total,
    Visit(&'t mut TakeBlock<'t>),
    /// Rows in a format, and the file beside a ledger that they are in.
    Rows(Box<OpenTable<'t>>, &'f RowFormat, Option<&'f RowFile>),
}

impl<'f> RunTarget<'_, 'f> {
    fn mode(&self) -> EmitterMode<'f> {
        match self {
            Self::Total => EmitterMode::Count,
            Self::Visit(_) => EmitterMode::Solutions,
            Self::Rows(_, format, _) => EmitterMode::Text(format),
        }
    }

    fn take(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>> {
        match self {
            Self::Visit(take) => take(block),
            Self::Rows(table, ..) if HAS_FILES => write_rows(table, &block.text),
            Self::Total | Self::Rows(..) => Ok(ControlFlow::Continue(())),
        }
    }

    /// Completes the table under its final name.
    fn complete(&mut self) -> Result<()> {
        let Self::Rows(table, _, file) = self else {
            return Ok(());
        };
        match (mem::replace(&mut **table, OpenTable::Complete), file) {
            _ if !HAS_FILES => Ok(()),
            (table, Some(file)) => file.complete(table),
            (table, None) => Ok(table.finish()?),
        }
    }
}
