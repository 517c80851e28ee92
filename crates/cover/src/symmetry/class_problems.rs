//! Counts and lists of classes of solutions under the symmetries of a problem.
//!
//! By Burnside's lemma, the sum of the solutions that each symmetry leaves unchanged is the number
//! of symmetries times the number of classes. Symmetries that generate the same subgroup, or that
//! the group maps to each other, leave equally many unchanged: they are one *term* of the sum. The
//! solutions of a term are those of a smaller cover, counted by its own method.

use super::cover_symmetries::{CoverSymmetries, SymmetryKind, SymmetryOptions};
use super::representatives::Representatives;
use super::stabilizer_search::StabilizerSearch;
use crate::cover_method::CoverMethod;
use crate::cover_problem::CoverProblem;
use crate::cover_strategy::{ClassTerms, Strategy, TermCount};
use crate::cover_total::{BigCount, CoverTotal};
use crate::exact_cover::ExactCover;
use countless_engine::{Error, Outcome, Problem, Run};

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
    /// [`Error::Impossible`] for the reasons that [`CoverProblem::counting_classes`] has.
    pub fn check_countable(&self) -> Result<(), Error> {
        match self.elements() {
            Ok(_) if self.cover.is_covered_once() => Ok(()),
            Ok(elements) => {
                let mut terms = self.terms(&elements);
                terms.try_for_each(|(_, term)| term.plain_covers().map(drop))
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

impl CoverProblem {
    /// Creates a problem that counts the classes of solutions that symmetries map to each other. The
    /// symmetries are found at once. The problem adds up terms. Each is a count as
    /// [`counting`](Self::counting) makes it, by the threads and within the memory of `run`. With
    /// more than 20,000 symmetries, a search visits one of the solutions that symmetries map to each
    /// other, or a few, and finds the symmetries that leave it unchanged.
    ///
    /// ```
    /// use countless_cover::{CoverMethod, CoverProblem, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// // Tilings of a square of 6 by 6 cells with dominoes, up to rotation and reflection.
    /// let (dominoes, options, run) = (make::dominoes(6, 6)?, SymmetryOptions::new(), Run::new());
    /// let count = CoverProblem::counting_classes(dominoes, &options, CoverMethod::Auto, &run)?;
    /// assert_eq!(count.count_classes(&run)?.total.to_string(), "930");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are more than 20,000 symmetries, and the count is to be by memo
    /// or an item has a multiplicity; or if symmetries map options of an item with a multiplicity to
    /// each other in too many ways; the errors of [`ExactCover::symmetries`] and of
    /// [`counting`](Self::counting).
    pub fn counting_classes(
        problem: ExactCover,
        options: &SymmetryOptions,
        method: CoverMethod,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let strategy = match symmetries.elements() {
            Ok(elements) => {
                let (mut number, mut counts) = (0, Vec::new());
                for (elements, term) in symmetries.terms(&elements) {
                    number += 1;
                    for plain in term.plain_covers()? {
                        let count = Self::counting(plain.exact_cover, method, run)?;
                        counts.push(count.into_term(elements)?);
                    }
                }
                Strategy::Terms(ClassTerms { number, counts })
            }
            Err(error) if method == CoverMethod::Memo || !symmetries.have_stabilizers() => {
                return Err(error);
            }
            Err(_) => {
                let search = StabilizerSearch::new(&symmetries.cover, &symmetries.group);
                Strategy::Stabilizers(search.into())
            }
        };
        Ok(Self::of_classes(
            problem,
            symmetries,
            strategy,
            Some(method),
        ))
    }

    /// The count as that of a term of this number of symmetries.
    fn into_term(self, elements: u64) -> Result<TermCount, Error> {
        let spec = self.spec()?;
        let parameters = spec.parameters.iter().filter(|(name, _)| name != "input");
        let parameters = parameters.map(|(name, value)| format!(" {name}={value}"));
        let parameters: String = parameters.collect();
        Ok(TermCount {
            elements,
            plan: format!("{elements} {}{parameters}", spec.method),
            strategy: self.strategy,
        })
    }

    /// Creates a problem that lists one solution of each class of solutions that symmetries map to
    /// each other, in an order that depends on the problem only. The symmetries are found at once.
    ///
    /// ```
    /// use countless_cover::{CoverProblem, ExactCover, SymmetryOptions};
    /// use countless_engine::Run;
    /// use countless_table::{Format, Table};
    ///
    /// // Mirror images are one solution, with a class of two.
    /// let (options, run) = (SymmetryOptions::new(), Run::new());
    /// let problem: ExactCover = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let list = CoverProblem::listing_classes(problem, &options, &run)?;
    /// let mut text = Vec::new();
    /// run.write(&list.with_class_size(), Table::writer(&mut text, Format::Csv))?;
    /// assert_eq!(text, b"options,class_size\n1 4,2\n");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many symmetries; the errors of
    /// [`ExactCover::symmetries`].
    pub fn listing_classes(
        problem: ExactCover,
        options: &SymmetryOptions,
        run: &Run,
    ) -> Result<Self, Error> {
        let symmetries = problem.symmetries(options, run)?;
        let strategy = Strategy::Representatives(Representatives::new(&symmetries)?.into());
        Ok(Self::of_classes(problem, symmetries, strategy, None))
    }

    /// Number of terms of a count of classes: classes of cyclic subgroups; `None` if the sum is over
    /// solutions and not over symmetries.
    pub fn terms(&self) -> Option<usize> {
        match &self.strategy {
            Strategy::Terms(terms) => Some(terms.number),
            _ => None,
        }
    }

    /// Number of classes, from the sum of all terms.
    ///
    /// # Errors
    ///
    /// [`Error::Miscounted`] if the sum is not a multiple of the number of symmetries.
    pub fn classes(&self, sum: &CoverTotal) -> Result<BigCount, Error> {
        let order = match self.symmetries() {
            Some(symmetries) => &symmetries.order,
            None => &BigCount::from(1_u32),
        };
        sum.solutions.divided_exactly(order).ok_or_else(|| {
            let total = sum.solutions.to_u128().unwrap_or(u128::MAX);
            let reason = format!("is not a multiple of {order}, the number of symmetries");
            Error::Miscounted { total, reason }
        })
    }

    /// Counts the classes of a [count of classes](Self::counting_classes).
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `run` covers only some solutions, [`Error::Interrupted`] if it was
    /// cancelled, and the errors of [`Run::count`] and [`classes`](Self::classes).
    pub fn count_classes(&self, run: &Run) -> Result<Outcome<BigCount>, Error> {
        if run.is_partial() {
            let reason = "classes need all solutions: run without a limit and without a shard";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let outcome = self.count(run)?;
        if outcome.is_interrupted() {
            return Err(Error::Interrupted);
        }
        let classes = self.classes(&outcome.total)?;
        Ok(outcome.map(|_| classes.clone()))
    }
}
