//! Search of an exact cover by subtrees, as a problem of the engine.

use super::cover_problem::{CoverProblem, Strategy, TreeSearch};
use super::cover_solution::Solution;
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::item_order::ItemOrder;
use super::memo::MemoOrder;
use super::memo_limits::MemoLimits;
use super::memo_trials::MemoTrials;
use super::option_table::NOT_CHOSEN;
use super::search_tree::TreeScratch;
use super::solution_visit::Visit;
use super::split_tree::{self, SizedSubtree};
use super::stage_draft::StateChains;
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
    fn new(
        SizedSubtree {
            size,
            decisions,
            multiplier,
        }: SizedSubtree,
    ) -> (u64, Self) {
        let root = Self {
            decisions,
            multiplier,
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

impl TreeSearch {
    /// Exact cover that remains in a subtree.
    fn remaining_cover(&self, root: &CoverSubtree) -> ExactCover {
        let live = split_tree::node_at(&self.tree, &root.decisions);
        let live: Vec<u32> = live.options().map(|option| option as u32).collect();
        let chosen: Vec<u32> = root.chosen().collect();
        self.exact_cover.remaining(&chosen, &live)
    }

    /// Total of all subtrees and counted components that a subtree stands for.
    fn multiplied_total(&self, found: CoverTotal, root: &CoverSubtree) -> CoverTotal {
        let product = found.product(&self.factor);
        CoverTotal {
            solutions: product.solutions * root.multiplier,
            residue: product.residue.times(root.multiplier),
            work: found.work,
        }
    }
}

impl CoverProblem {
    /// Order of the items in a recount: another one than that of the count.
    fn recount_order(&self) -> ItemOrder {
        match &self.strategy {
            Strategy::Known(known) if known.order == Some(MemoOrder::Line(ItemOrder::Near)) => {
                ItemOrder::Given
            }
            _ => ItemOrder::Near,
        }
    }
}

impl Problem for CoverProblem {
    type Root = CoverSubtree;
    type Scratch = CoverScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let problem = if self.lists {
            "cover list"
        } else {
            "cover count"
        };
        let mut spec = Spec::new(problem, self.method().to_string()).with("input", self.sha256());
        if let Some((components, method)) = self.division {
            spec = spec
                .with("parts", components)
                .with("choice", method.to_string());
        }
        match &self.strategy {
            Strategy::Search(search) => {
                let is_bounded = search.exact_cover.has_multiplicities();
                spec = spec.with("trees", if is_bounded { BOUNDED_TREES } else { TREES });
            }
            Strategy::Known(known) => {
                if let Some(order) = known.order {
                    spec = spec.with("order", order.name());
                }
            }
        }
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
        let subtrees = match self.search_of_tree() {
            Some(TreeSearch { tree, split, .. }) => {
                split_tree::split(tree, split.as_ref(), wanted, !self.lists)
            }
            None => vec![SizedSubtree {
                size: 1,
                decisions: Vec::new(),
                multiplier: 1,
            }],
        };
        let mut subtrees: Vec<_> = subtrees.into_iter().map(CoverSubtree::new).collect();
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
        let search = match &self.strategy {
            Strategy::Search(search) => search,
            Strategy::Known(known) => return known.total.clone().into(),
        };
        let (tree, trials) = (&search.tree, search.memo_trials.as_ref());
        let (names, cancel) = (self.names.as_ref(), emitter.cancel_flag());
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
            counted = trials?.try_memo(&search.remaining_cover(&root), nodes, cancel);
            counted.is_none().then(|| MemoTrials::next_trial(nodes))
        };
        if let Some(trials) = trials.filter(|_| !lists) {
            visit = visit.watched(trials.first_trial(root.size), &mut watch);
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
        search.multiplied_total(found, &root).into()
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        CoverTotal::from(tally.clone()).recorded()
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        Ok(CoverTotal::recall(recorded)?.into())
    }

    fn parts(&self, _: &mut Self::Scratch, root: &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        let Some(TreeSearch { tree, .. }) = self.search_of_tree() else {
            return Vec::new();
        };
        let children = split_tree::children(tree, &root.decisions).into_iter();
        let parts = children.map(|child| {
            CoverSubtree::new(SizedSubtree {
                multiplier: root.multiplier,
                ..child
            })
        });
        parts.collect()
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some(match self.recount_order() {
            ItemOrder::Given => "by memo in the order given",
            ItemOrder::Near => "by memo in the order of neighbours",
        })
    }

    fn recount(&self, root: CoverSubtree, _: &Tally, emitter: &Emitter<'_, Self>) -> Option<Tally> {
        let search = self.search_of_tree();
        let problem = match search {
            Some(search) => &search.remaining_cover(&root),
            None => self.exact_cover(),
        };
        let limits = MemoLimits {
            steps: RECOUNT.0,
            memory: RECOUNT.1,
            threads: 1,
            cancel: emitter.cancel_flag(),
            progress: None,
        };
        let ordered = StateChains::line(problem, &self.recount_order().items(problem))?;
        let counted = ordered.count(limits).ok()?.total();
        let total = match search {
            Some(search) => search.multiplied_total(counted, &root),
            None => counted,
        };
        Some(total.recorded())
    }

    /// False for a problem that is already counted, since it needs no time.
    fn can_be_sampled(&self) -> bool {
        self.search_of_tree().is_some()
    }
}

/// Memory of one thread.
#[derive(Debug)]
pub struct CoverScratch {
    kernel: Kernel,
    memory: TreeScratch,
}
