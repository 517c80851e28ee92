//! Frontier states of partial solutions, and the options that lead from state to state; their stages
//! before the width of the states is known.
//!
//! A state is the set of used items among those in reach: items that an option chosen before may
//! have covered, and that come later in the order. Such an item has a bit from the stage where it
//! comes into reach to its own turn; then other items may have the bit.
//!
//! ```text
//! order     … a b c d e f g …        state at a: which of b, c, d, … are used
//! used          . # # . #
//! option      ■ ■     ■              one that begins with a, and meets no used item
//! state at f            #            → at the first item that is free
//! ```
//!
//! An item with a multiplicity has one bit for each allowed covering. If its options cannot exceed
//! the upper bound, bits for the required coverings suffice. These items come last. Options that
//! cover only these items are decided one after the other.

use std::ops::Range;

use crate::bits::Bits;

/// Condition that the turn of an item puts on a state.
#[derive(Clone, Copy, Debug, Default)]
pub enum ItemTurn {
    /// No condition: no earlier option could cover the item.
    #[default]
    Open,
    /// The item has this bit. If the bit is unset, an option must be chosen here.
    Primary(usize),
    /// No condition; the bit becomes free.
    Secondary(usize),
}

/// Bits that an option must find unused, and bits that it sets.
pub type StateChoice<const W: usize> = (Bits<W>, Bits<W>);

/// Bits that count the coverings of an item: each covering sets the next bit.
#[derive(Clone, Debug)]
pub struct CoveringCounter {
    pub bits: Vec<usize>,
    /// True if further coverings are allowed and do not change the state.
    pub saturates: bool,
}

impl CoveringCounter {
    /// Covers the item once more, if that is allowed.
    fn advance<const W: usize>(&self, key: Bits<W>) -> Option<Bits<W>> {
        match self.bits.iter().find(|&&bit| !key.has(bit)) {
            Some(&bit) => Some(key.with(bit)),
            None => self.saturates.then_some(key),
        }
    }
}

/// Stages of the frontier, with their options as bits.
#[derive(Clone, Debug, Default)]
pub struct Frontier<const W: usize> {
    stages: Vec<FrontierStage<W>>,
    /// Conditions on states at each stage, stored apart: every state passes many of them.
    gates: Vec<StageGate<W>>,
}

/// Turn of a stage, as bits.
#[derive(Clone, Copy, Debug)]
struct StageGate<const W: usize> {
    /// Bit that becomes free here; empty if none does.
    bit: Bits<W>,
    /// True if a state without the bit may pass.
    is_free: bool,
    /// True if an option begins here.
    is_open: bool,
}

/// Stage: the turn of an item, or of one of its colours.
#[derive(Clone, Debug)]
struct FrontierStage<const W: usize> {
    /// Options that begin here: those without counters, and those with some.
    choices: Vec<StateChoice<W>>,
    counted_choices: Vec<(StateChoice<W>, Vec<CoveringCounter>)>,
    /// True if a state may choose no option.
    is_optional: bool,
    /// Sets of isomorphic parts. Each part is given by its bits in reach, in one order.
    isomorphic_parts: Vec<Vec<Vec<usize>>>,
    /// Estimated cost to go on from here.
    cost: f64,
}

impl<const W: usize> Frontier<W> {
    /// Stage behind the last, where all items are covered.
    pub fn end(&self) -> usize {
        self.stages.len()
    }

    /// Largest number of branches of a state at a stage.
    pub fn branching(&self, place: usize) -> usize {
        let stage = &self.stages[place];
        stage.choices.len() + stage.counted_choices.len() + usize::from(stage.is_optional)
    }

    /// Options without counters that begin at a stage.
    #[inline]
    pub fn choices(&self, place: usize) -> &[StateChoice<W>] {
        &self.stages[place].choices
    }

    /// Successors of a state by all options that begin at its stage: option number, next stage,
    /// next state. The number behind the last option stands for no option, where that is allowed.
    pub fn successors(
        &self,
        place: usize,
        key: Bits<W>,
    ) -> impl Iterator<Item = (usize, usize, Bits<W>)> {
        let choices = self.choices(place).iter().enumerate();
        let choices = choices.filter_map(move |(at, &choice)| {
            let (next, key) = self.successor(place, key, choice)?;
            Some((at, next, key))
        });
        choices.chain(self.counted_successors(place, key))
    }

    /// [Successors](Self::successors) without those by the [`choices`](Self::choices).
    pub fn counted_successors(
        &self,
        place: usize,
        key: Bits<W>,
    ) -> impl Iterator<Item = (usize, usize, Bits<W>)> {
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

    /// Estimated cost to go on from these stages, in an arbitrary unit.
    pub fn cost(&self, places: Range<usize>) -> f64 {
        self.stages[places].iter().map(|place| place.cost).sum()
    }

    /// Next stage and state after an option; `None` if the option conflicts or an item cannot be
    /// covered any more.
    #[inline]
    pub fn successor(
        &self,
        place: usize,
        key: Bits<W>,
        (needs, uses): StateChoice<W>,
    ) -> Option<(usize, Bits<W>)> {
        if key.intersects(needs) {
            return None;
        }
        self.next_stage(place + 1, key.union(uses))
    }

    /// First stage from `place` on at which the state branches, or the end, with the state there;
    /// `None` if an item cannot be covered.
    #[inline]
    pub fn next_stage(&self, mut place: usize, mut key: Bits<W>) -> Option<(usize, Bits<W>)> {
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

    /// Canonical state among those that differ only in the order of isomorphic parts: the bit
    /// patterns of the parts are sorted. Both states have equally many completions.
    #[inline(always)]
    pub fn canonical_state(&self, place: usize, key: Bits<W>, patterns: &mut Vec<u128>) -> Bits<W> {
        match self.stages.get(place) {
            Some(stage) if !stage.isomorphic_parts.is_empty() => {
                stage.with_sorted_parts(key, patterns)
            }
            _ => key,
        }
    }
}

impl<const W: usize> FrontierStage<W> {
    /// The state with the bit patterns of isomorphic parts sorted. This is a function of its own to
    /// keep the loops over states tight.
    #[inline(never)]
    fn with_sorted_parts(&self, mut key: Bits<W>, patterns: &mut Vec<u128>) -> Bits<W> {
        for parts in &self.isomorphic_parts {
            patterns.clear();
            patterns.extend(parts.iter().map(|bits| {
                let words = bits.chunks(64).rev().map(|bits| {
                    let bits = bits.iter().rev();
                    bits.fold(0, |word, &bit| word << 1 | u64::from(key.has(bit)))
                });
                words.fold(0, |pattern, word| pattern << 64 | u128::from(word))
            }));
            if patterns.is_sorted() {
                continue;
            }
            patterns.sort_unstable();
            for (bits, pattern) in parts.iter().zip(&*patterns) {
                for (bits, word) in bits
                    .chunks(64)
                    .zip([*pattern as u64, (pattern >> 64) as u64])
                {
                    for (at, &bit) in bits.iter().enumerate() {
                        key.put(bit, word >> at & 1 != 0);
                    }
                }
            }
        }
        key
    }
}

/// Stage: the turn of an item or of one of its colours.
#[derive(Clone, Debug, Default)]
pub struct StageDraft {
    pub turn: ItemTurn,
    /// Options that begin here: those without counters, and then those with some.
    pub options: Vec<OptionOpening>,
    /// True if a state may choose no option.
    pub is_optional: bool,
    /// Sets of isomorphic parts, as their bits in reach.
    pub isomorphic_parts: Vec<Vec<Vec<usize>>>,
    /// Number of bits in reach after the stage.
    pub reach: usize,
}

/// Option at the first of its items.
#[derive(Clone, Debug)]
pub struct OptionOpening {
    pub number: u32,
    /// Bits that must be unused, and bits that it sets.
    pub needs: Vec<usize>,
    pub uses: Vec<usize>,
    /// Counters of its items with a multiplicity.
    pub counters: Vec<CoveringCounter>,
}

impl StageDraft {
    /// Turn of the stage, as bits.
    fn gate<const W: usize>(&self) -> StageGate<W> {
        let (bit, is_free) = match self.turn {
            ItemTurn::Open => (None, false),
            ItemTurn::Primary(bit) => (Some(bit), false),
            ItemTurn::Secondary(bit) => (Some(bit), true),
        };
        StageGate {
            bit: bit.map_or(Bits::default(), |bit| Bits::default().with(bit)),
            is_free,
            is_open: !self.options.is_empty(),
        }
    }

    /// Estimated cost.
    pub fn cost(&self) -> f64 {
        stage_cost(self.options.len(), self.reach)
    }
}

/// Estimated cost of a stage: options times states, as if half of the bits in reach were free. That
/// is roughly so in squares, tilings and designs.
pub fn stage_cost(options: usize, reach: usize) -> f64 {
    options as f64 * (reach as f64 / 2.0).exp2()
}

/// Key with these bits.
pub fn key_of<const W: usize>(bits: &[usize]) -> Bits<W> {
    bits.iter().fold(Bits::default(), |key, &bit| key.with(bit))
}

/// Chains of stages whose states solve a problem. A line is one chain.
#[derive(Clone, Debug)]
pub struct StateChains {
    /// Chains, each behind those that it joins.
    pub chains: Vec<ChainDraft>,
    /// Number of bits of a state.
    pub width: usize,
    /// Estimated cost of a count. Lines and trees are compared by it.
    pub cost: f64,
}

/// Chain of a tree of states: a line of stages behind the joined ends of other chains.
#[derive(Clone, Debug, Default)]
pub struct ChainDraft {
    /// Number of chains that it joins: none, or at least two.
    pub joined: usize,
    pub stages: Vec<StageDraft>,
    /// Bits in reach behind the last stage.
    pub reach: Vec<usize>,
}

impl ChainDraft {
    pub fn frontier<const W: usize>(&self) -> Frontier<W> {
        let choice = |option: &OptionOpening| (key_of(&option.needs), key_of(&option.uses));
        let stages = self.stages.iter().map(|stage| {
            let is_plain = |option: &OptionOpening| option.counters.is_empty();
            let (plain, counted) =
                (stage.options).split_at(stage.options.partition_point(is_plain));
            FrontierStage {
                choices: plain.iter().map(choice).collect(),
                counted_choices: counted
                    .iter()
                    .map(|option| (choice(option), option.counters.clone()))
                    .collect(),
                is_optional: stage.is_optional,
                isomorphic_parts: stage.isomorphic_parts.clone(),
                cost: stage.cost(),
            }
        });
        Frontier {
            stages: stages.collect(),
            gates: self.stages.iter().map(StageDraft::gate).collect(),
        }
    }

    /// Estimated cost of a count along the chain.
    pub fn cost(&self) -> f64 {
        self.stages.iter().map(StageDraft::cost).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_are_sorted_by_their_bits(
            (parts, length) in (0_usize..4, 1_usize..=128),
            order in Just((0..512).collect::<Vec<usize>>()).prop_shuffle(),
            used in prop::collection::btree_set(0_usize..512, 0..512),
        ) {
            let all: Vec<Vec<usize>> = { order.chunks(length) }
                .take(parts)
                .filter(|part| part.len() == length)
                .map(<[usize]>::to_vec)
                .collect();
            // The bits of a part from its last to its first are a number.
            let mut numbers: Vec<Vec<bool>> = { all.iter() }
                .map(|part| part.iter().rev().map(|bit| used.contains(bit)).collect())
                .collect();
            numbers.sort();
            let mut expected: BTreeSet<usize> = used.clone();
            for (part, number) in all.iter().zip(&numbers) {
                for (bit, &is_used) in part.iter().rev().zip(number) {
                    if is_used {
                        expected.insert(*bit);
                    } else {
                        expected.remove(bit);
                    }
                }
            }
            let stage = FrontierStage::<8> {
                choices: Vec::new(),
                counted_choices: Vec::new(),
                is_optional: false,
                isomorphic_parts: vec![all],
                cost: 0.0,
            };
            let with = |set: &BTreeSet<usize>| set.iter().fold(Bits::default(), |key, &bit| key.with(bit));
            let sorted = stage.with_sorted_parts(with(&used), &mut Vec::new());
            prop_assert_eq!(sorted, with(&expected));
        }
    }
}
