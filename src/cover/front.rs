//! The items in an order, and the states that partial solutions leave.
//!
//! A state is what is used of the items in reach: those that an option chosen before may have
//! covered, and whose turn has not come. Each has a bit, from where it comes into reach to its
//! turn, and then leaves it to others.
//!
//! ```text
//! order     … a b c d e f g …        state at a: which of b, c, d, … are used
//! used          . # # . #
//! option      ■ ■     ■              one that begins with a, and meets no used item
//! state at f            #            → at the first item that is free
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use super::key::{Key, Wide};
use super::problem::{Problem, Use};

/// How many items may be in reach at once.
pub const WIDEST: usize = 512;

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

/// What a state must say of an item when its turn comes.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// Nothing: no option that came before could cover it.
    Open,
    /// Whether this bit is used. If not, an option must be chosen here.
    Primary(usize),
    /// Nothing any more: this bit is free again.
    Secondary(usize),
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
        let mut behind = vec![Vec::new(); order.len()];
        for (item, last) in last.iter().enumerate() {
            match *last {
                Some(last) if openings.get(rank[item]).is_none_or(Vec::is_empty) => {
                    behind[last].push(item);
                }
                _ => {}
            }
        }
        let mut bits = Bits::new(colours);
        let mut places = Vec::new();
        for (at, &item) in order.iter().enumerate() {
            let is_first = last[item].is_none() || !openings[at].is_empty();
            if is_first {
                let turn = bits.release(item).next().map_or(Turn::Open, Turn::Primary);
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
                    reach: bits.in_reach(),
                });
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
                    reach: 0,
                }));
            }
        }
        (bits.width <= WIDEST).then_some(Self {
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
            cost: place.cost(),
        });
        Front {
            places: places.collect(),
        }
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

    fn in_reach(&self) -> usize {
        self.width - self.free.len()
    }

    /// The turn of an item has come: others may have its bits.
    fn release(&mut self, item: usize) -> impl Iterator<Item = usize> + use<> {
        let bits = self.held[item].take().unwrap_or_default();
        self.free.extend(&bits);
        bits.into_iter()
    }

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

/// What an option must not find used, and what it uses up.
pub type Choice<K> = (K, K);

/// The places, with their options as bits.
#[derive(Clone, Debug)]
pub struct Front<K> {
    places: Vec<Stage<K>>,
}

#[derive(Clone, Debug)]
struct Stage<K> {
    turn: Turn,
    choices: Vec<Choice<K>>,
    cost: f64,
}

impl<K: Key> Front<K> {
    /// The place behind the last, where all is covered.
    pub fn end(&self) -> usize {
        self.places.len()
    }

    /// The options that begin at a place.
    #[inline]
    pub fn choices(&self, place: usize) -> &[Choice<K>] {
        &self.places[place].choices
    }

    /// What it is likely to cost to go on from these places, in any unit.
    pub fn cost(&self, places: Range<usize>) -> f64 {
        self.places[places].iter().map(|place| place.cost).sum()
    }

    /// The first place, where nothing is used; `None` if there is no solution.
    pub fn start(&self) -> Option<usize> {
        let (place, _) = self.next(0, K::default())?;
        Some(place)
    }

    /// Where an option leads from a state at a place, if it may be chosen there.
    #[inline]
    pub fn after(&self, place: usize, key: K, (needs, uses): Choice<K>) -> Option<(usize, K)> {
        if key.meets(needs) {
            return None;
        }
        self.next(place + 1, key.or(uses))
    }

    /// The first place from `place` on where an option is to be chosen, and what is used of the
    /// items in reach there; `None` if there is no option to choose.
    #[inline]
    fn next(&self, mut place: usize, mut key: K) -> Option<(usize, K)> {
        while let Some(stage) = self.places.get(place) {
            match stage.turn {
                Turn::Primary(bit) if key.has(bit) => key = key.without(bit),
                Turn::Secondary(bit) => key = key.without(bit),
                Turn::Primary(_) | Turn::Open if stage.choices.is_empty() => return None,
                Turn::Primary(_) | Turn::Open => break,
            }
            place += 1;
        }
        Some((place, key))
    }
}
