//! The columns that a batch adds to each puzzle, as CSV and as NDJSON.

use super::explain::{Level, Rating, rate_unique};
use super::grid::Grid;
use super::lanes::Outcome;
use crate::io::push_number;

/// What is told of each puzzle, after its status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// The number of solutions, and the solution if there is only one.
    #[default]
    Solution,
    /// How hard it is for people: the [`Rating`] of a puzzle with one solution.
    Rating,
}

/// What is told of one puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// The number of its solutions, and one to show.
    Solution(u64, Option<&'a Grid>),
    /// Its rating, if it is a grid with exactly one solution.
    Rating(Option<Rating>),
}

impl Columns {
    /// The names of all columns, from the puzzle on.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Solution => "puzzle,status,solutions,solution",
            Self::Rating => "puzzle,status,rating,level,hardest,steps,effort",
        }
    }

    /// What to tell of a puzzle, which may be a grid, and what was found of it.
    pub(super) fn of<'a>(self, grid: Option<&Grid>, outcome: Option<&'a Outcome>) -> Told<'a> {
        let unique = outcome.filter(|outcome| outcome.solutions == 1);
        match self {
            Self::Solution => Told::Solution(
                outcome.map_or(0, |outcome| outcome.solutions),
                unique.map(|outcome| &outcome.solution),
            ),
            Self::Rating => {
                let unique = grid.filter(|_| unique.is_some());
                Told::Rating(unique.map(rate_unique))
            }
        }
    }
}

impl Told<'_> {
    /// The level, if a rating is told.
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::Rating(rating) => rating.map(|rating| rating.level()),
            Self::Solution(..) => None,
        }
    }

    /// Appends the fields, each after a comma.
    pub fn push_csv(&self, row: &mut Vec<u8>) {
        match self {
            Self::Solution(solutions, solution) => {
                row.push(b',');
                push_number(row, *solutions);
                row.push(b',');
                if let Some(solution) = solution {
                    row.extend_from_slice(&solution.to_ascii(b'0'));
                }
            }
            Self::Rating(None) => row.extend_from_slice(b",,,,,"),
            Self::Rating(Some(rating)) => {
                row.push(b',');
                push_rating(row, rating);
                row.push(b',');
                row.extend_from_slice(rating.level().name().as_bytes());
                row.push(b',');
                row.extend_from_slice(rating.hardest.name().as_bytes());
                row.push(b',');
                push_number(row, rating.steps.into());
                row.push(b',');
                push_number(row, rating.effort.into());
            }
        }
    }

    /// Appends the members of an object, each after a comma.
    pub fn push_json(&self, row: &mut Vec<u8>) {
        match self {
            Self::Solution(solutions, solution) => {
                row.extend_from_slice(b",\"solutions\":");
                push_number(row, *solutions);
                row.extend_from_slice(b",\"solution\":");
                match solution {
                    Some(solution) => {
                        row.push(b'"');
                        row.extend_from_slice(&solution.to_ascii(b'0'));
                        row.push(b'"');
                    }
                    None => row.extend_from_slice(b"null"),
                }
            }
            Self::Rating(None) => row.extend_from_slice(
                b",\"rating\":null,\"level\":null,\"hardest\":null,\"steps\":null,\"effort\":null",
            ),
            Self::Rating(Some(rating)) => {
                row.extend_from_slice(b",\"rating\":");
                push_rating(row, rating);
                row.extend_from_slice(b",\"level\":\"");
                row.extend_from_slice(rating.level().name().as_bytes());
                row.extend_from_slice(b"\",\"hardest\":\"");
                row.extend_from_slice(rating.hardest.name().as_bytes());
                row.extend_from_slice(b"\",\"steps\":");
                push_number(row, rating.steps.into());
                row.extend_from_slice(b",\"effort\":");
                push_number(row, rating.effort.into());
            }
        }
    }
}

/// Appends a rating with three decimals.
fn push_rating(row: &mut Vec<u8>, rating: &Rating) {
    let score = rating.score();
    push_number(row, (score / 1000).into());
    row.push(b'.');
    let fraction = score % 1000;
    row.extend([100, 10, 1].map(|place| b'0' + (fraction / place % 10) as u8));
}
