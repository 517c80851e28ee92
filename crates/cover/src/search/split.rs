//! Splitting a search tree into subtrees of about equal size.
//!
//! A fixed depth would give some subtrees dozens of times larger than the mean. So a few random
//! descents estimate the size of each (Knuth, Estimating the efficiency of backtrack programs,
//! 1975), and the largest is split repeatedly. The decisions before a descent seed it: the split
//! depends on the problem only.

use std::collections::BinaryHeap;

use super::option_table::{LiveOptions, NOT_CHOSEN, OptionTable, SparseOptions, TreeStep};
use crate::exact_cover::Multiplicity;
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::orbits;
use crate::group::refinement::{SearchSteps, mixed};
use crate::group::symmetry_vertices::SymmetryVertices;
use crate::search::SearchTree;
use countless_engine::SplitMix64;
use countless_simd::{Kernel, sort, sort_by};

/// Number of random descents that estimate a subtree, and the whole tree.
const DESCENTS: u64 = 8;
const TREE_DESCENTS: u64 = 32;
/// Number of random descents that estimate a child. Children are only compared, so one is enough.
const CHILD_DESCENTS: u64 = 1;
/// Least number of nodes of a subtree that is split further; a smaller one takes some milliseconds.
const LITTLE: u64 = 100_000;
/// Least number of nodes of a tree that is split below its root. Looking at the subtrees of a
/// smaller tree would take a tenth of their own time.
const SMALL: u64 = 500_000;
/// Least number of nodes of a tree whose symmetries are searched for, and the limits of this
/// search: steps per node, and steps in all (a tenth of a second).
const PLAIN: u64 = 10_000;
const STEPS: u64 = 8;
const MOST_STEPS: u64 = 50_000_000;
/// Least number of nodes of a subtree whose symmetries are searched for. Many subtrees have none.
const SYMMETRIC: u64 = 1_000_000;
/// Largest multiplier of a subtree that symmetries divide further.
const MANY_TIMES: u64 = 1 << 32;
/// Number of items with the fewest orbits that are considered for the first branch. The item with
/// the fewest options is considered, too.
const PROMISING: usize = 3;
/// Largest number of items and shades at a node of a search.
const MOST_VERTICES: usize = 2000;
/// Limits of estimates: words of option sets read in all, and expected nodes on the way down.
const WORDS: usize = 1 << 30;
const DEEP: usize = 64;
/// Largest estimate of nodes, so that sums do not overflow.
const LARGEST: f64 = 1e15;

/// Subtree: the decisions that lead to it, and its estimated number of nodes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizedSubtree {
    /// Estimated number of nodes.
    pub size: u64,
    /// Decisions that lead to it.
    pub decisions: Vec<u32>,
    /// Number of subtrees with equally many solutions that it stands for, itself included.
    pub multiplier: u64,
}

impl SizedSubtree {
    /// A whole tree of this number of nodes.
    pub fn whole(size: u64) -> Self {
        Self {
            size,
            decisions: Vec::new(),
            multiplier: 1,
        }
    }

    /// Options chosen on the way to the subtree.
    pub fn chosen(&self) -> impl Iterator<Item = u32> {
        let decisions = self.decisions.iter().copied();
        decisions.filter(|decision| decision & NOT_CHOSEN == 0)
    }

    /// The subtree after one more decision, as if it had all nodes.
    fn after(&self, decision: u32) -> Self {
        let mut after = self.clone();
        after.decisions.push(decision);
        after
    }

    /// The subtree with the number of nodes that random descents below its live options estimate.
    fn estimated(self, table: &OptionTable, live: &LiveOptions, descents: u64) -> Self {
        Self {
            size: estimate_size(table, live, &self.decisions, descents) as u64,
            ..self
        }
    }
}

/// One subtree for each orbit under the symmetries of a node; `None` if these are not found in
/// time. The limit depends on the size of the node, and the steps are taken from `budget`.
fn up_to_node_symmetry(
    table: &OptionTable,
    live: &LiveOptions,
    node: &SizedSubtree,
    budget: &mut u64,
) -> Option<Vec<SizedSubtree>> {
    let worth = node.size.saturating_mul(STEPS).min(*budget);
    let mut steps = SearchSteps::new(worth, None);
    let orbits = node_orbits(table, live, &mut steps);
    *budget -= worth - steps.left();
    one_per_orbit(table, live, node, &orbits?)
}

/// First option of the orbit of each live option; `None` if all orbits are single options or the
/// problem is too large. If the steps do not suffice, orbits of some symmetries are enough.
pub fn node_orbits(
    table: &OptionTable,
    live: &LiveOptions,
    steps: &mut SearchSteps<'_>,
) -> Option<Vec<u32>> {
    if table.items.len() + table.shades.len() > MOST_VERTICES {
        return None;
    }
    let numbers: Vec<usize> = live.options().collect();
    let mut vertices = vertices_of(table, live, &numbers);
    vertices.is_node = true;
    let generators =
        SymmetrySearch::new(&vertices, vertices.kinds.clone(), steps).generators(steps);
    let generators = generators.iter().map(|(_, generator)| generator);
    let orbits = orbits(vertices.points(), generators);
    // First option of each orbit.
    let mut firsts = vec![usize::MAX; vertices.points()];
    let mut found = false;
    let mut first_options = vec![u32::MAX; table.len()];
    for (at, &number) in numbers.iter().enumerate() {
        let first = &mut firsts[orbits[vertices.option_point(at) as usize] as usize];
        *first = number.min(*first);
        found |= *first != number;
        first_options[number] = *first as u32;
    }
    found.then_some(first_options)
}

/// Vertices of the live options of a node. Kinds are items covered once, secondary items, items of
/// each multiplicity, and shades. A vertex in no live option is a kind of its own.
fn vertices_of(table: &OptionTable, live: &LiveOptions, options: &[usize]) -> SymmetryVertices {
    let items = table.items.len();
    let kind = |item: usize| match item.checked_sub(table.primary) {
        None => 0,
        Some(at) => live
            .multiplicities
            .get(at)
            .map_or(1, |&Multiplicity { low, high }| {
                mixed(u64::from(low) << 32 | u64::from(high))
            }),
    };
    let mut kinds: Vec<u64> = (3..).take(items + table.shades.len()).collect();
    let mut shades = Vec::new();
    let options: Vec<Vec<u32>> = options
        .iter()
        .map(|&option| {
            let uses = table.uses(option).iter();
            let parts = uses.map(|used| {
                let item = used.item as usize;
                kinds[item] = kind(item);
                let Some(shade) = used.shade() else {
                    return used.item;
                };
                kinds[items + shade] = 2;
                shades.push(((items + shade) as u32, used.item));
                (items + shade) as u32
            });
            parts.collect()
        })
        .collect();
    SymmetryVertices::new(options, kinds, shades)
}

/// One subtree for each orbit of the options of an item that is covered once. The item is the one
/// that promises the fewest nodes; `None` if all items are covered.
pub fn one_per_orbit(
    table: &OptionTable,
    live: &LiveOptions,
    node: &SizedSubtree,
    orbits: &[u32],
) -> Option<Vec<SizedSubtree>> {
    // First option of each orbit among those of an item, and the size of the orbit.
    let firsts = |options: &SparseOptions| {
        let mut alike: Vec<(u32, u32)> = live
            .of(options)
            .map(|option| (orbits[option as usize], option))
            .collect();
        sort(&mut alike);
        let alike = alike.chunk_by(|one, other| one.0 == other.0);
        let firsts = alike.map(|alike| (alike[0].1, alike.len() as u64));
        firsts.collect::<Vec<_>>()
    };
    let options = |firsts: &Vec<(u32, u64)>| firsts.iter().map(|(_, times)| times).sum::<u64>();
    let items = table.items[..table.primary].iter();
    let mut items: Vec<_> = items.map(firsts).collect();
    // Covered items have no options.
    items.retain(|firsts| !firsts.is_empty());
    sort_by(&mut items, |a, b| {
        let sizes = || options(a).cmp(&options(b));
        a.len().cmp(&b.len()).then_with(sizes)
    });
    let mut promising: Vec<&Vec<(u32, u64)>> = items.iter().take(PROMISING).collect();
    let fewest = items.iter().min_by_key(|firsts| options(firsts));
    promising.extend(fewest.filter(|fewest| !promising.contains(fewest)));
    let begun = promising.into_iter().map(|firsts| {
        let subtrees = firsts.iter().map(|&(option, times)| {
            let after = SizedSubtree {
                multiplier: node.multiplier * times,
                ..node.after(option)
            };
            after.estimated(table, &table.choose(live, option), DESCENTS)
        });
        subtrees.collect::<Vec<_>>()
    });
    begun.min_by_key(|subtrees| total_nodes(subtrees))
}

/// Estimated number of nodes of a tree, without its symmetries.
pub fn estimate_tree(tree: &SearchTree) -> u64 {
    estimate_size(&tree.table, &tree.root, &[], TREE_DESCENTS) as u64
}

/// Estimated number of nodes of several subtrees together.
fn total_nodes<'a>(subtrees: impl IntoIterator<Item = &'a SizedSubtree>) -> u64 {
    let sizes = subtrees.into_iter().map(|subtree| subtree.size);
    sizes.fold(0, u64::saturating_add)
}

/// Splits a tree into about `wanted` subtrees, sorted by decisions. Unless `counts` is true, this
/// is the order in which a search of the whole tree meets them. The split continues one that has
/// begun, if that has at most `wanted` subtrees.
pub fn split(
    tree: &SearchTree,
    begun: Option<&TreeSplit>,
    wanted: usize,
    counts: bool,
) -> Vec<SizedSubtree> {
    let mut split = match begun {
        Some(begun) if begun.wanted <= wanted => begun.clone(),
        _ => TreeSplit::new(tree, counts && wanted > 1),
    };
    split.refine(tree, wanted);
    split.into_subtrees()
}

/// Split of a tree that can be refined. The subtrees depend only on the tree and on the largest
/// number of subtrees that was wanted.
#[derive(Clone, Debug)]
pub struct TreeSplit {
    counts: bool,
    is_small: bool,
    open: BinaryHeap<SizedSubtree>,
    done: Vec<SizedSubtree>,
    /// Number of subtrees that it has been refined to, and of splits.
    wanted: usize,
    splits: usize,
    /// Steps that are left for the search of symmetries.
    budget: u64,
}

impl TreeSplit {
    /// Splits a tree at its root, into one subtree for each orbit if `counts` is true. Otherwise the
    /// whole tree is one subtree.
    pub fn new(tree: &SearchTree, counts: bool) -> Self {
        let (whole, mut budget) = (SizedSubtree::whole(estimate_tree(tree)), MOST_STEPS);
        let is_worth = counts && whole.size >= PLAIN;
        let begun =
            is_worth.then(|| up_to_node_symmetry(&tree.table, &tree.root, &whole, &mut budget));
        Self {
            counts,
            budget,
            ..Self::of_subtrees(begun.flatten().unwrap_or_else(|| vec![whole]))
        }
    }

    /// Split of a list that begins with these subtrees.
    pub fn of_subtrees(begun: Vec<SizedSubtree>) -> Self {
        Self {
            counts: false,
            is_small: total_nodes(&begun) <= SMALL,
            open: BinaryHeap::from(begun),
            done: Vec::new(),
            wanted: 1,
            splits: 0,
            budget: 0,
        }
    }

    /// Estimated number of nodes of all subtrees together.
    pub fn total_nodes(&self) -> u64 {
        total_nodes(self.open.iter().chain(&self.done))
    }

    /// Subtrees, sorted by decisions.
    pub fn into_subtrees(self) -> Vec<SizedSubtree> {
        let mut subtrees = self.done;
        subtrees.extend(self.open);
        sort_by(&mut subtrees, |a, b| a.decisions.cmp(&b.decisions));
        subtrees
    }

    /// Refines the split to about `wanted` subtrees. `tree` is the tree that it was made of.
    pub fn refine(&mut self, tree: &SearchTree, wanted: usize) {
        self.wanted = self.wanted.max(wanted);
        let item_words = tree.table.item_words;
        let wanted = wanted.min(1 + WORDS / (DESCENTS as usize * DEEP * (1 + item_words)));
        // The limit ends the split of a small tree, which loses subtrees as fast as it gains them.
        while self.splits < 4 * wanted && self.open.len() + self.done.len() < wanted {
            let Some(largest) = self.open.pop() else {
                break;
            };
            let is_little = self.is_small || largest.size <= LITTLE;
            if !largest.decisions.is_empty() && is_little {
                self.done.push(largest);
                break;
            }
            self.split(tree, largest);
            self.splits += 1;
        }
    }

    /// Splits a subtree at its root.
    fn split(&mut self, tree: &SearchTree, subtree: SizedSubtree) {
        let table = &tree.table;
        let mut live = node_at(tree, &subtree.decisions);
        let options = match table.step(Kernel::best(), &mut live, &mut Vec::new()) {
            TreeStep::Dead => return,
            TreeStep::Solved => return self.done.push(subtree),
            TreeStep::Choose(options) => options,
        };
        // Symmetries of the root were already searched for.
        if self.counts
            && !subtree.decisions.is_empty()
            && subtree.size >= SYMMETRIC
            && subtree.multiplier < MANY_TIMES
            && let Some(subtrees) = up_to_node_symmetry(table, &live, &subtree, &mut self.budget)
        {
            self.open.extend(subtrees);
            return;
        }
        let share = subtree.size / options.len() as u64;
        self.open.extend(options.into_iter().map(|option| {
            let after = subtree.after(option);
            if self.is_small {
                return SizedSubtree {
                    size: share,
                    ..after
                };
            }
            after.estimated(table, &table.choose(&live, option), DESCENTS)
        }));
    }
}

/// Children of a subtree by its next branch; none at a leaf.
pub fn children(tree: &SearchTree, subtree: &SizedSubtree) -> Vec<SizedSubtree> {
    let (table, mut live) = (&tree.table, node_at(tree, &subtree.decisions));
    let TreeStep::Choose(options) = table.step(Kernel::best(), &mut live, &mut Vec::new()) else {
        return Vec::new();
    };
    let children = options.into_iter().map(|option| {
        let after = subtree.after(option);
        after.estimated(table, &table.choose(&live, option), CHILD_DESCENTS)
    });
    children.collect()
}

/// Options that are live after these decisions.
pub fn node_at(tree: &SearchTree, chosen: &[u32]) -> LiveOptions {
    let root = tree.root.clone();
    let chosen = chosen.iter();
    chosen.fold(root, |live, &option| tree.table.choose(&live, option))
}

/// Estimated number of nodes of a subtree.
fn estimate_size(table: &OptionTable, live: &LiveOptions, chosen: &[u32], descents: u64) -> f64 {
    let seed = chosen.iter().fold(0, |seed, &option| {
        SplitMix64(seed ^ u64::from(option)).next()
    });
    let mut random = SplitMix64(seed);
    let sizes = (0..descents).map(|_| descend(table, live.clone(), &mut random));
    (sizes.sum::<f64>() / descents as f64).clamp(1.0, LARGEST)
}

/// Descends to a leaf and adds up nodes: each stands for the product of the branches above it.
fn descend(table: &OptionTable, mut live: LiveOptions, random: &mut SplitMix64) -> f64 {
    let (mut size, mut like_it) = (0.0, 1.0);
    let (kernel, mut forced) = (Kernel::best(), Vec::new());
    while size < LARGEST {
        size += like_it;
        let TreeStep::Choose(options) = table.step(kernel, &mut live, &mut forced) else {
            break;
        };
        like_it *= options.len() as f64;
        live = table.choose(&live, options[random.below(options.len())]);
    }
    size
}
