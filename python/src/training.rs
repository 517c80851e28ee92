//! Functions for sets of training data: images, parts, steps, classes and redundant clues.

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, UInt64Array};
use countless::sudoku::questions::{RedundantClues, StrataBuilder};
use countless::sudoku::{Augment, Canonicalise, FindRedundant, Shares, Split, SplitBy, Steps};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::puzzles::CELLS;
use crate::sudoku::Asked;
use crate::table::Table;

/// Returns images of each puzzle with one solution: puzzles and solutions, a row each, with the
/// number and the copy of each row.
#[pyfunction]
pub fn sudoku_augment(
    asked: Asked<'_>,
    copies: u64,
    seed: u64,
    original: bool,
) -> PyResult<Bound<'_, PyTuple>> {
    let py = asked.py();
    let (mut inputs, mut labels) = (Vec::new(), Vec::new());
    let (mut groups, mut numbers) = (Vec::new(), Vec::new());
    asked.answer(Augment::new(copies, seed).original(original), |image| {
        inputs.extend_from_slice(image.puzzle.digits());
        labels.extend_from_slice(image.solution.digits());
        groups.push(image.group);
        numbers.push(image.copy);
    })?;
    let rows = groups.len();
    let table = |digits| PyArray1::from_vec(py, digits).reshape([rows, CELLS]);
    let numbers = [groups, numbers].map(|numbers| PyArray1::from_vec(py, numbers));
    let [groups, copies] = numbers;
    (table(inputs)?, table(labels)?, groups, copies).into_pyobject(py)
}

/// Returns the number of the part of each puzzle.
#[pyfunction]
pub fn sudoku_split(
    asked: Asked<'_>,
    shares: &str,
    seed: u64,
    by: &str,
    strata: Option<Vec<String>>,
) -> PyResult<Vec<usize>> {
    let wrong = |name: &str, reason: String| PyValueError::new_err(format!("{name}: {reason}"));
    let shares = Shares::from_str(shares).map_err(|reason| wrong("shares", reason))?;
    let by = SplitBy::from_str(by).map_err(|reason| wrong("by", reason))?;
    let split = asked.answers(Split::new(shares.clone(), seed, by))?;
    let Some(names) = strata else {
        return Ok(split.iter().map(|it| it.part).collect());
    };
    if names.len() != split.len() {
        let reason = format!("expected {} values, found {}", split.len(), names.len());
        return Err(wrong("strata", reason));
    }
    let (mut builder, mut rows) = (StrataBuilder::new(), split.iter().zip(&names));
    let _ = rows.try_for_each(|(it, name)| builder.add(it.class, name));
    let divided = builder.divide(&shares);
    let divided = divided.map_err(|reason| wrong("strata", reason))?;
    Ok(split
        .iter()
        .filter_map(|it| divided.part(it.class))
        .collect())
}

/// Returns the steps of all puzzles as a table.
#[pyfunction]
pub fn sudoku_steps(asked: Asked<'_>) -> PyResult<Table> {
    let (mut rows, mut numbers) = (Vec::new(), Vec::new());
    let names = Steps::TEXTS;
    let mut texts: Vec<StringBuilder> = names.iter().map(|_| StringBuilder::new()).collect();
    asked.answer(Steps::new(), |step| {
        rows.push(step.numbers[0]);
        numbers.push(step.numbers[1]);
        for (column, text) in texts.iter_mut().zip(&step.texts) {
            column.append_option(Some(text).filter(|text| !text.is_empty()));
        }
    })?;
    let mut columns = vec![
        ("row", Arc::new(UInt64Array::from(rows)) as ArrayRef),
        ("step", Arc::new(UInt64Array::from(numbers))),
    ];
    for (name, mut text) in names.into_iter().zip(texts) {
        columns.push((name, Arc::new(text.finish())));
    }
    Table::new(columns)
}

/// Returns the rows of the puzzles that are the first of their class.
#[pyfunction]
pub fn sudoku_distinct(asked: Asked<'_>) -> PyResult<Vec<usize>> {
    let forms = asked.answers(Canonicalise::new())?;
    let mut seen = HashSet::new();
    let firsts = forms.iter().enumerate().filter(|(_, answer)| {
        let form = answer.form.as_ref();
        form.is_some_and(|form| seen.insert(form.form))
    });
    Ok(firsts.map(|(row, _)| row).collect())
}

/// Returns for each puzzle its status, if it is minimal, and its redundant clues.
#[pyfunction]
pub fn sudoku_minimal<'py>(py: Python<'py>, asked: Asked<'py>) -> PyResult<Bound<'py, PyList>> {
    let rows = asked.answers(FindRedundant::new())?;
    let rows = rows.into_iter().map(|answer| {
        let redundant = match answer.found {
            RedundantClues::Each(Some(clues)) => Some(clues.to_string()),
            _ => None,
        };
        let is_minimal = redundant.as_ref().map(String::is_empty);
        (answer.status.name(), is_minimal, redundant)
    });
    PyList::new(py, rows.collect::<Vec<_>>())
}
