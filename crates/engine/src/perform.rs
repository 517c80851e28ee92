//! What a run does: counts, writes, hands over. It opens the ledger, searches what is not
//! known, checks and completes.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use std::time::Instant;

use super::clock::CpuClock;
use super::drive::{Drive, Report, drive};
use super::emitter::Form;
use super::outcome::Kept;
use super::record::Recorder;
use super::rows::Rows;
use super::sink::{Each, Nothing, Taker, Total, write_header};
use super::{Emitter, Known, Outcome, Problem, Run, Subtrees, Tally};
use crate::error::Error;
use crate::ledger::{Ledger, Opened, Place, Plan, Records, Residue, RowFile, Shard, Summary};
use countless_table::{OpenTable, RowFormat, Table};

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
    pub fn count<P: Problem>(&self, problem: &P) -> Result<Outcome<P::Tally>, Error> {
        match self.start(problem, None)? {
            Start::Complete(outcome) => Ok(outcome),
            Start::Open(subtrees, mut ledger) => {
                let form = Form::Count;
                let result = self.search(problem, subtrees, form, &mut Nothing, ledger.as_mut());
                self.end(problem, result, ledger, Rows::default())
            }
        }
    }

    /// Hands every solution to `visit`, on the calling thread.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn for_each<P: Problem>(
        &self,
        problem: &P,
        mut visit: impl FnMut(P::Solution),
    ) -> Result<Outcome<P::Tally>, Error> {
        self.try_for_each(problem, |solution| {
            visit(solution);
            Continue(())
        })
    }

    /// The same, until `visit` breaks.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
    ///
    /// # Panics
    ///
    /// If the search of a subtree or `visit` panics.
    pub fn try_for_each<P: Problem>(
        &self,
        problem: &P,
        visit: impl FnMut(P::Solution) -> ControlFlow<()>,
    ) -> Result<Outcome<P::Tally>, Error> {
        if self.ledger.is_some() {
            let reason = "a ledger keeps numbers and rows, not solutions";
            return Err(Error::ledger(&"this run", reason));
        }
        let subtrees = problem.subtrees(&self.cut())?;
        let result = self.search(
            problem,
            subtrees,
            Form::Solutions,
            &mut Each::new(visit),
            None,
        );
        self.end(problem, result, None, Rows::default())
    }

    /// The first solution, if there is one.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count).
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

    /// Writes every solution as a row of a table, which is complete when this returns, or not
    /// there if the run was interrupted.
    ///
    /// With a ledger, rows are written to `FILE.part` and continued there, and the rows of a
    /// shard lie beside its ledger: `table` then only says the format.
    ///
    /// # Errors
    ///
    /// As of [`count`](Self::count), and if the table cannot be written.
    ///
    /// # Panics
    ///
    /// If the search of a subtree panics.
    pub fn write<P: Problem>(
        &self,
        problem: &P,
        table: Table<'_>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let format = RowFormat::new(table.format(), &problem.columns());
        let form = Form::Text(&format);
        if self.ledger.is_some() && !problem.recalls_rows() {
            return self.write_beside_ledger(problem, &format, &table);
        }
        match self.start(problem, None)? {
            Start::Complete(outcome) => Ok(outcome),
            Start::Open(subtrees, mut ledger) => {
                // The rows of a shard whose ledger recalls them are for whoever merges.
                let mut table = if self.shard == Shard::WHOLE || ledger.is_none() {
                    table.open(&format, self.threads)?
                } else {
                    OpenTable::Complete
                };
                write_header(&mut table, format.header())?;
                let result = self.search(problem, subtrees, form, &mut table, ledger.as_mut());
                let (table, beside) = (Some(table), None);
                self.end(problem, result, ledger, Rows { table, beside })
            }
        }
    }

    /// Writes rows that are kept in a file of their own, and continued.
    fn write_beside_ledger<P: Problem>(
        &self,
        problem: &P,
        format: &RowFormat,
        table: &Table<'_>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let Some(ledger) = self.ledger_file() else {
            return Err(Error::ledger(&"this run", "has no ledger"));
        };
        let file = match (self.shard == Shard::WHOLE, table.path()) {
            (true, Some(path)) => RowFile::of_whole(path, format, &ledger, self.threads)?,
            (false, _) => RowFile::of_shard(&ledger),
            (true, None) => {
                let reason = "its rows can be continued only in a file";
                return Err(Error::ledger(&ledger.display(), reason));
            }
        };
        let (subtrees, mut ledger, kept) = match self.start(problem, Some(format))? {
            Start::Complete(outcome) => return Ok(outcome),
            Start::Open(subtrees, Some((ledger, kept))) => (subtrees, ledger, kept),
            Start::Open(_, None) => return Err(Error::ledger(&"this run", "has no ledger")),
        };
        let mut rows = match file.restore(&mut ledger, self.shard) {
            Ok(rows) => rows,
            Err(error) => {
                ledger.discard_if_new();
                return Err(error);
            }
        };
        let known = ledger.known().own(self.shard).count() as u64;
        let again = kept.known - known;
        let kept = Kept {
            known,
            again,
            ..kept
        };
        let mut ledger = Some((ledger, kept));
        let form = Form::Text(format);
        let result = self.search(problem, subtrees, form, &mut rows, ledger.as_mut());
        let (table, beside) = (Some(rows), Some(&file));
        self.end(problem, result, ledger, Rows { table, beside })
    }

    /// Cuts the problem and opens the ledger, if there is one, beside which such `rows` are kept.
    fn start<'p, P: Problem>(
        &self,
        problem: &'p P,
        rows: Option<&RowFormat>,
    ) -> Result<Start<'p, P>, Error> {
        let begin = Instant::now();
        let subtrees = problem.subtrees(&self.cut())?;
        let Some(place) = self.place() else {
            return Ok(Start::Open(subtrees, None));
        };
        let (opened, kept) = self.open(&place, &plan(problem, &subtrees, rows)?)?;
        match opened {
            Opened::Open(ledger) => Ok(Start::Open(subtrees, Some((ledger, kept)))),
            Opened::Complete(records) => Ok(Start::Complete(Outcome {
                total: recalled(problem, &records, self.shard)?,
                recalled: recalled(problem, &records, self.shard)?,
                rows: 0,
                diagnostics: 0,
                stopped: None,
                subtrees: kept.all,
                busy: Vec::new(),
                elapsed: begin.elapsed(),
                shard: self.shard,
                kept: Some(kept),
            })),
        }
    }

    /// Opens the ledger of a plan. That of the whole plan takes over what shards know in its
    /// folder, unless their rows are kept, which lie elsewhere.
    fn open(&self, place: &Place, plan: &Plan) -> Result<(Opened, Kept), Error> {
        let shards = if plan.keeps_rows() {
            Vec::new()
        } else {
            place.shards(plan)?
        };
        place.make()?;
        let mut opened = Ledger::open(place.file(), plan, self.shard, self.kernel.name())?;
        let all = self.shard.len(plan.subtrees);
        let known = match &mut opened {
            Opened::Open(ledger) => {
                ledger.adopt(&shards)?;
                ledger.known().own(self.shard).count() as u64
            }
            Opened::Complete(_) => all,
        };
        let kept = Kept {
            path: place.file().to_owned(),
            shard: self.shard,
            known,
            again: 0,
            all,
            is_lost: false,
        };
        Ok((opened, kept))
    }

    /// Searches what is not known; `taker` gets the solutions.
    #[allow(clippy::needless_pass_by_value)] // the ledger is lent for the whole search
    fn search<P: Problem>(
        &self,
        problem: &P,
        subtrees: Subtrees<'_, P::Root>,
        form: Form<'_>,
        taker: &mut dyn Taker,
        ledger: Option<&mut (Ledger, Kept)>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let start = Instant::now();
        let cancel = self.token();
        self.progress
            .begin(subtrees.cost().map(|cost| cost / self.shard.count()));
        let mut total = Total::<P::Tally>::new(self.limit, taker, self.observer.clone());
        let how = Drive {
            ascending: self.ascending && !matches!(form, Form::Count),
            limit: self.limit.unwrap_or(u64::MAX),
            hash: ledger.is_some() && matches!(form, Form::Text(_)) && !problem.recalls_rows(),
            defers: ledger.is_none(),
            clock: ledger.is_some().then_some(CpuClock::Thread),
            ..self.drive(form, &cancel, &self.progress)
        };
        let kept = ledger.as_ref().map(|(_, kept)| kept.clone());
        let shard = self.shard;
        let own = if shard == Shard::WHOLE {
            subtrees
        } else {
            subtrees.only(move |index| shard.contains(index))
        };
        let Report { subtrees, busy } = match ledger {
            None => {
                let search = |worker: &mut P::Worker, root, _, emitter: &mut Emitter<'_, P>| {
                    Ok(problem.search(worker, root, emitter))
                };
                drive(problem, &search, own, &mut total, how)?
            }
            Some((ledger, _)) => {
                let known = Arc::clone(ledger.known());
                let search = |worker: &mut P::Worker,
                              root,
                              index: Option<u64>,
                              emitter: &mut Emitter<'_, P>| {
                    match index.and_then(|index| known.get(index)) {
                        None => Ok(problem.search(worker, root, emitter)),
                        Some(record) => problem
                            .recall(root, &record.summary, emitter)
                            .map_err(|reason| Error::ledger(&record.origin, reason)),
                    }
                };
                let mut recorder = Recorder::new(ledger, &mut total);
                drive(problem, &search, own, &mut recorder, how)?
            }
        };
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
            kept,
        })
    }

    /// Completes what was written, and then the ledger. What is finished stays, even if
    /// something else has failed.
    fn end<P: Problem>(
        &self,
        problem: &P,
        result: Result<Outcome<P::Tally>, Error>,
        ledger: Option<(Ledger, Kept)>,
        mut rows: Rows<'_, '_>,
    ) -> Result<Outcome<P::Tally>, Error> {
        let checked = result.and_then(|outcome| {
            if outcome.is_complete() {
                self.check(problem.known_total(), &outcome.total.summary())?;
            }
            // One whose reader has left, or which has reached its limit, did what was asked.
            if !outcome.is_interrupted() && (ledger.is_none() || outcome.is_complete()) {
                // Before the ledger: a shard whose ledger has its name is done.
                rows.complete()?;
            }
            Ok(outcome)
        });
        if let Some((ledger, _)) = ledger {
            let is_complete = checked.as_ref().is_ok_and(Outcome::is_complete);
            let is_lost = ledger.is_lost();
            let finished = ledger.finish(is_complete);
            let mut outcome = checked?;
            finished?;
            if let Some(kept) = &mut outcome.kept {
                kept.is_lost = is_lost;
            }
            if is_complete {
                rows.clear()?;
            }
            return Ok(outcome);
        }
        checked
    }

    /// Compares the total with its residue, and with the total that is known.
    fn check(&self, known: Option<Known>, summary: &Summary) -> Result<(), Error> {
        if self.limit.is_some() {
            return Ok(());
        }
        if summary.residue != Residue::of(summary.count) {
            return Err(Error::Miscounted {
                total: summary.count,
                reason: "contradicts its residue: the count is wrong".to_owned(),
            });
        }
        match known {
            Some(known) if self.shard == Shard::WHOLE && known.total != summary.count => {
                Err(Error::Miscounted {
                    total: summary.count,
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

/// What [`Run::start`] finds.
#[allow(clippy::large_enum_variant)] // there is one in a run
enum Start<'p, P: Problem> {
    Open(Subtrees<'p, P::Root>, Option<(Ledger, Kept)>),
    /// There is nothing to do: the ledger of this shard is complete.
    Complete(Outcome<P::Tally>),
}

/// The plan of a problem that was cut like this, with the rows that are kept beside the ledger.
pub(super) fn plan<P: Problem>(
    problem: &P,
    subtrees: &Subtrees<'_, P::Root>,
    rows: Option<&RowFormat>,
) -> Result<Plan, Error> {
    let mut spec = problem.spec()?;
    if let Some(rows) = rows {
        spec = spec.with_rows(rows);
    }
    let Some(count) = subtrees.count() else {
        let reason = "it is not known how many subtrees there are";
        return Err(Error::ledger(&spec.problem, reason));
    };
    Ok(spec.plan(subtrees.split(), count))
}

/// What the records of a shard amount to.
fn recalled<P: Problem>(problem: &P, records: &Records, shard: Shard) -> Result<P::Tally, Error> {
    let mut total = P::Tally::default();
    for record in records.own(shard) {
        let tally = problem.tally_of(&record.summary);
        total.merge(tally.map_err(|reason| Error::ledger(&record.origin, reason))?);
    }
    Ok(total)
}
