//! Counting a problem by its components.
//!
//! Most components are counted by a short search. The remaining ones have methods of their own. The
//! largest that needs a long search is left to the run: the product of all other components is a
//! factor of its subtrees.

use std::ops::ControlFlow::{Break, Continue};

use super::big_count::BigCount;
use super::component::Component;
use super::cover_method::{CoverMethod, SMALL};
use super::cover_total::CoverTotal;
use super::exact_cover::ExactCover;
use super::memo::MemoOrder;
use super::search_tree::{SearchTree, TreeScratch};
use super::solution_visit::Visit;
use super::split_tree;
use countless_engine::ledger::Residue;
use countless_engine::{CancelToken, Error, stable_sort};
use countless_simd::Kernel;

/// Limits of a short search. Its estimate may be at most `WASTE` times the nodes visited so far,
/// and its nodes at most `FAR` times that limit. Otherwise it is given up, usually with at most a
/// tenth of its nodes wasted.
const WASTE: u64 = 10;
const FAR: u64 = 8;

/// Problem in components, some of them counted.
#[derive(Clone, Debug)]
pub struct ComponentCounts {
    /// Number of components.
    pub components: usize,
    /// Product of the counted components.
    pub known: KnownCount,
    /// Components that are not yet counted, those of fewer nodes first.
    pub uncounted: Vec<UncountedComponent>,
}

/// Number of solutions that is already known: a count by memo, or the product of components.
#[derive(Clone, Debug)]
pub struct KnownCount {
    pub total: CoverTotal,
    /// [`Memo`](CoverMethod::Memo) if the problem or one of its components was counted by memo.
    pub method: CoverMethod,
    /// Order of the items in a count by memo; `None` for components.
    pub order: Option<MemoOrder>,
}

/// Component that is not yet counted.
#[derive(Clone, Debug)]
pub struct UncountedComponent {
    pub exact_cover: ExactCover,
    /// Number of equal components, itself included.
    pub copies: usize,
    /// Estimated number of nodes of its search.
    nodes: u64,
}

impl KnownCount {
    /// Product of no components.
    fn new() -> Self {
        Self {
            total: CoverTotal::one(),
            method: CoverMethod::Search,
            order: None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.total.solutions.is_zero()
    }

    /// Multiplies by a counted component that occurs `copies` times.
    pub fn multiply(&mut self, one: &CoverTotal, copies: usize, method: CoverMethod) {
        let residue = one.residue.get().into();
        let all = CoverTotal {
            solutions: BigCount(one.solutions.0.pow(copies as u32)),
            residue: (1..copies).fold(one.residue, |power, _| power.times(residue)),
            work: one.work,
        };
        self.total = self.total.product(&all);
        if method == CoverMethod::Memo {
            self.method = method;
        }
    }
}

impl ComponentCounts {
    /// Counts components by short searches, unless all are to be counted by memo. Longer searches
    /// are left for later.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled.
    pub fn new(
        components: Vec<Component>,
        method: CoverMethod,
        kernel: Kernel,
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let mut parts = Self {
            components: components.iter().map(|one| one.copies.len()).sum(),
            known: KnownCount::new(),
            uncounted: Vec::new(),
        };
        let mut memory = TreeScratch::default();
        for Component {
            exact_cover: problem,
            copies,
        } in components
        {
            let copies = copies.len();
            let found = match method {
                CoverMethod::Memo => Err(problem.option_count() as u64),
                _ => search_if_short(&problem, kernel, &mut memory, cancel),
            };
            if cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            match found {
                Ok(total) => parts.known.multiply(&total, copies, CoverMethod::Search),
                Err(nodes) => parts.uncounted.push(UncountedComponent {
                    exact_cover: problem,
                    copies,
                    nodes,
                }),
            }
            if parts.known.is_zero() {
                parts.uncounted.clear();
                break;
            }
        }
        stable_sort(&mut parts.uncounted, |a, b| a.nodes.cmp(&b.nodes));
        Ok(parts)
    }
}

/// Total of a component if its search is short, otherwise the approximate number of its nodes.
fn search_if_short(
    problem: &ExactCover,
    kernel: Kernel,
    memory: &mut TreeScratch,
    cancel: &CancelToken,
) -> Result<CoverTotal, u64> {
    let tree = SearchTree::new(problem);
    let mut expected = None;
    let mut watch = |nodes| {
        if expected.is_some() {
            return None;
        }
        let size = split_tree::estimate_tree(&tree);
        expected = Some(size);
        (size <= nodes * WASTE).then_some(nodes * WASTE * FAR)
    };
    let mut visit = Visit::new(None, cancel.flag()).watched(SMALL, &mut watch);
    let end = tree.search(kernel, memory, &tree.root, &mut visit);
    let (found, again, nodes) = (visit.found, visit.residue_sum, visit.nodes);
    match end {
        Continue(()) => Ok(CoverTotal::new(
            found.into(),
            Residue::of(again.into()),
            nodes,
        )),
        Break(()) => Err(expected.unwrap_or(0).max(nodes)),
    }
}
