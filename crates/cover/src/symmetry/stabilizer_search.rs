//! Classes of solutions under many symmetries, by the stabilizers of some solutions.
//!
//! A solution with a stabilizer of h symmetries is in a class of |G|/h solutions. So the sum of h
//! over all solutions is |G| times the number of classes. The search visits some solutions, each
//! for all those that symmetries map it to.
//!
//! At a node, symmetries that map the chosen options to chosen options map the solutions below to
//! solutions below. Only symmetries of the whole problem are used: those of the remaining problem
//! may be more, and change stabilizers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;

use super::cover_symmetries::find_group;
use super::normal_cover::NormalCover;
use crate::cover_total::{CoverTotal, residue_of};
use crate::exact_cover::Multiplicity;
use crate::search::SearchTree;
use crate::search::option_table::{LiveOptions, TreeStep};
use crate::search::split::{SizedSubtree, estimate_tree, node_at, one_per_orbit};
use crate::tree_search::CoverSubtree;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;

/// Search that visits one option of each orbit.
#[derive(Clone, Debug)]
pub struct StabilizerSearch {
    cover: Arc<NormalCover>,
    tree: SearchTree,
}

/// Node of the search.
struct Node {
    chosen: Vec<u32>,
    live: LiveOptions,
    /// Number of nodes that symmetries map to this one, itself included.
    times: BigUint,
}

/// Solutions that are visited: the number of symmetries that leave one unchanged, and the number of
/// solutions that it stands for.
pub type VisitStabilizer<'a> = &'a mut dyn FnMut(&BigUint, &BigUint);

impl StabilizerSearch {
    /// Search of a problem whose primary items are covered once; `None` for others.
    pub fn new(cover: &Arc<NormalCover>) -> Option<Self> {
        let mut primary = cover.bounds[..cover.primary].iter();
        let is_once = primary.all(|&bounds| bounds == Multiplicity::ONCE);
        is_once.then(|| Self {
            cover: Arc::clone(cover),
            tree: SearchTree::new(&cover.searched_cover()),
        })
    }

    /// About `wanted` subtrees: the largest are split.
    pub fn subtrees(&self, wanted: usize, cancel: &AtomicBool) -> Vec<SizedSubtree> {
        let mut subtrees = vec![SizedSubtree {
            size: estimate_tree(&self.tree),
            decisions: Vec::new(),
            multiplier: 1,
        }];
        let mut done = Vec::new();
        while subtrees.len() + done.len() < wanted {
            let largest = (0..subtrees.len()).max_by_key(|&at| subtrees[at].size);
            let Some(largest) = largest.map(|at| subtrees.swap_remove(at)) else {
                break;
            };
            let mut node = Node {
                live: node_at(&self.tree, &largest.decisions),
                chosen: largest.decisions.clone(),
                times: 1_u32.into(),
            };
            let Some(children) = self.children(&mut node, cancel) else {
                done.push(largest);
                continue;
            };
            let multiplied = children.into_iter().map(|child| {
                let multiplier = child.multiplier.checked_mul(largest.multiplier)?;
                Some(SizedSubtree {
                    multiplier,
                    decisions: [&node.chosen[..], &child.decisions].concat(),
                    ..child
                })
            });
            match multiplied.collect::<Option<Vec<SizedSubtree>>>() {
                Some(children) => subtrees.extend(children),
                None => done.push(largest),
            }
        }
        done.extend(subtrees);
        done
    }

    /// Sum of the orders of the stabilizers of all solutions in a subtree, with the number of
    /// solutions visited as work.
    pub fn sum(&self, root: &CoverSubtree, cancel: &AtomicBool) -> CoverTotal {
        let (mut sum, mut residue, mut work) = (BigUint::ZERO, Residue::default(), 0);
        self.visit(root, cancel, &mut |order, times| {
            let product = order * times;
            residue += residue_of(&product);
            sum += product;
            work += 1;
        });
        CoverTotal::new(sum, residue, work)
    }

    /// Visits solutions of a subtree.
    pub fn visit(&self, root: &CoverSubtree, cancel: &AtomicBool, visit: VisitStabilizer<'_>) {
        let mut nodes = vec![Node {
            live: node_at(&self.tree, &root.decisions),
            chosen: root.decisions.clone(),
            times: root.multiplier.into(),
        }];
        while let Some(mut node) = nodes.pop() {
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            if let Some(children) = self.children(&mut node, cancel) {
                nodes.extend(children.into_iter().map(|child| {
                    let option = child.decisions[0];
                    let mut chosen = node.chosen.clone();
                    chosen.push(option);
                    Node {
                        chosen,
                        live: self.tree.table.choose(&node.live, option),
                        times: &node.times * child.multiplier,
                    }
                }));
            } else if node.live.missing == 0
                && let Ok(group) = find_group(&self.cover, &node.chosen, u64::MAX, cancel)
            {
                visit(&group.order(), &node.times);
            }
        }
    }

    /// Chooses forced options. Then returns one option of each orbit of an item, with the number of
    /// its options in the orbit; `None` if the node is a solution, empty if it has none.
    fn children(&self, node: &mut Node, cancel: &AtomicBool) -> Option<Vec<SizedSubtree>> {
        let step = self
            .tree
            .table
            .step(Kernel::best(), &mut node.live, &mut node.chosen);
        match step {
            TreeStep::Dead => Some(Vec::new()),
            TreeStep::Solved => None,
            TreeStep::Choose(options) => {
                let here = SizedSubtree {
                    size: 0,
                    decisions: Vec::new(),
                    multiplier: 1,
                };
                // A search that is cancelled returns any orbits.
                let group = find_group(&self.cover, &node.chosen, u64::MAX, cancel).ok();
                let orbits = group.map(|group| group.orbits());
                let table = &self.tree.table;
                let children = orbits.and_then(|orbits| {
                    one_per_orbit(table, &node.live, &here, &orbits[..table.len()])
                });
                Some(children.unwrap_or_else(|| {
                    let options = options.into_iter();
                    let child = options.map(|option| SizedSubtree {
                        decisions: vec![option],
                        ..here.clone()
                    });
                    child.collect()
                }))
            }
        }
    }
}
