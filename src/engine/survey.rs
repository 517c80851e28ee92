//! Times a random sample of subtrees.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::clock::{Whose, cpu_time};
use super::{
    Counted, Finished, Options, Part, Problem, Pulse, Reason, Rounds, Sink, Stop, Subtree, run,
};
use crate::error::Error;

/// So many rounds are timed at least.
const LEAST: usize = 4;
/// So many are timed at most, of problems that take next to nothing.
const MOST: usize = 1024;
/// One of so many rounds, the first ones, only warms up: memory grows to what the largest
/// subtrees need, caches fill, and the processor adapts its frequency.
const WARM: usize = 8;

/// A subtree to time.
#[derive(Clone, Debug)]
pub struct Drawn<R> {
    /// What the problem needs to search it.
    pub root: R,
    /// For how many subtrees like it it stands.
    pub weight: f64,
    /// What a run searches just before it, so that caches hold what they hold then.
    pub before: Option<R>,
}

/// What a sample took.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The CPU time of each subtree, in seconds.
    pub time: Rounds,
    /// The work of each.
    pub work: Rounds,
    /// The number of subtrees.
    pub drawn: usize,
}

/// Times the subtrees of `rounds`, each of as many draws, until they have taken `enough`
/// CPU time together; none if it was stopped before.
///
/// # Errors
///
/// [`Error::Threads`] if the threads cannot be started.
pub fn survey<P, I>(
    problem: &P,
    draws: usize,
    rounds: impl FnMut(u64) -> I + Send,
    enough: Duration,
    options: Options,
    stop: &Stop,
) -> Result<Option<Survey>, Error>
where
    P: Problem<Tally = Counted>,
    I: IntoIterator<Item = Drawn<P::Root>>,
    I::IntoIter: Send,
{
    let subtrees = (0..MOST as u64).flat_map(rounds).zip(0..);
    let subtrees = subtrees.map(|(drawn, index)| {
        Ok(Subtree {
            index,
            cost: 0,
            root: (index, drawn),
        })
    });
    let timed = Timed {
        problem,
        clock: cost_of_clock(),
        timings: Mutex::new(Timings {
            draws: draws.max(1),
            taken: Vec::new(),
            whole: 0,
            spent: Duration::ZERO,
        }),
    };
    let mut enough = Enough {
        timings: &timed.timings,
        enough,
    };
    let pulse = Pulse::new(None);
    run(&timed, subtrees, &mut enough, options, stop, &pulse)?;
    let interrupted = stop.reason().is_some_and(|reason| reason != Reason::Limit);
    Ok((!interrupted).then(|| lock(&timed.timings).survey()))
}

/// A problem that takes the CPU time of each subtree; roots are numbered.
struct Timed<'a, P> {
    problem: &'a P,
    /// What reading the clock takes.
    clock: Duration,
    timings: Mutex<Timings>,
}

impl<P: Problem<Tally = Counted>> Problem for Timed<'_, P> {
    type Root = (u64, Drawn<P::Root>);
    type Worker = P::Worker;
    type Tally = Counted;

    fn worker(&self) -> P::Worker {
        self.problem.worker()
    }

    fn search(
        &self,
        worker: &mut P::Worker,
        (index, drawn): Self::Root,
        part: &mut Part<'_, Counted>,
    ) -> Counted {
        if let Some(before) = drawn.before {
            self.problem.search(worker, before, part);
        }
        let start = cpu_time(Whose::Thread);
        let counted = self.problem.search(worker, drawn.root, part);
        let time = cpu_time(Whose::Thread).saturating_sub(start + self.clock);
        if !part.stop().load(Ordering::Relaxed) {
            lock(&self.timings).add(
                index as usize,
                Timing {
                    weight: drawn.weight,
                    time,
                    work: counted.work,
                },
            );
        }
        counted
    }
}

/// A call of the system, 0.2 µs; the least orbits of the join take a few.
fn cost_of_clock() -> Duration {
    let reading = |_| {
        let start = cpu_time(Whose::Thread);
        cpu_time(Whose::Thread).saturating_sub(start)
    };
    (0..100).map(reading).min().unwrap_or_default()
}

/// What one subtree took.
#[derive(Clone, Copy, Debug)]
struct Timing {
    weight: f64,
    time: Duration,
    work: u64,
}

/// Keeps the timings in the order of the draws.
struct Timings {
    draws: usize,
    taken: Vec<Option<Timing>>,
    /// So many draws from the first on are all timed.
    whole: usize,
    spent: Duration,
}

impl Timings {
    fn add(&mut self, index: usize, timing: Timing) {
        if self.taken.len() <= index {
            self.taken.resize(index + 1, None);
        }
        self.spent += timing.time;
        self.taken[index] = Some(timing);
        let rest = self.taken[self.whole..].iter();
        self.whole += rest.take_while(|timing| timing.is_some()).count();
    }

    fn rounds(&self) -> usize {
        self.whole / self.draws
    }

    /// What the rounds after the warm-up took.
    fn survey(&self) -> Survey {
        let warm = self
            .rounds()
            .div_ceil(WARM)
            .min(self.rounds().saturating_sub(1));
        let (mut time, mut work) = (Rounds::new(self.draws), Rounds::new(self.draws));
        let timed = warm * self.draws..self.rounds() * self.draws;
        for timing in self.taken[timed].iter().flatten() {
            time.push(timing.weight, timing.time.as_secs_f64());
            work.push(timing.weight, timing.work as f64);
        }
        Survey {
            time,
            work,
            drawn: (self.rounds() - warm) * self.draws,
        }
    }
}

/// Timings are whole even if another thread has panicked.
fn lock(timings: &Mutex<Timings>) -> MutexGuard<'_, Timings> {
    timings.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the run when enough is known.
struct Enough<'a> {
    timings: &'a Mutex<Timings>,
    enough: Duration,
}

impl Sink<Counted> for Enough<'_> {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    fn finished(&mut self, _: Finished<Counted>) -> Result<ControlFlow<Reason>, Error> {
        let timings = lock(self.timings);
        let enough = timings.spent >= self.enough && timings.rounds() >= LEAST;
        Ok(if enough {
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }
}
