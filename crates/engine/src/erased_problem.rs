//! A problem without its types. The code of a run is compiled once; only the search of subtrees is
//! compiled for each problem.
//!
//! ```text
//! ErasedProblem ──subtrees──▶ ErasedRoot ──SubtreeWorker──▶ Tally, one each
//! ```

use super::emitter::{BlockSender, Emitter};
use super::subtrees::{ErasedRoot, downcast_root, erase, root_as};
use super::{CancelToken, Granularity, Known, Problem, Subtrees};
use crate::error::Error;
use crate::ledger::{Spec, Tally};
use countless_simd::Kernel;
use countless_table::Columns;

/// A problem of any type. Every [`Problem`] implements it.
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

/// Searches the subtrees of a problem on one thread.
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

impl<P: Problem> ErasedProblem for P {
    fn erased_spec(&self) -> Result<Spec, Error> {
        self.spec()
    }

    fn erased_columns(&self) -> Columns {
        self.columns()
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
        self.emitter.take_back();
        self.emitter.sender.is_recalled = true;
        let tally = self
            .problem
            .recall(downcast_root(root), recorded, &mut self.emitter)?;
        self.emitter.hand_over();
        Ok(tally)
    }

    fn recount(&self, root: ErasedRoot, recorded: &Tally) -> Option<Tally> {
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
