//! Counting by states: equal subproblems are counted once.
//!
//! The items are covered in a fixed order. The remainder of a partial solution depends only on the
//! used items in reach, and on their colours. So all partial solutions that use the same items form
//! one state, with a number of solutions. The states at an item yield those at later items, as
//! [`Frontier`] defines.
//!
//! This is the transfer matrix of statistical mechanics and the frontier of Sekine, Imai and Tani
//! (Computing the Tutte polynomial of a graph of moderate size, 1995). Nishino and others (Dancing
//! with decision diagrams, AAAI 2017) remember subproblems instead. The key is the whole state, so
//! two different states never merge.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use rayon::prelude::*;

use super::cover_total::CoverTotal;
use super::frontier::Frontier;
use super::ordered_cover::{OrderedCover, StateJob};
use super::state_buckets::{Bucket, BucketMerger, HeldBytes, StateBuckets, enlarge_bucket};
use super::state_count::{Count32, StateCount};
use super::state_key::StateKey;
use countless_engine::Progress;
use countless_engine::ledger::Residue;

/// Least number of steps that is worth another thread.
const LITTLE: u64 = 1 << 16;
/// Total progress of a count, in arbitrary units.
const PROGRESS: f64 = 1e9;

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
    pub cancel: &'a AtomicBool,
    pub progress: Option<&'a Progress>,
}

impl MemoLimits<'_> {
    /// Checks for cancellation, and that `bytes` are within the limit.
    pub fn check(&self, bytes: usize) -> Result<(), MemoStop> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(MemoStop::Cancelled)
        } else if bytes > self.memory {
            Err(MemoStop::Memory)
        } else {
            Ok(())
        }
    }

    /// Reports additional progress.
    fn advance(&self, done: f64) {
        if let Some(progress) = self.progress {
            progress.advance(done as u64);
        }
    }
}

/// Number of solutions, and number of options tried on states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoCount {
    pub solutions: BigUint,
    /// Residue of the number, added up independently in every state.
    pub residue: Residue,
    pub steps: u64,
}

impl MemoCount {
    /// Converts the count to the total of a subtree.
    pub fn total(&self) -> CoverTotal {
        CoverTotal::new(self.solutions.clone(), self.residue, self.steps)
    }
}

impl OrderedCover {
    /// Counts the solutions.
    pub fn count(&self, limits: MemoLimits<'_>) -> Result<MemoCount, MemoStop> {
        self.run(CountJob(limits))
    }
}

struct CountJob<'a>(MemoLimits<'a>);

impl StateJob for CountJob<'_> {
    type Output = Result<MemoCount, MemoStop>;

    fn run<K: StateKey>(self, front: Frontier<K>) -> Self::Output {
        count::<K, Count32>(front, self.0)
    }
}

/// Counts, at first with numbers of type `A`.
fn count<K: StateKey, A: StateCount>(
    front: Frontier<K>,
    limits: MemoLimits<'_>,
) -> Result<MemoCount, MemoStop> {
    let Some(place) = front.first_stage() else {
        return Ok(MemoCount::default());
    };
    let all = front.cost(0..front.end());
    if let Some(progress) = limits.progress {
        progress.begin(Some(PROGRESS as u64));
    }
    let held = HeldBytes::default();
    let start = vec![(K::default(), A::one())];
    held.hold(&start);
    let run = MemoRun {
        unit: PROGRESS / all,
        place,
        front,
        states: vec![start],
        workers: Vec::new(),
        steps: 0,
        count_bound: 1.0,
        count_bound_here: 1.0,
        held,
    };
    run.count(limits)
}

/// Count in progress.
struct MemoRun<K, A> {
    /// Progress for one unit of cost.
    unit: f64,
    front: Frontier<K>,
    place: usize,
    /// States at this stage, each once.
    states: Vec<Bucket<K, A>>,
    workers: Vec<MemoWorker<K, A>>,
    steps: u64,
    /// Upper bound for the sum of all numbers so far, so that each of them fits. The second is the
    /// bound for this stage.
    count_bound: f64,
    count_bound_here: f64,
    held: HeldBytes,
}

/// States that a thread has found.
struct MemoWorker<K, A> {
    /// States by their next stage.
    waiting: Vec<StateBuckets<K, A>>,
    merger: BucketMerger,
    /// Scratch memory for sorting.
    patterns: Vec<u128>,
    /// States at the next stage, each once, and the approximate sum of their numbers.
    merged: Vec<Bucket<K, A>>,
    approximate_count: f64,
}

impl<K, A> Default for MemoWorker<K, A> {
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

impl<K: StateKey, A: StateCount> MemoRun<K, A> {
    fn count(mut self, limits: MemoLimits<'_>) -> Result<MemoCount, MemoStop> {
        self.workers
            .resize_with(limits.threads, MemoWorker::default);
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
            let threads = if steps < LITTLE { 1 } else { limits.threads };
            self.expand_stage(limits, threads, states)?;
            let from = self.place;
            self.merge_next_stage(limits, threads)?;
            limits.advance(self.unit * self.front.cost(from + 1..self.place));
        }
        let ends = self.states.into_iter().flatten();
        let mut counted = MemoCount {
            steps: self.steps,
            ..MemoCount::default()
        };
        for (solutions, residue) in ends.map(|(_, amount)| amount.total()) {
            counted.solutions += solutions;
            counted.residue += residue;
        }
        Ok(counted)
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
        distribute(&mut self.workers[..threads], here, |worker, bucket| {
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

    /// Moves to the next stage with states, or to the end, and merges equal states.
    fn merge_next_stage(&mut self, limits: MemoLimits<'_>, threads: usize) -> Result<(), MemoStop> {
        let waits = |worker: &MemoWorker<K, A>, place: usize| {
            let states = worker.waiting.get(place);
            states.is_some_and(|states| !states.is_empty())
        };
        let mut places = self.place + 1..self.front.end();
        let next = places.find(|&place| self.workers.iter().any(|worker| waits(worker, place)));
        self.place = next.unwrap_or(self.front.end());
        let held = &self.held;
        let workers = self.workers.iter_mut();
        let states = workers.map(|worker| worker.take(self.place)).collect();
        let buckets = StateBuckets::joined_buckets(states, held);
        let workers = &mut self.workers[..threads];
        distribute(workers, buckets, |worker, mut bucket| {
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
    fn enlarge(self) -> MemoRun<K, A::Larger> {
        let held = HeldBytes::default();
        let here = self.states.into_iter();
        let here = here.map(|bucket| enlarge_bucket(bucket, &held)).collect();
        let workers = self.workers.into_iter().map(|worker| MemoWorker {
            waiting: (worker.waiting.into_iter())
                .map(|states| states.enlarge(&held))
                .collect(),
            merger: worker.merger,
            patterns: worker.patterns,
            merged: Vec::new(),
            approximate_count: 0.0,
        });
        MemoRun {
            unit: self.unit,
            front: self.front,
            place: self.place,
            states: here,
            workers: workers.collect(),
            steps: self.steps,
            count_bound: self.count_bound,
            count_bound_here: self.count_bound_here,
            held,
        }
    }
}

impl<K: StateKey, A: StateCount> MemoWorker<K, A> {
    #[inline]
    fn put(&mut self, place: usize, key: K, amount: &A, held: &HeldBytes) {
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
        front: &Frontier<K>,
        place: usize,
        here: &Bucket<K, A>,
        held: &HeldBytes,
    ) {
        for (key, amount) in here {
            for (_, next, key) in front.counted_successors(place, *key) {
                let key = front.canonical_state(next, key, &mut self.patterns);
                self.put(next, key, amount, held);
            }
        }
    }

    fn take(&mut self, place: usize) -> StateBuckets<K, A> {
        let states = self.waiting.get_mut(place);
        states.map(mem::take).unwrap_or_default()
    }
}

/// Lets the workers take items of `todo` until none are left or one fails. Several workers use the
/// threads of the current pool.
fn distribute<W: Send, T: Send>(
    workers: &mut [W],
    todo: Vec<T>,
    work: impl Fn(&mut W, T) -> Result<(), MemoStop> + Sync,
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
        workers => workers.par_iter_mut().with_max_len(1).try_for_each(share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover_total::residue_of;
    use crate::item_order::ItemOrder;
    use crate::make;
    use countless_engine::Tally;

    /// Numbers with an error in one bit of some additions.
    #[derive(Clone, Debug)]
    struct Faulty(u64, Residue);

    impl StateCount for Faulty {
        type Larger = Self;
        const MOST: f64 = f64::INFINITY;

        fn one() -> Self {
            Self(1, Residue::of(1))
        }
        fn add(&mut self, other: &Self) {
            let flipped = u64::from(self.0 == 3 && other.0 == 2) << 40;
            self.0 = (self.0 + other.0) ^ flipped;
            self.1 += other.1;
        }
        fn enlarge(self) -> Self {
            self
        }
        fn approximate(&self) -> f64 {
            self.0 as f64
        }
        fn total(self) -> (BigUint, Residue) {
            (self.0.into(), self.1)
        }
    }

    struct Wrongly<'a>(MemoLimits<'a>);

    impl StateJob for Wrongly<'_> {
        type Output = Result<MemoCount, MemoStop>;

        fn run<K: StateKey>(self, front: Frontier<K>) -> Self::Output {
            count::<K, Faulty>(front, self.0)
        }
    }

    #[test]
    fn an_addition_that_goes_wrong_shows_in_the_residue() {
        let problem = make::dominoes(6, 6).expect("it is a board");
        let order = ItemOrder::Near.items(&problem);
        let ordered = OrderedCover::new(&problem, &order).expect("it is narrow");
        let cancel = AtomicBool::new(false);
        let limits = MemoLimits {
            steps: u64::MAX,
            memory: usize::MAX,
            threads: 1,
            cancel: &cancel,
            progress: None,
        };
        let right = ordered.count(limits).expect("nothing stops it");
        assert_eq!(right.solutions, BigUint::from(6728_u32));
        assert_eq!(right.residue, residue_of(&right.solutions));
        let wrong = ordered.run(Wrongly(limits)).expect("nothing stops it");
        assert_ne!(wrong.solutions, right.solutions);
        assert_eq!(wrong.residue, right.residue);
        let total = CoverTotal::new(wrong.solutions, wrong.residue, wrong.steps);
        let summary = total.summary();
        assert_ne!(summary.residue, Residue::of(summary.count));
    }
}
