//! Number of classes of solutions under the symmetries of a problem.
//!
//! By Burnside's lemma, the sum of the solutions that each symmetry leaves unchanged is the number
//! of symmetries times the number of classes. Symmetries that generate the same subgroup, or that
//! the group maps to each other, leave equally many unchanged: they are one *term* of the sum. The
//! solutions of a term are those of a smaller cover, counted by its own method.

use super::cover_symmetries::{CoverSymmetries, SymmetryKind, SymmetryOptions, SymmetryPlan};
use super::quotient::WeightedCover;
use super::stabilizer_search::StabilizerSearch;
use crate::cover_method::CoverMethod;
use crate::cover_problem::CoverProblem;
use crate::cover_solution::Solution;
use crate::cover_total::{BigCount, CoverTotal};
use crate::exact_cover::ExactCover;
use crate::search::split::SizedSubtree;
use crate::tree_search::{CoverScratch, CoverSubtree, wanted_subtrees};
use countless_engine::ledger::Spec;
use countless_engine::{
    CancelToken, Emitter, Error, Granularity, Job, Outcome, Problem, Run, Subtrees, Tally,
    stable_sort,
};
use countless_simd::Kernel;
use countless_table::Columns;

/// Version of the trees of a search for stabilizers.
const STABILIZERS: u32 = 3;

/// Counts the classes of solutions that symmetries map to each other.
///
/// ```
/// use countless_cover::{ClassCount, CoverMethod, SymmetryOptions, make};
/// use countless_engine::Run;
///
/// // Tilings of a square of 6 by 6 cells with dominoes, up to rotation and reflection.
/// let (dominoes, run) = (make::dominoes(6, 6)?, Run::new());
/// let count = ClassCount::new(&dominoes, &SymmetryOptions::new(), CoverMethod::Auto, &run)?;
/// assert_eq!(count.order().to_string(), "8");
/// assert_eq!(count.count(&run)?.total.to_string(), "930");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClassCount {
    hash: String,
    choice: CoverMethod,
    plan: SymmetryPlan,
    order: BigCount,
    problem_order: Option<BigCount>,
    merged: usize,
    sum: ClassSum,
    /// Cancelled with the run that the count was created with.
    cancel: CancelToken,
}

/// Sum that is the number of symmetries times the number of classes.
#[derive(Clone, Debug)]
enum ClassSum {
    /// Solutions that each symmetry leaves unchanged: the number of terms, and their counts, several
    /// for a term with weights.
    Unchanged(usize, Vec<TermCount>),
    /// Symmetries that leave each solution unchanged.
    Stabilizers(Box<StabilizerSearch>),
}

/// Count of a term, and the number of symmetries that it stands for.
#[derive(Clone, Debug)]
struct TermCount {
    elements: u64,
    count: CoverProblem,
}

impl CoverSymmetries {
    /// Checks that classes of solutions can be counted, without a search.
    ///
    /// ```
    /// use countless_cover::{SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let (latin, run) = (make::latin(4)?, Run::new());
    /// let symmetries = latin.symmetries(&SymmetryOptions::new(), &run)?;
    /// assert!(symmetries.check_countable().is_ok());
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] for the reasons that [`ClassCount::new`] has.
    pub fn check_countable(&self) -> Result<(), Error> {
        match self.elements() {
            Ok(_) if self.cover.is_covered_once() => Ok(()),
            Ok(elements) => {
                let classes = elements.cyclic_classes(&self.group).into_iter();
                let mut quotients =
                    classes.map(|class| WeightedCover::quotient(&self.cover, [&class.generator]));
                quotients.try_for_each(|quotient| quotient.check_weights())
            }
            Err(_) if self.have_stabilizers() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// True if a search for stabilizers supports the symmetries.
    fn have_stabilizers(&self) -> bool {
        self.kind == SymmetryKind::Problem && self.cover.is_covered_once()
    }
}

impl ClassCount {
    /// Creates a count of the classes of solutions. The symmetries are found at once. Each term is
    /// a count as [`CoverProblem::counting`] makes it, by the threads and within the memory of
    /// `run`. With more than 20,000 symmetries, a search visits one of the solutions that symmetries
    /// map to each other, or a few, and finds the symmetries that leave it unchanged.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are more than 20,000 symmetries, and the count is to be by memo
    /// or an item has a multiplicity; or if symmetries map options of an item with a multiplicity to
    /// each other in too many ways; the errors of [`ExactCover::symmetries`] and of
    /// [`CoverProblem::counting`].
    pub fn new(
        problem: &ExactCover,
        options: &SymmetryOptions,
        method: CoverMethod,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let sum = match symmetries.elements() {
            Ok(elements) => {
                let classes = elements.cyclic_classes(&symmetries.group);
                let mut counts = Vec::new();
                for class in &classes {
                    let fixed = WeightedCover::quotient(&symmetries.cover, [&class.generator]);
                    for plain in fixed.plain_covers()? {
                        counts.push(TermCount {
                            elements: class.elements,
                            count: CoverProblem::counting(plain.exact_cover, method, run)?,
                        });
                    }
                }
                ClassSum::Unchanged(classes.len(), counts)
            }
            Err(error) if method == CoverMethod::Memo || !symmetries.have_stabilizers() => {
                return Err(error);
            }
            Err(_) => ClassSum::Stabilizers(Box::new(StabilizerSearch::new(&symmetries.cover))),
        };
        Ok(Self {
            hash: problem.sha256(),
            choice: method,
            plan: SymmetryPlan::new(&symmetries, options),
            order: symmetries.order,
            problem_order: symmetries.problem_order,
            merged: symmetries.merged,
            sum,
            cancel: run.child_token(),
        })
    }

    /// Number of symmetries.
    pub fn order(&self) -> &BigCount {
        &self.order
    }

    /// Number of symmetries of the problem, as in [`CoverSymmetries`](crate::CoverSymmetries).
    pub fn problem_order(&self) -> Option<&BigCount> {
        self.problem_order.as_ref()
    }

    /// Number of terms of the sum: classes of cyclic subgroups; `None` if the sum is over solutions
    /// and not over symmetries.
    pub fn terms(&self) -> Option<usize> {
        match self.sum {
            ClassSum::Unchanged(terms, _) => Some(terms),
            ClassSum::Stabilizers(_) => None,
        }
    }

    /// Kind of the symmetries.
    pub fn kind(&self) -> SymmetryKind {
        self.plan.kind()
    }

    /// Number of options that are equal to an earlier one, and count as that one.
    pub fn merged(&self) -> usize {
        self.merged
    }

    /// Hash of the problem, as [`ExactCover::sha256`] returns it.
    pub fn sha256(&self) -> &str {
        &self.hash
    }

    /// Method in use: search, unless all terms were counted before the run.
    pub fn method(&self) -> CoverMethod {
        let has = |method| {
            self.counts()
                .iter()
                .any(|term| term.count.method() == method)
        };
        let is_searched = self.can_be_sampled() || !has(CoverMethod::Memo);
        if is_searched {
            CoverMethod::Search
        } else {
            CoverMethod::Memo
        }
    }

    /// Returns a job that adds up the terms.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Number of classes, from the sum of all terms.
    ///
    /// # Errors
    ///
    /// [`Error::Miscounted`] if the sum is not a multiple of the number of symmetries.
    pub fn classes(&self, sum: &CoverTotal) -> Result<BigCount, Error> {
        sum.solutions.divided_exactly(&self.order).ok_or_else(|| {
            let total = sum.solutions.to_u128().unwrap_or(u128::MAX);
            let reason = format!(
                "is not a multiple of {}, the number of symmetries",
                self.order
            );
            Error::Miscounted { total, reason }
        })
    }

    /// Counts the classes.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `run` covers only some solutions, [`Error::Interrupted`] if it was
    /// cancelled, and the errors of [`Run::count`] and [`classes`](Self::classes).
    pub fn count(&self, run: &Run) -> Result<Outcome<BigCount>, Error> {
        if run.is_partial() {
            let reason = "classes need all solutions: run without a limit and without a shard";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let outcome = run.count(self)?;
        if outcome.is_interrupted() {
            return Err(Error::Interrupted);
        }
        let classes = self.classes(&outcome.total.clone().into())?;
        Ok(outcome.map(|_| classes.clone()))
    }

    /// Counts of the terms.
    fn counts(&self) -> &[TermCount] {
        match &self.sum {
            ClassSum::Unchanged(_, counts) => counts,
            ClassSum::Stabilizers(_) => &[],
        }
    }

    /// Term of a subtree; `None` if the sum is over solutions.
    fn count_of(&self, root: &TermSubtree) -> Option<&TermCount> {
        self.counts().get(root.term as usize)
    }
}

/// Subtree of a term.
#[derive(Clone, Debug)]
pub struct TermSubtree {
    term: u32,
    subtree: CoverSubtree,
}

impl Problem for ClassCount {
    type Root = TermSubtree;
    type Scratch = CoverScratch;
    type Solution = Solution;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("cover count", self.method().to_string()).with("input", &self.hash);
        let spec = self.plan.add_to(spec);
        let mut terms = Vec::new();
        for TermCount { elements, count } in self.counts() {
            let spec = count.spec()?;
            let parameters = spec.parameters.iter().filter(|(name, _)| name != "input");
            let parameters = parameters.map(|(name, value)| format!(" {name}={value}"));
            terms.push(format!(
                "{elements} {}{}",
                spec.method,
                parameters.collect::<String>()
            ));
        }
        let spec = spec.with("choice", self.choice.to_string());
        Ok(match &self.sum {
            ClassSum::Unchanged(..) => spec.with("terms", terms.join("; ")),
            ClassSum::Stabilizers(_) => spec.with("stabilizers", STABILIZERS),
        })
    }

    fn columns(&self) -> Columns {
        Solution::columns()
    }

    /// Subtrees of all terms. A term has a share of them by its estimated number of nodes.
    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, TermSubtree>, Error> {
        let wanted = wanted_subtrees(cut)?;
        let mut subtrees = Vec::new();
        let mut add = |term: u32, list: Vec<SizedSubtree>| {
            let list = list.into_iter().map(CoverSubtree::new);
            subtrees.extend(list.map(|(size, subtree)| (size, TermSubtree { term, subtree })));
        };
        if let ClassSum::Stabilizers(search) = &self.sum {
            add(0, search.subtrees(wanted, self.cancel.flag()));
            if self.cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
        }
        let nodes = self.counts().iter().map(|term| {
            let search = term.count.search_of_tree();
            search.map_or(1, |search| u128::from(search.nodes()))
        });
        let nodes: Vec<u128> = nodes.collect();
        let all = nodes.iter().sum::<u128>().max(1);
        for ((number, term), nodes) in (0..).zip(self.counts()).zip(nodes) {
            let share = (wanted as u128 * nodes / all).max(1);
            add(number, term.count.subtree_list(share as usize));
        }
        stable_sort(&mut subtrees, |(a, _), (b, _)| b.cmp(a));
        Ok(Subtrees::list(format!("subtrees:{wanted}"), subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> CoverScratch {
        CoverScratch::new(kernel)
    }

    fn search(
        &self,
        worker: &mut CoverScratch,
        root: TermSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (cancel, subtree) = (emitter.cancel_flag(), &root.subtree);
        let found = match (&self.sum, self.count_of(&root)) {
            (ClassSum::Stabilizers(search), _) => search.sum(subtree, cancel),
            (_, Some(term)) => {
                let found = term.count.count_subtree(worker, subtree, cancel);
                found.times(term.elements)
            }
            (_, None) => CoverTotal::default(),
        };
        found.into()
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        CoverTotal::from(tally.clone()).recorded()
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        Ok(CoverTotal::recall(recorded)?.into())
    }

    fn parts(&self, _: &mut Self::Scratch, root: &TermSubtree) -> Vec<(u64, TermSubtree)> {
        let term = self.count_of(root);
        let children = term.map(|term| term.count.children(&root.subtree));
        let parts = children.into_iter().flatten().map(|(size, subtree)| {
            let term = root.term;
            (size, TermSubtree { term, subtree })
        });
        parts.collect()
    }

    fn recount_method(&self) -> Option<&'static str> {
        self.terms().map(|_| "by memo in another order")
    }

    fn recount(&self, root: TermSubtree, _: &Tally, emitter: &Emitter<'_, Self>) -> Option<Tally> {
        let TermCount { elements, count } = self.count_of(&root)?;
        let found = count.recount_subtree(&root.subtree, emitter.cancel_flag())?;
        Some(found.times(*elements).recorded())
    }

    /// False if all terms are already counted.
    fn can_be_sampled(&self) -> bool {
        let mut counts = self.counts().iter();
        self.terms().is_none() || counts.any(|term| term.count.search_of_tree().is_some())
    }
}
