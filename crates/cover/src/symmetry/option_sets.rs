//! Sets of options, and the symmetries that map one set to another.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

use crate::bits::DisjointSets;
use crate::permutation_group::PermutationGroup;
use crate::search::automorphisms::{
    Kinds, MarkingPath, RefinementStep, SymmetryVertices, automorphisms, automorphisms_along,
    mixed, symmetry_between,
};

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
    /// Number of the orbit of each pair of options under the symmetries; empty if there are too many
    /// pairs. They distinguish the options of a set.
    pairs: Vec<u32>,
}

/// Set of options, with invariants of the sets that symmetries map to it. They are equal for
/// equivalent sets, and usually different for others.
#[derive(Clone, Debug)]
pub struct OptionSet {
    /// Options with their marks.
    marks: Vec<(u32, u64)>,
    refined: RefinementStep,
    /// Path to which other sets are compared.
    path: OnceCell<MarkingPath>,
    /// Invariant that takes longer.
    marked_invariant: OnceCell<u64>,
}

impl OptionSet {
    /// Number that equivalent sets have in common.
    pub fn invariant(&self) -> u64 {
        self.refined.total()
    }
}

impl OptionSets {
    /// Sets of the options of these vertices, whose marks are 0.
    pub fn new(vertices: SymmetryVertices) -> Self {
        let group = automorphisms(&vertices, vertices.kinds(), &mut u64::MAX.clone(), None);
        Self {
            pairs: pair_orbits(&vertices, &group),
            vertices,
        }
    }

    /// A set.
    pub fn set(&self, options: &[u32]) -> OptionSet {
        let marks = options.iter().copied().zip(self.marks(options));
        let marks: Vec<(u32, u64)> = marks.collect();
        let refined = (self.vertices).refined(&self.kinds(&marks), &mut u64::MAX.clone());
        OptionSet {
            marks,
            refined,
            path: OnceCell::new(),
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
                let pairs = &self.pairs[option as usize * self.vertices.option_count()..];
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

    /// Initial colours with marks of options.
    fn kinds(&self, marks: &[(u32, u64)]) -> Kinds {
        let mut kinds = self.vertices.kinds().clone();
        for &(option, mark) in marks {
            kinds.marks[option as usize] = mark;
        }
        kinds
    }

    fn path<'a>(&self, set: &'a OptionSet) -> &'a MarkingPath {
        set.path.get_or_init(|| {
            let (kinds, first) = (self.kinds(&set.marks), set.refined.clone());
            (self.vertices).marking_path(&kinds, first, &mut u64::MAX.clone())
        })
    }

    /// Symmetries that map a set to itself, as permutations of the vertices. A search that is
    /// cancelled returns any symmetries.
    pub fn group(&self, set: &OptionSet, cancel: &AtomicBool) -> PermutationGroup {
        let (kinds, path, mut budget) = (self.kinds(&set.marks), self.path(set), u64::MAX);
        automorphisms_along(&self.vertices, (&kinds, path), &mut budget, Some(cancel))
    }

    /// Orbits of the options.
    pub fn orbits(&self, group: &PermutationGroup) -> DisjointSets {
        self.vertices.option_orbits(group)
    }

    /// Returns whether a symmetry that is found in short time maps one set to another of the same
    /// size and invariant. If sets are compared to several, an invariant that takes longer is worth
    /// its time.
    pub fn are_equivalent(&self, one: &OptionSet, other: &OptionSet, several: bool) -> bool {
        let path = self.path(one);
        if several && self.marked_invariant(one) != self.marked_invariant(other) {
            return false;
        }
        let (own, kinds) = (self.kinds(&one.marks), self.kinds(&other.marks));
        let other = ((&own, &kinds), Some(&other.refined));
        symmetry_between(&self.vertices, path, other, &mut SHORT.clone(), None).is_some()
    }

    /// If some vertices have a colour in common, each of a small class is marked.
    fn marked_invariant(&self, set: &OptionSet) -> u64 {
        *set.marked_invariant.get_or_init(|| {
            let (kinds, mut budget) = (self.kinds(&set.marks), u64::MAX);
            let sums = set.refined.smallest_class().map(|vertex| {
                let marked = (self.vertices).marked(&kinds, &set.refined, vertex, &mut budget);
                mixed(marked.total())
            });
            sums.fold(0, u64::wrapping_add)
        })
    }
}

/// First pair of the orbit of each pair of options; empty if there are too many pairs.
fn pair_orbits(vertices: &SymmetryVertices, group: &PermutationGroup) -> Vec<u32> {
    let options = vertices.option_count();
    let pairs = options.saturating_mul(options);
    if pairs > MOST_PAIRS || pairs.saturating_mul(group.generators.len()) > MOST_IMAGES {
        return Vec::new();
    }
    let mut sets = DisjointSets::new(pairs);
    for images in group.generators() {
        let moved = vertices.option_images(images).unwrap_or_default();
        let firsts = moved.iter().map(|&to| to * options as u32);
        let images = firsts.flat_map(|first| moved.iter().map(move |&to| first + to));
        sets.unite_images(&images.collect::<Vec<u32>>());
    }
    sets.representatives()
}
