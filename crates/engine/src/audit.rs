//! Doing a sample of the subtrees of a ledger again.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow::{self, Continue};
use std::sync::{Mutex, PoisonError};

use super::emitter::EmitterMode;
use super::parallel_search::{SearchOptions, search_in_parallel};
use super::reorder::SolutionBlock;
use super::sink::{FinishedSubtree, Sink};
use super::{Emitter, Granularity, Problem, Progress, Reason, Run};
use crate::error::Error;
use crate::ledger::{Record, Records, Summary};
use countless_table::RowFormat;

/// A record that is not what comes out when its subtree is done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where it is written.
    pub origin: String,
    /// The subtree.
    pub subtree: u64,
    /// What the record says.
    pub recorded: Summary,
    /// What came out.
    pub found: Summary,
    /// How it was done again.
    pub method: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            origin,
            subtree,
            recorded,
            found: again,
            method: how,
        } = self;
        write!(
            f,
            "{origin}: subtree {subtree}: recorded {recorded}, found {again} {how}"
        )
    }
}

/// Compares a sample of records with what comes out when their subtrees are done again.
#[derive(Debug)]
pub struct Audit<'a> {
    records: &'a Records,
    sample: BTreeSet<u64>,
    rounds: u32,
    mismatches: Vec<Mismatch>,
}

impl<'a> Audit<'a> {
    /// Draws so many records, the same for the same `seed`.
    pub fn new(records: &'a Records, number: u64, seed: u64) -> Self {
        Self {
            records,
            sample: records.sample(number, seed),
            rounds: 0,
            mismatches: Vec::new(),
        }
    }

    /// How many records were drawn.
    pub fn sample_size(&self) -> usize {
        self.sample.len()
    }

    /// How often the sample was done again.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What was wrong so far.
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.mismatches
    }

    /// Searches the sample again; false if the run was cancelled.
    pub(super) fn search<P: Problem>(&mut self, problem: &P, run: &Run) -> Result<bool, Error> {
        let plan = self.records.plan();
        let kernel = run.kernel_used();
        let how = format!("by {}, {}", plan.method, kernel.name());
        let again = |scratch: &mut P::Scratch, root, _: &Record, emitter: &mut Emitter<'_, P>| {
            problem.search(scratch, root, emitter)
        };
        let formats = plan.row_formats().into_iter();
        let mut formats = formats.map(|format| RowFormat::new(format, &problem.columns()));
        let before = self.mismatches.len();
        let first = formats.next();
        let form = first.as_ref().map_or(EmitterMode::Count, EmitterMode::Text);
        let mut done = self.redo_sample(problem, run, form, &how, &again)?;
        // Rows that do not fit the likeliest format may fit another that the plan leaves open.
        for format in formats {
            if !done || self.mismatches.len() == before {
                break;
            }
            let likeliest = self.mismatches.split_off(before);
            done = self.redo_sample(problem, run, EmitterMode::Text(&format), &how, &again)?;
            self.rounds -= 1;
            if self.mismatches.len() > before {
                self.mismatches.truncate(before);
                self.mismatches.extend(likeliest);
            }
        }
        Ok(done)
    }

    /// Counts the sample by another method, if there is one; false if the run was cancelled.
    pub(super) fn recount<P: Problem>(&mut self, problem: &P, run: &Run) -> Result<bool, Error> {
        let Some(how) = problem.recount_method() else {
            return Ok(true);
        };
        let wrong = Mutex::new(Vec::new());
        // What is compared here is not compared again: nothing is said of the tally.
        let again = |_: &mut P::Scratch, root, record: &Record, emitter: &mut Emitter<'_, P>| {
            let summary = problem.recount(root, &record.summary, emitter);
            let wrong_here = summary.filter(|again| {
                let recorded = &record.summary;
                again.count != recorded.count || !again.detail.agrees(&recorded.detail)
            });
            if let Some(again) = wrong_here.filter(|_| !emitter.is_cancelled()) {
                let mismatch = Mismatch::new(record, again, how);
                wrong
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(mismatch);
            }
            P::Tally::default()
        };
        let done = self.redo_sample(problem, run, EmitterMode::Count, "", &again)?;
        self.add_mismatches(wrong.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(done)
    }

    /// Keeps mismatches that were found in any order.
    fn add_mismatches(&mut self, mut mismatches: Vec<Mismatch>) {
        mismatches.sort_by_key(|mismatch| mismatch.subtree);
        self.mismatches.append(&mut mismatches);
    }

    /// Does the sample again; what comes out is compared if it is said `how`.
    fn redo_sample<P: Problem>(
        &mut self,
        problem: &P,
        run: &Run,
        form: EmitterMode<'_>,
        how: &str,
        again: &RedoSubtree<'_, P>,
    ) -> Result<bool, Error> {
        let (records, sample) = (self.records, &self.sample);
        let subtrees = problem.subtrees(&Granularity::Split(records.plan().split.clone()))?;
        let drawn = subtrees.only(|index| sample.contains(&index));
        let search =
            |scratch: &mut P::Scratch, root, index: Option<u64>, emitter: &mut Emitter<'_, P>| {
                // Every subtree of the sample has a record.
                let record = index.and_then(|index| records.get(index));
                let again = record.map(|record| again(scratch, root, record, emitter));
                Ok(again.unwrap_or_default())
            };
        let mut comparing = RecordComparison {
            records,
            how,
            mismatches: Vec::new(),
        };
        let (cancel, progress) = (run.child_token(), Progress::new());
        let how = SearchOptions {
            ascending: true,
            hashes_rows: !matches!(form, EmitterMode::Count),
            ..run.search_options(form, &cancel, &progress)
        };
        search_in_parallel(problem, &search, drawn, &mut comparing, how)?;
        self.mismatches.append(&mut comparing.mismatches);
        self.rounds += 1;
        Ok(!cancel.is_cancelled())
    }
}

/// How the subtree of a record is done again.
type RedoSubtree<'a, P> = dyn Fn(
        &mut <P as Problem>::Scratch,
        <P as Problem>::Root,
        &Record,
        &mut Emitter<'_, P>,
    ) -> <P as Problem>::Tally
    + Sync
    + 'a;

impl Mismatch {
    fn new(record: &Record, again: Summary, how: &str) -> Self {
        Self {
            origin: record.origin.to_string(),
            subtree: record.subtree,
            recorded: record.summary.clone(),
            found: again,
            method: how.to_owned(),
        }
    }
}

/// Compares what comes out with the records.
struct RecordComparison<'a> {
    records: &'a Records,
    /// How it is done; if nothing is said, nothing is compared.
    how: &'a str,
    mismatches: Vec<Mismatch>,
}

impl Sink for RecordComparison<'_> {
    fn take_block(&mut self, _: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        let record = self.records.get(finished.index);
        if let Some(record) = record.filter(|_| !self.how.is_empty()) {
            let (again, recorded) = (finished.summary(), &record.summary);
            if again.count != recorded.count || again.detail != recorded.detail {
                self.mismatches.push(Mismatch::new(record, again, self.how));
            }
        }
        Ok(Continue(()))
    }
}
