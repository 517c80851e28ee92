//! Errors of the library as Python exceptions.

use std::error::Error as _;

use countless::Error;
use countless::table::TableError;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Returns the exception for an error, with its reason.
pub fn exception(error: &Error) -> PyErr {
    let reason = error.source().map(|source| format!(": {source}"));
    let text = format!("{error}{}", reason.unwrap_or_default());
    match error {
        Error::Table(TableError::Read { .. } | TableError::Write { .. }) => {
            PyOSError::new_err(text)
        }
        Error::Threads(_) | Error::Miscounted { .. } => PyRuntimeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// Invalid puzzle.
#[derive(Clone, Debug)]
pub struct InvalidPuzzle {
    /// Row of the puzzle, counted from 0.
    pub row: u64,
    /// Position of the first wrong character, counted from 1.
    pub position: usize,
    pub reason: String,
}

impl InvalidPuzzle {
    /// Returns the exception `countless.PuzzleError`.
    pub fn exception(self, py: Python<'_>) -> PyErr {
        let class = py
            .import("countless._errors")
            .and_then(|module| module.getattr("PuzzleError"));
        let made = class.and_then(|class| class.call1((self.row, self.position, self.reason)));
        made.map_or_else(|error| error, PyErr::from_value)
    }
}
