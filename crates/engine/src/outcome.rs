//! What became of a run.

use std::path::PathBuf;
use std::time::Duration;

use super::{Reason, Tally};
use crate::ledger::{LedgerLocation, Plan, Shard};

/// What became of a run.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// What all subtrees amount to; of a shard, its own.
    pub total: T,
    /// The part of the total that a ledger knew before the run.
    pub recalled: T,
    /// The rows written, or the solutions handed over.
    pub rows: u64,
    /// How often something was wrong with an input.
    pub diagnostics: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Reason>,
    /// The subtrees that were searched to their end or known before.
    pub subtrees: u64,
    /// For each thread, how long it was searching.
    pub busy: Vec<Duration>,
    /// The whole time, from start to end.
    pub elapsed: Duration,
    /// The share of the subtrees that was searched.
    pub(crate) shard: Shard,
    /// The state of its ledger, if it has one.
    pub ledger: Option<LedgerState>,
}

/// What a ledger has of the subtrees of its shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerState {
    /// Its file.
    pub path: PathBuf,
    /// The shard.
    pub shard: Shard,
    /// The subtrees that it had before the run.
    pub known: u64,
    /// The others that it had, whose rows are missing: they are searched again.
    pub rows_missing: u64,
    /// The subtrees of the shard.
    pub all: u64,
    /// Whether the file was removed or replaced during the run: then nothing is kept.
    pub is_lost: bool,
}

impl LedgerState {
    /// Of a ledger that has `known` subtrees of a shard.
    pub(super) fn of(place: &LedgerLocation, shard: Shard, plan: &Plan, known: u64) -> Self {
        Self {
            path: place.file().to_owned(),
            shard,
            known,
            rows_missing: 0,
            all: shard.len(plan.subtrees),
            is_lost: false,
        }
    }
}

impl<T> Outcome<T> {
    /// Whether every subtree was searched.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The part of a number that this run has found itself, and no ledger knew.
    pub fn without_recalled(&self, number: impl Fn(&T) -> u128) -> u128 {
        number(&self.total).saturating_sub(number(&self.recalled))
    }

    /// Whether the user interrupted it.
    pub fn is_interrupted(&self) -> bool {
        self.stopped == Some(Reason::Interrupted)
    }

    /// The shard, if it is not the whole.
    pub fn shard(&self) -> Option<Shard> {
        Some(self.shard).filter(|&shard| shard != Shard::WHOLE)
    }

    /// The same with another total.
    pub fn map<U>(self, with: impl Fn(T) -> U) -> Outcome<U> {
        Outcome {
            total: with(self.total),
            recalled: with(self.recalled),
            rows: self.rows,
            diagnostics: self.diagnostics,
            stopped: self.stopped,
            subtrees: self.subtrees,
            busy: self.busy,
            elapsed: self.elapsed,
            shard: self.shard,
            ledger: self.ledger,
        }
    }
}

impl<T: Tally> Outcome<T> {
    /// The rows of the table, if each is a solution: those that this run has written, or with a
    /// ledger all that are there.
    pub fn table_rows(&self) -> u128 {
        match self.ledger {
            Some(_) => self.total.solutions(),
            None => self.rows.into(),
        }
    }
}
