//! Components of a problem: parts that share no item.
//!
//! A solution of the problem combines one solution of each component, so numbers of solutions are
//! multiplied. Components that are equal, item by item and option by option in their order, are
//! kept once.

use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

use super::bits::DisjointSets;
use super::cover_method::{CoverMethod, SMALL};
use super::cover_total::{BigCount, CoverTotal};
use super::exact_cover::{ExactCover, ItemUse, Multiplicity};
use super::list_numbers::ListNumbers;
use super::memo::MemoOrder;
use super::search::split;
use super::search::visit::Visit;
use super::search::{SearchTree, TreeScratch};
use countless_engine::{CancelToken, Error, Run};
use countless_simd::{Kernel, sort_by};

/// Part of a problem that shares no item with the rest.
#[derive(Clone, Debug)]
pub struct Component {
    /// The component alone; items and options have new numbers, in their order.
    pub exact_cover: ExactCover,
    /// Options of every equal component: their numbers in the whole problem, in the order of the
    /// component's options.
    pub copies: Vec<Vec<u32>>,
}

/// Components of a problem in the order of their first items, equal ones once; `None` if there are
/// fewer than two.
///
/// Two options that share an item belong to one component, whatever its colours and multiplicities.
/// Options that are never chosen are left out, and so are secondary items that only they cover.
pub fn components(problem: &ExactCover) -> Option<Vec<Component>> {
    let choosable = problem.choosable();
    let mut sets = DisjointSets::new(problem.items.len());
    for &option in &choosable {
        let uses = &problem.options[option as usize];
        for used in uses {
            sets.unite(used.item, uses[0].item);
        }
    }
    // Component number of each set.
    let mut numbers = ListNumbers::default();
    for item in 0..problem.primary as u32 {
        numbers.number(&[sets.representative(item)]);
    }
    if numbers.len() < 2 {
        return None;
    }
    // Items and options of each component, and the place of each item there.
    let mut parts = vec![(Vec::new(), Vec::new()); numbers.len() as usize];
    let mut places = vec![0; problem.items.len()];
    for (item, place) in places.iter_mut().enumerate() {
        if let Some(number) = numbers.get(&[sets.representative(item as u32)]) {
            let items = &mut parts[number as usize].0;
            *place = items.len() as u32;
            items.push(item);
        }
    }
    for option in choosable {
        let first = problem.options[option as usize][0].item;
        if let Some(number) = numbers.get(&[sets.representative(first)]) {
            parts[number as usize].1.push(option);
        }
    }
    let mut components: Vec<Component> = Vec::new();
    // Equal components have equal texts.
    let mut known = HashMap::new();
    for (items, options) in parts {
        let primary = items.partition_point(|&item| item < problem.primary);
        let bounds = items.into_iter().map(|item| problem.multiplicity(item));
        let uses = options.iter().map(|&option| {
            let uses = problem.options[option as usize].iter();
            let uses = uses.map(|used| ItemUse {
                item: places[used.item as usize],
                ..*used
            });
            uses.collect()
        });
        let bounds: Vec<Multiplicity> = bounds.collect();
        let exact_cover = ExactCover::from_numbers(&bounds, primary, uses.collect());
        let at = *known.entry(exact_cover.to_knuth()).or_insert_with(|| {
            components.push(Component {
                exact_cover,
                copies: Vec::new(),
            });
            components.len() - 1
        });
        components[at].copies.push(options);
    }
    Some(components)
}

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
    pub uncounted: Vec<Component>,
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

impl KnownCount {
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
    /// are left for later. A thread of the run counts, as a search may need a large stack.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled; the errors of [`Run::parallel`].
    pub fn new(components: Vec<Component>, method: CoverMethod, run: &Run) -> Result<Self, Error> {
        let (kernel, cancel) = (run.kernel_used(), run.child_token());
        let mut counts = Self {
            components: components.iter().map(|one| one.copies.len()).sum(),
            known: KnownCount {
                total: CoverTotal::one(),
                method: CoverMethod::Search,
                order: None,
            },
            uncounted: Vec::new(),
        };
        // Components with the estimated numbers of their nodes.
        let mut uncounted = Vec::new();
        run.parallel(|| {
            let mut memory = TreeScratch::default();
            for component in components {
                let problem = &component.exact_cover;
                let found = match method {
                    CoverMethod::Memo => Err(problem.option_count() as u64),
                    _ => search_if_short(problem, kernel, &mut memory, &cancel),
                };
                if cancel.is_cancelled() {
                    return Err(Error::Interrupted);
                }
                match found {
                    Ok(total) => {
                        let copies = component.copies.len();
                        counts.known.multiply(&total, copies, CoverMethod::Search);
                    }
                    Err(nodes) => uncounted.push((nodes, component)),
                }
                if counts.known.is_zero() {
                    uncounted.clear();
                    break;
                }
            }
            Ok(())
        })??;
        sort_by(&mut uncounted, |(a, _), (b, _)| a.cmp(b));
        counts.uncounted = uncounted.into_iter().map(|(_, one)| one).collect();
        Ok(counts)
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
        let size = split::estimate_tree(&tree);
        expected = Some(size);
        (size <= nodes * WASTE).then_some(nodes * WASTE * FAR)
    };
    let mut visit = Visit::new(None, cancel.flag()).watched(SMALL, &mut watch);
    let end = tree.search(kernel, memory, &tree.root, &mut visit);
    let total = CoverTotal::found_by(&visit);
    match end {
        Continue(()) => Ok(total),
        Break(()) => Err(expected.unwrap_or(0).max(total.work)),
    }
}
