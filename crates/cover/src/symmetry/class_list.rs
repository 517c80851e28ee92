//! List of one solution of each class, and random classes.
//!
//! To draw a class, a term of the count of classes is drawn with the probability of its share of the
//! sum, then one of the solutions that its symmetry leaves unchanged. The least solution of its class
//! is listed. See Dixon and Wilf, The random selection of unlabeled graphs, 1983.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use num_bigint::BigUint;

use super::cover_symmetries::{CoverSymmetries, SymmetryKind, SymmetryOptions, SymmetryPlan};
use super::normal_cover::NormalCover;
use super::quotient::{PlainCover, WeightedCover};
use super::representatives::{LeastSolutions, RankCounts, Representatives};
use crate::cover_method::CoverMethod;
use crate::cover_solution::{Solution, option_texts};
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use crate::random_covers::{RandomCovers, SolutionSource, divided_source, random_below};
use crate::tree_search::{CoverScratch, CoverSubtree, wanted_subtrees};
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{
    Emitter, Error, Granularity, Job, Outcome, Problem, Run, SplitMix64, Subtrees, Tally,
};
use countless_simd::Kernel;
use countless_table::Columns;

/// Lists one solution of each class of solutions that symmetries map to each other, in an order
/// that depends on the problem only.
///
/// ```
/// use countless_cover::{ClassList, ExactCover, SymmetryOptions};
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
///
/// // Mirror images are one solution, with a class of two.
/// let problem: ExactCover = "a b c\na b\nb c\na\nc\n".parse()?;
/// let list = ClassList::new(problem, &SymmetryOptions::new(), &Run::new())?;
/// let mut text = Vec::new();
/// Run::new().write(&list.with_class_size(), Table::writer(&mut text, Format::Csv))?;
/// assert_eq!(text, b"options,class_size\n1 4,2\n");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClassList {
    exact_cover: Arc<ExactCover>,
    hash: String,
    plan: SymmetryPlan,
    order: BigCount,
    names: Option<Arc<Vec<String>>>,
    has_class_size: bool,
    representatives: Representatives,
}

impl ClassList {
    /// Creates a list of one solution of each class. The symmetries are found at once.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many symmetries; the errors of
    /// [`ExactCover::symmetries`].
    pub fn new(problem: ExactCover, options: &SymmetryOptions, run: &Run) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        Ok(Self {
            representatives: Representatives::new(&symmetries)?,
            hash: problem.sha256(),
            exact_cover: Arc::new(problem),
            plan: SymmetryPlan::new(&symmetries, options),
            names: None,
            has_class_size: false,
            order: symmetries.order,
        })
    }

    /// Lists the items of options instead of their numbers.
    #[must_use]
    pub fn with_names(self) -> Self {
        let names = Some(option_texts(&self.exact_cover));
        Self { names, ..self }
    }

    /// Adds the number of solutions in the class of each solution.
    #[must_use]
    pub fn with_class_size(self) -> Self {
        Self {
            has_class_size: true,
            ..self
        }
    }

    /// Exact cover whose solutions are listed.
    pub fn exact_cover(&self) -> &ExactCover {
        &self.exact_cover
    }

    /// Hash of the problem, as [`ExactCover::sha256`] returns it.
    pub fn sha256(&self) -> &str {
        &self.hash
    }

    /// Number of symmetries.
    pub fn order(&self) -> &BigCount {
        &self.order
    }

    /// Kind of the symmetries.
    pub fn kind(&self) -> SymmetryKind {
        self.plan.kind()
    }

    /// Returns a job that lists the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Calls `visit` with each solution until it breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::try_for_each`].
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        run.try_for_each(self, visit)
    }
}

/// Memory of one thread.
#[derive(Debug)]
pub struct ClassScratch {
    search: CoverScratch,
    options: Vec<u32>,
    counts: RankCounts,
}

impl Problem for ClassList {
    type Root = CoverSubtree;
    type Scratch = ClassScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let method = CoverMethod::Search.to_string();
        let spec = Spec::new("cover list", method).with("input", &self.hash);
        let spec = self.plan.add_to(spec);
        let spec = self.representatives.add_to(spec);
        let spec = if self.has_class_size {
            spec.with("class_size", true)
        } else {
            spec
        };
        Ok(match self.names {
            Some(_) => spec.with("names", true),
            None => spec,
        })
    }

    fn columns(&self) -> Columns {
        if self.has_class_size {
            Solution::columns().number("class_size")
        } else {
            Solution::columns()
        }
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, CoverSubtree>, Error> {
        let wanted = wanted_subtrees(cut)?;
        let subtrees = self.representatives.subtrees(wanted).into_iter();
        let subtrees = subtrees.map(CoverSubtree::new).collect();
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> ClassScratch {
        ClassScratch {
            search: CoverScratch::new(kernel),
            options: Vec::new(),
            counts: self.representatives.least.counts(),
        }
    }

    fn search(
        &self,
        worker: &mut ClassScratch,
        root: CoverSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let ClassScratch {
            search,
            options,
            counts,
        } = worker;
        let (cancel, lists) = (emitter.cancel_flag(), emitter.wants_solutions());
        let (mut found, mut chosen_numbers) = (0_u64, Vec::new());
        let chosen_by = &self.representatives;
        let visited = chosen_by.search.list(search, &root, cancel, |chosen| {
            let Some(size) = chosen_by.class_size(chosen, options, counts) else {
                return Continue(());
            };
            found += 1;
            if !lists {
                return Continue(());
            }
            chosen_numbers.clear();
            chosen_numbers.extend(chosen_by.numbers(chosen));
            let solution = Solution::new(&chosen_numbers, self.names.as_ref());
            emitter.push(solution.with_class_size(self.has_class_size.then_some(size)))
        });
        Tally {
            count: found.into(),
            residue: Residue::of(found.into()),
            work: visited.work,
            ..Tally::default()
        }
    }
}

impl RandomCovers {
    /// Draws `count` solutions, each from a class that is drawn with the same probability as any
    /// other. Each is the solution that a [`ClassList`](crate::ClassList) has of its class.
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
    /// The errors of [`new`](Self::new), and of [`ClassList::new`](crate::ClassList::new).
    pub fn of_classes(
        problem: ExactCover,
        options: &SymmetryOptions,
        count: u64,
        seed: u64,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let plan = SymmetryPlan::new(&symmetries, options);
        let source = ClassSource::new(&symmetries, run)?;
        Ok(Self::of(problem, Box::new(source), count, seed)?.with_symmetries(plan))
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
        for class in elements.cyclic_classes(&symmetries.group) {
            let unchanged = WeightedCover::quotient(&symmetries.cover, [&class.generator]);
            let unchanged = Arc::new(unchanged);
            for plain in unchanged.plain_covers()? {
                let (source, _) = divided_source(&plain.exact_cover, taken, run)?;
                let solutions = source.total();
                if solutions == BigUint::ZERO {
                    continue;
                }
                taken += source.bytes();
                terms.push(TermSource {
                    weight: solutions * class.elements,
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
