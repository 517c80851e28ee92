//! Random classes of solutions.
//!
//! To draw a class, a term of the count of classes is drawn with the probability of its share of the
//! sum, then one of the solutions that its symmetry leaves unchanged. The least solution of its class
//! is listed. See Dixon and Wilf, The random selection of unlabeled graphs, 1983.

use std::sync::Arc;

use num_bigint::BigUint;

use super::cover_symmetries::{CoverSymmetries, SymmetryOptions};
use super::normal_cover::NormalCover;
use super::quotient::{PlainCover, WeightedCover};
use super::representatives::{LeastSolutions, Representatives};
use crate::exact_cover::ExactCover;
use crate::random_covers::{RandomCovers, SolutionSource, divided_source, random_below};
use countless_engine::{Error, Run, SplitMix64};

impl RandomCovers {
    /// Draws `count` solutions, each from a class that is drawn with the same probability as any
    /// other. Each is the solution of its class that a [list of
    /// classes](crate::CoverProblem::listing_classes) has.
    ///
    /// ```
    /// use countless_cover::{RandomCovers, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let (dominoes, run) = (make::dominoes(4, 4)?, Run::new());
    /// let sample = RandomCovers::of_classes(dominoes, &SymmetryOptions::new(), 1, 7, &run)?;
    /// assert_eq!(sample.total().to_string(), "9");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new), and of
    /// [`CoverProblem::listing_classes`](crate::CoverProblem::listing_classes).
    pub fn of_classes(
        problem: ExactCover,
        options: &SymmetryOptions,
        count: u64,
        seed: u64,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let source = ClassSource::new(&symmetries, run)?;
        let mut sample = Self::of(problem, Box::new(source), count, seed)?;
        sample.symmetries = Some(symmetries);
        Ok(sample)
    }
}

/// Source of classes.
#[derive(Debug)]
struct ClassSource {
    cover: Arc<NormalCover>,
    terms: Vec<TermSource>,
    /// Sum of the weights of the terms, and the number of symmetries.
    sum: BigUint,
    order: BigUint,
    least: LeastSolutions,
}

/// Source of the solutions of a term.
#[derive(Debug)]
struct TermSource {
    /// Number of solutions times that of the symmetries of the term.
    weight: BigUint,
    unchanged: Arc<WeightedCover>,
    plain: PlainCover,
    source: Box<dyn SolutionSource>,
}

impl ClassSource {
    fn new(symmetries: &CoverSymmetries, run: &Run) -> Result<Self, Error> {
        let least = Representatives::new(symmetries)?.least;
        let elements = symmetries.elements()?;
        let (mut terms, mut taken) = (Vec::new(), 0);
        for (elements, unchanged) in symmetries.terms(&elements) {
            let unchanged = Arc::new(unchanged);
            for plain in unchanged.plain_covers()? {
                let (source, _) = divided_source(&plain.exact_cover, taken, run)?;
                let solutions = source.total();
                if solutions == BigUint::ZERO {
                    continue;
                }
                taken += source.bytes();
                terms.push(TermSource {
                    weight: solutions * elements,
                    unchanged: Arc::clone(&unchanged),
                    plain,
                    source,
                });
            }
        }
        Ok(Self {
            cover: Arc::clone(&symmetries.cover),
            sum: terms.iter().map(|term| &term.weight).sum(),
            order: symmetries.group.order(),
            terms,
            least,
        })
    }
}

impl SolutionSource for ClassSource {
    fn draw(&self, random: &mut SplitMix64) -> Option<Vec<u32>> {
        let mut left = random_below(random, &self.sum)?;
        let term = self.terms.iter().find(|term| {
            let is_here = left < term.weight;
            if !is_here {
                left -= &term.weight;
            }
            is_here
        })?;
        let chosen = term.source.draw(random)?;
        let solution = term.unchanged.solution(&term.plain, &chosen);
        let least = self.least.least_image(&solution);
        let options = least.iter().zip(&self.cover.options);
        let numbers = options.flat_map(|(&times, option)| &option.numbers[..times as usize]);
        Some(numbers.copied().collect())
    }

    /// Number of classes.
    fn total(&self) -> BigUint {
        &self.sum / &self.order
    }

    fn bytes(&self) -> usize {
        self.terms.iter().map(|term| term.source.bytes()).sum()
    }
}
