//! Status of a puzzle: none, one or several solutions, or a reason why that is unknown.

use serde::Serialize;

/// Number of solutions of a puzzle, as a status. It serializes as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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

    /// Returns the number of solutions, where 2 stands for several; 0 if it is unknown.
    pub const fn solutions(self) -> u128 {
        match self {
            Self::Unique => 1,
            Self::Multiple => 2,
            Self::None | Self::Invalid | Self::Unknown => 0,
        }
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
