//! The rows of the tables that a batch writes.

use std::borrow::Cow;

use crate::io::{Fields, Row};
use crate::sudoku::batch::{BatchLine, Told};
use crate::sudoku::{Check, Kept, Status};

/// What is told of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// The number of its solutions, as far as they are counted, and one to show.
    Solved(Status, u64, Option<Cow<'a, str>>),
    /// The number of its solutions.
    Counted(u128),
    /// One of its solutions.
    Listed(Cow<'a, str>),
}

impl Answer<'_> {
    fn to_owned(&self) -> Answer<'static> {
        let own = |text: &Cow<'_, str>| Cow::Owned(text.as_ref().to_owned());
        match self {
            Self::Solved(status, solutions, solution) => {
                Answer::Solved(*status, *solutions, solution.as_ref().map(own))
            }
            Self::Counted(solutions) => Answer::Counted(*solutions),
            Self::Listed(solution) => Answer::Listed(own(solution)),
        }
    }
}

impl Row for Answer<'_> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match self {
            Self::Solved(status, solutions, solution) => {
                fields.plain(status.name().as_bytes());
                fields.number(*solutions);
                match solution {
                    Some(solution) => fields.plain(solution.as_bytes()),
                    None => fields.none(),
                }
            }
            Self::Counted(solutions) => fields.big_number(*solutions),
            Self::Listed(solution) => fields.plain(solution.as_bytes()),
        }
    }
}

impl Told for Answer<'_> {
    #[inline]
    fn is_of_any_text(&self) -> bool {
        matches!(self, Self::Solved(Status::Invalid, ..) | Self::Counted(_))
    }
}

/// A row of the table that a batch writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeRow {
    puzzle: String,
    at: Option<(usize, u64)>,
    answer: Answer<'static>,
    check: Option<Check>,
    kept: Vec<Kept>,
}

impl ShapeRow {
    /// The same as a line made of texts that are elsewhere.
    pub(super) fn of<'a>(
        line: &BatchLine<'a, impl Iterator<Item = (&'a str, bool)> + Clone, Answer<'_>>,
    ) -> Self {
        let kept = line.kept.clone().map(|(text, is_number)| Kept {
            text: text.to_owned(),
            is_number,
        });
        Self {
            puzzle: line.puzzle.to_owned(),
            at: line.at,
            answer: line.answer.to_owned(),
            check: line.check,
            kept: kept.collect(),
        }
    }
}

impl Row for ShapeRow {
    fn fields(&self, fields: &mut impl Fields) {
        let kept = self.kept.iter();
        let line = BatchLine {
            puzzle: &self.puzzle,
            at: self.at,
            answer: self.answer.clone(),
            check: self.check,
            kept: kept.map(|kept| (kept.text.as_str(), kept.is_number)),
        };
        line.fields(fields);
    }
}
