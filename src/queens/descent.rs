//! Timing a search of a board that is far too large for it.

use super::by_search::BySearch;
use super::search::{Subtree, Worker, deepen};
use crate::engine::{Counted, Draw, Drawn, Part, Problem};
use crate::random::SplitMix64;

/// The parts of a search that are small enough to time.
///
/// A subtree that is drawn from a large board may take days. So one of its children is
/// drawn, with a probability in proportion to its estimated cost, one of the child's, and
/// so on, until one is `small`. It stands for as many as the probabilities say.
///
/// ```
/// use countless::engine::{Drawn, Sample};
/// use countless::queens::{BySearch, Descent};
/// use countless::simd::Kernel;
///
/// let problem = BySearch::all(24, Kernel::best(), 2);
/// let descent = Descent::new(&problem, 1_000_000);
/// let subtrees: Vec<_> = problem.subtrees().collect();
/// for draw in Sample::new(&subtrees, 10, 1).round(0) {
///     let Drawn { root, weight, .. } = descent.draw(draw, 1);
///     assert!(root.cost() <= 1_000_000 && weight > draw.weight);
/// }
/// ```
#[derive(Debug)]
pub struct Descent<'a> {
    problem: &'a BySearch,
    small: u64,
}

impl<'a> Descent<'a> {
    /// Draws parts of `problem` with at most `small` partial boards, as far as can be
    /// estimated.
    pub fn new(problem: &'a BySearch, small: u64) -> Self {
        Self { problem, small }
    }

    /// Draws a part of the subtree that was drawn, the same for the same `seed`.
    pub fn draw(&self, draw: Draw, seed: u64) -> Drawn<Subtree> {
        let mut root = self.problem.subtree(draw.position).clone();
        let mut weight = draw.weight;
        let mut random = SplitMix64(seed);
        while root.cost() > self.small {
            let children = deepen(vec![root.clone()], 1);
            let costs: Vec<f64> = children.iter().map(|child| child.cost() as f64).collect();
            let all: f64 = costs.iter().sum();
            let mut place = random.fraction() * all;
            let drawn = costs.iter().position(|cost| {
                place -= cost;
                place < 0.0
            });
            // None has a child if no row is open; then the root is as small as it gets.
            let Some(drawn) = drawn else { break };
            weight *= all / costs[drawn];
            root.clone_from(&children[drawn]);
        }
        Drawn {
            root,
            weight,
            before: None,
        }
    }
}

impl Problem for Descent<'_> {
    type Root = Subtree;
    type Worker = Worker;
    type Tally = Counted;

    fn worker(&self) -> Worker {
        self.problem.worker()
    }

    fn search(&self, worker: &mut Worker, root: Subtree, part: &mut Part<'_, Counted>) -> Counted {
        BySearch::count(worker, &root, part)
    }
}
