//! Numbers of solutions by the symmetries that leave them unchanged.
//!
//! The *stabilizer* of a solution is the subgroup of the symmetries that leave it unchanged. For
//! each subgroup, the solutions that it leaves unchanged are counted. Those with this stabilizer are
//! the rest without the solutions of larger stabilizers (Burnside, Theory of groups of finite order,
//! 1911, on the table of marks).

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;

use super::cover_symmetries::{SymmetryKind, SymmetryOptions};
use super::permutation_group::{GroupElements, Permutation, PermutationGroup, inverse};
use super::quotient::WeightedCover;
use crate::bits::DisjointSets;
use crate::cover_method::CoverMethod;
use crate::cover_problem::CoverProblem;
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use countless_engine::{Error, Run};

/// Largest number of symmetries, and of subgroups, for which solutions are counted by stabilizer.
const MOST_SYMMETRIES: usize = 256;
const MOST_SUBGROUPS: usize = 10_000;

/// Numbers of solutions by the number of symmetries that leave them unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassKinds {
    /// Number of symmetries of the problem.
    pub order: BigCount,
    /// Kind of the symmetries.
    pub kind: SymmetryKind,
    /// Number of options that are equal to an earlier one, and count as that one.
    pub merged: usize,
    /// Kinds of solutions, those with the fewest symmetries first.
    pub kinds: Vec<ClassKind>,
}

/// Solutions that equally many symmetries leave unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassKind {
    /// Number of symmetries that leave such a solution unchanged.
    pub symmetries: u64,
    /// Number of solutions.
    pub solutions: BigCount,
    /// Number of classes.
    pub classes: BigCount,
}

impl ClassKinds {
    /// Number of all solutions, where equal options are one.
    pub fn solutions(&self) -> BigCount {
        self.kinds.iter().map(|kind| kind.solutions.clone()).sum()
    }

    /// Number of all classes.
    pub fn classes(&self) -> BigCount {
        self.kinds.iter().map(|kind| kind.classes.clone()).sum()
    }
}

impl ExactCover {
    /// Counts solutions and classes by the number of symmetries that leave a solution unchanged.
    ///
    /// ```
    /// use countless_cover::{CoverMethod, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let dominoes = make::dominoes(4, 4)?;
    /// let kinds = dominoes.class_kinds(&SymmetryOptions::new(), CoverMethod::Auto, &Run::new())?;
    /// assert_eq!(kinds.solutions(), 36_u32.into());
    /// assert_eq!(kinds.classes(), 9_u32.into());
    /// // Two solutions have eight images each.
    /// assert_eq!(kinds.kinds[0].symmetries, 1);
    /// assert_eq!(kinds.kinds[0].classes, 2_u32.into());
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are more than 256 symmetries or too many subgroups,
    /// [`Error::Miscounted`] if the numbers contradict each other, and the errors of
    /// [`ClassCount::new`](crate::ClassCount::new).
    pub fn class_kinds(
        &self,
        options: &SymmetryOptions,
        method: CoverMethod,
        run: &Run,
    ) -> Result<ClassKinds, Error> {
        let symmetries = self.symmetries(options, run)?;
        let subgroups = symmetries
            .group
            .elements(MOST_SYMMETRIES)
            .and_then(|elements| Subgroups::new(&symmetries.group, &elements));
        let subgroups = subgroups.ok_or_else(|| {
            Error::Impossible(format!(
                "the problem has {} symmetries: expected at most {MOST_SYMMETRIES}, and at most \
                 {MOST_SUBGROUPS} subgroups\n\
                 hint: `countless cover count --up-to-symmetry` counts all classes together; \
                 --keep keeps items apart",
                symmetries.order
            ))
        })?;
        let count = |generators: &[Permutation]| {
            let unchanged = WeightedCover::quotient(&symmetries.cover, generators);
            let mut sum = BigUint::ZERO;
            for plain in unchanged.plain_covers()? {
                let count = CoverProblem::counting(plain.exact_cover, method, run)?;
                sum += count.count_now(run)?.solutions.0;
            }
            Ok(sum)
        };
        Ok(ClassKinds {
            kinds: subgroups.kinds(&count)?,
            kind: symmetries.kind,
            merged: symmetries.merged,
            order: symmetries.order,
        })
    }
}

/// Set of elements of a group, as bits.
type ElementSet = Vec<u64>;

/// All subgroups of a small group, and their classes under the group.
struct Subgroups {
    order: u64,
    /// Subgroups with their numbers of elements, small ones first.
    sets: Vec<(u64, ElementSet)>,
    /// Generators of each subgroup.
    generators: Vec<Vec<Permutation>>,
    /// First subgroup of the class of each subgroup.
    classes: Vec<u32>,
}

impl Subgroups {
    /// All subgroups; `None` if there are too many.
    fn new(group: &PermutationGroup, elements: &GroupElements) -> Option<Self> {
        let table = ProductTable::new(elements);
        let cyclic: BTreeMap<ElementSet, u32> = (0..elements.len() as u32)
            .map(|one| (table.closure(&[one]), one))
            .collect();
        // Generators of each subgroup: joins of cyclic ones.
        let mut known: BTreeMap<ElementSet, Vec<u32>> = BTreeMap::new();
        let mut new: BTreeMap<ElementSet, Vec<u32>> = cyclic
            .iter()
            .map(|(set, &one)| (set.clone(), vec![one]))
            .collect();
        while let Some((set, generators)) = new.pop_first() {
            for &one in cyclic.values().filter(|&&one| !has(&set, one)) {
                let generators = [&generators[..], &[one]].concat();
                let joined = table.closure(&generators);
                if !known.contains_key(&joined) && joined != set {
                    new.entry(joined).or_insert(generators);
                }
            }
            known.insert(set, generators);
            if known.len() + new.len() > MOST_SUBGROUPS {
                return None;
            }
        }
        let sized = known.into_iter().map(|(set, generators)| {
            let size = set.iter().map(|word| u64::from(word.count_ones())).sum();
            ((size, set), generators)
        });
        let sorted: BTreeMap<(u64, ElementSet), Vec<u32>> = sized.collect();
        let permutations = |ones: &Vec<u32>| {
            let ones = ones.iter();
            ones.map(|&one| elements.get(one as usize))
                .collect::<Vec<Permutation>>()
        };
        let generators = sorted.values().map(permutations).collect();
        let sets: Vec<(u64, ElementSet)> = sorted.into_keys().collect();
        let classes = table.conjugate_sets(group, elements, &sets);
        Some(Self {
            order: elements.len() as u64,
            sets,
            generators,
            classes,
        })
    }

    /// Numbers of solutions and classes by the order of the stabilizer. `count` returns the number
    /// of solutions that permutations leave unchanged.
    fn kinds(
        &self,
        count: &dyn Fn(&[Permutation]) -> Result<BigUint, Error>,
    ) -> Result<Vec<ClassKind>, Error> {
        let mut unchanged: Vec<BigUint> = Vec::new();
        for (at, &class) in self.classes.iter().enumerate() {
            // Solutions of a subgroup are those of the subgroups within it, too.
            let is_none = (0..at)
                .any(|smaller| unchanged[smaller] == BigUint::ZERO && self.is_within(smaller, at));
            unchanged.push(if is_none {
                BigUint::ZERO
            } else if (class as usize) < at {
                unchanged[class as usize].clone()
            } else {
                count(&self.generators[at])?
            });
        }
        let mut kinds: BTreeMap<u64, ClassKind> = BTreeMap::new();
        let mut exact = vec![BigUint::ZERO; self.sets.len()];
        for at in (0..self.sets.len()).rev() {
            let larger = (at + 1..self.sets.len()).filter(|&larger| self.is_within(at, larger));
            let larger: BigUint = larger.map(|larger| &exact[larger]).sum();
            if larger > unchanged[at] {
                return Err(contradiction(&unchanged[at]));
            }
            exact[at] = &unchanged[at] - larger;
        }
        for (at, exact) in exact.iter().enumerate() {
            let size = self.sets[at].0;
            // Each class has this number of solutions with this stabilizer or one of its images.
            let images = self.order / size;
            let conjugates = self
                .classes
                .iter()
                .filter(|&&class| class as usize == at)
                .count();
            let solutions = exact * conjugates;
            if &solutions % images != BigUint::ZERO {
                return Err(contradiction(&solutions));
            }
            if solutions != BigUint::ZERO {
                let kind = kinds.entry(size).or_default();
                kind.symmetries = size;
                kind.classes.0 += &solutions / images;
                kind.solutions.0 += solutions;
            }
        }
        Ok(kinds.into_values().collect())
    }

    /// Returns whether one subgroup is part of another.
    fn is_within(&self, one: usize, other: usize) -> bool {
        let mut words = self.sets[one].1.iter().zip(&self.sets[other].1);
        words.all(|(one, other)| one & !other == 0)
    }
}

fn contradiction(number: &BigUint) -> Error {
    Error::Miscounted {
        total: u128::try_from(number).unwrap_or(u128::MAX),
        reason: "contradicts the solutions with more symmetries".to_owned(),
    }
}

fn has(set: &ElementSet, element: u32) -> bool {
    set[element as usize / 64] >> (element % 64) & 1 == 1
}

/// Products of all pairs of elements.
struct ProductTable {
    len: usize,
    products: Vec<u32>,
    numbers: HashMap<Vec<u32>, u32>,
}

impl ProductTable {
    fn new(elements: &GroupElements) -> Self {
        let numbers = elements.by_base_images();
        let all: Vec<Permutation> = elements.iter().collect();
        let products = all.iter().flat_map(|one| {
            let images = elements.images_under(one);
            let numbers = &numbers;
            all.iter().map(move |other| {
                let images = images.iter().map(|&point| other[point as usize]);
                numbers[&images.collect::<Vec<u32>>()]
            })
        });
        Self {
            len: all.len(),
            products: products.collect(),
            numbers,
        }
    }

    /// Subgroup that some elements generate.
    fn closure(&self, generators: &[u32]) -> ElementSet {
        let mut set = vec![0; self.len.div_ceil(64)];
        set[0] = 1;
        let mut found = vec![0];
        let mut at = 0;
        while let Some(&element) = found.get(at) {
            for &generator in generators {
                let product = self.products[element as usize * self.len + generator as usize];
                if !has(&set, product) {
                    set[product as usize / 64] |= 1 << (product % 64);
                    found.push(product);
                }
            }
            at += 1;
        }
        set
    }

    /// First set of the class of each set of elements, under conjugation by the group.
    fn conjugate_sets(
        &self,
        group: &PermutationGroup,
        elements: &GroupElements,
        sets: &[(u64, ElementSet)],
    ) -> Vec<u32> {
        let places: BTreeMap<&ElementSet, u32> = sets.iter().map(|(_, set)| set).zip(0..).collect();
        let mut classes = DisjointSets::new(sets.len());
        for generator in group.generators() {
            let number = |permutation: &[u32]| self.numbers[&elements.images_under(permutation)];
            let (one, back) = (number(generator), number(&inverse(generator)));
            let product = |a: u32, b: u32| self.products[a as usize * self.len + b as usize];
            for (place, (_, set)) in (0..).zip(sets) {
                let mut image = vec![0; set.len()];
                for element in (0..self.len as u32).filter(|&element| has(set, element)) {
                    let conjugate = product(product(back, element), one);
                    image[conjugate as usize / 64] |= 1 << (conjugate % 64);
                }
                if let Some(&other) = places.get(&image) {
                    classes.unite(place, other);
                }
            }
        }
        let all = 0..sets.len() as u32;
        all.map(|place| classes.representative(place)).collect()
    }
}
