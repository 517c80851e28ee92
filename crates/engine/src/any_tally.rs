//! A tally without its type.

use std::any::Any;

use super::Tally;
use crate::ledger::Summary;

/// A tally of some type.
pub trait AnyTally: Any + Send {
    /// Adds another of the same type.
    fn add(&mut self, other: Box<dyn AnyTally>);

    /// Not more than `limit` solutions.
    fn cap(self: Box<Self>, limit: u128) -> Box<dyn AnyTally>;

    /// The same once more.
    fn copy(&self) -> Box<dyn AnyTally>;

    /// How many solutions it stands for.
    fn count(&self) -> u128;

    /// What a ledger should keep of it.
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
