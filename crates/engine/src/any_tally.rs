//! A tally without its type.

use std::any::Any;

use super::Tally;
use crate::ledger::Summary;

/// A tally of some type.
pub trait AnyTally: Any + Send {
    /// Adds a tally of the same type.
    fn add(&mut self, other: Box<dyn AnyTally>);

    /// The tally with at most `limit` solutions, by [`Tally::capped`].
    fn cap(self: Box<Self>, limit: u128) -> Box<dyn AnyTally>;

    /// A clone of it.
    fn copy(&self) -> Box<dyn AnyTally>;

    /// The number of solutions, by [`Tally::solutions`].
    fn count(&self) -> u128;

    /// The form that a ledger stores, by [`Tally::summary`].
    fn record(&self) -> Summary;
}

impl<T: Tally> AnyTally for T {
    fn add(&mut self, other: Box<dyn AnyTally>) {
        self.merge(typed(other));
    }

    fn cap(self: Box<Self>, limit: u128) -> Box<dyn AnyTally> {
        Box::new(self.capped(limit))
    }

    fn copy(&self) -> Box<dyn AnyTally> {
        Box::new(self.clone())
    }

    fn count(&self) -> u128 {
        self.solutions()
    }

    fn record(&self) -> Summary {
        self.summary()
    }
}

/// The tally, as the problem has it.
///
/// # Panics
///
/// If it is of another problem.
pub(super) fn typed<T: Tally>(tally: Box<dyn AnyTally>) -> T {
    let tally: Box<dyn Any> = tally;
    *tally.downcast().expect("a problem has tallies of one type")
}
