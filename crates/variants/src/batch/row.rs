//! The rows of the tables that a batch writes.

use std::borrow::Cow;

use countless_sudoku::batch::{Told, rated, solutions};
use countless_sudoku::{BatchRow, Rating, Status};
use countless_table::{Fields, Row};

/// What is told of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// The number of its solutions, as far as they are counted, and one to show.
    Solved(Status, u64, Option<Cow<'a, str>>),
    /// Its rating, if it has exactly one solution.
    Rated(Status, Option<Rating>),
    /// The number of its solutions.
    Counted(u128),
    /// Nothing: counting its solutions was given up.
    Uncounted,
    /// One of its solutions.
    Listed(Cow<'a, str>),
}

impl Row for Answer<'_> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match self {
            Self::Solved(status, number, solution) => {
                fields.plain(status.name().as_bytes());
                solutions(fields, *status, *number);
                match solution {
                    Some(solution) => fields.plain(solution.as_bytes()),
                    None => fields.none(),
                }
            }
            Self::Rated(status, rating) => rated(fields, *status, *rating),
            Self::Counted(solutions) => fields.big_number(*solutions),
            Self::Uncounted => fields.none(),
            Self::Listed(solution) => fields.plain(solution.as_bytes()),
        }
    }
}

impl Told for Answer<'_> {
    type Owned = Answer<'static>;

    fn to_owned(&self) -> Answer<'static> {
        let own = |text: &Cow<'_, str>| Cow::Owned(text.as_ref().to_owned());
        match self {
            Self::Solved(status, solutions, solution) => {
                Answer::Solved(*status, *solutions, solution.as_ref().map(own))
            }
            Self::Rated(status, rating) => Answer::Rated(*status, *rating),
            Self::Counted(solutions) => Answer::Counted(*solutions),
            Self::Uncounted => Answer::Uncounted,
            Self::Listed(solution) => Answer::Listed(own(solution)),
        }
    }

    #[inline]
    fn is_of_any_text(&self) -> bool {
        matches!(
            self,
            Self::Solved(Status::Invalid, ..)
                | Self::Rated(Status::Invalid, _)
                | Self::Counted(_)
                | Self::Uncounted
        )
    }
}

/// A row of the table that a batch writes.
pub type ShapeRow = BatchRow<Answer<'static>>;
