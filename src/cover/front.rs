//! The items in an order, and the states that partial solutions leave.
//!
//! A state is what is used of the items from some place on, in the order:
//!
//! ```text
//! order     … a b c d e f g …        state at a: which of b, c, d, … are used,
//! used          . # # . #            bit by bit from a on
//! option      ■ ■     ■              one that begins with a, and meets no used item
//! state at e      # # ■ #            → at the first item that is free, e: moved down
//! ```

use super::key::{Key, Wide};
use super::problem::Problem;

/// How long an item may have to wait for its turn, in items.
pub const WIDEST: usize = 512;

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
    /// The options of which it is the first primary item: their numbers, what they must not find
    /// used, and what they use up, counted from here.
    options: Vec<(u32, Vec<usize>, Vec<usize>)>,
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
            places[start].options.push((option, needs, uses));
        }
        (width <= WIDEST).then_some(Self { places, width })
    }

    /// The numbers of the options that begin at each place, from 0 on.
    pub fn numbers(&self) -> Vec<Vec<u32>> {
        let places = self.places.iter();
        let numbers = places.map(|place| place.options.iter().map(|option| option.0).collect());
        numbers.collect()
    }

    /// Does a job with states that are wide enough.
    pub fn run<J: Job>(&self, job: J) -> J::Output {
        match self.width {
            0..=64 => job.run(&self.front::<u64>()),
            65..=128 => job.run(&self.front::<u128>()),
            129..=256 => job.run(&self.front::<Wide<4>>()),
            _ => job.run(&self.front::<Wide<8>>()),
        }
    }

    fn front<K: Key>(&self) -> Front<K> {
        let places = self.places.iter().map(Place::keys);
        Front {
            places: places.collect(),
        }
    }
}

impl Place {
    fn keys<K: Key>(&self) -> (bool, Vec<Choice<K>>) {
        let key = |bits: &Vec<usize>| bits.iter().fold(K::default(), |key, &bit| key.with(bit));
        let options = self.options.iter();
        let options = options.map(|(_, needs, uses)| (key(needs), key(uses)));
        (self.secondary, options.collect())
    }
}

/// Something to do with states of some width.
pub trait Job {
    type Output;
    fn run<K: Key>(self, front: &Front<K>) -> Self::Output;
}

/// What an option must not find used, and what it uses up.
pub type Choice<K> = (K, K);

/// The places, with their options as bits from there on.
#[derive(Clone, Debug)]
pub struct Front<K> {
    places: Vec<(bool, Vec<Choice<K>>)>,
}

impl<K: Key> Front<K> {
    /// The place behind the last, where all is covered.
    pub fn end(&self) -> usize {
        self.places.len()
    }

    /// The options that begin at a place.
    #[inline]
    pub fn choices(&self, place: usize) -> &[Choice<K>] {
        &self.places[place].1
    }

    /// The first place that is to be covered.
    pub fn start(&self) -> usize {
        self.next(0, K::default())
    }

    /// Where an option leads from a state at a place, if it may be chosen there.
    #[inline]
    pub fn after(&self, place: usize, key: K, (needs, uses): Choice<K>) -> Option<(usize, K)> {
        if key.meets(needs) {
            return None;
        }
        let used = key.or(uses);
        let next = self.next(place, used);
        Some((next, used.down(next - place)))
    }

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
}
