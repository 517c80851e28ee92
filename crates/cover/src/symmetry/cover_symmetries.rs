//! Search for all symmetries of a problem.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::normal_cover::NormalCover;
use super::permutation_group::{GroupElements, Permutation, PermutationGroup};
use super::symmetry_options::SymmetryOptions;
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use crate::search::automorphisms::{Automorphisms, automorphisms, mapped};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run};
use countless_table::hex_sha256;

/// Steps of a search for symmetries, about ten seconds.
const STEPS: u64 = 5_000_000_000;

/// Largest number of symmetries that are considered one by one.
const MOST_ELEMENTS: usize = 20_000;

/// All symmetries of a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSymmetries {
    /// Number of symmetries, the identity included. Each permutes the options.
    pub order: BigCount,
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
    /// [`Error::Impossible`] if a pattern matches no item, or if the search takes longer than about
    /// ten seconds; [`Error::Interrupted`] if `run` was cancelled.
    pub fn symmetries(
        &self,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        let cover = NormalCover::new(self, symmetries)?;
        let group = find_group(&cover, &[], STEPS, run.child_token().flag())?;
        Ok(CoverSymmetries {
            order: BigCount(group.order()),
            merged: cover.merged,
            cover: Arc::new(cover),
            group: Arc::new(group),
        })
    }
}

/// Group of all permutations of the points of a cover that are symmetries and map `marked` options
/// to marked options.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group(
    cover: &NormalCover,
    marked: &[u32],
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices(marked);
    let mut left = steps;
    let Automorphisms { base, generators } = automorphisms(&vertices, &mut left, Some(cancel));
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
    let options = cover.options.len();
    let uses: Vec<Vec<u32>> = (0..options)
        .map(|option| cover.vertices_of(option))
        .collect();
    let numbers: HashMap<&[u32], u32> = uses.iter().map(Vec::as_slice).zip(0..).collect();
    let points = cover.points();
    let generators = generators.into_iter().map(|(depth, images)| {
        let moved = uses
            .iter()
            .map(|option| numbers[&mapped(option, &images)[..]]);
        let vertices = images.iter().take(points - options);
        let permutation: Permutation = moved
            .chain(vertices.map(|image| options as u32 + image))
            .collect();
        (depth, permutation)
    });
    let generators = generators.collect();
    // The vertex that marks options is in no orbit with others.
    let base: Vec<u32> = base.iter().map(|vertex| options as u32 + vertex).collect();
    Ok(PermutationGroup::new(points, &base, generators))
}

/// Parameters of symmetries in a plan.
#[derive(Clone, Debug)]
pub struct SymmetryPlan {
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
            kept: options.kept(),
            order: symmetries.order.to_string(),
            generators,
        }
    }

    /// Adds the parameters.
    pub fn add_to(&self, spec: Spec) -> Spec {
        let spec = spec.with("symmetry", "problem");
        let spec = match &*self.kept {
            "" => spec,
            kept => spec.with("keep", kept),
        };
        spec.with("group", &self.order)
            .with("generators", &self.generators)
    }
}
