//! One way to do a case: which code, which instructions, how many threads.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use countless::Error;
use countless::engine::{
    Count, Counted, Finished, List, Options, Order, Problem, Pulse, Reason, Sink, Stop, Subtree,
    run,
};
use countless::io::Format;
use countless::queens::{ByJoin, BySearch, BySquare, Constraint, Listing, Occupancy};
use countless::simd::Kernel;

use super::clock::{Clock, Taken, Whose};
use super::peer::Peer;
use super::sets::PuzzleSet;
use crate::report::{Family, SubtreeTimes, Trial, Verdict};

/// How to work on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Count by joining half boards.
    Join,
    /// Count by search.
    Search,
    /// List by search.
    List,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Search => "search",
            Self::List => "list",
        }
    }
}

/// What a contender does.
#[derive(Debug)]
enum Work {
    Board {
        n: usize,
        method: Method,
        solutions: u128,
    },
    Puzzles(Arc<PuzzleSet>),
    Peer(Peer, Target),
}

/// What a program works on.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Board { n: usize, solutions: u128 },
    Puzzles(Arc<PuzzleSet>),
}

/// One of those that do a case in turns.
#[derive(Debug)]
pub struct Contender {
    /// What it is.
    pub trial: Trial,
    /// How many solutions or puzzles it gives.
    pub items: u64,
    kernel: Kernel,
    threads: usize,
    work: Work,
}

impl Contender {
    /// Works on a board of `n` rows, which has so many `solutions`.
    pub fn board(
        n: usize,
        solutions: u128,
        method: Method,
        kernel: Kernel,
        threads: usize,
    ) -> Self {
        let family = if method == Method::List {
            Family::Stream
        } else {
            Family::Queens
        };
        Self {
            trial: trial(family, n.to_string(), method.name(), kernel, threads),
            items: solutions as u64,
            kernel,
            threads,
            work: Work::Board {
                n,
                method,
                solutions,
            },
        }
    }

    /// Solves a set of puzzles, and writes the rows to nowhere.
    pub fn puzzles(set: &Arc<PuzzleSet>, kernel: Kernel, threads: usize) -> Self {
        Self {
            trial: trial(
                Family::Sudoku,
                set.name().to_owned(),
                "solve",
                kernel,
                threads,
            ),
            items: set.len(),
            kernel,
            threads,
            work: Work::Puzzles(Arc::clone(set)),
        }
    }

    /// Runs a program.
    pub(super) fn peer(peer: &Peer, target: Target) -> Self {
        let (family, case, items) = match &target {
            Target::Board { n, solutions } => (Family::Queens, n.to_string(), *solutions as u64),
            Target::Puzzles(set) => (Family::Sudoku, set.name().to_owned(), set.len()),
        };
        let trial = Trial {
            family,
            case,
            solver: peer.name().to_owned(),
            kernel: "program".to_owned(),
            threads: None,
        };
        let work = Work::Peer(peer.clone(), target);
        Self {
            trial,
            items,
            kernel: Kernel::SCALAR,
            threads: 1,
            work,
        }
    }

    /// Does the work once. The time includes all preparation, but not the check.
    pub(super) fn go(&self, stop: &Stop) -> anyhow::Result<(Taken, Verdict)> {
        let clock = Clock::start(Whose::Own);
        let right = match &self.work {
            Work::Board {
                n,
                method,
                solutions,
            } => self.board_total(*n, *method, stop)? == *solutions,
            Work::Puzzles(set) => {
                let tally = set.solve(self.kernel, self.threads, stop, io::sink())?.0;
                set.agrees(&tally)
            }
            Work::Peer(peer, Target::Board { n, solutions }) => {
                return peer.count(*n, *solutions, stop);
            }
            Work::Peer(peer, Target::Puzzles(set)) => return peer.solve(set, stop),
        };
        let verdict = if right {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        Ok((clock.taken(), verdict))
    }

    fn board_total(&self, n: usize, method: Method, stop: &Stop) -> Result<u128, Error> {
        let (kernel, threads) = (self.kernel, self.threads);
        let join = match method {
            Method::Join => ByJoin::new(n, kernel, threads)?,
            Method::Search | Method::List => None,
        };
        if let Some(join) = join {
            self.count(&join, join.subtrees(), stop)
        } else if method == Method::List {
            let listing = Listing::new(&Constraint::new(n), kernel, threads, Format::Csv);
            let mut list = List::<u128, _>::new(io::sink(), "nowhere");
            let (subtrees, pulse) = (listing.subtrees().map(Ok), Pulse::new(None));
            run(
                &listing,
                subtrees,
                &mut list,
                ordered(threads),
                stop,
                &pulse,
            )?;
            Ok(list.rows.into())
        } else {
            let search = BySearch::all(n, kernel, threads);
            self.count(&search, search.subtrees(), stop)
        }
    }

    fn count<P: Problem<Tally = Counted>>(
        &self,
        problem: &P,
        subtrees: impl Iterator<Item = Subtree<P::Root>> + Send,
        stop: &Stop,
    ) -> Result<u128, Error> {
        let mut count = Count::default();
        let options = Options {
            threads: self.threads,
            order: Order::Any,
        };
        run(
            problem,
            subtrees.map(Ok),
            &mut count,
            options,
            stop,
            &Pulse::new(None),
        )?;
        Ok(count.total.solutions)
    }
}

/// How long each subtree of counting a board by join takes, with so many threads.
///
/// # Errors
///
/// If the threads cannot be started.
pub fn subtree_times(n: usize, threads: usize, stop: &Stop) -> Result<SubtreeTimes, Error> {
    let mut sink = Times::default();
    if let Some(join) = ByJoin::new(n, Kernel::best(), threads)? {
        let subtrees = join.subtrees().map(Ok);
        run(
            &join,
            subtrees,
            &mut sink,
            ordered(threads),
            stop,
            &Pulse::new(None),
        )?;
    }
    Ok(SubtreeTimes {
        of: format!("{n} rows by join"),
        milliseconds: sink.milliseconds,
    })
}

/// How many solutions of a board use each square.
///
/// # Errors
///
/// If the threads cannot be started.
pub fn occupancy(n: usize, threads: usize, stop: &Stop) -> Result<Occupancy, Error> {
    let problem = BySquare::new(n, Kernel::best(), threads);
    let (mut count, subtrees) = (Count::default(), problem.subtrees().map(Ok));
    run(
        &problem,
        subtrees,
        &mut count,
        ordered(threads),
        stop,
        &Pulse::new(None),
    )?;
    Ok(problem.whole(&count.total))
}

/// Keeps the times of subtrees, not what they found.
#[derive(Debug, Default)]
struct Times {
    milliseconds: Vec<f64>,
}

impl Sink<Counted> for Times {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<Counted>) -> Result<ControlFlow<Reason>, Error> {
        self.milliseconds.push(finished.elapsed.as_secs_f64() * 1e3);
        Ok(ControlFlow::Continue(()))
    }
}

fn trial(family: Family, case: String, solver: &str, kernel: Kernel, threads: usize) -> Trial {
    Trial {
        family,
        case,
        solver: solver.to_owned(),
        kernel: kernel.name().to_owned(),
        threads: Some(threads),
    }
}

fn ordered(threads: usize) -> Options {
    Options {
        threads,
        order: Order::Ascending,
    }
}
