//! The problems that can be made again from the plan of a ledger.

use super::search::Constraint;
use super::{Board, Listing, Method, SearchCounter, counter, known};
use crate::engine::{Family, Known};
use crate::error::Error;
use crate::ledger::Spec;

/// What a registry needs to know of the queens.
pub(crate) const FAMILIES: [Family; 3] = [
    Family {
        problem: "queens count",
        open: |spec, context| {
            if spec.parameter("columns").is_some() {
                search(spec)?;
                let board = board(spec)?;
                let counter = SearchCounter::rectangle(board.n(), board.columns())?;
                return Ok(Box::new(counter));
            }
            let method = match spec.method.as_str() {
                "join" => Method::Join,
                _ => search(spec)?,
            };
            counter(spec.require("n")?, method, context.threads)
        },
        known_total,
    },
    Family {
        problem: "queens complete",
        open: |spec, _| {
            search(spec)?;
            spec.require::<String>("squares")?;
            Ok(Box::new(SearchCounter::of(&board(spec)?)))
        },
        known_total,
    },
    Family {
        problem: "queens list",
        open: |spec, _| {
            search(spec)?;
            Ok(Box::new(Listing::new(&board(spec)?)))
        },
        known_total,
    },
];

/// The method of a specification, which is to be the search.
fn search(spec: &Spec) -> Result<Method, Error> {
    if spec.method == "search" {
        return Ok(Method::Search);
    }
    let reason = format!("there is no method {}", spec.method);
    Err(Error::ledger(&spec.problem, reason))
}

fn known_total(spec: &Spec) -> Option<Known> {
    let board = board(spec).ok()?;
    known::of_board(board.n(), Some(&board))
}

/// Adds the squares of a board to a specification: for each row, the columns that may hold
/// its queen, one bit each, in hexadecimal.
pub(super) fn with_squares(spec: Spec, board: &Constraint) -> Spec {
    let rows = (0..board.n()).map(|row| format!("{:x}", board.allowed(row)));
    let squares: Vec<String> = rows.collect();
    let spec = spec.with("n", board.n()).with("squares", squares.join("."));
    with_columns(spec, board.n(), board.columns())
}

/// Adds the number of columns to a specification, if it is another than that of the rows.
pub(super) fn with_columns(spec: Spec, n: usize, columns: usize) -> Spec {
    if n == columns {
        spec
    } else {
        spec.with("columns", columns)
    }
}

/// The board of a specification; one without squares is about the empty board.
fn board(spec: &Spec) -> Result<Constraint, Error> {
    let n = spec.require("n")?;
    let columns = match spec.parameter("columns") {
        None => n,
        Some(_) => spec.require("columns")?,
    };
    let mut board = Board::rectangle(n, columns)?.into_constraint();
    let Some(squares) = spec.parameter("squares") else {
        return Ok(board);
    };
    let wrong = || Error::ledger(&spec.problem, "the plan has no proper squares");
    let mut rows = squares.split('.').filter(|row| !row.is_empty());
    for row in 0..n {
        let columns = rows
            .next()
            .and_then(|row| u32::from_str_radix(row, 16).ok());
        board.restrict(row, columns.ok_or_else(wrong)?);
    }
    match rows.next() {
        None => Ok(board),
        Some(_) => Err(wrong()),
    }
}
