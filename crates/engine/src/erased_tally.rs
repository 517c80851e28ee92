//! A tally without its type.

use std::any::Any;

use super::Tally;
use crate::ledger::Summary;

/// A tally of some type.
pub trait ErasedTally: Any + Send {
    /// Adds a tally of the same type.
    fn add(&mut self, other: Box<dyn ErasedTally>);

    /// The tally with at most `limit` solutions, by [`Tally::capped`].
    fn cap(self: Box<Self>, limit: u128) -> Box<dyn ErasedTally>;

    /// Clones the tally.
    fn copy(&self) -> Box<dyn ErasedTally>;

    /// The number of solutions, by [`Tally::solutions`].
    fn count(&self) -> u128;

    /// The form that a ledger stores, by [`Tally::summary`].
    fn erased_summary(&self) -> Summary;
}

impl<T: Tally> ErasedTally for T {
    fn add(&mut self, other: Box<dyn ErasedTally>) {
        self.merge(downcast_tally(other));
    }

    fn cap(self: Box<Self>, limit: u128) -> Box<dyn ErasedTally> {
        Box::new(self.capped(limit))
    }

    fn copy(&self) -> Box<dyn ErasedTally> {
        Box::new(self.clone())
    }

    fn count(&self) -> u128 {
        self.solutions()
    }

    fn erased_summary(&self) -> Summary {
        self.summary()
    }
}

/// Returns the tally with its type.
///
/// # Panics
///
/// If the tally belongs to another problem.
pub(super) fn downcast_tally<T: Tally>(tally: Box<dyn ErasedTally>) -> T {
    let tally: Box<dyn Any> = tally;
    *tally.downcast().expect("a problem has tallies of one type")
}
