//! Strategies that solve a problem: a search, a number that is already known, classes of solutions,
//! or a sample.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::components::KnownCount;
use super::cover_method::CoverMethod;
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::MemoOrder;
use super::memo::chain_count::MemoLimits;
use super::memo::frontier::StateChains;
use super::memo::line::ItemOrder;
use super::random_covers::RandomSample;
use super::search::split::{self, SizedSubtree};
use super::symmetry::representatives::Representatives;
use super::symmetry::stabilizer_search::{STABILIZERS, StabilizerSearch};
use super::tree_search::{CoverScratch, CoverSubtree, SolutionVisitor, TreeSearch};
use countless_engine::ledger::Spec;

/// Strategy that solves a problem.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// Search that chooses options.
    Search(Box<TreeSearch>),
    /// Number of solutions of a problem, counted before the run.
    Known(Arc<ExactCover>, KnownCount),
    /// Sum of the solutions that each symmetry leaves unchanged.
    Terms(ClassTerms),
    /// Sum of the numbers of symmetries that leave each solution unchanged.
    Stabilizers(Arc<StabilizerSearch>),
    /// List of a solution of each class.
    Representatives(Box<Representatives>),
    /// Random solutions, or classes.
    Sample(Arc<RandomSample>),
}

/// Terms of a sum over symmetries.
#[derive(Clone, Debug)]
pub struct ClassTerms {
    /// Number of terms.
    pub number: usize,
    /// Counts of the terms; several for a term with weights.
    pub counts: Vec<TermCount>,
}

/// Count of a term.
#[derive(Clone, Debug)]
pub struct TermCount {
    /// Number of symmetries.
    pub elements: u64,
    /// Number of symmetries, method and parameters of the count.
    pub plan: String,
    pub strategy: Strategy,
}

/// Limits of a recount by memo: steps (about ten seconds) and bytes.
const RECOUNT: (u64, usize) = (1 << 28, 1 << 29);

impl Strategy {
    /// Method in use, never [`CoverMethod::Auto`].
    pub fn method(&self) -> CoverMethod {
        match self {
            Self::Known(_, known) => known.method,
            Self::Sample(_) => CoverMethod::Memo,
            Self::Terms(terms) if !self.can_be_sampled() => {
                let mut methods = terms.counts.iter().map(|term| term.strategy.method());
                let memo = methods.find(|&method| method == CoverMethod::Memo);
                memo.unwrap_or(CoverMethod::Search)
            }
            _ => CoverMethod::Search,
        }
    }

    /// Adds its parameters to a plan.
    pub fn add_to(&self, spec: Spec) -> Spec {
        match self {
            Self::Search(search) => spec.with("trees", search.version()),
            Self::Known(_, known) => spec.with_some("order", known.order.map(MemoOrder::name)),
            Self::Terms(terms) => {
                let plans = terms.counts.iter().map(|term| &*term.plan);
                spec.with("terms", plans.collect::<Vec<_>>().join("; "))
            }
            Self::Stabilizers(_) => spec.with("stabilizers", STABILIZERS),
            Self::Representatives(search) => search.add_to(spec),
            Self::Sample(_) => spec,
        }
    }

    /// About `wanted` subtrees, with their sizes. Those of a count may stand for several.
    pub fn subtrees(&self, wanted: usize, counts: bool) -> Vec<(u64, CoverSubtree)> {
        let search = match self {
            Self::Search(search) => search,
            Self::Representatives(classes) => &classes.search,
            Self::Terms(terms) => return terms.subtrees(wanted),
            Self::Known(..) | Self::Stabilizers(_) | Self::Sample(_) => {
                return vec![(1, (0, SizedSubtree::whole(1)))];
            }
        };
        let subtrees = split::split(&search.tree, search.split.as_ref(), wanted, counts);
        of_term(0, subtrees)
    }

    /// Children of a subtree in the search tree, with their estimated numbers of nodes.
    pub fn children(&self, (term, subtree): &CoverSubtree) -> Vec<(u64, CoverSubtree)> {
        let strategy = match self {
            Self::Terms(terms) => &terms.counts[*term].strategy,
            _ => self,
        };
        match strategy {
            Self::Search(search) => of_term(*term, split::children(&search.tree, subtree)),
            _ => Vec::new(),
        }
    }

    /// Counts a subtree, or calls `visit` with its solutions in arbitrary order.
    pub fn search(
        &self,
        worker: &mut CoverScratch,
        root @ (term, subtree): &CoverSubtree,
        cancel: &AtomicBool,
        visit: Option<SolutionVisitor<'_>>,
    ) -> CoverTotal {
        let mut all = |_: &[u32], _| Continue(());
        match (self, visit) {
            (Self::Search(search), None) => search.count(worker, subtree, cancel),
            (Self::Search(search), Some(visit)) => {
                search.list(worker, subtree, cancel, |chosen| visit(chosen, 1))
            }
            (Self::Known(_, known), _) => known.total.clone(),
            (Self::Terms(terms), _) => {
                let term = &terms.counts[*term];
                let total = term.strategy.search(worker, root, cancel, None);
                total.times(term.elements)
            }
            (Self::Stabilizers(search), _) => search.sum(cancel),
            (Self::Sample(sample), visit) => sample.list(root, cancel, visit.unwrap_or(&mut all)),
            (Self::Representatives(search), visit) => {
                search.list(worker, subtree, cancel, visit.unwrap_or(&mut all))
            }
        }
    }

    /// Counts a subtree by memo, unless that takes too long.
    pub fn recount(&self, root: &CoverSubtree, cancel: &AtomicBool) -> Option<CoverTotal> {
        let (term, subtree) = root;
        let problem = match self {
            Self::Search(search) => &search.remaining_cover(subtree),
            Self::Known(problem, _) => problem,
            Self::Terms(terms) => {
                let term = &terms.counts[*term];
                return Some(term.strategy.recount(root, cancel)?.times(term.elements));
            }
            Self::Stabilizers(_) | Self::Representatives(_) | Self::Sample(_) => return None,
        };
        let limits = MemoLimits::new(RECOUNT.0, RECOUNT.1, cancel);
        let ordered = StateChains::line(problem, &self.recount_order().items(problem))?;
        let counted = ordered.count(limits).ok()?;
        Some(match self {
            Self::Search(search) => search.multiplied_total(&counted, subtree),
            _ => counted,
        })
    }

    /// Order of the items in a recount: another one than that of the count.
    fn recount_order(&self) -> ItemOrder {
        match self {
            Self::Known(_, known) if known.order == Some(MemoOrder::Line(ItemOrder::Near)) => {
                ItemOrder::Given
            }
            _ => ItemOrder::Near,
        }
    }

    /// Method of a recount, in words.
    pub fn recount_method(&self) -> Option<&'static str> {
        Some(match (self, self.recount_order()) {
            (Self::Stabilizers(_) | Self::Representatives(_) | Self::Sample(_), _) => return None,
            (Self::Terms(_), _) => "by memo in another order",
            (_, ItemOrder::Given) => "by memo in the order given",
            (_, ItemOrder::Near) => "by memo in the order of neighbours",
        })
    }

    /// False for a problem that is already counted, since it needs no time.
    pub fn can_be_sampled(&self) -> bool {
        match self {
            Self::Known(..) => false,
            Self::Terms(terms) => terms.counts.iter().any(|it| it.strategy.can_be_sampled()),
            _ => true,
        }
    }
}

impl ClassTerms {
    /// Subtrees of all terms. A term has a share of them by its estimated number of nodes.
    fn subtrees(&self, wanted: usize) -> Vec<(u64, CoverSubtree)> {
        let nodes = self.counts.iter().map(|term| match &term.strategy {
            Strategy::Search(search) => u128::from(search.nodes()),
            _ => 1,
        });
        let nodes: Vec<u128> = nodes.collect();
        let all = nodes.iter().sum::<u128>().max(1);
        let terms = self.counts.iter().zip(nodes).enumerate();
        let subtrees = terms.flat_map(|(number, (term, nodes))| {
            let share = (wanted as u128 * nodes / all).max(1);
            let subtrees = term.strategy.subtrees(share as usize, true).into_iter();
            subtrees.map(move |(size, (_, subtree))| (size, (number, subtree)))
        });
        subtrees.collect()
    }
}

/// Subtrees of a term, with their sizes.
fn of_term(term: usize, subtrees: Vec<SizedSubtree>) -> Vec<(u64, CoverSubtree)> {
    let subtrees = subtrees.into_iter();
    let sized = subtrees.map(|subtree| (subtree.size, (term, subtree)));
    sized.collect()
}
