//! Orders of items for counts by states.

use std::collections::BTreeSet;

use super::exact_cover::ExactCover;
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
    };
    growth.waiting = (0..neighbours.len())
        .map(|item| growth.rank(item))
        .collect();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((.., item)) = growth.waiting.pop_first() {
        for &other in neighbours[item].iter().chain([&item]) {
            if growth.reached[other].is_none() {
                growth.change(other, |growth| growth.reached[other] = Some(order.len()));
                for &next in &neighbours[other] {
                    growth.change(next, |growth| growth.newcomers[next] -= 1);
                }
            }
        }
        order.push(item);
    }
    order
}

/// Primary items that share an option with each item.
fn neighbours(problem: &ExactCover) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); problem.primary];
    for option in &problem.options {
        let uses = option.iter().map(|used| used.item as usize);
        let uses: Vec<usize> = uses.filter(|&item| item < problem.primary).collect();
        // All items of this option would be in reach at once: too many for any order.
        if uses.len() > WIDEST {
            continue;
        }
        for &item in &uses {
            neighbours[item].extend(uses.iter().copied().filter(|&other| other != item));
        }
    }
    for others in &mut neighbours {
        others.sort_unstable();
        others.dedup();
    }
    neighbours
}

/// Growing frontier.
struct FrontierGrowth {
    /// Number of items that each would bring into reach.
    newcomers: Vec<usize>,
    /// Step at which each came into reach.
    reached: Vec<Option<usize>>,
    /// Ranks of the items that are not yet in the order.
    waiting: BTreeSet<GrowthRank>,
}

/// Rank of an item: first those in reach, then those with the fewest newcomers, then those that
/// came into reach first.
type GrowthRank = (bool, usize, Option<usize>, usize);

impl FrontierGrowth {
    fn rank(&self, item: usize) -> GrowthRank {
        let reached = self.reached[item];
        (reached.is_none(), self.newcomers[item], reached, item)
    }

    /// Changes an item and updates its rank.
    fn change(&mut self, item: usize, change: impl FnOnce(&mut Self)) {
        let waits = self.waiting.remove(&self.rank(item));
        change(self);
        if waits {
            self.waiting.insert(self.rank(item));
        }
    }
}
