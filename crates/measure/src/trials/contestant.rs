//! Contestants: a case with a method, a kernel and a number of threads, or a rival program.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::benchmark_set::BenchmarkSet;
use super::rival_program::{CpuClock, RivalProgram, Stopwatch, TimeLimit, TimeTaken};
use crate::report::{Family, SubtreeTimes, Trial, Verdict};
use countless_engine::{CancelToken, Error, Reason, Run};
use countless_queens::QueensMethod;
use countless_simd::Kernel;
use countless_table::{Format, Table};

/// Method for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardMethod {
    /// Count by join or by search.
    Count(QueensMethod),
    /// List by search.
    List,
}

impl BoardMethod {
    pub(super) const JOIN: Self = Self::Count(QueensMethod::Join);
    pub(super) const SEARCH: Self = Self::Count(QueensMethod::Search);
}

/// Work of a contestant.
#[derive(Clone, Debug)]
pub(super) enum TimedWork {
    /// Board of `n` rows, which has `solutions` solutions.
    Board {
        /// Number of rows.
        n: usize,
        /// Number of solutions.
        solutions: u128,
        /// Method of this program.
        method: BoardMethod,
    },
    /// Set of puzzles, whose rows are discarded.
    Puzzles(Arc<BenchmarkSet>),
}

/// Solver that does the work.
#[derive(Clone, Debug)]
pub(super) enum Solver {
    /// This program, with a kernel and a number of threads.
    Own(Kernel, usize),
    /// Another program.
    Rival(RivalProgram),
}

/// Result of one run of a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TimingResult {
    /// Time, and check of the answer.
    Done(TimeTaken, Verdict),
    /// Reason of a failure.
    Failed(String),
    /// Interruption by the user.
    Interrupted,
}

/// Contestant of a case.
#[derive(Debug)]
pub struct Contestant {
    /// Case, method, kernel and number of threads.
    pub trial: Trial,
    /// Number of solutions or puzzles of a run.
    pub items: u64,
    work: TimedWork,
    solver: Solver,
}

impl Contestant {
    /// Makes a contestant of a solver and its work.
    pub(super) fn new(work: TimedWork, solver: Solver) -> Self {
        let (family, case, method, items) = match &work {
            TimedWork::Board {
                n,
                solutions,
                method,
            } => {
                let (family, name) = match method {
                    BoardMethod::Count(method) => (Family::Queens, method.name()),
                    BoardMethod::List => (Family::Stream, "list"),
                };
                (family, n.to_string(), name, *solutions as u64)
            }
            TimedWork::Puzzles(set) => (Family::Sudoku, set.name().to_owned(), "solve", set.len()),
        };
        let (name, kernel, threads) = match &solver {
            Solver::Own(kernel, threads) => (method, kernel.name(), Some(*threads)),
            Solver::Rival(program) => (program.name(), "program", None),
        };
        let trial = Trial {
            family,
            case,
            solver: name.to_owned(),
            kernel: kernel.to_owned(),
            threads,
        };
        Self {
            trial,
            items,
            work,
            solver,
        }
    }

    /// Does the work once, within `timeout`.
    pub(super) fn time_once(&self, timeout: Option<Duration>, token: &CancelToken) -> TimingResult {
        let own = token.child();
        let limit = TimeLimit::start(timeout, &own);
        let result = self.run_once(&own);
        drop(limit);
        match (own.reason(), result) {
            (Some(Reason::Failed), _) => {
                let timeout = humantime::format_duration(timeout.unwrap_or_default());
                TimingResult::Failed(format!("no result within {timeout}"))
            }
            (Some(reason), _) => {
                // The signal may have reached the rival program only.
                token.cancel(reason);
                TimingResult::Interrupted
            }
            (None, Ok((taken, verdict))) => TimingResult::Done(taken, verdict),
            (None, Err(error)) => TimingResult::Failed(format!("{error:#}")),
        }
    }

    /// Does the work once. The time includes all preparation, but not the check.
    fn run_once(&self, token: &CancelToken) -> anyhow::Result<(TimeTaken, Verdict)> {
        let (kernel, threads) = match (&self.solver, &self.work) {
            (Solver::Own(kernel, threads), _) => (*kernel, *threads),
            (Solver::Rival(program), TimedWork::Board { n, solutions, .. }) => {
                return program.count(*n, *solutions, token);
            }
            (Solver::Rival(program), TimedWork::Puzzles(set)) => return program.solve(set, token),
        };
        let clock = Stopwatch::start(CpuClock::Own);
        let run = Run::new().kernel(kernel).threads(threads).cancel(token);
        let right = match &self.work {
            TimedWork::Board {
                n,
                solutions,
                method,
            } => board_total(*n, *method, &run)? == *solutions,
            TimedWork::Puzzles(set) => {
                let tally = set.solve(&run, &mut io::sink())?;
                set.agrees(&tally)
            }
        };
        let verdict = if right {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        Ok((clock.taken(), verdict))
    }
}

/// Number of solutions of a board, counted, or listed without writing them.
fn board_total(n: usize, method: BoardMethod, run: &Run) -> Result<u128, Error> {
    match method {
        BoardMethod::Count(method) => {
            let problem = countless_queens::counter(n, method, run.thread_count())?;
            Ok(problem.count(run)?.total.count)
        }
        BoardMethod::List => {
            let mut nowhere = io::sink();
            let table = Table::writer(&mut nowhere, Format::Csv);
            let list = countless_queens::lister(n)?;
            Ok(list.write(run, table)?.rows.into())
        }
    }
}

/// Measures the subtrees of a count by join.
///
/// # Errors
///
/// If the threads cannot be started, or the count fails.
pub fn subtree_times(n: usize, run: &Run) -> Result<SubtreeTimes, Error> {
    let times = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&times);
    let note = move |elapsed: Duration| {
        let mut times = noted.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(elapsed.as_secs_f64() * 1e3);
    };
    let run = run.clone().on_subtree(note);
    board_total(n, BoardMethod::JOIN, &run)?;
    let milliseconds = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(SubtreeTimes {
        counted: format!("{n} rows by join"),
        milliseconds,
    })
}
