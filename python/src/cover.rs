//! Exact covers.

use countless::cover::{CoverProblem, ExactCover};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use crate::error::exception;
use crate::watch::{How, watch};

/// Parses a problem in Knuth's format.
fn problem(text: &str) -> PyResult<ExactCover> {
    ExactCover::from_knuth("problem", text).map_err(|error| exception(&error))
}

/// Counts the solutions.
#[pyfunction]
pub fn cover_count<'py>(py: Python<'py>, text: &str, how: How) -> PyResult<Bound<'py, PyAny>> {
    let problem = problem(text)?;
    let bytes = watch(py, &how, |run, _| {
        Ok(problem.count(run)?.total.solutions.to_le_bytes())
    })?;
    let bytes = PyBytes::new(py, &bytes);
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}

/// Returns the solutions up to a limit, each as the sorted numbers of its options, counted from 1.
#[pyfunction]
pub fn cover_solutions(
    py: Python<'_>,
    text: &str,
    limit: Option<u64>,
    how: How,
) -> PyResult<Vec<Vec<usize>>> {
    let problem = problem(text)?;
    let mut all = Vec::new();
    watch(py, &how, |run, _| {
        let run = limit.map_or(run.clone(), |limit| run.clone().limit(limit));
        run.for_each(&CoverProblem::listing(problem), |solution| {
            all.push(solution.options().collect());
        })
    })?;
    Ok(all)
}
