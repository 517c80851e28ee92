//! A run: it opens the ledger, searches what is not known, checks and completes.

use std::sync::Arc;
use std::time::Instant;

use super::any::{AnyProblem, Divided};
use super::any_tally::AnyTally;
use super::clock::CpuClock;
use super::drive::{Drive, Report};
use super::emitter::Form;
use super::outcome::LedgerState;
use super::record::Recorder;
use super::rows::Rows;
use super::sink::{Nothing, Taker, Total, write_header};
use super::{Cut, Known, Outcome, Run};
use crate::error::Error;
use crate::ledger::{Ledger, Opened, Place, Plan, Records, Residue, RowFile, Shard, Summary};
use countless_table::{Format, OpenTable, RowFormat, Table};

/// What a run is for.
pub(super) enum Mode<'a, 't> {
    /// The number of solutions.
    Count,
    /// The solutions, as they are.
    Visit(&'a mut dyn Taker),
    /// The solutions, as rows.
    Write(Table<'t>),
}

type Result<T> = std::result::Result<T, Error>;
type AnyOutcome = Outcome<Box<dyn AnyTally>>;

impl Run {
    /// Runs a problem.
    pub(super) fn perform(
        &self,
        problem: &dyn AnyProblem,
        mode: Mode<'_, '_>,
    ) -> Result<AnyOutcome> {
        match mode {
            Mode::Count => match self.start(problem, None)? {
                Start::Complete(outcome) => Ok(outcome),
                Start::Open(divided, mut ledger) => {
                    let form = Form::Count;
                    let result = self.search(problem, divided, form, &mut Nothing, ledger.as_mut());
                    self.end(problem, result, ledger, Rows::default())
                }
            },
            Mode::Visit(taker) => {
                if self.ledger.is_some() {
                    let reason = "a ledger keeps numbers and rows, not solutions";
                    return Err(Error::ledger(&"this run", reason));
                }
                let divided = problem.divide(&self.cut())?;
                let result = self.search(problem, divided, Form::Solutions, taker, None);
                self.end(problem, result, None, Rows::default())
            }
            Mode::Write(table) => self.write_rows(problem, table),
        }
    }

    /// Writes every solution as a row of a table.
    fn write_rows(&self, problem: &dyn AnyProblem, table: Table<'_>) -> Result<AnyOutcome> {
        let format = RowFormat::new(table.format(), &problem.any_columns());
        if self.ledger.is_some() && problem.keeps_rows() {
            return self.write_beside_ledger(problem, &format, &table);
        }
        match self.start(problem, None)? {
            Start::Complete(outcome) => Ok(outcome),
            Start::Open(divided, mut ledger) => {
                // The rows of a shard whose ledger recalls them are for whoever merges.
                let mut table = if self.shard == Shard::WHOLE || ledger.is_none() {
                    table.open(&format, self.threads)?
                } else {
                    OpenTable::Complete
                };
                write_header(&mut table, format.header())?;
                let form = Form::Text(&format);
                let result = self.search(problem, divided, form, &mut table, ledger.as_mut());
                let (table, beside) = (Some(table), None);
                self.end(problem, result, ledger, Rows { table, beside })
            }
        }
    }

    /// Writes rows that are kept in a file of their own, and continued.
    fn write_beside_ledger(
        &self,
        problem: &dyn AnyProblem,
        format: &RowFormat,
        table: &Table<'_>,
    ) -> Result<AnyOutcome> {
        let Some(ledger) = self.ledger_file() else {
            return Err(Error::ledger(&"this run", "has no ledger"));
        };
        let file = match (self.shard == Shard::WHOLE, table.path()) {
            (true, Some(path)) => RowFile::of_whole(path, format, &ledger, self.threads)?,
            (false, _) => RowFile::of_shard(&ledger, format),
            (true, None) => {
                let reason = "its rows can be continued only in a file";
                return Err(Error::ledger(&ledger.display(), reason));
            }
        };
        let (divided, mut ledger, state) = match self.start(problem, Some(format))? {
            Start::Complete(outcome) => return Ok(outcome),
            Start::Open(divided, Some((ledger, state))) => (divided, ledger, state),
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
        let again = state.known - known;
        let state = LedgerState {
            known,
            again,
            ..state
        };
        let mut ledger = Some((ledger, state));
        let form = Form::Text(format);
        let result = self.search(problem, divided, form, &mut rows, ledger.as_mut());
        let (table, beside) = (Some(rows), Some(&file));
        self.end(problem, result, ledger, Rows { table, beside })
    }

    /// Cuts the problem and opens the ledger, if there is one, beside which such `rows` are kept.
    fn start<'p>(
        &self,
        problem: &'p dyn AnyProblem,
        rows: Option<&RowFormat>,
    ) -> Result<Start<'p>> {
        let begin = Instant::now();
        let divided = problem.divide(&self.cut())?;
        let Some(place) = self.place() else {
            return Ok(Start::Open(divided, None));
        };
        let plan = plan(problem, &*divided, rows)?;
        let (opened, state) = self.parallel(|| self.open(&place, &plan))??;
        match opened {
            Opened::Open(ledger) => Ok(Start::Open(divided, Some((ledger, state)))),
            Opened::Complete(records) => {
                let total = recalled(problem, &records, self.shard)?;
                Ok(Start::Complete(Outcome {
                    recalled: total.copy(),
                    total,
                    rows: 0,
                    diagnostics: 0,
                    stopped: None,
                    subtrees: state.all,
                    busy: Vec::new(),
                    elapsed: begin.elapsed(),
                    shard: self.shard,
                    ledger: Some(state),
                }))
            }
        }
    }

    /// Opens the ledger of a plan. That of the whole plan takes over what shards know in its
    /// folder, unless their rows are kept, which lie elsewhere.
    fn open(&self, place: &Place, plan: &Plan) -> Result<(Opened, LedgerState)> {
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
        let state = LedgerState::of(place, self.shard, plan, known);
        Ok((opened, state))
    }

    /// Searches what is not known; `taker` gets the solutions.
    #[allow(clippy::needless_pass_by_value)] // the ledger is lent for the whole search
    fn search(
        &self,
        problem: &dyn AnyProblem,
        divided: Box<dyn Divided + '_>,
        form: Form<'_>,
        taker: &mut dyn Taker,
        ledger: Option<&mut (Ledger, LedgerState)>,
    ) -> Result<AnyOutcome> {
        let start = Instant::now();
        let cancel = self.token();
        self.progress
            .begin(divided.cost().map(|cost| cost / self.shard.count()));
        let mut total = Total::new(problem.no_tally(), self.limit, taker, self.observer.clone());
        let how = Drive {
            ascending: self.ascending && !matches!(form, Form::Count),
            limit: self.limit.unwrap_or(u64::MAX),
            hash: ledger.is_some() && matches!(form, Form::Text(_)) && problem.keeps_rows(),
            defers: ledger.is_none(),
            clock: ledger.is_some().then_some(CpuClock::Thread),
            ..self.drive(form, &cancel, &self.progress)
        };
        let state = ledger.as_ref().map(|(_, state)| state.clone());
        let shard = self.shard;
        let Report { subtrees, busy } = match ledger {
            None => divided.search(shard, None, &mut total, how)?,
            Some((ledger, _)) => {
                let known = Arc::clone(ledger.known());
                let mut recorder = Recorder::new(ledger, &mut total);
                divided.search(shard, Some(known), &mut recorder, how)?
            }
        };
        let limit = self.limit.map_or(u128::MAX, u128::from);
        Ok(Outcome {
            total: total.tally.cap(limit),
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

    /// Completes what was written, and then the ledger. What is finished stays, even if
    /// something else has failed.
    fn end(
        &self,
        problem: &dyn AnyProblem,
        result: Result<AnyOutcome>,
        ledger: Option<(Ledger, LedgerState)>,
        mut rows: Rows<'_, '_>,
    ) -> Result<AnyOutcome> {
        let checked = result.and_then(|outcome| {
            if outcome.is_complete() {
                self.check(problem.any_known_total(), &outcome.total.record())?;
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
            if let Some(state) = &mut outcome.ledger {
                state.is_lost = is_lost;
            }
            if is_complete {
                rows.clear()?;
            }
            return Ok(outcome);
        }
        checked
    }

    /// Compares the total with its residue, and with the total that is known.
    fn check(&self, known: Option<Known>, summary: &Summary) -> Result<()> {
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
enum Start<'p> {
    Open(Box<dyn Divided + 'p>, Option<(Ledger, LedgerState)>),
    /// There is nothing to do: the ledger of this shard is complete.
    Complete(AnyOutcome),
}

/// The plan of a problem that was cut like this, with the rows that are kept beside the ledger.
fn plan(problem: &dyn AnyProblem, divided: &dyn Divided, rows: Option<&RowFormat>) -> Result<Plan> {
    let mut spec = problem.any_spec()?;
    if let Some(rows) = rows {
        spec = spec.with_rows(rows);
    }
    let Some(count) = divided.count() else {
        let reason = "it is not known how many subtrees there are";
        return Err(Error::ledger(&spec.problem, reason));
    };
    Ok(spec.plan(divided.split(), count))
}

/// The plan of a problem, if it is cut like this, with rows in this format beside the ledger.
pub(super) fn plan_of(problem: &dyn AnyProblem, cut: &Cut, rows: Option<Format>) -> Result<Plan> {
    let divided = problem.divide(cut)?;
    let rows = rows.map(|format| RowFormat::new(format, &problem.any_columns()));
    plan(problem, &*divided, rows.as_ref())
}

/// What the records of a shard amount to.
fn recalled(
    problem: &dyn AnyProblem,
    records: &Records,
    shard: Shard,
) -> Result<Box<dyn AnyTally>> {
    let mut total = problem.no_tally();
    for record in records.own(shard) {
        let tally = problem.any_tally_of(&record.summary);
        total.add(tally.map_err(|reason| Error::ledger(&record.origin, reason))?);
    }
    Ok(total)
}
