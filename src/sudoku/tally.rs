//! What a batch of puzzles amounts to.

use std::fmt;

use super::explain::Level;
use crate::engine::Tally;
use crate::ledger::{Residue, Summary};

/// Whether a puzzle is one.
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
}

impl Status {
    /// The status of a puzzle of which so many solutions were found, having looked
    /// for at least two.
    pub fn of(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// The word in the column `status`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
        }
    }
}

/// Something wrong with a row of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The number of the input, counted from 0.
    pub input: usize,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.reason)
    }
}

/// How many puzzles of a batch have which status, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTally {
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several.
    pub multiple: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Rows that are no puzzle.
    pub invalid: u64,
    /// Of the puzzles that were rated, those of each level, in the order of `Level::ALL`.
    pub levels: [u64; 5],
    /// Rows whose solution column is wrong; they are counted above, too.
    pub wrong: u64,
    /// What is wrong, row by row.
    pub complaints: Vec<Complaint>,
    /// All puzzles, counted as they are read and not as they are written.
    pub read: u64,
    /// The rows of a single chunk as they were written, if anybody looked.
    pub written: Written,
}

/// A text, to know it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// How many bytes.
    pub bytes: u64,
    /// Their CRC-32.
    pub checksum: u32,
}

impl BatchTally {
    /// All rows.
    pub fn rows(&self) -> u64 {
        self.unique + self.multiple + self.none + self.invalid
    }

    /// Counts a row, whose puzzle may have been rated.
    pub fn add(&mut self, status: Status, level: Option<Level>) {
        if let Some(level) = level {
            self.levels[level as usize] += 1;
        }
        *match status {
            Status::Unique => &mut self.unique,
            Status::Multiple => &mut self.multiple,
            Status::None => &mut self.none,
            Status::Invalid => &mut self.invalid,
        } += 1;
    }
}

impl From<&BatchTally> for Summary {
    fn from(tally: &BatchTally) -> Self {
        let BatchTally {
            unique,
            multiple,
            none,
            invalid,
            wrong,
            written: Written { bytes, checksum },
            ..
        } = tally;
        Self {
            count: tally.rows().into(),
            residue: Residue::of(tally.read.into()),
            work: tally.rows(),
            detail: format!(
                "unique={unique} multiple={multiple} none={none} invalid={invalid} \
                 wrong={wrong} bytes={bytes} crc={checksum}"
            ),
        }
    }
}

impl From<&Summary> for BatchTally {
    /// What the summary of a tally says; numbers that are missing are 0.
    fn from(summary: &Summary) -> Self {
        let number = |wanted: &str| {
            let mut fields = summary.detail.split(' ').map(|field| field.split_once('='));
            let found = fields.find_map(|field| field.filter(|(name, _)| *name == wanted));
            found.and_then(|(_, number)| number.parse::<u64>().ok())
        };
        let number = |wanted| number(wanted).unwrap_or(0);
        Self {
            unique: number("unique"),
            multiple: number("multiple"),
            none: number("none"),
            invalid: number("invalid"),
            wrong: number("wrong"),
            // Only rating counts them, which keeps no ledger.
            levels: [0; 5],
            complaints: Vec::new(),
            read: summary.count as u64,
            written: Written {
                bytes: number("bytes"),
                checksum: number("crc") as u32,
            },
        }
    }
}

impl Tally for BatchTally {
    fn merge(&mut self, other: Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        for (level, other) in self.levels.iter_mut().zip(other.levels) {
            *level += other;
        }
        self.wrong += other.wrong;
        self.complaints.extend(other.complaints);
        self.read += other.read;
    }

    /// Puzzles, here.
    fn solutions(&self) -> u128 {
        self.rows().into()
    }
}
