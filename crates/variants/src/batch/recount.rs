//! Solving the puzzles of a subtree again by another method.

use std::sync::Arc;

use super::Batch;
use super::problem::Root;
use super::worker::Entry;
use crate::plain::{PlainSearch, VISITED};
use crate::shape::Shape;
use countless_engine::Emitter;
use countless_engine::ledger::Summary;
use countless_sudoku::BatchTally;
use countless_sudoku::batch::Single;

impl Batch {
    /// What a plain search finds, one puzzle after the other; nothing if it would take too long.
    pub(super) fn solve_again(
        &self,
        root: Root,
        recorded: &Summary,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        let what = self.batch.what();
        let all = what.enumerates();
        let is_given_up = BatchTally::given_up_in(recorded) > 0;
        if is_given_up || all && recorded.count > VISITED {
            return None;
        }
        let limit = if all { self.batch.limit().into() } else { 2 };
        let mut tally = BatchTally::of(what);
        let mut search: Option<(Arc<Shape>, PlainSearch)> = None;
        let mut visit = |single: &Single<Entry>| {
            let puzzle = single.puzzle.as_ref().ok();
            tally.add_again(puzzle.map(|Entry { shape, digits, .. }| {
                search.take_if(|(other, _)| !Arc::ptr_eq(other, shape));
                let new = || (shape.clone(), PlainSearch::new(shape));
                let (_, search) = search.get_or_insert_with(new);
                search.count(digits, limit, || emitter.is_cancelled())
            }));
        };
        match root {
            Root::Single(single) => visit(&single),
            Root::Chunk(chunk) => self.singles(&chunk, |single| visit(&single)),
        }
        Some(tally.recounted())
    }
}
