//! Counting without visiting: what is the same from some point on is counted once.
//!
//! The items are covered in a fixed order. Whatever options were chosen before, the rest depends
//! only on which of the items next to come are used already, and by what colour. So all partial
//! solutions that use the same are one state with a number, and the states of an item give those
//! of later ones; [`front`](super::front) draws them.
//!
//! This is the transfer matrix of statistical mechanics and the frontier of Sekine, Imai and
//! Tani (Computing the Tutte polynomial of a graph of moderate size, 1995); Nishino and others
//! (Dancing with decision diagrams, AAAI 2017) remember subproblems instead. The key is the whole
//! state, so that no two that differ are ever taken for one.

use std::collections::HashMap;
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;

use super::amount::Amount;
use super::front::{Front, Job, Ordered};
use super::key::{Folding, Key};

/// Why counting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It took more steps than it was given, having dealt with so many items.
    Steps(usize),
    /// It took more memory than it was given.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// What counting may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Options tried on states.
    pub steps: u64,
    /// Bytes.
    pub memory: usize,
    pub cancel: &'a AtomicBool,
}

impl Limits<'_> {
    /// Whether so many steps, up to a place, and so many bytes are too much.
    pub fn check(&self, steps: u64, place: usize, bytes: usize) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(Stop::Cancelled)
        } else if bytes > self.memory {
            Err(Stop::Memory)
        } else if steps > self.steps {
            Err(Stop::Steps(place))
        } else {
            Ok(())
        }
    }
}

/// A number of solutions, and how many options were tried on states for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub solutions: BigUint,
    pub steps: u64,
}

impl Ordered {
    /// The number of solutions.
    pub fn count(&self, limits: Limits<'_>) -> Result<Counted, Stop> {
        self.run(Counting(limits))
    }
}

struct Counting<'a>(Limits<'a>);

impl Job for Counting<'_> {
    type Output = Result<Counted, Stop>;

    fn run<K: Key>(self, front: &Front<K>) -> Result<Counted, Stop> {
        let mut run = Run {
            front,
            limits: self.0,
            steps: 0,
        };
        let mut waiting = States::<K, u128>::default();
        waiting.put(front.start(), K::default(), &1);
        run.count(0, waiting)
    }
}

/// States by the place that is to be covered next, and how often each was reached.
struct States<K, A> {
    waiting: Vec<HashMap<K, A, Folding>>,
    len: usize,
    /// Whether an amount is large.
    large: bool,
}

impl<K, A> Default for States<K, A> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            len: 0,
            large: false,
        }
    }
}

impl<K: Key, A: Amount> States<K, A> {
    #[inline]
    fn put(&mut self, place: usize, key: K, amount: &A) {
        if self.waiting.len() <= place {
            self.waiting.resize_with(place + 1, HashMap::default);
        }
        let before = self.waiting[place].len();
        let sum = self.waiting[place].entry(key);
        let sum = sum
            .and_modify(|sum| sum.add(amount))
            .or_insert_with(|| amount.clone());
        self.large |= sum.is_large();
        self.len += self.waiting[place].len() - before;
    }

    fn take(&mut self, place: usize) -> HashMap<K, A, Folding> {
        let states = self.waiting.get_mut(place).map(std::mem::take);
        let states = states.unwrap_or_default();
        self.len -= states.len();
        states
    }

    fn enlarge(self) -> States<K, A::Larger> {
        let waiting = self.waiting.into_iter().map(|states| {
            let states = states.into_iter();
            states
                .map(|(key, amount)| (key, amount.enlarge()))
                .collect()
        });
        States {
            waiting: waiting.collect(),
            len: self.len,
            large: false,
        }
    }

    /// About how many bytes the states take: tables are between 7/16 and 7/8 full.
    fn bytes(&self) -> usize {
        2 * self.len * (size_of::<(K, A)>() + 1)
    }
}

struct Run<'a, K> {
    front: &'a Front<K>,
    limits: Limits<'a>,
    steps: u64,
}

impl<K: Key> Run<'_, K> {
    /// Counts from a place on, where these states wait.
    fn count<A: Amount>(
        &mut self,
        start: usize,
        mut states: States<K, A>,
    ) -> Result<Counted, Stop> {
        let end = self.front.end();
        for place in start..end {
            if states.large {
                return self.count(place, states.enlarge());
            }
            let here = states.take(place);
            self.steps += here.len() as u64 * self.front.choices(place).len() as u64;
            let held = here.len() * 2 * (size_of::<(K, A)>() + 1);
            for (number, (key, amount)) in here.into_iter().enumerate() {
                if number % 1024 == 0 {
                    self.limits
                        .check(self.steps, place, held + states.bytes())?;
                }
                for &choice in self.front.choices(place) {
                    if let Some((next, key)) = self.front.after(place, key, choice) {
                        states.put(next, key, &amount);
                    }
                }
            }
        }
        let total = states.take(end).into_values().map(Amount::total);
        Ok(Counted {
            solutions: total.sum(),
            steps: self.steps,
        })
    }
}
