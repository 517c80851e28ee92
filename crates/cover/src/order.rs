//! In which order to cover items when states are remembered.

use std::collections::BTreeSet;

use super::ordered::WIDEST;
use super::problem::ExactCover;

/// An order of the primary items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOrder {
    /// As they were given.
    Given,
    /// Each next to those before: the item that brings the fewest new ones into reach.
    Near,
}

impl ItemOrder {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 2] = [Self::Given, Self::Near];

    /// Its name in ledgers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Near => "near",
        }
    }

    /// The items in this order.
    pub fn items(self, problem: &ExactCover) -> Vec<usize> {
        match self {
            Self::Given => (0..problem.primary).collect(),
            Self::Near => near(problem),
        }
    }
}

/// Grows a front of items that share options with those before.
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

/// The primary items with which each shares an option.
fn neighbours(problem: &ExactCover) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); problem.primary];
    for option in &problem.options {
        let uses = option.iter().map(|used| used.item as usize);
        let uses: Vec<usize> = uses.filter(|&item| item < problem.primary).collect();
        // Beyond this, all in reach at once, no order is narrow.
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

/// A front that grows.
struct FrontierGrowth {
    /// How many items would come into reach with each.
    newcomers: Vec<usize>,
    /// When each came into reach.
    reached: Vec<Option<usize>>,
    /// Items whose turn has not come, by their rank.
    waiting: BTreeSet<GrowthRank>,
}

/// Items in reach come first; of these, those that bring the fewest others, and have waited long.
type GrowthRank = (bool, usize, Option<usize>, usize);

impl FrontierGrowth {
    fn rank(&self, item: usize) -> GrowthRank {
        let reached = self.reached[item];
        (reached.is_none(), self.newcomers[item], reached, item)
    }

    /// Changes what is known of an item.
    fn change(&mut self, item: usize, change: impl FnOnce(&mut Self)) {
        let waits = self.waiting.remove(&self.rank(item));
        change(self);
        if waits {
            self.waiting.insert(self.rank(item));
        }
    }
}
