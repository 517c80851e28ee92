//! Orders of items for counts by states.

use std::collections::BTreeSet;

use super::exact_cover::{ExactCover, ItemUse};
use super::state_key::WIDEST;

/// Order of the primary items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOrder {
    /// Order in which they were added.
    Given,
    /// Each next item is the one that brings the fewest new items into reach.
    Near,
}

impl ItemOrder {
    /// All orders, in the order of trials.
    pub const ALL: [Self; 2] = [Self::Given, Self::Near];

    /// Name in ledgers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Near => "near",
        }
    }

    /// Items in this order.
    pub fn items(self, problem: &ExactCover) -> Vec<usize> {
        match self {
            Self::Given => (0..problem.primary).collect(),
            Self::Near => near(problem),
        }
    }
}

/// Grows a frontier of items that share options with those before.
fn near(problem: &ExactCover) -> Vec<usize> {
    let neighbours = neighbours(problem);
    let mut growth = FrontierGrowth {
        newcomers: neighbours.iter().map(Vec::len).collect(),
        reached: vec![None; neighbours.len()],
        waiting: BTreeSet::new(),
        is_waiting: vec![false; neighbours.len()],
        changed: (0..neighbours.len()).collect(),
    };
    growth.put_changed();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((.., item)) = growth.waiting.pop_first() {
        growth.is_waiting[item] = false;
        for &other in neighbours[item].iter().chain([&item]) {
            if growth.reached[other].is_none() {
                growth.take(other);
                growth.reached[other] = Some(order.len());
                for &next in &neighbours[other] {
                    growth.take(next);
                    growth.newcomers[next] -= 1;
                }
            }
        }
        growth.put_changed();
        order.push(item);
    }
    order
}

/// Primary items that share an option with each item.
fn neighbours(problem: &ExactCover) -> Vec<Vec<usize>> {
    let primary = |option: &[ItemUse]| {
        let uses = option.iter().map(|used| used.item as usize);
        uses.filter(|&item| item < problem.primary)
            .collect::<Vec<usize>>()
    };
    let mut options: Vec<Vec<usize>> = problem.options.iter().map(|uses| primary(uses)).collect();
    // All items of a long option would be in reach at once: too many for any order.
    options.retain(|items| items.len() <= WIDEST);
    let mut options_of = vec![Vec::new(); problem.primary];
    for (number, items) in options.iter().enumerate() {
        for &item in items {
            options_of[item].push(number);
        }
    }
    // Last item that found each item among its neighbours.
    let mut known = vec![usize::MAX; problem.primary];
    let mut neighbours = vec![Vec::new(); problem.primary];
    for (item, own) in options_of.iter().enumerate() {
        known[item] = item;
        for &other in own.iter().flat_map(|&number: &usize| &options[number]) {
            if known[other] != item {
                known[other] = item;
                neighbours[item].push(other);
            }
        }
    }
    neighbours
}

/// Growing frontier.
struct FrontierGrowth {
    /// Number of items that each would bring into reach.
    newcomers: Vec<usize>,
    /// Step at which each came into reach.
    reached: Vec<Option<usize>>,
    /// Ranks of the items that are not yet in the order, except those that change now.
    waiting: BTreeSet<GrowthRank>,
    is_waiting: Vec<bool>,
    changed: Vec<usize>,
}

/// Rank of an item: first those in reach, then those with the fewest newcomers, then those that
/// came into reach first.
type GrowthRank = (bool, usize, Option<usize>, usize);

impl FrontierGrowth {
    fn rank(&self, item: usize) -> GrowthRank {
        let reached = self.reached[item];
        (reached.is_none(), self.newcomers[item], reached, item)
    }

    /// Takes out an item whose rank changes.
    fn take(&mut self, item: usize) {
        if std::mem::replace(&mut self.is_waiting[item], false) {
            self.waiting.remove(&self.rank(item));
            self.changed.push(item);
        }
    }

    /// Puts the changed items back.
    fn put_changed(&mut self) {
        while let Some(item) = self.changed.pop() {
            self.is_waiting[item] = true;
            self.waiting.insert(self.rank(item));
        }
    }
}
