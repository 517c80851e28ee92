//! Count along a chain: a line of stages behind an empty state, or behind the joined states of
//! two other chains.
//!
//! Two states of different chains can be joined if they use no item together. So the states of
//! both are grouped by their used items among those that both chains reach, and each pair of
//! groups without a common item is joined, state by state.

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::buckets::{Bucket, BucketMerger, HeldBytes, StateBuckets};
use super::frontier::Frontier;
use super::states::{
    Buckets, BuildFoldHasher, CountedStates, StateCount, enlarge_buckets, with_numbers,
};
use crate::bits::Bits;
use countless_engine::Progress;

/// Least number of steps that is worth another thread.
const LITTLE: u64 = 1 << 16;

/// Reason why counting stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoStop {
    /// It would take more steps than its limit.
    Steps,
    /// It took more memory than its limit.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// Limits of a count.
#[derive(Clone, Copy, Debug)]
pub struct MemoLimits<'a> {
    /// Largest number of options tried on states.
    pub steps: u64,
    /// Largest memory in bytes.
    pub memory: usize,
    /// Threads of the pool that runs the count; 1 outside of a pool.
    pub threads: usize,
    /// Set to stop the count.
    pub cancel: &'a AtomicBool,
    /// Work done so far, for a display.
    pub progress: Option<&'a Progress>,
}

impl<'a> MemoLimits<'a> {
    /// Limits of a count on one thread, which reports no progress.
    pub fn new(steps: u64, memory: usize, cancel: &'a AtomicBool) -> Self {
        Self {
            steps,
            memory,
            threads: 1,
            cancel,
            progress: None,
        }
    }

    /// Checks for cancellation, and that `bytes` are within the limit.
    ///
    /// # Errors
    ///
    /// If they are not.
    pub fn check(&self, bytes: usize) -> Result<(), MemoStop> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(MemoStop::Cancelled)
        } else if bytes > self.memory {
            Err(MemoStop::Memory)
        } else {
            Ok(())
        }
    }

    /// Number of threads that a number of steps is worth.
    pub fn threads_for(&self, steps: u64) -> usize {
        if steps < LITTLE { 1 } else { self.threads }
    }

    /// Reports additional progress.
    pub fn advance(&self, done: f64) {
        if let Some(progress) = self.progress {
            progress.advance(done as u64);
        }
    }
}

/// Steps of a pair of states. Each makes a new state, but most options are rejected.
pub const STEPS_PER_PAIR: u64 = 4;
/// Pairs of groups that are compared in the time of a step.
const GROUPS_PER_STEP: u64 = 8;

/// States at the end of a chain, and the number of steps on the way: of options tried, with
/// [`STEPS_PER_PAIR`] for each pair.
#[derive(Debug)]
pub struct ChainEnd<const W: usize> {
    pub states: Box<dyn CountedStates<W>>,
    pub steps: u64,
}

/// Line of stages whose states are to be counted.
#[derive(Clone, Debug)]
pub struct Chain<const W: usize> {
    pub front: Frontier<W>,
    /// Progress for one unit of cost.
    pub unit: f64,
}

impl<const W: usize> Chain<W> {
    /// Counts from the empty state, at first with numbers of type `A`.
    pub fn count<A: StateCount>(self, limits: MemoLimits<'_>) -> Result<ChainEnd<W>, MemoStop> {
        let mut count = ChainCount::<W, A>::new(self, limits);
        if let Some((place, key)) = count.front.next_stage(0, Bits::default()) {
            count.workers[0].put(place, key, &A::one(), &count.held);
        }
        count.finish(1.0, 1, limits)
    }

    /// Counts from the joined states of two chains, with numbers of type `A` or larger ones, in which
    /// the sum of all products, at most `most`, fits. Bits in `common` belong to items that both of
    /// them reach.
    pub fn count_joined<A: StateCount>(
        self,
        one: Box<dyn CountedStates<W>>,
        other: Box<dyn CountedStates<W>>,
        (common, most): (Bits<W>, f64),
        limits: MemoLimits<'_>,
    ) -> Result<ChainEnd<W>, MemoStop> {
        let (one, other) = match (with_numbers::<W, A>(one), with_numbers::<W, A>(other)) {
            (Ok(one), Ok(other)) if most <= A::MOST => (one, other),
            (one, other) => {
                let enlarged = |states: Result<Buckets<W, A>, _>| match states {
                    Ok(states) => Box::new(states).enlarge(),
                    Err(larger) => larger,
                };
                let (one, other) = (enlarged(one), enlarged(other));
                return self.count_joined::<A::Larger>(one, other, (common, most), limits);
            }
        };
        let mut count = ChainCount::<W, A>::new(self, limits);
        let one = StateGroups::new(one, common, &count.held);
        let other = StateGroups::new(other, common, &count.held);
        let tests = one.0.len() as u64 * other.0.len() as u64 / GROUPS_PER_STEP;
        count.steps = tests;
        if tests <= limits.steps {
            count.steps += one.pairs(&other) * STEPS_PER_PAIR;
        }
        if count.steps > limits.steps {
            return Err(MemoStop::Steps);
        }
        let threads = limits.threads_for(count.steps);
        count.join(one, &other, threads, limits)?;
        for (_, group) in &other.0 {
            count.held.free(group);
        }
        drop(other);
        count.finish(most, threads, limits)
    }
}

/// States of a chain by the used items among those that another chain reaches, too.
struct StateGroups<const W: usize, A>(Vec<(Bits<W>, Bucket<W, A>)>);

impl<const W: usize, A> StateGroups<W, A> {
    fn new(states: Vec<Bucket<W, A>>, common: Bits<W>, held: &HeldBytes) -> Self {
        // The type of this map does not depend on that of the numbers, so it is compiled less often.
        let mut places: HashMap<Bits<W>, usize, BuildFoldHasher> = HashMap::default();
        let mut groups: Vec<(Bits<W>, Bucket<W, A>)> = Vec::new();
        for (key, number) in states.into_iter().flatten() {
            let used = key.intersection(common);
            let place = *places.entry(used).or_insert(groups.len());
            if place == groups.len() {
                groups.push((used, Vec::new()));
            }
            groups[place].1.push((key, number));
        }
        for (_, group) in &groups {
            held.hold(group);
        }
        Self(groups)
    }

    /// Number of pairs of states that can be joined.
    fn pairs(&self, other: &Self) -> u64 {
        let pairs = self.0.iter().map(|(used, group)| {
            let others = other.0.iter().filter(|(other, _)| !used.intersects(*other));
            let others = others.map(|(_, group)| group.len() as u64);
            others.sum::<u64>() * group.len() as u64
        });
        pairs.sum()
    }
}

/// Count in progress.
struct ChainCount<const W: usize, A> {
    /// Progress for one unit of cost.
    unit: f64,
    front: Frontier<W>,
    place: usize,
    /// States at this stage, each once.
    states: Vec<Bucket<W, A>>,
    workers: Vec<ChainWorker<W, A>>,
    steps: u64,
    /// Upper bound for the sum of all numbers so far, so that each of them fits. The second is the
    /// bound for this stage.
    count_bound: f64,
    count_bound_here: f64,
    held: HeldBytes,
}

/// States that a thread has found.
struct ChainWorker<const W: usize, A> {
    /// States by their next stage.
    waiting: Vec<StateBuckets<W, A>>,
    merger: BucketMerger,
    /// Scratch memory for sorting.
    patterns: Vec<u128>,
    /// States at the next stage, each once, and the approximate sum of their numbers.
    merged: Vec<Bucket<W, A>>,
    approximate_count: f64,
}

impl<const W: usize, A> Default for ChainWorker<W, A> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            merger: BucketMerger::default(),
            patterns: Vec::new(),
            merged: Vec::new(),
            approximate_count: 0.0,
        }
    }
}

impl<const W: usize, A: StateCount> ChainCount<W, A> {
    fn new(chain: Chain<W>, limits: MemoLimits<'_>) -> Self {
        let mut workers = Vec::new();
        workers.resize_with(limits.threads, ChainWorker::default);
        Self {
            unit: chain.unit,
            front: chain.front,
            place: 0,
            states: Vec::new(),
            workers,
            steps: 0,
            count_bound: 0.0,
            count_bound_here: 0.0,
            held: HeldBytes::default(),
        }
    }

    /// Joins the states of two chains.
    fn join(
        &mut self,
        one: StateGroups<W, A>,
        other: &StateGroups<W, A>,
        threads: usize,
        limits: MemoLimits<'_>,
    ) -> Result<(), MemoStop> {
        let (front, held) = (&self.front, &self.held);
        distribute(
            &mut self.workers[..threads],
            one.0,
            &|worker, (used, group)| {
                let others = other.0.iter().filter(|(other, _)| !used.intersects(*other));
                for (_, others) in others {
                    for (key, number) in &group {
                        limits.check(held.bytes())?;
                        for (other, factor) in others {
                            if let Some((place, key)) = front.next_stage(0, key.union(*other)) {
                                worker.put(place, key, &number.product(factor), held);
                            }
                        }
                    }
                }
                held.free(&group);
                Ok(())
            },
        )
    }

    /// Counts from the states that wait now, whose numbers add up to at most `count_bound`.
    fn finish(
        mut self,
        count_bound: f64,
        threads: usize,
        limits: MemoLimits<'_>,
    ) -> Result<ChainEnd<W>, MemoStop> {
        self.count_bound = count_bound;
        self.merge_stage(0, limits, threads)?;
        self.count(limits)
    }

    fn count(mut self, limits: MemoLimits<'_>) -> Result<ChainEnd<W>, MemoStop> {
        while self.place < self.front.end() {
            let choices = self.front.branching(self.place);
            let states = self.states.iter().map(Vec::len).sum::<usize>();
            let steps = states as u64 * choices as u64;
            if self.steps + steps > limits.steps {
                return Err(MemoStop::Steps);
            }
            let ways = self.count_bound + self.count_bound_here * choices as f64;
            if ways > A::MOST {
                return self.enlarge().count(limits);
            }
            (self.steps, self.count_bound) = (self.steps + steps, ways);
            let threads = limits.threads_for(steps);
            self.expand_stage(limits, threads, states)?;
            let from = self.place;
            self.merge_stage(from + 1, limits, threads)?;
            limits.advance(self.unit * self.front.cost(from + 1..self.place));
        }
        Ok(ChainEnd {
            states: Box::new(self.states),
            steps: self.steps,
        })
    }

    /// Expands every state at this stage by every option.
    fn expand_stage(
        &mut self,
        limits: MemoLimits<'_>,
        threads: usize,
        states: usize,
    ) -> Result<(), MemoStop> {
        let (front, place, held) = (&self.front, self.place, &self.held);
        let each = self.unit * front.cost(place..place + 1) / states as f64;
        let here = mem::take(&mut self.states);
        let choices = front.choices(place);
        let has_others = front.branching(place) > choices.len();
        distribute(&mut self.workers[..threads], here, &|worker, bucket| {
            limits.check(held.bytes())?;
            for (key, amount) in &bucket {
                for &choice in choices {
                    if let Some((next, key)) = front.successor(place, *key, choice) {
                        let key = front.canonical_state(next, key, &mut worker.patterns);
                        worker.put(next, key, amount, held);
                    }
                }
            }
            if has_others {
                worker.expand_counted(front, place, &bucket, held);
            }
            held.free(&bucket);
            limits.advance(each * bucket.len() as f64);
            Ok(())
        })
    }

    /// Moves to the first stage with states from `first` on, or to the end, and merges equal states.
    fn merge_stage(
        &mut self,
        first: usize,
        limits: MemoLimits<'_>,
        threads: usize,
    ) -> Result<(), MemoStop> {
        let waits = |worker: &ChainWorker<W, A>, place: usize| {
            let states = worker.waiting.get(place);
            states.is_some_and(|states| !states.is_empty())
        };
        let mut places = first..self.front.end();
        let next = places.find(|&place| self.workers.iter().any(|worker| waits(worker, place)));
        self.place = next.unwrap_or(self.front.end());
        let held = &self.held;
        let workers = self.workers.iter_mut();
        let states = workers.map(|worker| worker.take(self.place)).collect();
        let buckets = StateBuckets::joined_buckets(states, held);
        let workers = &mut self.workers[..threads];
        distribute(workers, buckets, &|worker, mut bucket| {
            limits.check(held.bytes())?;
            worker.merger.merge(&mut bucket);
            worker.approximate_count += bucket
                .iter()
                .map(|(_, amount)| amount.approximate())
                .sum::<f64>();
            worker.merged.push(bucket);
            Ok(())
        })?;
        self.count_bound_here = 0.0;
        for worker in &mut self.workers {
            self.states.append(&mut worker.merged);
            self.count_bound_here += mem::take(&mut worker.approximate_count);
        }
        Ok(())
    }

    /// Continues the count with larger numbers.
    fn enlarge(self) -> ChainCount<W, A::Larger> {
        let held = HeldBytes::default();
        let here = enlarge_buckets(self.states);
        for bucket in &here {
            held.hold(bucket);
        }
        let mut workers = Vec::new();
        for worker in self.workers {
            let mut waiting = Vec::new();
            for states in worker.waiting {
                waiting.push(states.enlarge(&held));
            }
            workers.push(ChainWorker {
                waiting,
                ..ChainWorker::default()
            });
        }
        ChainCount {
            unit: self.unit,
            front: self.front,
            place: self.place,
            states: here,
            workers,
            steps: self.steps,
            count_bound: self.count_bound,
            count_bound_here: self.count_bound_here,
            held,
        }
    }
}

impl<const W: usize, A: StateCount> ChainWorker<W, A> {
    #[inline(always)]
    fn put(&mut self, place: usize, key: Bits<W>, amount: &A, held: &HeldBytes) {
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, StateBuckets::default);
        }
        self.waiting[place].put(key, amount, &mut self.merger, held);
    }

    /// Expands states by options with counters. This is a function of its own to keep the loop over
    /// other options tight.
    #[cold]
    fn expand_counted(
        &mut self,
        front: &Frontier<W>,
        place: usize,
        here: &Bucket<W, A>,
        held: &HeldBytes,
    ) {
        for (key, amount) in here {
            for (_, next, key) in front.counted_successors(place, *key) {
                let key = front.canonical_state(next, key, &mut self.patterns);
                self.put(next, key, amount, held);
            }
        }
    }

    fn take(&mut self, place: usize) -> StateBuckets<W, A> {
        let states = self.waiting.get_mut(place);
        states.map(mem::take).unwrap_or_default()
    }
}

/// Lets the workers take items of `todo` until none are left or one fails. Several workers use the
/// threads of the current pool.
fn distribute<W: Send, T: Send>(
    workers: &mut [W],
    todo: Vec<T>,
    work: &(dyn Fn(&mut W, T) -> Result<(), MemoStop> + Sync),
) -> Result<(), MemoStop> {
    let todo = Mutex::new(todo.into_iter());
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let share = |worker: &mut W| {
        while let Some(one) = next() {
            work(worker, one)?;
        }
        Ok(())
    };
    match workers {
        [worker] => share(worker),
        workers => {
            let share = &share;
            let job = |worker| Box::new(move || share(worker)) as Job<'_>;
            run_jobs(workers.iter_mut().map(job).collect())
        }
    }
}

/// Work of one thread.
type Job<'a> = Box<dyn FnOnce() -> Result<(), MemoStop> + Send + 'a>;

/// Runs jobs side by side in the threads of the current pool, until one fails. It is compiled once,
/// and not for each type of key and number.
fn run_jobs(jobs: Vec<Job<'_>>) -> Result<(), MemoStop> {
    if cfg!(target_family = "wasm") {
        return jobs.into_iter().try_for_each(|job| job());
    }
    jobs.into_par_iter()
        .with_max_len(1)
        .try_for_each(|job| job())
}
