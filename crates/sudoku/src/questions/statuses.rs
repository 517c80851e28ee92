//! Status of a puzzle, and numbers of puzzles by status.

use countless_engine::Tally;
use countless_engine::ledger::{Detail, Residue, Summary};

/// Name in ledgers for the number of puzzles with a search that was given up.
const UNKNOWN: &str = "unknown";

/// Number of solutions of a puzzle, as a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has several solutions.
    Multiple,
    /// The puzzle has no solution.
    None,
    /// The record cannot be read, or its clues contradict each other.
    Invalid,
    /// The search was given up.
    Unknown,
}

impl Status {
    /// Returns the status for a number of solutions, counted up to at least two.
    pub fn of(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// Returns the status for a count, where `None` is a count that was given up.
    pub fn of_count(solutions: Option<u128>) -> Self {
        solutions.map_or(Self::Unknown, |number| Self::of(number.min(2) as u64))
    }

    /// Returns the word in the column `status`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }
}

/// Number of puzzles by status: the tally of [`Solve`](super::Solve), and a part of other tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statuses {
    /// Number of puzzles with one solution.
    pub unique: u64,
    /// Number of puzzles with several solutions.
    pub multiple: u64,
    /// Number of puzzles without a solution.
    pub none: u64,
    /// Number of records that are not puzzles.
    pub invalid: u64,
    /// Number of puzzles with a search that was given up.
    pub unknown: u64,
    /// Number of wrong or missing solutions in the input; these puzzles have a status as well.
    pub wrong: u64,
    /// Number of records, counted by the reader and not by the writer.
    pub read: u64,
}

impl Statuses {
    /// Counts a puzzle.
    pub fn add(&mut self, status: Status) {
        *match status {
            Status::Unique => &mut self.unique,
            Status::Multiple => &mut self.multiple,
            Status::None => &mut self.none,
            Status::Invalid => &mut self.invalid,
            Status::Unknown => &mut self.unknown,
        } += 1;
    }

    /// Number of puzzles of all statuses.
    pub fn total(&self) -> u64 {
        self.unique + self.multiple + self.none + self.invalid + self.unknown
    }

    /// Adds the numbers of another subtree.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.read += other.read;
    }

    /// Number of each status, for ledgers.
    pub(super) fn detail(&self) -> Detail {
        let known = [
            ("unique", self.unique),
            ("multiple", self.multiple),
            ("none", self.none),
            ("invalid", self.invalid),
        ];
        Detail::new(known).and(&self.given_up())
    }

    /// Number of searches that were given up, unless it is 0.
    pub(super) fn given_up(&self) -> Detail {
        match self.unknown {
            0 => Detail::default(),
            unknown => Detail::new([(UNKNOWN, unknown)]),
        }
    }

    /// Number of searches that were given up, from the summary in a ledger.
    pub fn recorded_given_up(summary: &Summary) -> u64 {
        summary.detail.get(UNKNOWN).unwrap_or(0)
    }

    /// Returns the summary of a question with one row per puzzle: `puzzles` rows in all, and
    /// further `details`.
    pub(super) fn summary_of(&self, puzzles: u64, details: &Detail) -> Summary {
        let wrong = Detail::new([("wrong", self.wrong)]);
        Summary {
            count: puzzles.into(),
            residue: Residue::of(self.read.into()),
            work: puzzles,
            detail: self.detail().and(&wrong).and(details),
        }
    }

    /// Reads the statuses of a question with one row per puzzle from a ledger. `others` puzzles do
    /// not have a status.
    pub(super) fn recall_with(summary: &Summary, others: u64) -> Result<Self, String> {
        let number = |name| summary.detail.get(name);
        let statuses = Self {
            unique: number("unique")?,
            multiple: number("multiple")?,
            none: number("none")?,
            invalid: number("invalid")?,
            unknown: Self::recorded_given_up(summary),
            wrong: number("wrong")?,
            read: summary.count as u64,
        };
        let found = statuses.total() + others;
        if u128::from(found) == summary.count {
            Ok(statuses)
        } else {
            let count = summary.count;
            Err(format!("expected {count} puzzles, found {found} by status"))
        }
    }
}

impl Tally for Statuses {
    fn merge(&mut self, other: Self) {
        self.add_all(&other);
    }

    /// Returns the number of puzzles.
    fn solutions(&self) -> u128 {
        self.total().into()
    }

    fn summary(&self) -> Summary {
        self.summary_of(self.total(), &Detail::default())
    }

    fn recall(summary: &Summary) -> Result<Self, String> {
        Self::recall_with(summary, 0)
    }
}
