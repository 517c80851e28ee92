//! The traits that a problem implements.

use super::{Emitter, Granularity, Subtrees};
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
