//! Classes of solutions under many symmetries, by the stabilizers of some solutions.
//!
//! A solution with a stabilizer of h symmetries is in a class of |G|/h solutions. So the sum of h
//! over all solutions is |G| times the number of classes. The search visits some solutions, each
//! for all those that symmetries map it to.
//!
//! A node is a set of chosen options. Symmetries that map one set to another map the solutions below
//! to solutions below, with stabilizers of the same order. So a node has one child for each orbit of
//! an item's options under the symmetries of its set. Equivalent nodes become one node, which stands
//! for the solutions of both: isomorph rejection (Kaski and Östergård, Classification algorithms for
//! codes and designs, 2006). Only symmetries of the whole problem are used: those of the
//! remaining problem may be more, and change stabilizers. If the equivalence of two nodes is not
//! recognised, both are searched, and the sum is the same.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use num_bigint::BigUint;

use super::normal_cover::NormalCover;
use crate::bits::DisjointSets;
use crate::cover_total::{CoverTotal, residue_of};
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::{PermutationGroup, orbits};
use crate::group::refinement::{SearchSteps, mixed};
use crate::group::symmetry_vertices::SymmetryVertices;
use crate::search::SearchTree;
use crate::search::option_table::{LiveOptions, TreeStep};
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, grouped};

/// Version of the search, which is part of a plan.
pub const STABILIZERS: u32 = 4;
/// Number of nodes that wait, above which the next one is a late one.
const MANY: usize = 50_000;

/// Mark of the options of a set, before pairs distinguish them.
const MARKED: u64 = 1;
/// Number of times that the options of a set are distinguished by pairs.
const PAIR_ROUNDS: usize = 3;
/// Largest number of pairs of options for which orbits are found, and of their images under all
/// generators.
const MOST_PAIRS: usize = 1 << 22;
const MOST_IMAGES: usize = 1 << 27;
/// Steps in which the equivalence of two sets is looked for.
const SHORT: u64 = 50_000_000;

/// Search that visits one option of each orbit.
#[derive(Clone, Debug)]
pub struct StabilizerSearch {
    tree: SearchTree,
    vertices: SymmetryVertices,
    /// Number of options.
    options: usize,
    /// Number of the orbit of each pair of options under the symmetries; empty if there are too many
    /// pairs. They distinguish the options of a set.
    pairs: Vec<u32>,
}

/// Node of the search: a set of options.
struct Node<'a> {
    chosen: Vec<u32>,
    live: LiveOptions,
    /// Number of nodes that it stands for, itself included.
    times: BigUint,
    /// Search for the symmetries that map the set to itself or to another one. Its invariant is equal
    /// for equivalent sets, and usually different for others.
    search: SymmetrySearch<'a>,
    /// Invariant that takes longer.
    marked_invariant: OnceCell<u64>,
}

impl Node<'_> {
    fn marked_invariant(&self) -> u64 {
        let invariant = || self.search.marked_invariant();
        *self.marked_invariant.get_or_init(invariant)
    }

    /// Returns whether a symmetry that is found in short time maps the set to another of the same
    /// size and invariant. If sets are compared to several, an invariant that takes longer is worth
    /// its time.
    fn is_equivalent_to(&mut self, other: &Self, several: bool) -> bool {
        if several && self.marked_invariant() != other.marked_invariant() {
            return false;
        }
        let mut steps = SearchSteps::new(SHORT, None);
        let found = self.search.symmetry_to(&other.search, &mut steps);
        found.is_ok_and(|symmetry| symmetry.is_some())
    }
}

/// Nodes that wait, by the number of chosen options and by invariants of equivalent nodes.
#[derive(Default)]
struct WaitingNodes<'a> {
    nodes: BTreeMap<(usize, u64), Vec<Node<'a>>>,
    len: usize,
}

impl StabilizerSearch {
    /// Search of a problem whose primary items are covered once, and which has these symmetries.
    pub fn new(cover: &NormalCover, group: &PermutationGroup) -> Self {
        let options = cover.option_count();
        Self {
            tree: SearchTree::new(&cover.searched_cover()),
            vertices: cover.symmetry_vertices(),
            options,
            pairs: pair_orbits(options, group),
        }
    }

    /// Sum of the orders of the stabilizers of all solutions, with the number of solutions visited as
    /// work.
    pub fn sum(&self, cancel: &AtomicBool) -> CoverTotal {
        let (mut sum, mut residue, mut work) = (BigUint::ZERO, Residue::default(), 0);
        let mut waiting = WaitingNodes::default();
        let root = (Vec::new(), self.tree.root.clone(), 1_u32.into());
        self.add(root, &mut waiting);
        while let Some(mut node) = waiting.pop() {
            let mut steps = SearchSteps::new(u64::MAX, Some(cancel));
            // The sum of a search that was cancelled is not used.
            let Ok(group) = node.search.group(&mut steps) else {
                break;
            };
            if node.live.missing > 0 {
                self.expand(node, &group, &mut waiting);
                continue;
            }
            let product = group.order() * node.times;
            residue += residue_of(&product);
            sum += product;
            work += 1;
        }
        CoverTotal::new(sum, residue, work)
    }

    /// Adds a child of a node for each orbit of the options of an item under the group of its set.
    fn expand<'a>(
        &'a self,
        mut node: Node<'a>,
        group: &PermutationGroup,
        waiting: &mut WaitingNodes<'a>,
    ) {
        let TreeStep::Choose(options) = self.step(&mut node.live, &mut node.chosen) else {
            return;
        };
        let orbits = orbits(group.points, group.generators());
        let options = options.into_iter().map(|it| (orbits[it as usize], it));
        for (_, orbit) in grouped(options.collect()) {
            let option = orbit[0];
            let mut chosen = node.chosen.clone();
            chosen.push(option);
            let live = self.tree.table.choose(&node.live, option);
            self.add((chosen, live, &node.times * orbit.len()), waiting);
        }
    }

    /// Adds a node after its forced options, or its number to that of an equivalent one.
    fn add<'a>(
        &'a self,
        (mut chosen, mut live, times): (Vec<u32>, LiveOptions, BigUint),
        waiting: &mut WaitingNodes<'a>,
    ) {
        if matches!(self.step(&mut live, &mut chosen), TreeStep::Dead) {
            return;
        }
        let mut kinds = self.vertices.kinds.clone();
        for (&option, mark) in chosen.iter().zip(self.marks(&chosen)) {
            kinds.marks[option as usize] = mark;
        }
        let new = Node {
            chosen,
            live,
            times,
            search: SymmetrySearch::new(&self.vertices, kinds, &mut SearchSteps::unlimited()),
            marked_invariant: OnceCell::new(),
        };
        let alike = waiting
            .nodes
            .entry((new.chosen.len(), new.search.invariant()));
        let alike = alike.or_default();
        let several = alike.len() > 1;
        for node in &mut *alike {
            if node.is_equivalent_to(&new, several) {
                node.times += new.times;
                return;
            }
        }
        alike.push(new);
        waiting.len += 1;
    }

    /// Marks of the options of a set, which distinguish them by the orbits of their pairs.
    fn marks(&self, options: &[u32]) -> Vec<u64> {
        let mut marks = vec![MARKED; options.len()];
        if self.pairs.is_empty() {
            return marks;
        }
        for _ in 0..PAIR_ROUNDS {
            let next = options.iter().zip(&marks).map(|(&option, &mark)| {
                let pairs = &self.pairs[option as usize * self.options..];
                let others = options.iter().zip(&marks);
                let sum = others.fold(0_u64, |sum, (&other, &mark)| {
                    let pair = u64::from(pairs[other as usize]) << 32;
                    sum.wrapping_add(mixed(mark ^ pair))
                });
                mixed(mark.wrapping_add(sum))
            });
            marks = next.collect();
        }
        marks
    }

    fn step(&self, live: &mut LiveOptions, chosen: &mut Vec<u32>) -> TreeStep {
        self.tree.table.step(Kernel::best(), live, chosen)
    }
}

impl<'a> WaitingNodes<'a> {
    /// Removes an early node, or a late one if there are many.
    fn pop(&mut self) -> Option<Node<'a>> {
        loop {
            let mut entry = if self.len < MANY {
                self.nodes.first_entry()?
            } else {
                self.nodes.last_entry()?
            };
            if let Some(node) = entry.get_mut().pop() {
                self.len -= 1;
                return Some(node);
            }
            entry.remove();
        }
    }
}

/// First pair of the orbit of each pair of options under a group that permutes the options first;
/// empty if there are too many pairs.
fn pair_orbits(options: usize, group: &PermutationGroup) -> Vec<u32> {
    let pairs = options.saturating_mul(options);
    if pairs > MOST_PAIRS || pairs.saturating_mul(group.generators.len()) > MOST_IMAGES {
        return Vec::new();
    }
    let mut sets = DisjointSets::new(pairs);
    for generator in group.generators() {
        let moved = &generator[..options];
        let firsts = moved.iter().map(|&to| to * options as u32);
        let images = firsts.flat_map(|first| moved.iter().map(move |&to| first + to));
        sets.unite_images(&images.collect::<Vec<u32>>());
    }
    sets.representatives()
}
