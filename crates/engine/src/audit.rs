//! Repeats the search of a sample of the subtrees of a ledger.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::collector::FinishedSubtree;
use super::emitter::EmitterMode;
use super::parallel_search::{SearchOptions, search_subtrees};
use super::problem::SubtreeWorker;
use super::subtrees::ErasedRoot;
use super::{ErasedProblem, Granularity, Progress, Run};
use crate::error::Error;
use crate::ledger::{Record, Records, Tally};
use countless_table::RowFormat;

/// A record that differs from the result of a new search or count of its subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// File and line of the record.
    pub origin: String,
    /// Index of the subtree.
    pub subtree: u64,
    /// The recorded tally.
    pub recorded: Tally,
    /// The new tally.
    pub found: Tally,
    /// The method and kernel of the new search or count.
    pub method: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: subtree {}: ", self.origin, self.subtree)?;
        let (recorded, found) = (&self.recorded, &self.found);
        write!(f, "recorded {recorded}, found {found} {}", self.method)
    }
}

/// Compares a sample of records with new searches or counts of their subtrees.
#[derive(Debug)]
#[non_exhaustive]
pub struct Audit<'a> {
    records: &'a Records,
    sample: BTreeSet<u64>,
    /// Number of times that the sample was repeated.
    pub rounds: u32,
    /// Number of subtrees of the sample that are too large for the other method of the problem.
    pub left_out: usize,
    /// The mismatches so far.
    pub mismatches: Vec<Mismatch>,
}

impl<'a> Audit<'a> {
    /// Draws `number` records. Equal seeds give equal samples.
    pub fn new(records: &'a Records, number: u64, seed: u64) -> Self {
        Self {
            records,
            sample: records.sample(number, seed),
            rounds: 0,
            left_out: 0,
            mismatches: Vec::new(),
        }
    }

    /// Number of records drawn.
    pub fn sample_size(&self) -> usize {
        self.sample.len()
    }

    /// Searches the sample again. Returns false if the run was cancelled.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    pub fn search(&mut self, problem: &dyn ErasedProblem, run: &Run) -> Result<bool, Error> {
        let plan = self.records.plan();
        let kernel = run.kernel_used();
        let how = format!("by {}, {}", plan.spec.method, kernel.name());
        let again = |worker: &mut dyn SubtreeWorker<'_>, root, _: &Record| worker.search(root);
        let differing = |finished: FinishedSubtree, recorded: &Tally| {
            let again = finished.recorded(problem);
            let is_same = again.count == recorded.count && again.numbers == recorded.numbers;
            (!is_same).then_some(again)
        };
        let formats = plan.row_formats().into_iter();
        let mut formats = formats.map(|format| RowFormat::new(format, &problem.erased_columns()));
        let before = self.mismatches.len();
        let first = formats.next();
        let mode = first.as_ref().map_or(EmitterMode::Count, EmitterMode::Text);
        let mut done = self.redo_sample(problem, run, mode, &how, &again, &differing)?;
        // Rows that do not match the likeliest format may match another format that the plan
        // allows.
        for format in formats {
            if !done || self.mismatches.len() == before {
                break;
            }
            let likeliest = self.mismatches.split_off(before);
            let mode = EmitterMode::Text(&format);
            done = self.redo_sample(problem, run, mode, &how, &again, &differing)?;
            self.rounds -= 1;
            if self.mismatches.len() > before {
                self.mismatches.truncate(before);
                self.mismatches.extend(likeliest);
            }
        }
        Ok(done)
    }

    /// Counts the sample by another method, if the problem has one. Returns false if the run was
    /// cancelled.
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    pub fn recount(&mut self, problem: &dyn ErasedProblem, run: &Run) -> Result<bool, Error> {
        let Some(how) = problem.recounts_by() else {
            return Ok(true);
        };
        let left_out = AtomicUsize::new(0);
        let again = |worker: &mut dyn SubtreeWorker<'_>, root, record: &Record| {
            let tally = worker.recount(root, &record.tally);
            tally.unwrap_or_else(|| {
                left_out.fetch_add(1, Ordering::Relaxed);
                record.tally.clone()
            })
        };
        let differing = |finished: FinishedSubtree, recorded: &Tally| {
            let again = finished.tally;
            let is_same = again.count == recorded.count && again.numbers.agrees(&recorded.numbers);
            (!is_same).then_some(again)
        };
        let done = self.redo_sample(problem, run, EmitterMode::Count, how, &again, &differing)?;
        self.left_out = left_out.into_inner();
        // A method that counted nothing has not repeated the sample.
        if self.left_out > 0 && self.left_out == self.sample.len() {
            self.rounds -= 1;
        }
        Ok(done)
    }

    /// Repeats the sample, and adds the mismatches.
    fn redo_sample(
        &mut self,
        problem: &dyn ErasedProblem,
        run: &Run,
        mode: EmitterMode<'_>,
        how: &str,
        again: &RedoSubtree<'_>,
        differing: &dyn Fn(FinishedSubtree, &Tally) -> Option<Tally>,
    ) -> Result<bool, Error> {
        let (records, sample) = (self.records, &self.sample);
        let subtrees = problem.divide(&Granularity::Split(records.plan().split.clone()))?;
        let drawn = subtrees.only(|index| sample.contains(&index));
        let search = |worker: &mut dyn SubtreeWorker<'_>, root, index: Option<u64>| {
            // Every subtree of the sample has a record.
            let record = index.and_then(|index| records.get(index));
            let again = record.map(|record| again(worker, root, record));
            Ok(again.unwrap_or_default())
        };
        let mismatches = &mut self.mismatches;
        let mut compare = |finished: FinishedSubtree| {
            if let Some(record) = records.get(finished.index)
                && let Some(again) = differing(finished, &record.tally)
            {
                mismatches.push(Mismatch::new(record, again, how));
            }
            Ok(Continue(()))
        };
        let (cancel, progress) = (run.child_token(), Progress::new());
        let how = SearchOptions {
            ascending: true,
            hashes_rows: !matches!(mode, EmitterMode::Count),
            ..run.search_options(mode, &cancel, &progress)
        };
        search_subtrees(problem, &search, drawn, &mut compare, how)?;
        self.rounds += 1;
        Ok(!cancel.is_cancelled())
    }
}

/// A function that repeats the subtree of a record.
type RedoSubtree<'a> = dyn Fn(&mut dyn SubtreeWorker<'_>, ErasedRoot, &Record) -> Tally + Sync + 'a;

impl Mismatch {
    fn new(record: &Record, again: Tally, how: &str) -> Self {
        Self {
            origin: record.origin.to_string(),
            subtree: record.subtree,
            recorded: record.tally.clone(),
            found: again,
            method: how.to_owned(),
        }
    }
}
