//! Random classes of solutions.
//!
//! To draw a class, a term of the count of classes is drawn with the probability of its share of the
//! sum, then one of the solutions that its symmetry leaves unchanged. The least solution of its class
//! is listed. See Dixon and Wilf, The random selection of unlabeled graphs, 1983.

use std::sync::Arc;

use num_bigint::BigUint;

use super::cover_symmetries::{CoverSymmetries, SymmetryOptions};
use super::quotient::{PlainCover, WeightedCover};
use super::representatives::Representatives;
use crate::cover_problem::CoverProblem;
use crate::cover_strategy::Strategy;
use crate::exact_cover::ExactCover;
use crate::random_covers::{RandomSample, SolutionSource, divided_source, random_below};
use countless_engine::{Error, Run, SplitMix64};

impl CoverProblem {
    /// Creates a problem that draws `count` solutions, each from a class that is drawn with the
    /// same probability as any other. Each is the solution of its class that a [list of
    /// classes](Self::listing_classes) has.
    ///
    /// ```
    /// use countless_cover::{CoverProblem, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let (dominoes, run) = (make::dominoes(4, 4)?, Run::new());
    /// let options = SymmetryOptions::new();
    /// let sample = CoverProblem::sampling_classes(dominoes, &options, 1, 7, &run)?;
    /// assert_eq!(sample.population().expect("it is a sample").to_string(), "9");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`sampling`](Self::sampling) and of
    /// [`listing_classes`](Self::listing_classes).
    pub fn sampling_classes(
        problem: ExactCover,
        options: &SymmetryOptions,
        count: u64,
        seed: u64,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let sample = RandomSample::new(class_source(&symmetries, run)?, count, seed)?;
        let strategy = Strategy::Sample(sample.into());
        Ok(Self::of_classes(problem, symmetries, strategy, None))
    }
}

/// Source of the solutions of a term.
struct TermSource {
    /// Number of solutions times that of the symmetries of the term.
    weight: BigUint,
    unchanged: Arc<WeightedCover>,
    plain: PlainCover,
    source: SolutionSource,
}

/// Source of classes. Its total is the number of classes.
fn class_source(symmetries: &CoverSymmetries, run: &Run) -> Result<SolutionSource, Error> {
    let least = Representatives::new(symmetries)?.least;
    let elements = symmetries.elements()?;
    let (mut terms, mut bytes) = (Vec::new(), 0);
    for (elements, unchanged) in symmetries.terms(&elements) {
        let unchanged = Arc::new(unchanged);
        for plain in unchanged.plain_covers()? {
            let (source, _) = divided_source(&plain.exact_cover, bytes, run)?;
            if source.total == BigUint::ZERO {
                continue;
            }
            bytes += source.bytes;
            terms.push(TermSource {
                weight: &source.total * elements,
                unchanged: Arc::clone(&unchanged),
                plain,
                source,
            });
        }
    }
    let sum: BigUint = terms.iter().map(|term| &term.weight).sum();
    let cover = Arc::clone(&symmetries.cover);
    let total = &sum / symmetries.group.order();
    let draw = move |random: &mut SplitMix64| {
        let mut left = random_below(random, &sum)?;
        let term = terms.iter().find(|term| {
            let is_here = left < term.weight;
            if !is_here {
                left -= &term.weight;
            }
            is_here
        })?;
        let chosen = (term.source.draw)(random)?;
        let solution = term.unchanged.solution(&term.plain, &chosen);
        let least = least.least_image(&solution);
        let options = least.iter().zip(&cover.options);
        let numbers = options.flat_map(|(&times, option)| &option.numbers[..times as usize]);
        Some(numbers.copied().collect())
    };
    let draw = Box::new(draw);
    Ok(SolutionSource { total, bytes, draw })
}
