//! What the engine asks of a problem.

use super::{Emitter, Granularity, Probe, Subtree, Subtrees};
use crate::error::Error;
use crate::ledger::{Spec, Summary};
use countless_simd::Kernel;
use countless_table::{Columns, Row};

/// A finite search problem, cut into independent subtrees.
///
/// Six items are enough; the others have defaults that say "not here".
pub trait Problem: Sized + Sync {
    /// What tells one subtree from another, such as the queens of the first rows.
    type Root: Clone + Send + Sync;
    /// Scratch memory of one thread, reused from subtree to subtree.
    type Scratch;
    /// What a searched subtree amounts to, besides its solutions.
    type Tally: Tally;
    /// A solution, which is also a row of a table.
    type Solution: Row + Send + 'static;

    /// What is asked: the name of the problem, its parameters, and the method. Ledgers of the
    /// same specification and the same cut are of the same plan.
    ///
    /// # Errors
    ///
    /// If an input that is part of it cannot be read.
    fn spec(&self) -> Result<Spec, Error>;

    /// Cuts the problem. The same cut gives the same subtrees, in the same order, on every
    /// machine.
    ///
    /// # Errors
    ///
    /// If an input cannot be read, or if there is no such cut.
    fn subtrees(&self, granularity: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error>;

    /// Makes the scratch memory of one thread, which searches with `kernel`.
    fn scratch(&self, kernel: Kernel) -> Self::Scratch;

    /// Searches one subtree, and gives its solutions, if they are
    /// [wanted](Emitter::wants_solutions), to `emitter`.
    ///
    /// The result must depend on `root` alone. A search that runs for more than a moment
    /// polls [`Emitter::is_cancelled`] and may then return at once with anything: the tally
    /// of a subtree that was cut short is dropped.
    fn search(
        &self,
        scratch: &mut Self::Scratch,
        root: Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Self::Tally;

    /// The columns of the table of its solutions.
    fn columns(&self) -> Columns {
        Columns::new()
    }

    /// The number of all solutions, if it is known.
    fn known_total(&self) -> Option<Known> {
        None
    }

    /// The tally of a subtree, from what a ledger has kept of it: a problem may know better
    /// than its tally what must be there.
    ///
    /// # Errors
    ///
    /// A text that says what is missing.
    fn tally_of(&self, summary: &Summary) -> Result<Self::Tally, String> {
        Self::Tally::recall(summary)
    }

    /// Gives the solutions of a subtree again, if it [can](Self::recalls_rows), and its tally,
    /// from what a ledger has kept of it.
    ///
    /// # Errors
    ///
    /// As of [`tally_of`](Self::tally_of).
    fn recall(
        &self,
        _: Self::Root,
        summary: &Summary,
        _: &mut Emitter<'_, Self>,
    ) -> Result<Self::Tally, String> {
        self.tally_of(summary)
    }

    /// Whether [`recall`](Self::recall) gives the solutions to its emitter again. If not, rows
    /// are kept in a file beside the ledger.
    fn recalls_rows(&self) -> bool {
        false
    }

    /// How [`recount`](Self::recount) counts, if it does.
    fn recount_method(&self) -> Option<&'static str> {
        None
    }

    /// Counts a subtree by another method, to check what is `recorded` of it; `None` if it
    /// would take too long.
    fn recount(
        &self,
        _root: Self::Root,
        _recorded: &Summary,
        _emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        None
    }

    /// Whether a sample of the subtrees tells how long all take. It is not if there are too
    /// many to keep in memory.
    fn can_be_sampled(&self) -> bool {
        true
    }

    /// The parts of a subtree by one more choice, with what they may cost: they share its search
    /// between them. An estimate times a random part of what takes long. None if it has no parts.
    fn parts(&self, _: &Self::Root) -> Vec<(u64, Self::Root)> {
        Vec::new()
    }

    /// What to time for the subtree at `position`, the same for the same `seed`.
    fn probe(
        &self,
        subtrees: &[Subtree<Self::Root>],
        position: usize,
        _seed: u64,
    ) -> Probe<Self::Root> {
        Probe {
            root: subtrees[position].root.clone(),
            weight: 1.0,
            before: position
                .checked_sub(1)
                .map(|last| subtrees[last].root.clone()),
        }
    }
}

/// A result that can be added up over subtrees, in any order, and kept in a ledger.
pub trait Tally: Clone + Default + Send + 'static {
    /// Adds the result of another subtree.
    fn merge(&mut self, other: Self);

    /// How many solutions it stands for.
    fn solutions(&self) -> u128;

    /// What a ledger should keep of it.
    fn summary(&self) -> Summary;

    /// The tally of a subtree, from what a ledger has kept.
    ///
    /// # Errors
    ///
    /// A text that says what is missing.
    fn recall(summary: &Summary) -> Result<Self, String>;

    /// Not more than `limit` solutions.
    #[must_use]
    fn capped(self, _limit: u128) -> Self {
        self
    }
}

/// A total that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The number of solutions.
    pub total: u128,
    /// Who says so.
    pub source: &'static str,
}
