//! The rows of the tables that a batch writes.

use super::tally::Status;
use crate::io::{Fields, Row};
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

/// A row of the table that a [`Batch`](super::Batch) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRow {
    /// The puzzle, or what stands in its place.
    pub puzzle: String,
    /// What is told of it.
    pub answer: Answer,
    /// Other columns of the input that are passed on.
    pub kept: Vec<String>,
}

/// The same, made of texts that are elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a, K> {
    pub puzzle: &'a str,
    pub answer: Answer,
    pub kept: K,
}

impl<'a, K: Iterator<Item = &'a str> + Clone> Line<'a, K> {
    pub fn to_row(&self) -> BatchRow {
        BatchRow {
            puzzle: self.puzzle.to_owned(),
            answer: self.answer,
            kept: self.kept.clone().map(str::to_owned).collect(),
        }
    }
}

impl<'a, K: Iterator<Item = &'a str> + Clone> Row for Line<'a, K> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        let puzzle = self.puzzle.as_bytes();
        match self.answer {
            Answer::Solved(Status::Invalid, ..)
            | Answer::Rated(Status::Invalid, ..)
            | Answer::Counted(_) => fields.text(puzzle),
            _ => fields.plain(puzzle),
        }
        match self.answer {
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
        for field in self.kept.clone() {
            fields.text(field.as_bytes());
        }
    }
}

impl Row for BatchRow {
    fn fields(&self, fields: &mut impl Fields) {
        let line = Line {
            puzzle: &self.puzzle,
            answer: self.answer,
            kept: self.kept.iter().map(String::as_str),
        };
        line.fields(fields);
    }
}
