//! Random parts of subtrees that are too large to be timed.

use super::search_subtree::{SearchSubtree, deepen};
use countless_engine::SplitMix64;

/// Draws a part of a subtree with an estimated cost of at most `small` nodes, determined by `seed`.
/// Also returns its weight: the number of parts that it represents.
///
/// A subtree of a large board may take days. One of its children is drawn with a probability in
/// proportion to its estimated cost, then one child of this child, and so on.
///
/// ```
/// use countless_queens::search::{SearchBoard, descend, split};
///
/// for subtree in split(&SearchBoard::new(24), 2) {
///     let (part, weight) = descend(&subtree, 1_000_000, 1);
///     assert!(part.cost() <= 1_000_000 && weight > 1.0);
/// }
/// ```
pub fn descend(subtree: &SearchSubtree, small: u64, seed: u64) -> (SearchSubtree, f64) {
    let (mut root, mut weight) = (subtree.clone(), 1.0);
    let mut random = SplitMix64(seed);
    while root.cost() > small {
        let mut children = deepen(vec![root.clone()], 1);
        let costs: Vec<f64> = children.iter().map(|child| child.cost() as f64).collect();
        let all: f64 = costs.iter().sum();
        let mut place = random.fraction() * all;
        let drawn = costs.iter().position(|cost| {
            place -= cost;
            place < 0.0
        });
        // A subtree without open rows is not divided further.
        let Some(drawn) = drawn else { break };
        weight *= all / costs[drawn];
        root = children.swap_remove(drawn);
    }
    (root, weight)
}
