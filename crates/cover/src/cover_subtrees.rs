//! Search of an exact cover by subtrees, as a problem of the engine.

use super::cover_method::MemoOrder;
use super::cover_problem::{CoverProblem, Strategy};
use super::cover_solution::Solution;
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::item_order::ItemOrder;
use super::memo_limits::MemoLimits;
use super::memo_trials::MemoTrials;
use super::option_table::NOT_CHOSEN;
use super::ordered_cover::OrderedCover;
use super::search_tree::{SearchTree, TreeScratch};
use super::solution_visit::Visit;
use super::split_tree::{self, SizedSubtree};
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{Emitter, Error, Granularity, Problem, Subtrees, Tally, stable_sort};
use countless_simd::Kernel;
use countless_table::Columns;

/// Versions of the search trees and their splits, which are part of a plan: a ledger of another
/// version has other subtrees. Trees of problems with multiplicities have a later version.
const TREES: u32 = 2;
const BOUNDED_TREES: u32 = 3;

/// Number of subtrees of a plan, unless the user sets a larger one.
const USUAL: u32 = 2048;

/// Limits of a recount by memo: steps (about ten seconds) and bytes.
const RECOUNT: (u64, usize) = (1 << 28, 1 << 29);

/// Subtree: the decisions that lead to it, and the number of equal subtrees that it stands for.
#[derive(Clone, Debug)]
pub struct CoverSubtree {
    decisions: Vec<u32>,
    multiplier: u64,
    /// Estimated number of nodes.
    size: u64,
}

impl CoverSubtree {
    fn new(subtree: SizedSubtree) -> (u64, Self) {
        let SizedSubtree {
            size,
            decisions,
            multiplier: times,
        } = subtree;
        let root = Self {
            decisions,
            multiplier: times,
            size,
        };
        (size, root)
    }

    /// Options chosen on the way to the subtree.
    fn chosen(&self) -> impl Iterator<Item = u32> {
        let decisions = self.decisions.iter().copied();
        decisions.filter(|decision| decision & NOT_CHOSEN == 0)
    }
}

impl CoverProblem {
    /// Exact cover that remains in a subtree.
    fn remaining_cover(&self, tree: &SearchTree, root: &CoverSubtree) -> ExactCover {
        let live = split_tree::node_at(tree, &root.decisions);
        let live: Vec<u32> = live.options().map(|option| option as u32).collect();
        let chosen: Vec<u32> = root.chosen().collect();
        self.searched_cover().remaining(&chosen, &live)
    }

    /// Total of all subtrees and counted components that a subtree stands for.
    fn multiplied_total(&self, found: CoverTotal, root: &CoverSubtree) -> CoverTotal {
        let found = CoverTotal {
            solutions: found.solutions * root.multiplier,
            residue: found.residue.times(root.multiplier),
            ..found
        };
        match self.searched_component() {
            Some(left) => CoverTotal {
                work: found.work,
                ..found.product(&left.factor)
            },
            None => found,
        }
    }
}

impl Problem for CoverProblem {
    type Root = CoverSubtree;
    type Scratch = CoverScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let (problem, method) = (
            if self.lists {
                "cover list"
            } else {
                "cover count"
            },
            self.method().to_string(),
        );
        let spec = Spec::new(problem, method).with("input", self.sha256());
        if let Strategy::Memo(order, _) = &self.strategy {
            return Ok(spec.with("order", order.name()));
        }
        let spec = match &self.division {
            Some(division) => spec
                .with("parts", division.components)
                .with("choice", division.method.to_string()),
            None => spec,
        };
        if matches!(self.strategy, Strategy::Components(_)) {
            return Ok(spec);
        }
        let is_bounded = self.searched_cover().has_multiplicities();
        let spec = spec.with("trees", if is_bounded { BOUNDED_TREES } else { TREES });
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        Solution::columns()
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, CoverSubtree>, Error> {
        let wanted = match cut.least_subtrees(USUAL) {
            Some(wanted) => wanted,
            None => cut.number("subtrees")?,
        };
        let mut subtrees: Vec<(u64, CoverSubtree)> = match &self.strategy {
            Strategy::Tree(tree, begun) => {
                let subtrees = split_tree::split(tree, begun.as_ref(), wanted, !self.lists);
                subtrees.into_iter().map(CoverSubtree::new).collect()
            }
            Strategy::Memo(..) | Strategy::Components(_) => vec![CoverSubtree::new(SizedSubtree {
                size: 1,
                decisions: Vec::new(),
                multiplier: 1,
            })],
        };
        if !self.lists {
            // The largest go first, so that no thread starts on one of them at the end.
            stable_sort(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
        }
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> CoverScratch {
        CoverScratch {
            kernel,
            memory: TreeScratch::default(),
        }
    }

    fn search(
        &self,
        worker: &mut CoverScratch,
        root: CoverSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let names = self.names.as_ref();
        let cancel = emitter.cancel_flag();
        let tree = match &self.strategy {
            Strategy::Tree(tree, _) => tree,
            Strategy::Memo(..) | Strategy::Components(_) => {
                return self.counted_total().unwrap_or_default().into();
            }
        };
        let live = split_tree::node_at(tree, &root.decisions);
        let lists = emitter.wants_solutions();
        let mut chosen = Vec::new();
        let mut push = |more: &[u32]| {
            chosen.clear();
            chosen.extend(root.chosen().chain(more.iter().copied()));
            emitter.push(Solution::new(&chosen, names))
        };
        let mut visit = Visit::new(if lists { Some(&mut push) } else { None }, cancel);
        let mut counted = None;
        let mut watch = |nodes| {
            let insurance = self.memo_trials.as_ref()?;
            counted = insurance.try_memo(&self.remaining_cover(tree, &root), nodes, cancel);
            counted.is_none().then(|| MemoTrials::next_trial(nodes))
        };
        if let Some(insurance) = self.memo_trials.as_ref().filter(|_| !lists) {
            visit = visit.watched(insurance.first_trial(root.size), &mut watch);
        }
        // The token shows the engine that the search was stopped.
        let _ = tree.search(worker.kernel, &mut worker.memory, &live, &mut visit);
        let (found, again, nodes) = (visit.found, visit.residue_sum, visit.nodes);
        let found = match counted {
            Some(counted) => CoverTotal {
                work: nodes + counted.steps,
                ..counted.total()
            },
            None => CoverTotal::new(found.into(), Residue::of(again.into()), nodes),
        };
        self.multiplied_total(found, &root).into()
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        CoverTotal::from(tally.clone()).recorded()
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        Ok(CoverTotal::recall(recorded)?.into())
    }

    fn parts(&self, _: &mut Self::Scratch, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        match &self.strategy {
            Strategy::Tree(tree, _) => {
                let parts = split_tree::children(tree, &root.decisions)
                    .into_iter()
                    .map(CoverSubtree::new);
                let parts = parts.map(|(size, part)| {
                    let times = root.multiplier;
                    (
                        size,
                        CoverSubtree {
                            multiplier: times,
                            ..part
                        },
                    )
                });
                parts.collect()
            }
            Strategy::Memo(..) | Strategy::Components(_) => Vec::new(),
        }
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match self.strategy {
            Strategy::Memo(MemoOrder::Line(ItemOrder::Near), _) => "by memo in the order given",
            _ => "by memo in the order of neighbours",
        })
    }

    fn recount(&self, root: CoverSubtree, _: &Tally, emitter: &Emitter<'_, Self>) -> Option<Tally> {
        let order = match &self.strategy {
            Strategy::Memo(MemoOrder::Line(ItemOrder::Near), _) => ItemOrder::Given,
            _ => ItemOrder::Near,
        };
        let problem = match &self.strategy {
            Strategy::Tree(tree, _) => self.remaining_cover(tree, &root),
            Strategy::Memo(..) | Strategy::Components(_) => self.exact_cover().clone(),
        };
        let limits = MemoLimits {
            steps: RECOUNT.0,
            memory: RECOUNT.1,
            threads: 1,
            cancel: emitter.cancel_flag(),
            progress: None,
        };
        let ordered = OrderedCover::new(&problem, &order.items(&problem))?;
        let counted = ordered.count(limits).ok()?;
        Some(self.multiplied_total(counted.total(), &root).recorded())
    }

    /// False for a problem that is already counted, since it needs no time.
    fn can_be_sampled(&self) -> bool {
        matches!(self.strategy, Strategy::Tree(..))
    }
}

/// Memory of one thread.
#[derive(Debug)]
pub struct CoverScratch {
    kernel: Kernel,
    memory: TreeScratch,
}
