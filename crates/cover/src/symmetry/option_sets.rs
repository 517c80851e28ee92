//! Sets of options, and the symmetries that map one set to another.

use std::cell::OnceCell;

use crate::bits::DisjointSets;
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::PermutationGroup;
use crate::group::refinement::mixed;
use crate::group::search_steps::SearchSteps;
use crate::group::symmetry_vertices::SymmetryVertices;
use countless_engine::Error;

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

/// Sets of options of a problem, up to its symmetries.
#[derive(Clone, Debug)]
pub struct OptionSets {
    vertices: SymmetryVertices,
    options: usize,
    /// Number of the orbit of each pair of options under the symmetries; empty if there are too many
    /// pairs. They distinguish the options of a set.
    pairs: Vec<u32>,
}

/// Set of options, with invariants of the sets that symmetries map to it. They are equal for
/// equivalent sets, and usually different for others.
#[derive(Clone, Debug)]
pub struct OptionSet<'a> {
    search: SymmetrySearch<'a>,
    /// Invariant that takes longer.
    marked_invariant: OnceCell<u64>,
}

impl OptionSet<'_> {
    /// Number that equivalent sets have in common.
    pub fn invariant(&self) -> u64 {
        self.search.invariant()
    }

    fn marked_invariant(&self) -> u64 {
        let invariant = || self.search.marked_invariant();
        *self.marked_invariant.get_or_init(invariant)
    }

    /// Symmetries that map the set to itself.
    ///
    /// # Errors
    ///
    /// As for [`SymmetrySearch::group`].
    pub fn group(&mut self, steps: &mut SearchSteps<'_>) -> Result<PermutationGroup, Error> {
        self.search.group(steps)
    }

    /// Returns whether a symmetry that is found in short time maps the set to another of the same
    /// size and invariant. If sets are compared to several, an invariant that takes longer is worth
    /// its time.
    pub fn is_equivalent_to(&mut self, other: &Self, several: bool) -> bool {
        if several && self.marked_invariant() != other.marked_invariant() {
            return false;
        }
        let mut steps = SearchSteps::new(SHORT, None);
        let found = self.search.symmetry_to(&other.search, &mut steps);
        found.is_ok_and(|symmetry| symmetry.is_some())
    }
}

impl OptionSets {
    /// Sets of the first `options` points of a group, the options of these vertices.
    pub fn new(vertices: SymmetryVertices, options: usize, group: &PermutationGroup) -> Self {
        Self {
            vertices,
            options,
            pairs: pair_orbits(options, group),
        }
    }

    /// A set.
    pub fn set(&self, options: &[u32]) -> OptionSet<'_> {
        let mut kinds = self.vertices.kinds.clone();
        for (&option, mark) in options.iter().zip(self.marks(options)) {
            kinds.marks[option as usize] = mark;
        }
        let mut steps = SearchSteps::unlimited();
        OptionSet {
            search: SymmetrySearch::new(&self.vertices, kinds, &mut steps),
            marked_invariant: OnceCell::new(),
        }
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
