//! The rows of the tables that a batch writes.

use super::check::Check;
use super::tally::Status;
use crate::io::{Fields, Row};
use crate::sudoku::puzzles::is_json_number;
use crate::sudoku::{Grid, Rating};

/// What is told of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The number of its solutions, as far as they are counted, and one to show.
    Solved(Status, u64, Option<Grid>),
    /// Its rating, if it is a grid with exactly one solution.
    Rated(Status, Option<Rating>),
    /// The number of its solutions.
    Counted(u128),
    /// One of its solutions.
    Listed(Grid),
}

impl Row for Answer {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match *self {
            Answer::Solved(status, solutions, solution) => {
                fields.plain(status.name().as_bytes());
                fields.number(solutions);
                match solution {
                    Some(solution) => fields.plain(&solution.to_ascii(b'0')),
                    None => fields.none(),
                }
            }
            Answer::Rated(status, rating) => {
                fields.plain(status.name().as_bytes());
                match rating {
                    Some(rating) => {
                        fields.thousandths(rating.score().into());
                        fields.plain(rating.level().name().as_bytes());
                        fields.plain(rating.hardest.name().as_bytes());
                        fields.number(rating.steps.into());
                        fields.number(rating.effort.into());
                    }
                    None => (0..5).for_each(|_| fields.none()),
                }
            }
            Answer::Counted(solutions) => fields.big_number(solutions),
            Answer::Listed(solution) => fields.plain(&solution.to_ascii(b'0')),
        }
    }
}

/// A row of the table that a [`Batch`](super::Batch) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRow {
    /// The puzzle, or what stands in its place.
    pub puzzle: String,
    /// What is told of it.
    pub answer: Answer,
    /// Whether the solution given is one, if there is a column for that.
    pub check: Option<Check>,
    /// Other columns of the input that are passed on.
    pub kept: Vec<Kept>,
}

/// A field of the input that is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// As it is written there.
    pub text: String,
    /// Whether the others in its column are numbers, so that it may be one.
    pub is_number: bool,
}

/// The same, made of texts that are elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a, K> {
    pub puzzle: &'a str,
    pub answer: Answer,
    pub check: Option<Check>,
    /// Texts, and whether each may be a number.
    pub kept: K,
}

impl<'a, K: Iterator<Item = (&'a str, bool)> + Clone> Line<'a, K> {
    pub fn to_row(&self) -> BatchRow {
        BatchRow {
            puzzle: self.puzzle.to_owned(),
            answer: self.answer,
            check: self.check,
            kept: self
                .kept
                .clone()
                .map(|(text, is_number)| Kept {
                    text: text.to_owned(),
                    is_number,
                })
                .collect(),
        }
    }
}

impl<'a, K: Iterator<Item = (&'a str, bool)> + Clone> Row for Line<'a, K> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        let puzzle = self.puzzle.as_bytes();
        match self.answer {
            Answer::Solved(Status::Invalid, ..)
            | Answer::Rated(Status::Invalid, ..)
            | Answer::Counted(_) => fields.text(puzzle),
            _ => fields.plain(puzzle),
        }
        self.answer.fields(fields);
        if let Some(check) = self.check {
            fields.plain(check.name().as_bytes());
        }
        for (text, is_number) in self.kept.clone() {
            if !is_number {
                fields.text(text.as_bytes());
            } else if text.is_empty() {
                fields.none();
            } else if is_json_number(text) {
                fields.written_number(text.as_bytes());
            } else {
                fields.text(text.as_bytes());
            }
        }
    }
}

impl Row for BatchRow {
    fn fields(&self, fields: &mut impl Fields) {
        let line = Line {
            puzzle: &self.puzzle,
            answer: self.answer,
            check: self.check,
            kept: self
                .kept
                .iter()
                .map(|kept| (kept.text.as_str(), kept.is_number)),
        };
        line.fields(fields);
    }
}
