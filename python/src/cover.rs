//! Exact covers.

use countless::cover::{CoverProblem, ExactCover};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::error::exception;
use crate::watch::{How, watch};

/// Parses a problem in Knuth's format.
fn problem(text: &str) -> PyResult<ExactCover> {
    ExactCover::from_knuth("problem", text).map_err(|error| exception(&error))
}

/// Counts the solutions.
#[pyfunction]
pub fn cover_count(py: Python<'_>, text: &str, how: How) -> PyResult<BigUint> {
    let problem = problem(text)?;
    watch(py, &how, |run, _| {
        let count = problem.count(run)?.total.solutions;
        Ok(BigUint::from_bytes_le(&count.to_le_bytes()))
    })
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
