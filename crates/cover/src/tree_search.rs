//! Search of a problem or of one of its components, and its subtrees.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::MemoTrials;
use super::search::split::{self, SizedSubtree, TreeSplit};
use super::search::visit::Visit;
use super::search::{SearchTree, TreeScratch};
use countless_simd::Kernel;

/// Versions of the search trees and their splits, which are part of a plan: a ledger of another
/// version has other subtrees. Trees of problems with multiplicities have a later version.
const TREES: u32 = 2;
const BOUNDED_TREES: u32 = 3;

/// Term of a sum over symmetries, the first one without a sum, and a subtree of its search.
pub type CoverSubtree = (usize, SizedSubtree);

/// Called with the options of each solution, and the number of solutions in its class.
pub type SolutionVisitor<'a> = &'a mut dyn FnMut(&[u32], u64) -> ControlFlow<()>;

/// Kernel and memory of one thread.
pub type CoverScratch = (Kernel, TreeScratch);

/// Search for the solutions of the problem, or of one of its components.
#[derive(Clone, Debug)]
pub struct TreeSearch {
    pub exact_cover: Arc<ExactCover>,
    pub tree: SearchTree,
    /// Split that estimated the size of the tree, if one did.
    pub split: Option<TreeSplit>,
    /// Memo trials during the search; only for [`CoverMethod::Auto`].
    pub memo_trials: Option<MemoTrials>,
    /// Product of all other components.
    pub factor: CoverTotal,
}

impl TreeSearch {
    pub fn new(exact_cover: Arc<ExactCover>) -> Self {
        Self {
            tree: SearchTree::new(&exact_cover),
            exact_cover,
            split: None,
            memo_trials: None,
            factor: CoverTotal::one(),
        }
    }

    /// Version of the tree and its splits.
    pub fn version(&self) -> u32 {
        if self.exact_cover.has_multiplicities() {
            BOUNDED_TREES
        } else {
            TREES
        }
    }

    /// Estimated number of nodes.
    pub fn nodes(&self) -> u64 {
        match &self.split {
            Some(split) => split.total_nodes(),
            None => split::estimate_tree(&self.tree),
        }
    }

    /// Counts the solutions of a subtree, and multiplies them.
    pub fn count(
        &self,
        worker: &mut CoverScratch,
        root: &SizedSubtree,
        cancel: &AtomicBool,
    ) -> CoverTotal {
        let trials = self.memo_trials.as_ref();
        let mut counted = None;
        let mut watch = |nodes| {
            counted = trials?.try_memo(&self.remaining_cover(root), nodes, cancel);
            counted.is_none().then(|| nodes.saturating_mul(2))
        };
        let mut visit = Visit::new(None, cancel);
        if let Some(trials) = trials {
            visit = visit.watched(trials.first_trial(root.size), &mut watch);
        }
        let found = self.search(worker, root, &mut visit);
        let found = match counted {
            Some(counted) => CoverTotal {
                work: found.work + counted.work,
                ..counted
            },
            None => found,
        };
        self.multiplied_total(&found, root)
    }

    /// Calls `wanted` with the options of each solution of a subtree, in arbitrary order.
    pub fn list(
        &self,
        worker: &mut CoverScratch,
        root: &SizedSubtree,
        cancel: &AtomicBool,
        mut wanted: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> CoverTotal {
        let mut chosen = Vec::new();
        let mut push = |more: &[u32]| {
            chosen.clear();
            chosen.extend(root.chosen().chain(more.iter().copied()));
            wanted(&chosen)
        };
        self.search(worker, root, &mut Visit::new(Some(&mut push), cancel))
    }

    fn search(
        &self,
        (kernel, memory): &mut CoverScratch,
        root: &SizedSubtree,
        visit: &mut Visit<'_>,
    ) -> CoverTotal {
        let live = split::node_at(&self.tree, &root.decisions);
        // The token shows the engine that the search was stopped.
        let _ = self.tree.search(*kernel, memory, &live, visit);
        CoverTotal::found_by(visit)
    }

    /// Exact cover that remains in a subtree.
    pub fn remaining_cover(&self, root: &SizedSubtree) -> ExactCover {
        let live = split::node_at(&self.tree, &root.decisions);
        let live: Vec<u32> = live.options().map(|option| option as u32).collect();
        let chosen: Vec<u32> = root.chosen().collect();
        self.exact_cover.remaining(&chosen, &live)
    }

    /// Total of all subtrees and counted components that a subtree stands for.
    pub fn multiplied_total(&self, found: &CoverTotal, root: &SizedSubtree) -> CoverTotal {
        CoverTotal {
            work: found.work,
            ..found.product(&self.factor).times(root.multiplier)
        }
    }
}
