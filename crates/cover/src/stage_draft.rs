//! Stages of a frontier before the width of its states is known.

use super::bits::Bits;
use super::frontier::{CoveringCounter, Frontier, FrontierStage, ItemTurn};

/// Stage: the turn of an item or of one of its colours.
#[derive(Clone, Debug, Default)]
pub struct StageDraft {
    pub turn: ItemTurn,
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
    /// Options with counters, and options without.
    pub fn split(
        &self,
    ) -> (
        impl Iterator<Item = &OptionOpening>,
        impl Iterator<Item = &OptionOpening>,
    ) {
        let is_counted = |option: &&OptionOpening| !option.counters.is_empty();
        let plain = self
            .options
            .iter()
            .filter(move |option| !is_counted(option));
        (self.options.iter().filter(is_counted), plain)
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
            let (counted, plain) = stage.split();
            FrontierStage {
                turn: stage.turn,
                choices: plain.map(choice).collect(),
                counted_choices: counted
                    .map(|option| (choice(option), option.counters.clone()))
                    .collect(),
                is_optional: stage.is_optional,
                isomorphic_parts: stage.isomorphic_parts.clone(),
                cost: stage.cost(),
            }
        });
        Frontier::new(stages.collect())
    }

    /// Estimated cost of a count along the chain.
    pub fn cost(&self) -> f64 {
        self.stages.iter().map(StageDraft::cost).sum()
    }
}
