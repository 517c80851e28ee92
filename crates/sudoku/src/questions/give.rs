//! A taker of the answers to a question.

use std::ops::ControlFlow;

use super::answer::AnswerRow;

/// Takes the answers to a question, `A`, of puzzles `P`.
pub trait AnswerSink<A, P> {
    /// True if puzzles with many solutions can be left to others.
    const DEFERS: bool;

    /// True if rows are wanted, and not just their number.
    fn wants_rows(&self) -> bool;

    /// Gives a row of a record, by its number in the chunk. Numbers never decrease.
    fn accept(
        &mut self,
        record: usize,
        answer: impl AnswerRow<Owned = A>,
        nodes: Option<u64>,
    ) -> ControlFlow<()>;

    /// Passes over a record that has no row.
    fn skip(&mut self, record: usize);

    /// Leaves a puzzle to others, in pieces, and with it the rows of all records behind it.
    fn defer(&mut self, record: usize, pieces: Vec<P>);

    /// True if rows would have to wait for others.
    fn is_deferred(&self) -> bool;
}
