//! The status of a puzzle, and how many puzzles have which.

use countless_engine::Tally;
use countless_engine::ledger::{Detail, Residue, Summary};

/// The name in ledgers of puzzles whose search was given up.
const UNKNOWN: &str = "unknown";

/// Whether a puzzle has exactly one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has exactly one solution.
    Unique,
    /// It has several.
    Multiple,
    /// It has none.
    None,
    /// It cannot be read, or its clues contradict each other.
    Invalid,
    /// Its search was given up.
    Unknown,
}

impl Status {
    /// The status of a puzzle with this number of solutions, counted up to at least two.
    pub fn of(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// The status of a puzzle whose solutions were counted, unless that was given up.
    pub fn of_count(solutions: Option<u128>) -> Self {
        solutions.map_or(Self::Unknown, |number| Self::of(number.min(2) as u64))
    }

    /// The word in the column `status`.
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

/// The number of puzzles of each status: the tally of [`Solve`](super::Solve), and a part of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statuses {
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several.
    pub multiple: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Records that are no puzzle.
    pub invalid: u64,
    /// Puzzles whose search was given up.
    pub unknown: u64,
    /// Puzzles whose given solution is wrong or missing; they are counted above, too.
    pub wrong: u64,
    /// All records, counted as they are read and not as they are written.
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

    /// The puzzles of all statuses.
    pub fn total(&self) -> u64 {
        self.unique + self.multiple + self.none + self.invalid + self.unknown
    }

    /// Adds those of another subtree.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.read += other.read;
    }

    /// The number of each status, as ledgers keep it.
    pub(super) fn detail(&self) -> Detail {
        let known = [
            ("unique", self.unique),
            ("multiple", self.multiple),
            ("none", self.none),
            ("invalid", self.invalid),
        ];
        Detail::new(known).and(&self.given_up())
    }

    /// The puzzles whose search was given up, if there are any.
    pub(super) fn given_up(&self) -> Detail {
        match self.unknown {
            0 => Detail::default(),
            unknown => Detail::new([(UNKNOWN, unknown)]),
        }
    }

    /// The number of searches that were given up, from what a ledger has kept.
    pub fn recorded_given_up(summary: &Summary) -> u64 {
        summary.detail.get(UNKNOWN).unwrap_or(0)
    }

    /// The summary of a question whose rows are puzzles, `puzzles` in all, with details of its own.
    pub(super) fn summary_of(&self, puzzles: u64, details: &Detail) -> Summary {
        let wrong = Detail::new([("wrong", self.wrong)]);
        Summary {
            count: puzzles.into(),
            residue: Residue::of(self.read.into()),
            work: puzzles,
            detail: self.detail().and(&wrong).and(details),
        }
    }

    /// The statuses in a ledger of a question whose rows are puzzles; `others` of them have none.
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

    /// The puzzles.
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
