//! The states that partial solutions leave, and how options lead from one to another.
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

use std::ops::Range;

use super::key::Key;

/// What a state must say of an item when its turn comes.
#[derive(Clone, Copy, Debug)]
pub enum Turn {
    /// Nothing: no option that came before could cover it.
    Open,
    /// Whether this bit is used. If not, an option must be chosen here.
    Primary(usize),
    /// Nothing any more: this bit is free again.
    Secondary(usize),
}

/// What an option must not find used, and what it uses up.
pub type Choice<K> = (K, K);

/// The places, with their options as bits.
#[derive(Clone, Debug)]
pub struct Front<K>(Vec<Stage<K>>);

/// A place: the turn of an item, or that of a colour of it.
#[derive(Clone, Debug)]
pub struct Stage<K> {
    pub turn: Turn,
    /// The options that begin here.
    pub choices: Vec<Choice<K>>,
    /// Parts of the problem that are alike, each as its bits in reach, in the same order.
    pub alike: Vec<Vec<Vec<usize>>>,
    /// What it is likely to cost to go on from here.
    pub cost: f64,
}

impl<K: Key> Front<K> {
    pub fn new(places: Vec<Stage<K>>) -> Self {
        Self(places)
    }

    /// The place behind the last, where all is covered.
    pub fn end(&self) -> usize {
        self.0.len()
    }

    /// The options that begin at a place.
    #[inline]
    pub fn choices(&self, place: usize) -> &[Choice<K>] {
        &self.0[place].choices
    }

    /// What it is likely to cost to go on from these places, in any unit.
    pub fn cost(&self, places: Range<usize>) -> f64 {
        self.0[places].iter().map(|place| place.cost).sum()
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
        while let Some(stage) = self.0.get(place) {
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

    /// Of all states that differ from this one only in the names of parts that are alike, the
    /// one in which their bits are sorted: it can be completed in as many ways.
    #[inline]
    pub fn sorted(&self, place: usize, mut key: K, patterns: &mut Vec<u128>) -> K {
        let Some(stage) = self.0.get(place) else {
            return key;
        };
        for parts in &stage.alike {
            patterns.clear();
            patterns.extend(parts.iter().map(|bits| {
                let bits = bits.iter().rev();
                bits.fold(0, |pattern, &bit| pattern << 1 | u128::from(key.has(bit)))
            }));
            if patterns.is_sorted() {
                continue;
            }
            patterns.sort_unstable();
            for (bits, pattern) in parts.iter().zip(&*patterns) {
                for (at, &bit) in bits.iter().enumerate() {
                    let is_used = pattern >> at & 1 != 0;
                    key = if is_used {
                        key.with(bit)
                    } else {
                        key.without(bit)
                    };
                }
            }
        }
        key
    }
}
