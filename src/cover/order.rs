//! In which order to cover items when states are remembered.

use super::problem::Problem;

/// An order of the primary items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they were given.
    Given,
    /// Each next to those before: the item that brings the fewest new ones into reach.
    Near,
}

impl Order {
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
    pub fn of(self, problem: &Problem) -> Vec<usize> {
        match self {
            Self::Given => (0..problem.primary).collect(),
            Self::Near => near(problem),
        }
    }
}

/// Grows a front of items that share options with those before.
fn near(problem: &Problem) -> Vec<usize> {
    let items = problem.primary;
    let mut neighbours = vec![Vec::new(); items];
    for option in &problem.options {
        let uses = option.iter().map(|used| used.item as usize);
        let uses: Vec<usize> = uses.filter(|&item| item < items).collect();
        for &item in &uses {
            neighbours[item].extend(uses.iter().copied().filter(|&other| other != item));
        }
    }
    for others in &mut neighbours {
        others.sort_unstable();
        others.dedup();
    }
    // When an item came into reach; the front is what has, and is not done.
    let mut reached: Vec<Option<usize>> = vec![None; items];
    let mut done = vec![false; items];
    let mut order = Vec::with_capacity(items);
    while order.len() < items {
        let in_front = |item: &usize| !done[*item] && reached[*item].is_some();
        let new = |item: usize| {
            neighbours[item]
                .iter()
                .filter(|&&other| reached[other].is_none())
                .count()
        };
        let front = (0..items).filter(in_front);
        let best = front.min_by_key(|&item| (new(item), reached[item], item));
        let rest = || {
            (0..items)
                .filter(|&item| !done[item])
                .min_by_key(|&item| (new(item), item))
        };
        let Some(item) = best.or_else(rest) else {
            break;
        };
        done[item] = true;
        for &other in neighbours[item].iter().chain([&item]) {
            reached[other].get_or_insert(order.len());
        }
        order.push(item);
    }
    order
}
