//! Search for all symmetries of a problem.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::normal_cover::NormalCover;
use super::permutation_group::{GroupElements, Permutation, PermutationGroup};
use super::symmetry_options::{SymmetryKind, SymmetryOptions};
use crate::cover_total::BigCount;
use crate::disjoint_sets::DisjointSets;
use crate::exact_cover::ExactCover;
use crate::search::automorphisms::{Automorphisms, automorphisms, mapped, symmetry_between};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run};
use countless_table::hex_sha256;

/// Steps of a search for symmetries, about ten seconds.
const STEPS: u64 = 5_000_000_000;

/// Largest number of symmetries that are considered one by one.
const MOST_ELEMENTS: usize = 20_000;

/// First kind of items that are mapped to themselves only.
const ITEM_KINDS: u64 = 1 << 32;

/// All symmetries of a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSymmetries {
    /// Number of symmetries, the identity included. Each permutes the options.
    pub order: BigCount,
    /// Kind of the symmetries.
    pub kind: SymmetryKind,
    /// Number of options that are equal to an earlier one, and count as that one.
    pub merged: usize,
    pub(crate) cover: Arc<NormalCover>,
    pub(crate) group: Arc<PermutationGroup>,
}

impl CoverSymmetries {
    /// All symmetries, one by one.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub(super) fn elements(&self) -> Result<GroupElements, Error> {
        self.group.elements(MOST_ELEMENTS).ok_or_else(|| {
            Error::Impossible(format!(
                "the problem has {} symmetries: expected at most {MOST_ELEMENTS}\n\
                 hint: --keep keeps items apart, so that there are fewer",
                self.order
            ))
        })
    }
}

impl ExactCover {
    /// Finds all symmetries of the problem. Equal options, and options that differ only in secondary
    /// items that exclude nothing, are one option.
    ///
    /// ```
    /// use countless_cover::{SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let soma = make::soma()?;
    /// let symmetries = soma.symmetries(&SymmetryOptions::new(), &Run::new())?;
    /// assert_eq!(symmetries.order.to_string(), "48");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a pattern matches no item, if the symmetries are those of a board and
    /// no item is a cell, or if the search takes longer than about ten seconds; [`Error::Interrupted`] if `run` was cancelled.
    pub fn symmetries(
        &self,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        let cover = NormalCover::new(self, symmetries)?;
        let (kind, cancel) = (symmetries.kind_for(self), run.child_token());
        let group = match kind.item_maps(self)? {
            None => find_group(&cover, STEPS, cancel.flag())?,
            Some((items, maps)) => {
                find_group_of_maps(&cover, (&items, &maps), STEPS, cancel.flag())?
            }
        };
        Ok(CoverSymmetries {
            kind,
            order: BigCount(group.order()),
            merged: cover.merged,
            cover: Arc::new(cover),
            group: Arc::new(group),
        })
    }
}

/// Group of all permutations of the points of a cover that are symmetries.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group(
    cover: &NormalCover,
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices();
    let mut left = steps;
    let found = automorphisms(&vertices, vertices.kinds(), &mut left, Some(cancel));
    require_complete(left, cancel)?;
    let points = PointImages::new(cover);
    let (base, generators) = points.base_and_generators(found);
    Ok(PermutationGroup::new(cover.points(), &base, generators))
}

/// Returns an error if a search for symmetries was cancelled, or had too few steps.
fn require_complete(left: u64, cancel: &AtomicBool) -> Result<(), Error> {
    if cancel.load(Ordering::Relaxed) {
        return Err(Error::Interrupted);
    }
    if left == 0 {
        return Err(Error::Impossible(
            "the symmetries of this problem take too long to find\n\
             hint: --keep keeps items apart, so that there are fewer"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Group of the symmetries of a cover that map some items of the problem as one of the maps does.
/// The maps are a group.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group_of_maps(
    cover: &NormalCover,
    (items, maps): (&[u32], &[Vec<u32>]),
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let (items, maps) = cover.item_maps(items, maps);
    let vertices = cover.symmetry_vertices();
    // Each item is a kind of its own, and under a map that of the item mapped to it.
    let kinds_under = |map: &dyn Fn(usize) -> usize| {
        let mut kinds = vertices.kinds().clone();
        for (number, at) in (ITEM_KINDS..).zip(0..items.len()) {
            kinds.vertices[items[map(at)] as usize] = number;
        }
        kinds
    };
    let (own, mut left) = (kinds_under(&|at| at), steps);
    let found = automorphisms(&vertices, &own, &mut left, Some(cancel));
    let path = vertices.marking_path(&own, &mut left);
    let points = PointImages::new(cover);
    let (mut base, mut generators) = points.base_and_generators(found);
    // Items that distinguish the maps, each with the maps that leave those before it unchanged.
    let (mut levels, mut maps) = (Vec::new(), maps.iter().collect::<Vec<_>>());
    for at in 0..items.len() {
        let unchanged = maps.iter().filter(|map| map[at] as usize == at);
        let unchanged: Vec<&Vec<u32>> = unchanged.copied().collect();
        if unchanged.len() < maps.len() {
            levels.push((at, std::mem::replace(&mut maps, unchanged)));
        }
    }
    let first = cover.options.len() as u32;
    let distinguishing = levels.iter().map(|&(at, _)| first + items[at]);
    base.splice(..0, distinguishing);
    for (depth, _) in &mut generators {
        *depth += levels.len();
    }
    let mut orbits = DisjointSets::new(items.len());
    for (depth, (at, maps)) in levels.into_iter().enumerate().rev() {
        for map in maps {
            let (here, image) = (orbits.representative(at as u32), map[at]);
            // The other images in an orbit are those of products with symmetries.
            if orbits.representative(image) != image || image == here {
                continue;
            }
            let kinds = kinds_under(&|at| map[at] as usize);
            let images =
                symmetry_between(&vertices, &path, (&own, &kinds), &mut left, Some(cancel));
            if let Some(images) = images {
                for (from, &to) in (0..).zip(map) {
                    orbits.unite(from, to);
                }
                generators.push((depth, points.permutation(&images)));
            }
        }
    }
    require_complete(left, cancel)?;
    Ok(PermutationGroup::new(cover.points(), &base, generators))
}

/// Images of options under permutations of their items.
struct PointImages<'a> {
    cover: &'a NormalCover,
    /// Vertices of each option, and the option of each set of vertices.
    vertices: Vec<Vec<u32>>,
    options: HashMap<Vec<u32>, u32>,
}

impl<'a> PointImages<'a> {
    fn new(cover: &'a NormalCover) -> Self {
        let options = 0..cover.options.len();
        let vertices: Vec<Vec<u32>> = options.map(|option| cover.vertices_of(option)).collect();
        Self {
            cover,
            options: vertices.iter().cloned().zip(0..).collect(),
            vertices,
        }
    }

    /// Permutation of all points that maps vertices to these images.
    fn permutation(&self, images: &[u32]) -> Permutation {
        let (options, points) = (self.vertices.len(), self.cover.points());
        let moved = self
            .vertices
            .iter()
            .map(|option| self.options[&mapped(option, images)]);
        let vertices = images.iter().take(points - options);
        moved
            .chain(vertices.map(|image| options as u32 + image))
            .collect()
    }

    /// Base and strong generators, as permutations of all points.
    fn base_and_generators(&self, found: Automorphisms) -> (Vec<u32>, Vec<(usize, Permutation)>) {
        let Automorphisms { base, generators } = found;
        let generators = generators.into_iter();
        let generators = generators.map(|(depth, images)| (depth, self.permutation(&images)));
        let first = self.vertices.len() as u32;
        let base = base.iter().map(|vertex| first + vertex).collect();
        (base, generators.collect())
    }
}

/// Parameters of symmetries in a plan.
#[derive(Clone, Debug)]
pub struct SymmetryPlan {
    kind: SymmetryKind,
    kept: String,
    order: String,
    /// Start of the hash of the generators. Another version may find another base of the group.
    generators: String,
}

impl SymmetryPlan {
    pub fn new(symmetries: &CoverSymmetries, options: &SymmetryOptions) -> Self {
        let moved = symmetries.cover.options.len();
        let generators = symmetries.group.generators().map(|generator| {
            let images: Vec<String> = generator[..moved].iter().map(u32::to_string).collect();
            images.join(" ") + "\n"
        });
        let mut generators = hex_sha256(generators.collect::<String>().as_bytes());
        generators.truncate(16);
        Self {
            kind: symmetries.kind,
            kept: options.kept(),
            order: symmetries.order.to_string(),
            generators,
        }
    }

    /// Kind of the symmetries.
    pub fn kind(&self) -> SymmetryKind {
        self.kind
    }

    /// Adds the parameters.
    pub fn add_to(&self, spec: Spec) -> Spec {
        let spec = spec.with("symmetry", self.kind.to_string());
        let spec = match &*self.kept {
            "" => spec,
            kept => spec.with("keep", kept),
        };
        spec.with("group", &self.order)
            .with("generators", &self.generators)
    }
}
