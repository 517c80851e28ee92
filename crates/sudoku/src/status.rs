//! Status of a puzzle: none, one or several solutions, or a reason why that is unknown.

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
