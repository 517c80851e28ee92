//! Numbers of solutions by the symmetries that leave them unchanged.
//!
//! The *stabilizer* of a solution is the subgroup of the symmetries that leave it unchanged. For
//! each subgroup, the solutions that it leaves unchanged are counted. Those with this stabilizer are
//! the rest without the solutions of larger stabilizers (Burnside, Theory of groups of finite order,
//! 1911, on the table of marks).

use countless_simd::{grouped, sort_by_key};
use num_bigint::BigUint;

use super::cover_symmetries::{CoverSymmetries, SymmetryOptions};
use super::quotient::WeightedCover;
use crate::bits::{Bits, DisjointSets};
use crate::cover_method::CoverMethod;
use crate::cover_problem::CoverProblem;
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use crate::group::permutation_group::{GroupElements, Permutation};
use countless_engine::{Error, Run};

/// Largest number of symmetries, and of subgroups, for which solutions are counted by stabilizer.
const MOST_SYMMETRIES: usize = 256;
const MOST_SUBGROUPS: usize = 10_000;

/// Numbers of solutions by the number of symmetries that leave them unchanged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClassKinds {
    /// All symmetries.
    pub symmetries: CoverSymmetries,
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
    /// [`CoverProblem::counting_classes`].
    pub fn class_kinds(
        &self,
        options: &SymmetryOptions,
        method: CoverMethod,
        run: &Run,
    ) -> Result<ClassKinds, Error> {
        let symmetries = self.symmetries(options, run)?;
        let elements = symmetries.group.elements(MOST_SYMMETRIES);
        let subgroups = elements.as_ref().and_then(Subgroups::new);
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
        let kinds = subgroups.kinds(&count)?;
        Ok(ClassKinds { symmetries, kinds })
    }
}

/// Set of elements of a group.
type ElementSet = Bits<{ MOST_SYMMETRIES / 64 }>;

/// Subgroup of a small group.
struct Subgroup {
    set: ElementSet,
    /// Numbers of elements that generate it.
    generators: Vec<u32>,
}

impl Subgroup {
    /// Number of elements.
    fn len(&self) -> u64 {
        self.set.len() as u64
    }

    fn is_within(&self, other: &Self) -> bool {
        self.set.difference(other.set).is_empty()
    }
}

/// All subgroups of a small group, and their classes under the group.
struct Subgroups<'a> {
    elements: &'a GroupElements<'a>,
    /// Subgroups, small ones first.
    all: Vec<Subgroup>,
    /// First subgroup of the class of each subgroup.
    classes: Vec<u32>,
}

impl<'a> Subgroups<'a> {
    /// All subgroups; `None` if there are too many.
    fn new(elements: &'a GroupElements<'a>) -> Option<Self> {
        let len = elements.len() as u32;
        let permutations: Vec<Permutation> = elements.iter().collect();
        let products = permutations.iter().flat_map(|one| {
            let products = permutations.iter();
            products.map(|other| elements.number(|at| other[one[at as usize] as usize]))
        });
        let products: Vec<u32> = products.collect();
        let closure = |generators: &[u32]| {
            let (mut set, mut found) = (ElementSet::default(), vec![0]);
            while let Some(element) = found.pop() {
                if !set.has(element as usize) {
                    set.insert(element as usize);
                    let row = &products[(element * len) as usize..];
                    found.extend(generators.iter().map(|&generator| row[generator as usize]));
                }
            }
            set
        };
        // Each subgroup is joined of cyclic ones, and comes after those within it.
        let cyclic = grouped((0..len).map(|one| (closure(&[one]), one)).collect());
        let cyclic = cyclic.into_iter().map(|(set, ones)| Subgroup {
            set,
            generators: ones[ones.len() - 1..].to_vec(),
        });
        let mut all: Vec<Subgroup> = cyclic.collect();
        let cyclic: Vec<u32> = all.iter().map(|it| it.generators[0]).collect();
        let mut at = 0;
        while at < all.len() {
            let set = all[at].set;
            for &one in cyclic.iter().filter(|&&one| !set.has(one as usize)) {
                let generators = [&all[at].generators[..], &[one]].concat();
                let set = closure(&generators);
                if let Err(place) = all.binary_search_by(|it| it.set.cmp(&set)) {
                    all.insert(place, Subgroup { set, generators });
                }
            }
            at += 1;
            if all.len() > MOST_SUBGROUPS {
                return None;
            }
        }
        sort_by_key(&mut all, Subgroup::len);
        let mut classes = DisjointSets::new(all.len());
        for images in elements.conjugations() {
            for (place, subgroup) in (0..).zip(&all) {
                let mut image = ElementSet::default();
                for (element, &to) in images.iter().enumerate() {
                    if subgroup.set.has(element) {
                        image.insert(to as usize);
                    }
                }
                let image = (image.len() as u64, image);
                let to = all.partition_point(|it| (it.len(), it.set) < image);
                classes.unite(place, to as u32);
            }
        }
        Some(Self {
            elements,
            all,
            classes: classes.representatives(),
        })
    }

    /// Numbers of solutions and classes by the order of the stabilizer. `count` returns the number
    /// of solutions that permutations leave unchanged.
    fn kinds(
        &self,
        count: &dyn Fn(&[Permutation]) -> Result<BigUint, Error>,
    ) -> Result<Vec<ClassKind>, Error> {
        let mut unchanged: Vec<BigUint> = Vec::new();
        for (at, subgroup) in self.all.iter().enumerate() {
            let class = self.classes[at] as usize;
            // Solutions of a subgroup are those of the subgroups within it, too.
            let mut smaller = self.all[..at].iter().zip(&unchanged);
            let is_none = smaller.any(|(it, sum)| *sum == BigUint::ZERO && it.is_within(subgroup));
            unchanged.push(if is_none {
                BigUint::ZERO
            } else if class < at {
                unchanged[class].clone()
            } else {
                let generators = subgroup.generators.iter();
                let generators = generators.map(|&one| self.elements.get(one));
                count(&generators.collect::<Vec<Permutation>>())?
            });
        }
        let mut exact = vec![BigUint::ZERO; self.all.len()];
        for (at, subgroup) in self.all.iter().enumerate().rev() {
            let larger = self.all.iter().zip(&exact).skip(at + 1);
            let larger = larger.filter(|(larger, _)| subgroup.is_within(larger));
            let larger: BigUint = larger.map(|(_, exact)| exact).sum();
            if larger > unchanged[at] {
                return Err(contradiction(&unchanged[at]));
            }
            exact[at] = &unchanged[at] - larger;
        }
        let mut kinds: Vec<ClassKind> = Vec::new();
        for (at, subgroup) in self.all.iter().enumerate() {
            // Each class has this number of solutions with this stabilizer or one of its images.
            let images = self.elements.len() as u64 / subgroup.len();
            let conjugates = self.classes.iter().filter(|&&class| class as usize == at);
            let solutions = &exact[at] * conjugates.count();
            if &solutions % images != BigUint::ZERO {
                return Err(contradiction(&solutions));
            }
            if kinds.last().is_none_or(|it| it.symmetries < subgroup.len()) {
                kinds.push(ClassKind {
                    symmetries: subgroup.len(),
                    ..ClassKind::default()
                });
            }
            if let Some(kind) = kinds.last_mut() {
                kind.solutions.0 += &exact[at];
                kind.classes.0 += solutions / images;
            }
        }
        kinds.retain(|kind| !kind.solutions.is_zero());
        Ok(kinds)
    }
}

fn contradiction(number: &BigUint) -> Error {
    Error::Miscounted {
        total: u128::try_from(number).unwrap_or(u128::MAX),
        reason: "contradicts the solutions with more symmetries".to_owned(),
    }
}
