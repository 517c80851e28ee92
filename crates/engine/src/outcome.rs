//! The result of a run.

use std::path::PathBuf;
use std::time::Duration;

use super::Reason;
use crate::ledger::{LedgerLocation, Plan, Shard, Tally, time_left};

/// The result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<T = Tally> {
    /// Sum of the tallies of all subtrees, or of the subtrees of the shard.
    pub total: T,
    /// The part of the total from records of a ledger.
    pub recalled: T,
    /// Number of rows written or solutions passed to a callback.
    pub rows: u64,
    /// Number of diagnostics about inputs.
    pub diagnostics: u64,
    /// The reason of an early end, or `None` if the run is complete.
    pub stopped: Option<Reason>,
    /// Number of subtrees searched completely or recalled.
    pub subtrees: u64,
    /// Search time of each thread.
    pub busy: Vec<Duration>,
    /// Wall time of the run.
    pub elapsed: Duration,
    /// The shard that was searched.
    pub(crate) shard: Shard,
    /// State of its ledger, if it has one.
    pub ledger: Option<LedgerState>,
}

/// The finished subtrees of a shard in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LedgerState {
    /// Path of the complete ledger.
    pub path: PathBuf,
    /// The shard.
    pub shard: Shard,
    /// Number of subtrees recorded before the run.
    pub known: u64,
    /// CPU time of these subtrees.
    pub spent: Duration,
    /// Number of recorded subtrees without rows, which are searched again.
    pub rows_missing: u64,
    /// Number of subtrees of the shard.
    pub all: u64,
    /// True if the file was removed or replaced during the run, so that the new records are lost.
    pub is_lost: bool,
}

impl LedgerState {
    /// State of a ledger with `known` subtrees of a shard, which took the time `spent`.
    pub(super) fn of(
        place: &LedgerLocation,
        shard: Shard,
        plan: &Plan,
        (known, spent): (u64, Duration),
    ) -> Self {
        Self {
            path: place.file().to_owned(),
            shard,
            known,
            spent,
            rows_missing: 0,
            all: shard.len(plan.subtrees),
            is_lost: false,
        }
    }

    /// CPU time of the missing subtrees, at the pace of those recorded. `None` if none is recorded.
    pub fn remaining(&self) -> Option<Duration> {
        time_left(self.spent, self.known, self.all)
    }
}

impl<T> Outcome<T> {
    /// True if every subtree was searched.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Part of a number that this run has found itself, without the recalled subtrees.
    pub fn without_recalled(&self, number: impl Fn(&T) -> u128) -> u128 {
        number(&self.total).saturating_sub(number(&self.recalled))
    }

    /// True if the user interrupted the run.
    pub fn is_interrupted(&self) -> bool {
        self.stopped == Some(Reason::Interrupted)
    }

    /// The shard, or `None` for the whole problem.
    pub fn shard(&self) -> Option<Shard> {
        Some(self.shard).filter(|&shard| shard != Shard::WHOLE)
    }

    /// Converts the totals.
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

impl Outcome {
    /// Number of rows of the table, if each row is a solution. With a ledger, earlier runs wrote
    /// some of them.
    pub fn table_rows(&self) -> u128 {
        match self.ledger {
            Some(_) => self.total.count,
            None => self.rows.into(),
        }
    }
}
