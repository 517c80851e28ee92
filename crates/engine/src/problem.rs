//! The traits that a problem implements, and a problem without its types. The code of a run is
//! compiled once; only the search of subtrees is compiled for each problem.
//!
//! ```text
//! ErasedProblem ──subtrees──▶ ErasedRoot ──SubtreeWorker──▶ Tally, one each
//! ```

use super::emitter::{BlockSender, Emitter};
use super::subtrees::{ErasedRoot, downcast_root, erase, root_as};
use super::{CancelToken, Granularity, HAS_FILES, Subtrees};
use crate::error::Error;
use crate::ledger::{Numbers, Spec, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Row};

/// A finite search problem, split into independent subtrees.
///
/// Three types and four methods are required. The default of each further item means "not supported".
pub trait Problem: Sized + Sync {
    /// The subtree itself, such as the queens of the first rows. [`Subtree`](crate::Subtree) adds its index and
    /// cost.
    type Root: Clone + Send + Sync + 'static;
    /// Scratch memory of one thread, reused from subtree to subtree.
    type Scratch;
    /// A solution, which is also a row of a table.
    type Solution: Row + Send + 'static;

    /// The name of the problem, its parameters and its method. Ledgers with equal specifications
    /// and equal granularity belong to one plan.
    ///
    /// # Errors
    ///
    /// If an input that is part of the specification cannot be read.
    fn spec(&self) -> Result<Spec, Error>;

    /// Splits the problem. Equal granularity gives equal subtrees in the same order on every
    /// machine.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the problem does not support the granularity.
    fn subtrees(&self, granularity: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error>;

    /// Allocates the scratch memory of one thread that searches with `kernel`.
    fn scratch(&self, kernel: Kernel) -> Self::Scratch;

    /// Searches one subtree. Sends its solutions to `emitter` if they are
    /// [wanted](Emitter::wants_solutions).
    ///
    /// The result must depend on `root` alone. A long search polls [`Emitter::is_cancelled`] and
    /// may then return any tally at once: the tally of an interrupted subtree is dropped.
    fn search(
        &self,
        scratch: &mut Self::Scratch,
        root: Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally;

    /// Columns of the table of solutions.
    fn columns(&self) -> Columns {
        Columns::new()
    }

    /// The published number of all solutions, if there is one.
    fn known_total(&self) -> Option<Known> {
        None
    }

    /// The form of a tally that a ledger stores, without the [places](Tally::places).
    fn recorded(&self, tally: &Tally) -> Tally {
        tally.clone()
    }

    /// Restores the tally of a subtree from the record of a ledger. The default restores the count,
    /// its residue and the work.
    ///
    /// # Errors
    ///
    /// A message that names the missing value.
    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        let mut tally = recorded.clone();
        tally.numbers = Numbers::default();
        Ok(tally)
    }

    /// Restores the tally of a subtree from the record of a ledger. Sends its solutions to the
    /// emitter if [`recalls_rows`](Self::recalls_rows) is true.
    ///
    /// # Errors
    ///
    /// A message that names the missing value.
    fn recall(
        &self,
        _: Self::Root,
        recorded: &Tally,
        _: &mut Emitter<'_, Self>,
    ) -> Result<Tally, String> {
        self.tally_of(recorded)
    }

    /// True if [`recall`](Self::recall) sends the solutions to its emitter again. If false, a file
    /// beside the ledger stores the rows.
    fn recalls_rows(&self) -> bool {
        false
    }

    /// Name of the method of [`recount`](Self::recount), if the problem implements it.
    fn recount_method(&self) -> Option<&'static str> {
        None
    }

    /// Counts a subtree by another method, to check its record. Returns `None` if the count would
    /// take too long.
    fn recount(
        &self,
        _root: Self::Root,
        _recorded: &Tally,
        _emitter: &Emitter<'_, Self>,
    ) -> Option<Tally> {
        None
    }

    /// True if the time of all subtrees is estimated from a random sample. False if there are too
    /// many subtrees to keep in memory: the first subtrees are then timed.
    fn can_be_sampled(&self) -> bool {
        true
    }

    /// The children of a subtree in the search tree, each with its estimated cost. Empty if a
    /// subtree cannot be split further.
    ///
    /// An estimate times a random child of a subtree that takes long.
    fn parts(&self, _scratch: &mut Self::Scratch, _: &Self::Root) -> Vec<(u64, Self::Root)> {
        Vec::new()
    }

    /// A random part of a subtree that an estimate times in its place, and the number of equal parts
    /// that it represents: the inverse of its probability. Equal seeds give equal parts. Without a
    /// part, an estimate times the whole subtree.
    fn probe(&self, _: &Self::Root, _seed: u64) -> Option<(Self::Root, f64)> {
        None
    }
}

/// A published total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The number of solutions.
    pub total: u128,
    /// The publication or table that states it.
    pub source: &'static str,
}

/// A problem of any type. Every [`Problem`] implements it. Runs, estimates and audits take it, so that
/// they are compiled once and not for each problem.
///
/// [`Job`](super::Job) plans, estimates and runs it. A [`Registry`](super::Registry) makes it from
/// the plan of a ledger.
pub trait ErasedProblem: Sync {
    /// The specification, by [`Problem::spec`].
    ///
    /// # Errors
    ///
    /// If an input cannot be read.
    fn erased_spec(&self) -> Result<Spec, Error>;

    /// Columns of the table of solutions, by [`Problem::columns`].
    fn erased_columns(&self) -> Columns;

    /// The published total, by [`Problem::known_total`].
    fn erased_known_total(&self) -> Option<Known>;

    /// True if a ledger needs a file of rows beside it: [`Problem::recall`] does not restore rows.
    fn needs_row_file(&self) -> bool;

    /// True if a random sample estimates its time, by [`Problem::can_be_sampled`].
    fn is_sampled(&self) -> bool;

    /// The method of a recount, by [`Problem::recount_method`].
    fn recounts_by(&self) -> Option<&'static str>;

    /// Splits the problem, by [`Problem::subtrees`].
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if the problem does not support the granularity.
    fn divide(&self, granularity: &Granularity) -> Result<Subtrees<'_, ErasedRoot>, Error>;

    /// The form of a tally that a ledger stores, by [`Problem::recorded`].
    fn erased_recorded(&self, tally: &Tally) -> Tally;

    /// The tally of a recorded subtree, by [`Problem::tally_of`].
    ///
    /// # Errors
    ///
    /// A message that names the missing value.
    fn erased_tally_of(&self, recorded: &Tally) -> Result<Tally, String>;

    /// A random part of a subtree and its weight, by [`Problem::probe`].
    fn erased_probe(&self, root: &ErasedRoot, seed: u64) -> Option<(ErasedRoot, f64)>;

    /// Creates a worker for one thread, which sends its solutions to `sender`.
    fn worker<'a>(
        &'a self,
        kernel: Kernel,
        sender: BlockSender<'a>,
    ) -> Box<dyn SubtreeWorker<'a> + 'a>;
}

/// Searches the subtrees of a problem on one thread. As [`ErasedProblem`] does, it hides the types of
/// the problem.
pub trait SubtreeWorker<'a> {
    /// The receiver of the solutions.
    fn sender(&mut self) -> &mut BlockSender<'a>;

    /// Searches a subtree, by [`Problem::search`].
    fn search(&mut self, root: ErasedRoot) -> Tally;

    /// Searches a subtree until `cancel` is cancelled, without solutions.
    fn search_until(&mut self, root: ErasedRoot, cancel: &CancelToken) -> Tally;

    /// Recalls a subtree, by [`Problem::recall`].
    fn recall(&mut self, root: ErasedRoot, recorded: &Tally) -> Result<Tally, String>;

    /// Counts a subtree by another method, by [`Problem::recount`].
    fn recount(&self, root: ErasedRoot, recorded: &Tally) -> Option<Tally>;

    /// The parts of a subtree, by [`Problem::parts`].
    fn parts(&mut self, root: &ErasedRoot) -> Vec<(u64, ErasedRoot)>;

    /// Replaces the scratch memory, which an interrupted search leaves in an undefined state.
    fn renew_scratch(&mut self);
}

// Without files, what only ledgers and rows need is not compiled.
impl<P: Problem> ErasedProblem for P {
    fn erased_spec(&self) -> Result<Spec, Error> {
        if HAS_FILES {
            self.spec()
        } else {
            Ok(Spec::new("", ""))
        }
    }

    fn erased_columns(&self) -> Columns {
        if HAS_FILES {
            self.columns()
        } else {
            Columns::new()
        }
    }

    fn erased_known_total(&self) -> Option<Known> {
        self.known_total()
    }

    fn needs_row_file(&self) -> bool {
        !self.recalls_rows()
    }

    fn is_sampled(&self) -> bool {
        self.can_be_sampled()
    }

    fn recounts_by(&self) -> Option<&'static str> {
        self.recount_method()
    }

    fn divide(&self, granularity: &Granularity) -> Result<Subtrees<'_, ErasedRoot>, Error> {
        Ok(self.subtrees(granularity)?.erased())
    }

    fn erased_recorded(&self, tally: &Tally) -> Tally {
        self.recorded(tally)
    }

    fn erased_tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        self.tally_of(recorded)
    }

    fn erased_probe(&self, root: &ErasedRoot, seed: u64) -> Option<(ErasedRoot, f64)> {
        let (part, weight) = self.probe(root_as(root), seed)?;
        Some((erase(part), weight))
    }

    fn worker<'a>(
        &'a self,
        kernel: Kernel,
        sender: BlockSender<'a>,
    ) -> Box<dyn SubtreeWorker<'a> + 'a> {
        Box::new(ProblemWorker {
            problem: self,
            kernel,
            scratch: self.scratch(kernel),
            emitter: Emitter::new(sender),
        })
    }
}

/// The worker of a problem of known type.
struct ProblemWorker<'a, P: Problem> {
    problem: &'a P,
    kernel: Kernel,
    scratch: P::Scratch,
    emitter: Emitter<'a, P>,
}

impl<'a, P: Problem> SubtreeWorker<'a> for ProblemWorker<'a, P> {
    fn sender(&mut self) -> &mut BlockSender<'a> {
        &mut self.emitter.sender
    }

    fn search(&mut self, root: ErasedRoot) -> Tally {
        self.emitter.take_back();
        let tally = self
            .problem
            .search(&mut self.scratch, downcast_root(root), &mut self.emitter);
        self.emitter.hand_over();
        tally
    }

    fn search_until(&mut self, root: ErasedRoot, cancel: &CancelToken) -> Tally {
        let mut emitter = self.emitter.with_cancel(cancel);
        self.problem
            .search(&mut self.scratch, downcast_root(root), &mut emitter)
    }

    fn recall(&mut self, root: ErasedRoot, recorded: &Tally) -> Result<Tally, String> {
        if !HAS_FILES {
            return Err("ledgers are not available here".to_owned());
        }
        self.emitter.take_back();
        self.emitter.sender.is_recalled = true;
        let tally = self
            .problem
            .recall(downcast_root(root), recorded, &mut self.emitter)?;
        self.emitter.hand_over();
        Ok(tally)
    }

    fn recount(&self, root: ErasedRoot, recorded: &Tally) -> Option<Tally> {
        if !HAS_FILES {
            return None;
        }
        self.problem
            .recount(downcast_root(root), recorded, &self.emitter)
    }

    fn parts(&mut self, root: &ErasedRoot) -> Vec<(u64, ErasedRoot)> {
        let root = root_as(root);
        let parts = self.problem.parts(&mut self.scratch, root).into_iter();
        parts.map(|(cost, root)| (cost, erase(root))).collect()
    }

    fn renew_scratch(&mut self) {
        self.scratch = self.problem.scratch(self.kernel);
    }
}
