//! A problem with its items in an order, and the bits of the states that this gives.

use std::collections::BTreeSet;

use super::alike::{Part, alike};
use super::front::{Front, Stage, Turn};
use super::key::{Key, Wide};
use super::problem::{Problem, Use};

/// How many items may be in reach at once.
pub const WIDEST: usize = 512;
/// More bits of a part than this are not sorted.
const PATTERN: usize = u128::BITS as usize;

/// A problem with its items in an order.
#[derive(Clone, Debug)]
pub struct Ordered {
    places: Vec<Place>,
    /// How many bits a state has.
    width: usize,
}

/// Where the turn of an item comes, or that of a colour of it.
#[derive(Clone, Debug)]
struct Place {
    turn: Turn,
    options: Vec<Opening>,
    /// Parts that are alike, as their bits in reach.
    alike: Vec<Vec<Vec<usize>>>,
    /// How many bits are in reach behind it.
    reach: usize,
}

/// An option at the first of its items.
#[derive(Clone, Debug)]
struct Opening {
    number: u32,
    /// The bits that must not be used, and those that it uses up.
    needs: Vec<usize>,
    uses: Vec<usize>,
}

impl Ordered {
    /// The primary items of a problem in this order; `None` if a state would be too wide, or if
    /// items are repeated.
    ///
    /// Items that are the first of no option, such as secondary ones, have their turn right
    /// behind the last option that covers them.
    pub fn new(problem: &Problem, order: &[usize]) -> Option<Self> {
        if problem.repeats() {
            return None;
        }
        let mut rank = vec![usize::MAX; problem.items.len()];
        for (at, &item) in order.iter().enumerate() {
            rank[item] = at;
        }
        let first = |uses: &[Use]| {
            let ranks = uses.iter().map(|used| rank[used.item as usize]);
            ranks.min().unwrap_or(usize::MAX)
        };
        let mut openings = vec![Vec::new(); order.len()];
        let mut last = vec![None; problem.items.len()];
        let mut colours = vec![BTreeSet::new(); problem.items.len()];
        for number in problem.choosable() {
            let uses = &problem.options[number as usize];
            let first = first(uses);
            openings[first].push(number);
            for used in uses {
                let item = used.item as usize;
                last[item] = last[item].max(Some(first));
                colours[item].insert(used.colour);
            }
        }
        let mut is_fixed = vec![false; problem.items.len()];
        for (&item, openings) in order.iter().zip(&openings) {
            is_fixed[item] = !openings.is_empty();
        }
        let mut behind = vec![Vec::new(); order.len()];
        for (item, last) in last.iter().enumerate() {
            if let Some(last) = *last
                && !is_fixed[item]
            {
                behind[last].push(item);
            }
        }
        // Only items that begin no option may change their names.
        let numbers = openings.iter().flatten();
        let options = numbers.map(|&number| &problem.options[number as usize][..]);
        let options: Vec<&[Use]> = options.collect();
        let sets = alike(&options, &is_fixed, |item| item < problem.primary);
        let mut bits = Bits::new(colours);
        let mut places = Vec::new();
        for (at, &item) in order.iter().enumerate() {
            if is_fixed[item] || last[item].is_none() {
                let turn = bits.release(item).next().map_or(Turn::Open, Turn::Primary);
                let alike = bits.alike(&sets);
                let options = openings[at].iter().map(|&number| {
                    let uses = &problem.options[number as usize];
                    bits.opening(
                        number,
                        uses.iter().filter(|used| used.item as usize != item),
                    )
                });
                let options = options.collect();
                places.push(Place {
                    turn,
                    options,
                    alike,
                    reach: bits.in_reach(),
                });
            }
            if bits.width > WIDEST {
                return None;
            }
            for &item in &behind[at] {
                let is_primary = item < problem.primary;
                let turn = if is_primary {
                    Turn::Primary
                } else {
                    Turn::Secondary
                };
                places.extend(bits.release(item).map(|bit| Place {
                    turn: turn(bit),
                    options: Vec::new(),
                    alike: Vec::new(),
                    reach: 0,
                }));
            }
        }
        Some(Self {
            places,
            width: bits.width,
        })
    }

    /// The numbers of the options that begin at each place, from 0 on.
    pub fn numbers(&self) -> Vec<Vec<u32>> {
        let places = self.places.iter();
        let numbers = places.map(|place| place.options.iter().map(|option| option.number));
        numbers.map(Iterator::collect).collect()
    }

    /// Does a job with states that are wide enough.
    pub fn run<J: Job>(&self, job: J) -> J::Output {
        match self.width {
            0..=64 => job.run(self.front::<u64>()),
            65..=128 => job.run(self.front::<Wide<2>>()),
            129..=256 => job.run(self.front::<Wide<4>>()),
            _ => job.run(self.front::<Wide<8>>()),
        }
    }

    fn front<K: Key>(&self) -> Front<K> {
        let key = |bits: &Vec<usize>| bits.iter().fold(K::default(), |key, &bit| key.with(bit));
        let choice = |option: &Opening| (key(&option.needs), key(&option.uses));
        let places = self.places.iter().map(|place| Stage {
            turn: place.turn,
            choices: place.options.iter().map(choice).collect(),
            alike: place.alike.clone(),
            cost: place.cost(),
        });
        Front::new(places.collect())
    }

    /// What counting in this order is likely to cost, to be compared with other orders.
    pub fn cost(&self) -> f64 {
        self.places.iter().map(Place::cost).sum()
    }
}

impl Place {
    /// The options, for as many states as if every other bit in reach were free to choose: so it
    /// is, more or less, in squares, tilings and designs.
    fn cost(&self) -> f64 {
        self.options.len() as f64 * (self.reach as f64 / 2.0).exp2()
    }
}

/// Which bit stands for what.
struct Bits {
    /// The colours of each item, of which each has a bit: that another was used.
    colours: Vec<BTreeSet<u32>>,
    /// The first bits of items in reach have these numbers.
    held: Vec<Option<Vec<usize>>>,
    free: BTreeSet<usize>,
    width: usize,
}

impl Bits {
    fn new(colours: Vec<BTreeSet<u32>>) -> Self {
        Self {
            held: vec![None; colours.len()],
            colours,
            free: BTreeSet::new(),
            width: 0,
        }
    }

    /// The bits of an item, which comes into reach.
    fn hold(&mut self, item: usize) -> &[usize] {
        let Self { free, width, .. } = self;
        let colours = self.colours[item].len();
        self.held[item].get_or_insert_with(|| {
            let bits = (0..colours).map(|_| {
                free.pop_first().unwrap_or_else(|| {
                    *width += 1;
                    *width - 1
                })
            });
            bits.collect()
        })
    }

    /// Parts that are alike, as their bits in reach.
    fn alike(&self, sets: &[Vec<Part>]) -> Vec<Vec<Vec<usize>>> {
        let bits = |part: &Part| {
            let held = part.iter().filter_map(|&item| self.held[item].as_ref());
            held.flatten().copied().collect::<Vec<usize>>()
        };
        let sets = sets.iter().map(|parts| parts.iter().map(bits).collect());
        let sets = sets.filter(|parts: &Vec<Vec<usize>>| {
            let first = parts[0].len();
            (1..=PATTERN).contains(&first) && parts.iter().all(|part| part.len() == first)
        });
        sets.collect()
    }

    fn in_reach(&self) -> usize {
        self.width - self.free.len()
    }

    /// The turn of an item has come: others may have its bits.
    fn release(&mut self, item: usize) -> impl Iterator<Item = usize> + use<> {
        let bits = self.held[item].take().unwrap_or_default();
        self.free.extend(&bits);
        bits.into_iter()
    }

    /// An option, whose items come into reach.
    fn opening<'a>(&mut self, number: u32, uses: impl Iterator<Item = &'a Use>) -> Opening {
        let (mut needs, mut used_up) = (Vec::new(), Vec::new());
        for used in uses {
            let item = used.item as usize;
            let colours = self.colours[item].clone();
            // With a colour it leaves the item to others of this colour, else to none.
            for (&bit, &colour) in self.hold(item).iter().zip(&colours) {
                if colour == used.colour {
                    needs.push(bit);
                }
                if colour == 0 || colour != used.colour {
                    used_up.push(bit);
                }
            }
        }
        Opening {
            number,
            needs,
            uses: used_up,
        }
    }
}

/// Something to do with states of some width.
pub trait Job {
    type Output;
    fn run<K: Key>(self, front: Front<K>) -> Self::Output;
}
