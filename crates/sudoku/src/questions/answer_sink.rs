//! Sink for the answers to a question.

use std::ops::ControlFlow;

use super::answer_row::AnswerRow;

/// Sink for answers `A` about puzzles `P`.
pub trait AnswerSink<A, P> {
    /// True if puzzles with many solutions can be deferred.
    const DEFERS: bool;

    /// True if rows are wanted, and not just their number.
    fn wants_rows(&self) -> bool;

    /// Accepts the answer for a record, given by its number in the chunk. Numbers never decrease.
    ///
    /// The answer is borrowed: a copy would read it in larger words than it was just written in, and
    /// wait until these are in the cache.
    fn accept(
        &mut self,
        record: usize,
        answer: &impl AnswerRow<Owned = A>,
        nodes: Option<u64>,
    ) -> ControlFlow<()>;

    /// Skips a record that has no row.
    fn skip(&mut self, record: usize);

    /// Defers a puzzle and the rows of all later records. The number before each piece is that of
    /// the pieces it stands for.
    fn defer(&mut self, record: usize, pieces: Vec<(u64, P)>);

    /// True if a puzzle is deferred, so that later rows have to wait.
    fn is_deferred(&self) -> bool;
}
