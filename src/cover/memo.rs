//! Counting without visiting: what is the same from some point on is counted once.
//!
//! The items are covered in a fixed order. Whatever options were chosen before, the rest depends
//! only on which of the items next to come are used already, and by what colour. So all partial
//! solutions that use the same are one state with a number, and the states of an item give those
//! of later ones:
//!
//! ```text
//! order     … a b c d e f g …        state of a: which of b, c, d, … are used,
//! used          . # # . #            bit by bit from a on
//! option      ■ ■     ■              one that begins with a, and meets no used item
//! state of c      # # ■ #            → the state of the first item that is free, e: moved down
//! ```
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
use super::key::{Folding, Key, Wide};
use super::problem::Problem;

/// How long an item may have to wait for its turn, in items.
pub const WIDEST: usize = 512;

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

/// A number of solutions, and how many options were tried on states for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub solutions: BigUint,
    pub steps: u64,
}

/// A problem with its items in an order: the bits of an option are numbered from the first
/// item that it covers.
#[derive(Clone, Debug)]
pub struct Ordered {
    places: Vec<Place>,
    /// How many bits a state may have.
    width: usize,
}

/// A bit, in order.
#[derive(Clone, Debug, Default)]
struct Place {
    /// Whether it is one of a secondary item, which need not be covered.
    secondary: bool,
    /// The options of which it is the first primary item: what they must not find used, and what
    /// they use up, counted from here.
    options: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Ordered {
    /// The primary items of a problem in this order; `None` if a state would be too wide, or if
    /// items are repeated.
    pub fn new(problem: &Problem, order: &[usize]) -> Option<Self> {
        if problem.repeats() {
            return None;
        }
        let mut rank = vec![usize::MAX; problem.items.len()];
        for (at, &item) in order.iter().enumerate() {
            rank[item] = at;
        }
        let choosable = problem.choosable();
        let first = |option: u32| {
            let uses = problem.options[option as usize].iter();
            uses.map(|used| rank[used.item as usize])
                .min()
                .unwrap_or(usize::MAX)
        };
        // The bits of a secondary item stand behind the last item that begins an option with it.
        let mut behind = vec![Vec::new(); order.len()];
        let mut colours = vec![Vec::new(); problem.items.len()];
        let mut last = vec![None; problem.items.len()];
        for &option in &choosable {
            for used in &problem.options[option as usize] {
                let item = used.item as usize;
                if item >= problem.primary {
                    last[item] = last[item].max(Some(first(option)));
                    if !colours[item].contains(&used.colour) {
                        colours[item].push(used.colour);
                    }
                }
            }
        }
        for item in problem.primary..problem.items.len() {
            colours[item].sort_unstable();
            if let Some(last) = last[item] {
                behind[last].push(item);
            }
        }
        let (mut starts, mut places) = (vec![0; problem.items.len()], Vec::new());
        for (&item, behind) in order.iter().zip(&behind) {
            starts[item] = places.len();
            places.push(Place::default());
            for &item in behind {
                starts[item] = places.len();
                // One bit for each colour: that another was used.
                let bits = colours[item].len();
                places.extend(std::iter::repeat_n(
                    Place {
                        secondary: true,
                        ..Place::default()
                    },
                    bits,
                ));
            }
        }
        let (mut reach, mut width) = (0, 1);
        let mut sorted = choosable;
        sorted.sort_by_key(|&option| first(option));
        for option in sorted {
            let start = starts[order[first(option)]];
            let (mut needs, mut uses) = (Vec::new(), Vec::new());
            for used in &problem.options[option as usize] {
                let item = used.item as usize;
                let bit = starts[item] - start;
                if item < problem.primary {
                    needs.push(bit);
                    uses.push(bit);
                    continue;
                }
                // With a colour it leaves the item to others of this colour, else to none.
                for (at, &colour) in colours[item].iter().enumerate() {
                    if colour == used.colour {
                        needs.push(bit + at);
                    }
                    if colour == 0 || colour != used.colour {
                        uses.push(bit + at);
                    }
                }
            }
            reach = uses
                .iter()
                .chain(&needs)
                .fold(reach, |reach, bit| reach.max(start + bit));
            width = width.max(reach - start + 1);
            places[start].options.push((needs, uses));
        }
        (width <= WIDEST).then_some(Self { places, width })
    }

    /// The number of solutions.
    pub fn count(&self, limits: Limits<'_>) -> Result<Counted, Stop> {
        match self.width {
            0..=64 => self.run::<u64>(limits),
            65..=128 => self.run::<u128>(limits),
            129..=256 => self.run::<Wide<4>>(limits),
            _ => self.run::<Wide<8>>(limits),
        }
    }

    fn run<K: Key>(&self, limits: Limits<'_>) -> Result<Counted, Stop> {
        let mut run = Run::<K> {
            places: self.places.iter().map(Place::keys).collect(),
            limits,
            steps: 0,
        };
        let mut waiting = States::<K, u128>::default();
        waiting.put(run.next(0, K::default()), K::default(), &1);
        run.count(0, waiting)
    }
}

impl Place {
    fn keys<K: Key>(&self) -> (bool, Vec<(K, K)>) {
        let key = |bits: &Vec<usize>| bits.iter().fold(K::default(), |key, &bit| key.with(bit));
        let options = self.options.iter();
        let options = options.map(|(needs, uses)| (key(needs), key(uses)));
        (self.secondary, options.collect())
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
    places: Vec<(bool, Vec<(K, K)>)>,
    limits: Limits<'a>,
    steps: u64,
}

impl<K: Key> Run<'_, K> {
    /// The first place from `place` on that is to be covered, where `key` says what is used.
    #[inline]
    fn next(&self, mut place: usize, mut key: K) -> usize {
        loop {
            let used = key.first_zero();
            (place, key) = (place + used, key.down(used));
            match self.places.get(place) {
                Some((true, _)) => (place, key) = (place + 1, key.down(1)),
                // The bits behind the key are all zeros.
                _ if used < K::BITS => return place.min(self.places.len()),
                _ => {}
            }
        }
    }

    /// Counts from a place on, where these states wait.
    fn count<A: Amount>(
        &mut self,
        start: usize,
        mut states: States<K, A>,
    ) -> Result<Counted, Stop> {
        let end = self.places.len();
        for place in start..end {
            if states.large {
                return self.count(place, states.enlarge());
            }
            let here = states.take(place);
            self.steps += here.len() as u64 * self.places[place].1.len() as u64;
            let held = here.len() * 2 * (size_of::<(K, A)>() + 1);
            for (number, (key, amount)) in here.into_iter().enumerate() {
                if number % 1024 == 0 {
                    self.check(place, held + states.bytes())?;
                }
                for &(needs, uses) in &self.places[place].1 {
                    if !key.meets(needs) {
                        let used = key.or(uses);
                        let next = self.next(place, used);
                        states.put(next, used.down(next - place), &amount);
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

    fn check(&self, place: usize, bytes: usize) -> Result<(), Stop> {
        if self.limits.cancel.load(Ordering::Relaxed) {
            Err(Stop::Cancelled)
        } else if bytes > self.limits.memory {
            Err(Stop::Memory)
        } else if self.steps > self.limits.steps {
            Err(Stop::Steps(place))
        } else {
            Ok(())
        }
    }
}
