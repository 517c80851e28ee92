//! Functions on one puzzle or many.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{LargeStringBuilder, StringBuilder};
use arrow_array::{ArrayRef, UInt64Array};
use countless::engine::{CancelToken, Diagnostic, Reason, Run};
use countless::sudoku::{
    AskMemory, Canonicalise, Count, Enumerate, ErRange, Generate, GenerateOptions, GeneratedPuzzle,
    Grid, NodeBudget, Pattern, Puzzle, PuzzleRating, Question, Rate, RatingScale, Solution, Solve,
    SolveAnswer, Status, Trace, TraceEnd, TraceOptions, UnknownName,
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::error::InvalidPuzzle;
use crate::puzzles::{CELLS, Puzzles, View};
use crate::table::Table;
use crate::watch::{How, watch};

/// Name of the puzzles in messages.
const NAME: &str = "puzzles";

/// Puzzles to ask a question about: their form, the puzzles, true if an invalid puzzle gets an answer
/// and false if it raises an exception, and the options of the run.
#[derive(FromPyObject)]
pub struct Asked<'py>(String, Bound<'py, PyAny>, bool, How);

impl<'py> Asked<'py> {
    /// Returns the token of the interpreter.
    pub fn py(&self) -> Python<'py> {
        self.1.py()
    }

    /// Reads the puzzles.
    fn puzzles(&self) -> PyResult<Puzzles<'py>> {
        Puzzles::of(&self.0, &self.1)
    }

    /// Passes the answers for all puzzles to `take`, in order.
    pub fn answer<Q: Question>(
        &self,
        question: Q,
        take: impl FnMut(Q::Answer) + Send,
    ) -> PyResult<()> {
        self.answer_in(&self.puzzles()?.view()?, question, take)
    }

    /// Returns the answers for all puzzles.
    pub fn answers<Q: Question>(&self, question: Q) -> PyResult<Vec<Q::Answer>> {
        let mut all = Vec::new();
        self.answer(question, |answer| all.push(answer))?;
        Ok(all)
    }

    /// Passes the answers for the puzzles of a view to `take`, in order.
    fn answer_in<Q: Question>(
        &self,
        view: &View<'_>,
        question: Q,
        mut take: impl FnMut(Q::Answer) + Send,
    ) -> PyResult<()> {
        let Self(_, _, keep, how) = self;
        let (py, keep) = (self.py(), *keep);
        let invalid = Arc::new(Mutex::new(None));
        let note = Arc::clone(&invalid);
        watch(py, how, |run: &Run, token: &CancelToken| {
            let get = |row| view.get(row);
            let all = AskMemory::new(question, NAME, view.len(), get)?;
            let token = token.clone();
            let run = run.clone().on_diagnostic(move |wrong: &Diagnostic| {
                if !keep {
                    let mut first = note.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert_with(|| InvalidPuzzle {
                        row: wrong.line - 1,
                        position: wrong.column,
                        reason: wrong.reason.clone(),
                    });
                    token.cancel(Reason::Interrupted);
                }
            });
            run.for_each(&all, |row| take(row.answer))
        })?;
        let first = invalid
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        first.map_or(Ok(()), |mut bad: InvalidPuzzle| {
            if view.is_missing(bad.row as usize) {
                "expected a puzzle, found a missing value".clone_into(&mut bad.reason);
            }
            Err(bad.exception(py))
        })
    }
}

/// Status, number of solutions and solution in an answer.
fn solved<'a>(answer: &'a SolveAnswer<'_>) -> (Status, u64, Option<&'a Grid>) {
    let solution = answer.solution.as_ref().and_then(Solution::grid);
    (answer.status, answer.solutions, solution)
}

/// Digits of a grid as text. General formatting is measurably slower for a million grids.
fn ascii(grid: &Grid) -> [u8; CELLS] {
    grid.digits().map(|digit| b'0' + digit)
}

fn written(text: &[u8; CELLS]) -> &str {
    std::str::from_utf8(text).expect("digits are ASCII")
}

/// Number of a status, in the order of `countless.sudoku.STATUSES`.
fn code(status: Status) -> u8 {
    match status {
        Status::Unique => 0,
        Status::Multiple => 1,
        Status::None => 2,
        // Searches have no node limit here.
        Status::Invalid | Status::Unknown => 3,
    }
}

/// Returns the solution, the number of solutions and the status of each puzzle.
#[pyfunction]
pub fn sudoku_solve(asked: Asked<'_>, max_solutions: u64) -> PyResult<Bound<'_, PyAny>> {
    let (py, puzzles) = (asked.py(), asked.puzzles()?);
    let view = puzzles.view()?;
    let (rows, question) = (view.len(), Solve::new().limit(Some(max_solutions)));
    let mut counts = Vec::with_capacity(rows);
    match &*asked.0 {
        "list" => {
            let mut solved_all = Vec::with_capacity(rows);
            asked.answer_in(&view, question, |answer| {
                let (status, solutions, solution) = solved(&answer);
                solved_all.push((status, solution.map(ascii)));
                counts.push(solutions);
            })?;
            let solutions = solved_all.iter().map(|(_, solution)| {
                solution
                    .as_ref()
                    .map(|text| PyString::new(py, written(text)))
            });
            let solutions = PyList::new(py, solutions.collect::<Vec<_>>())?;
            // One object per status, not per row.
            let names = ALL.map(|status| PyString::intern(py, status.name()));
            let statuses = solved_all
                .iter()
                .map(|(status, _)| &names[usize::from(code(*status))]);
            let statuses = PyList::new(py, statuses.collect::<Vec<_>>())?;
            let all = (solutions, PyList::new(py, counts)?, statuses);
            Ok(all.into_pyobject(py)?.into_any())
        }
        "column" => {
            let mut solutions = LargeStringBuilder::with_capacity(rows, rows * CELLS);
            let mut statuses = StringBuilder::with_capacity(rows, rows * 6);
            asked.answer_in(&view, question, |answer| {
                let (status, number, solution) = solved(&answer);
                solutions.append_option(solution.map(ascii).as_ref().map(written));
                statuses.append_value(status.name());
                counts.push(number);
            })?;
            let table = Table::new(vec![
                ("solution", Arc::new(solutions.finish()) as ArrayRef),
                ("solutions", Arc::new(UInt64Array::from(counts))),
                ("status", Arc::new(statuses.finish())),
            ])?;
            Ok(Bound::new(py, table)?.into_any())
        }
        _ => {
            let zero = if asked.0 == "digits" { 0 } else { b'0' };
            let mut solutions = Vec::with_capacity(rows * CELLS);
            let mut statuses = Vec::with_capacity(rows);
            asked.answer_in(&view, question, |answer| {
                let (status, number, solution) = solved(&answer);
                let digits = solution.map(|grid| grid.digits().map(|digit| zero + digit));
                solutions.extend_from_slice(&digits.unwrap_or([0; CELLS]));
                statuses.push(code(status));
                counts.push(number);
            })?;
            let solutions = PyArray1::from_vec(py, solutions).reshape([rows, CELLS])?;
            let counts = PyArray1::from_vec(py, counts);
            let all = (solutions, counts, PyArray1::from_vec(py, statuses));
            Ok(all.into_pyobject(py)?.into_any())
        }
    }
}

const ALL: [Status; 4] = [
    Status::Unique,
    Status::Multiple,
    Status::None,
    Status::Invalid,
];

/// Counts the solutions of each puzzle. A single puzzle is searched on all cores.
#[pyfunction]
pub fn sudoku_count(asked: Asked<'_>, limit: Option<u64>) -> PyResult<Bound<'_, PyList>> {
    let (py, puzzles) = (asked.py(), asked.puzzles()?);
    let view = puzzles.view()?;
    if view.len() == 1
        && let Ok(puzzle) = view.get(0)
    {
        let count = watch(py, &asked.3, |run, _| {
            let run = limit.map_or(run.clone(), |limit| run.clone().limit(limit));
            Ok(run.count(&Enumerate::new(puzzle))?.total.count)
        })?;
        return PyList::new(py, [count]);
    }
    let mut counts = Vec::with_capacity(view.len());
    asked.answer_in(&view, Count::new().limit(limit), |answer| {
        // Searches have no node limit here.
        counts.push(answer.0.unwrap_or(0));
    })?;
    PyList::new(py, counts)
}

/// Returns for each puzzle `(status, (rating, level, hardest, steps, effort), nodes)`.
#[pyfunction]
pub fn sudoku_rate(asked: Asked<'_>, nodes: bool) -> PyResult<Bound<'_, PyList>> {
    let rows = asked.answers(Rate::new().budget(NodeBudget::new().nodes(nodes)))?;
    let rows = rows.into_iter().map(|answer| {
        let fields = match answer.rating {
            PuzzleRating::Points(Some(it)) => Some((
                it.points(),
                it.level().name(),
                it.solved.then(|| it.hardest.name()),
                it.steps,
                it.effort,
            )),
            _ => None,
        };
        (answer.status.name(), fields, answer.nodes)
    });
    PyList::new(asked.py(), rows.collect::<Vec<_>>())
}

/// Returns for each puzzle `(status, (level, er, ep, ed))`, on the scale of Sudoku Explainer.
#[pyfunction]
pub fn sudoku_rate_explainer(asked: Asked<'_>) -> PyResult<Bound<'_, PyList>> {
    let rows = asked.answers(Rate::new().scale(RatingScale::Explainer(None)))?;
    let rows = rows.into_iter().map(|answer| {
        let fields = match answer.rating {
            PuzzleRating::Explainer(Some(it)) => {
                let [er, ep, ed] = [it.er, it.ep, it.ed].map(|tenths| f64::from(tenths) / 10.0);
                Some((it.level().name(), er, ep, ed))
            }
            _ => None,
        };
        (answer.status.name(), fields)
    });
    PyList::new(asked.py(), rows.collect::<Vec<_>>())
}

/// Returns for each puzzle its canonical form and its number of automorphisms.
#[pyfunction]
pub fn sudoku_canonical(asked: Asked<'_>) -> PyResult<Bound<'_, PyList>> {
    let rows = asked.answers(Canonicalise::new())?;
    let blank = |cell| if cell == '0' { '.' } else { cell };
    let rows = rows.into_iter().map(|answer| {
        answer.form.map(|it| {
            let text: String = it.form.to_string().chars().map(blank).collect();
            (text, it.automorphisms)
        })
    });
    PyList::new(asked.py(), rows.collect::<Vec<_>>())
}

/// Generates puzzles: for each `(puzzle, solution, clues, level, er)`.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // Python passes them by name
pub fn sudoku_generate<'py>(
    py: Python<'py>,
    count: u64,
    seed: u64,
    clues: Option<usize>,
    level: Option<&str>,
    technique: Option<&str>,
    er: Option<&str>,
    symmetry: &str,
    pattern: Option<&str>,
    minimal: bool,
    unique: bool,
    how: How,
) -> PyResult<Bound<'py, PyList>> {
    let value_error = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let level = level.map(|name| named("level", name)).transpose()?;
    let technique = technique.map(|name| named("technique", name));
    let er = er.map(str::parse::<ErRange>).transpose();
    let er = er.map_err(|error| value_error(&format!("er: {error}")))?;
    let symmetry = match symmetry {
        "random" => None,
        name => Some(named("symmetry", name)?),
    };
    let pattern = pattern.map(str::parse::<Pattern>).transpose();
    let pattern = pattern.map_err(|error| value_error(&format!("pattern: {error}")))?;
    let options = GenerateOptions::new()
        .count(count)
        .seed(seed)
        .clues(clues)
        .level(level)
        .technique(technique.transpose()?)
        .er(er)
        .symmetry(symmetry)
        .pattern(pattern)
        .minimal(minimal)
        .unique(unique);
    let generate = Generate::new(options).map_err(|error| value_error(&error))?;
    let mut made = Vec::new();
    watch(py, &how, |run, _| {
        run.for_each(&generate, |puzzle| made.push(puzzle))
    })?;
    let rows = made.iter().map(|made: &GeneratedPuzzle| {
        let level = made.level.map(countless::sudoku::Level::name);
        (
            made.puzzle.to_string(),
            made.solution.to_string(),
            made.clues,
            level,
            made.er.map(|tenths| f64::from(tenths) / 10.0),
        )
    });
    PyList::new(py, rows.collect::<Vec<_>>())
}

/// Returns the steps of a puzzle as JSON, their end, the uniqueness of the solution, and the grid.
#[pyfunction]
pub fn sudoku_explain<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    upto: Option<&str>,
    steps: Option<u64>,
) -> PyResult<Bound<'py, PyTuple>> {
    let Puzzle::Grid(grid) = one(puzzle)? else {
        let reason = "expected a puzzle of 81 cells, found pencil marks";
        return Err(PyValueError::new_err(reason));
    };
    let mut options = TraceOptions::new().steps(steps.unwrap_or(u64::MAX));
    if let Some(name) = upto {
        options = options.upto(named("upto", name)?);
    }
    let mut trace = py.detach(|| Trace::new(&grid, options));
    let mut steps = Vec::new();
    while let Some(step) = py.detach(|| trace.next()) {
        py.check_signals()?;
        let step = serde_json::to_string(&step);
        steps.push(step.map_err(|error| PyValueError::new_err(error.to_string()))?);
    }
    let end = trace.end().map_or("wall", TraceEnd::name);
    (steps, end, trace.is_unique(), trace.grid().to_string()).into_pyobject(py)
}

/// Parses the name in an argument. The error lists the known names.
fn named<T: FromStr<Err = UnknownName>>(argument: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|error: UnknownName| {
        let known = error.known();
        let reason = format!("{argument}: expected one of {known}; found '{name}'");
        PyValueError::new_err(reason)
    })
}

/// Parses one puzzle.
pub fn one(puzzle: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    let list = PyList::new(puzzle.py(), [puzzle])?;
    let puzzles = Puzzles::of("list", list.as_any())?;
    puzzles.view()?.get(0).map_err(|error| {
        let bad = InvalidPuzzle {
            row: 0,
            position: error.position,
            reason: error.fault.to_string(),
        };
        bad.exception(puzzle.py())
    })
}
