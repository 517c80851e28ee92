//! Functions for sets of training data: images, parts, steps, classes and redundant clues.

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, UInt64Array};
use countless::sudoku::questions::{RedundantClues, StepColumns, StrataBuilder};
use countless::sudoku::{
    Augment, Canonicalise, FindRedundant, Shares, Split, SplitBy, Steps, StepsAnswer,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::puzzles::{CELLS, Puzzles};
use crate::sudoku::{Task, answer, answers};
use crate::table::Table;
use crate::watch::How;

/// Images of puzzles and solutions, a row each, with the number and the copy of each row.
type Images<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Returns images of each puzzle with one solution.
#[pyfunction]
pub fn sudoku_augment<'py>(
    py: Python<'py>,
    form: &str,
    puzzles: &Bound<'py, PyAny>,
    copies: u64,
    seed: u64,
    original: bool,
    how: How,
) -> PyResult<Images<'py>> {
    let puzzles = Puzzles::of(form, puzzles)?;
    let view = puzzles.view()?;
    let question = Augment::new(copies, seed).original(original);
    let keep = false;
    let (mut inputs, mut labels) = (Vec::new(), Vec::new());
    let (mut groups, mut numbers) = (Vec::new(), Vec::new());
    answer(py, &view, &Task { question, keep }, &how, |image| {
        inputs.extend_from_slice(image.puzzle.digits());
        labels.extend_from_slice(image.solution.digits());
        groups.push(image.group);
        numbers.push(image.copy);
    })?;
    let rows = groups.len();
    let table = |digits| PyArray1::from_vec(py, digits).reshape([rows, CELLS]);
    Ok((
        table(inputs)?,
        table(labels)?,
        PyArray1::from_vec(py, groups),
        PyArray1::from_vec(py, numbers),
    ))
}

/// Returns the number of the part of each puzzle.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // Python passes them by name
pub fn sudoku_split<'py>(
    py: Python<'py>,
    form: &str,
    puzzles: &Bound<'py, PyAny>,
    shares: &str,
    seed: u64,
    by: &str,
    strata: Option<Vec<String>>,
    how: How,
) -> PyResult<Vec<usize>> {
    let value_error = |error: String| PyValueError::new_err(error);
    let shares = Shares::from_str(shares);
    let shares = shares.map_err(|error| value_error(format!("shares: {error}")))?;
    let by = match by {
        "solution" => SplitBy::Solution,
        "puzzle" => SplitBy::Puzzle,
        "row" => SplitBy::Row,
        _ => {
            let reason = format!("by: expected solution, puzzle or row, found '{by}'");
            return Err(value_error(reason));
        }
    };
    let puzzles = Puzzles::of(form, puzzles)?;
    let view = puzzles.view()?;
    let question = Split::new(shares.clone(), seed, by).keep_columns(false);
    let task = |question| Task {
        question,
        keep: false,
    };
    let mut divided = None;
    if let Some(strata) = strata {
        if strata.len() != view.len() {
            let (expected, found) = (view.len(), strata.len());
            let reason = format!("strata: expected {expected} values, found {found}");
            return Err(value_error(reason));
        }
        let (mut builder, mut is_fine, mut names) = (StrataBuilder::new(), true, strata.iter());
        answer(py, &view, &task(question.clone()), &how, |split| {
            let name = names.next().map_or("", String::as_str);
            is_fine &= builder.add(split.class, name);
        })?;
        if !is_fine {
            let most = StrataBuilder::MOST;
            return Err(value_error(format!(
                "strata: expected at most {most} values"
            )));
        }
        divided = Some(Arc::new(builder.divide(&shares)));
    }
    let mut parts = Vec::with_capacity(view.len());
    answer(py, &view, &task(question.strata(divided)), &how, |split| {
        parts.push(split.part);
    })?;
    Ok(parts)
}

/// Returns the steps of all puzzles as a table.
#[pyfunction]
pub fn sudoku_steps<'py>(
    py: Python<'py>,
    form: &str,
    puzzles: &Bound<'py, PyAny>,
    how: How,
) -> PyResult<Table> {
    let puzzles = Puzzles::of(form, puzzles)?;
    let view = puzzles.view()?;
    let (mut rows, mut numbers) = (Vec::new(), Vec::new());
    let names = StepColumns::TEXTS;
    let mut texts: Vec<StringBuilder> = names.iter().map(|_| StringBuilder::new()).collect();
    let task = Task {
        question: Steps::new(),
        keep: false,
    };
    answer(py, &view, &task, &how, |step| {
        let StepsAnswer::Step(step) = step else {
            return;
        };
        rows.push(step.row);
        numbers.push(step.step);
        let words = [step.technique.name(), step.technique.level().name()];
        let parts = step.parts.iter().map(String::as_str);
        for (text, part) in texts.iter_mut().zip(words.into_iter().chain(parts)) {
            text.append_option(Some(part).filter(|part| !part.is_empty()));
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
pub fn sudoku_distinct<'py>(
    py: Python<'py>,
    form: &str,
    puzzles: &Bound<'py, PyAny>,
    how: How,
) -> PyResult<Vec<usize>> {
    let question = Canonicalise::new();
    let task = Task {
        question,
        keep: false,
    };
    let forms = answers(py, form, puzzles, &task, &how)?;
    let mut seen = HashSet::new();
    let firsts = forms.iter().enumerate().filter(|(_, answer)| {
        let form = answer.form.as_ref();
        form.is_some_and(|form| seen.insert(form.form))
    });
    Ok(firsts.map(|(row, _)| row).collect())
}

/// Returns for each puzzle its status, if it is minimal, and its redundant clues.
#[pyfunction]
pub fn sudoku_minimal<'py>(
    py: Python<'py>,
    form: &str,
    puzzles: &Bound<'py, PyAny>,
    keep: bool,
    how: How,
) -> PyResult<Bound<'py, PyList>> {
    let question = FindRedundant::new();
    let rows = answers(py, form, puzzles, &Task { question, keep }, &how)?;
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
