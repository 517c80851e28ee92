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
use super::memo::MemoOrder;
use super::search::split;
use super::search::visit::Visit;
use super::search::{SearchTree, TreeScratch};
use countless_engine::ledger::Residue;
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
    let mut numbers = HashMap::new();
    for item in 0..problem.primary {
        let next = numbers.len();
        numbers
            .entry(sets.representative(item as u32))
            .or_insert(next);
    }
    if numbers.len() < 2 {
        return None;
    }
    let mut drafts = vec![ComponentDraft::default(); numbers.len()];
    // Position of each item in its component.
    let mut places = vec![0; problem.items.len()];
    for (item, place) in places.iter_mut().enumerate() {
        if let Some(&number) = numbers.get(&sets.representative(item as u32)) {
            let shape = &mut drafts[number].key;
            *place = shape.multiplicities.len() as u32;
            shape.multiplicities.push(problem.multiplicity(item));
            shape.primary += usize::from(item < problem.primary);
        }
    }
    for option in choosable {
        let uses = &problem.options[option as usize];
        let draft = &mut drafts[numbers[&sets.representative(uses[0].item)]];
        draft.add(option, uses, &places);
    }
    let mut components: Vec<Component> = Vec::new();
    let mut known = HashMap::new();
    for ComponentDraft {
        key: shape,
        colours,
        options,
    } in drafts
    {
        let at = *known.entry(shape).or_insert_with_key(|shape| {
            let uses = shape.options.clone();
            components.push(Component {
                exact_cover: ExactCover::from_numbers(
                    &shape.multiplicities,
                    shape.primary,
                    uses,
                    colours.len(),
                ),
                copies: Vec::new(),
            });
            components.len() - 1
        });
        components[at].copies.push(options);
    }
    Some(components)
}

/// Items and options of a component. Equal components have equal keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct ComponentKey {
    multiplicities: Vec<Multiplicity>,
    primary: usize,
    options: Vec<Vec<ItemUse>>,
}

/// Component under construction.
#[derive(Clone, Debug, Default)]
struct ComponentDraft {
    key: ComponentKey,
    /// New number of each colour, in the order of first occurrence.
    colours: HashMap<u32, u32>,
    /// Numbers of its options in the whole problem.
    options: Vec<u32>,
}

impl ComponentDraft {
    fn add(&mut self, option: u32, uses: &[ItemUse], places: &[u32]) {
        let colours = &mut self.colours;
        let uses = uses.iter().map(|&ItemUse { item, colour }| {
            let next = colours.len() as u32 + 1;
            ItemUse {
                item: places[item as usize],
                colour: match colour {
                    0 => 0,
                    colour => *colours.entry(colour).or_insert(next),
                },
            }
        });
        self.key.options.push(uses.collect());
        self.options.push(option);
    }
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
    /// are left for later. A thread of the run counts, as a search may need a large stack.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled; the errors of [`Run::parallel`].
    pub fn new(components: Vec<Component>, method: CoverMethod, run: &Run) -> Result<Self, Error> {
        let (kernel, cancel) = (run.kernel_used(), run.child_token());
        run.parallel(|| Self::counted(components, method, kernel, &cancel))?
    }

    fn counted(
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
        sort_by(&mut parts.uncounted, |a, b| a.nodes.cmp(&b.nodes));
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
        let size = split::estimate_tree(&tree);
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
