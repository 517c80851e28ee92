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
//!
//! An item with a multiplicity has as many bits as the times it may be covered, or as it must be if
//! that suffices. Such items come last: options that cover nothing else are chosen or left, one after
//! the other.

use std::ops::Range;

use super::key::StateKey;

/// What a state must say of an item when its turn comes.
#[derive(Clone, Copy, Debug, Default)]
pub enum ItemTurn {
    /// Nothing: no option that came before could cover it.
    #[default]
    Open,
    /// Whether this bit is used. If not, an option must be chosen here.
    Primary(usize),
    /// Nothing any more: this bit is free again.
    Secondary(usize),
}

/// What an option must not find used, and what it uses up.
pub type StateChoice<K> = (K, K);

/// The bits of an item that count its coverings: each covering sets the next bit.
#[derive(Clone, Debug)]
pub struct CoveringCounter {
    pub bits: Vec<usize>,
    /// True if further coverings are allowed and change nothing.
    pub saturates: bool,
}

impl CoveringCounter {
    /// Covers the item once more, if it may be.
    fn advance<K: StateKey>(&self, key: K) -> Option<K> {
        match self.bits.iter().find(|&&bit| !key.has(bit)) {
            Some(&bit) => Some(key.with(bit)),
            None => self.saturates.then_some(key),
        }
    }
}

/// The places, with their options as bits.
#[derive(Clone, Debug)]
pub struct Frontier<K> {
    stages: Vec<FrontierStage<K>>,
    /// The condition on states at each place, side by side: every state passes many.
    gates: Vec<StageGate<K>>,
}

/// The turn of a place, as bits.
#[derive(Clone, Copy, Debug)]
struct StageGate<K> {
    /// The bit that is free from here on, or none.
    bit: K,
    /// True if a state without it may go on at once.
    is_free: bool,
    /// True if a state may go on by an option that begins here.
    is_open: bool,
}

impl<K: StateKey> StageGate<K> {
    fn new(stage: &FrontierStage<K>) -> Self {
        let (bit, is_free) = match stage.turn {
            ItemTurn::Open => (None, false),
            ItemTurn::Primary(bit) => (Some(bit), false),
            ItemTurn::Secondary(bit) => (Some(bit), true),
        };
        Self {
            bit: bit.map_or(K::default(), |bit| K::default().with(bit)),
            is_free,
            is_open: !stage.is_empty(),
        }
    }
}

/// A place: the turn of an item, or that of a colour of it.
#[derive(Clone, Debug)]
pub struct FrontierStage<K> {
    pub turn: ItemTurn,
    /// The options that begin here: those of items that are covered once, and the others.
    pub choices: Vec<StateChoice<K>>,
    pub counted_choices: Vec<(StateChoice<K>, Vec<CoveringCounter>)>,
    /// True if no option need be chosen.
    pub is_optional: bool,
    /// Parts of the problem that are alike, each as its bits in reach, in the same order.
    pub isomorphic_parts: Vec<Vec<Vec<usize>>>,
    /// What it is likely to cost to go on from here.
    pub cost: f64,
}

impl<K> FrontierStage<K> {
    fn is_empty(&self) -> bool {
        self.choices.is_empty() && self.counted_choices.is_empty()
    }
}

impl<K: StateKey> Frontier<K> {
    pub fn new(stages: Vec<FrontierStage<K>>) -> Self {
        Self {
            gates: stages.iter().map(StageGate::new).collect(),
            stages,
        }
    }

    /// The place behind the last, where all is covered.
    pub fn end(&self) -> usize {
        self.stages.len()
    }

    /// The greatest number of ways to go on from a state at a place.
    pub fn branching(&self, place: usize) -> usize {
        let stage = &self.stages[place];
        stage.choices.len() + stage.counted_choices.len() + usize::from(stage.is_optional)
    }

    /// The options of items that are covered once that begin at a place.
    #[inline]
    pub fn choices(&self, place: usize) -> &[StateChoice<K>] {
        &self.stages[place].choices
    }

    /// Where all options that begin at a place lead from a state there: by their numbers among
    /// these, and behind the last that none is chosen, if that may be.
    pub fn successors(&self, place: usize, key: K) -> impl Iterator<Item = (usize, usize, K)> {
        let choices = self.choices(place).iter().enumerate();
        let choices = choices.filter_map(move |(at, &choice)| {
            let (next, key) = self.successor(place, key, choice)?;
            Some((at, next, key))
        });
        choices.chain(self.counted_successors(place, key))
    }

    /// The states of [`after`](Self::after), without the [`choices`](Self::choices).
    pub fn counted_successors(
        &self,
        place: usize,
        key: K,
    ) -> impl Iterator<Item = (usize, usize, K)> {
        let stage = &self.stages[place];
        let counted = (stage.choices.len()..).zip(&stage.counted_choices);
        let counted = counted.filter_map(move |(at, (choice, counters))| {
            let mut counters = counters.iter();
            let key = counters.try_fold(key, |key, counter| counter.advance(key))?;
            let (next, key) = self.successor(place, key, *choice)?;
            Some((at, next, key))
        });
        let left = stage.is_optional.then(|| self.next_stage(place + 1, key));
        let left = left.flatten().into_iter();
        counted.chain(left.map(move |(next, key)| (stage.counted_choices.len(), next, key)))
    }

    /// What it is likely to cost to go on from these places, in any unit.
    pub fn cost(&self, places: Range<usize>) -> f64 {
        self.stages[places].iter().map(|place| place.cost).sum()
    }

    /// The first place, where nothing is used; `None` if there is no solution.
    pub fn first_stage(&self) -> Option<usize> {
        let (place, _) = self.next_stage(0, K::default())?;
        Some(place)
    }

    /// Where an option leads from a state at a place, if it may be chosen there.
    #[inline]
    pub fn successor(
        &self,
        place: usize,
        key: K,
        (needs, uses): StateChoice<K>,
    ) -> Option<(usize, K)> {
        if key.intersects(needs) {
            return None;
        }
        self.next_stage(place + 1, key.union(uses))
    }

    /// The first place from `place` on where an option is to be chosen, and what is used of the
    /// items in reach there; `None` if there is no option to choose.
    #[inline]
    fn next_stage(&self, mut place: usize, mut key: K) -> Option<(usize, K)> {
        while let Some(gate) = self.gates.get(place) {
            if !key.intersects(gate.bit) && !gate.is_free {
                if gate.is_open {
                    break;
                }
                return None;
            }
            key = key.difference(gate.bit);
            place += 1;
        }
        Some((place, key))
    }

    /// Of all states that differ from this one only in the names of parts that are alike, the
    /// one in which their bits are sorted: it can be completed in as many ways.
    #[inline]
    pub fn canonical_state(&self, place: usize, mut key: K, patterns: &mut Vec<u128>) -> K {
        let Some(stage) = self.stages.get(place) else {
            return key;
        };
        for parts in &stage.isomorphic_parts {
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
