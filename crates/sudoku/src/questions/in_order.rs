//! Rows of a chunk on their way to the emitter, in order.

use std::iter::Peekable;
use std::mem;
use std::ops::ControlFlow::{self, Continue};
use std::vec;

use super::answer::Answer;
use super::give::Give;
use super::lines::Lines;
use super::piece::PuzzlePiece;
use super::root::Root;
use super::row::PuzzleRow;
use countless_engine::{Diagnostic, Emitter, Problem};

/// Gives rows in the order of their records: once a piece is left to others, so is what follows.
pub(super) struct InOrder<'a, 'e, P: Problem, A> {
    emitter: &'a mut Emitter<'e, P>,
    lines: &'a Lines,
    /// The faults of records, each with their number.
    bad: Peekable<vec::IntoIter<(usize, Diagnostic)>>,
    is_deferred: bool,
    /// Rows and faults behind the last piece.
    rows: Vec<PuzzleRow<A>>,
    waiting: Vec<Diagnostic>,
}

impl<'a, 'e, P, A, Z> InOrder<'a, 'e, P, A>
where
    P: Problem<Root = Root<Z, A>, Solution = PuzzleRow<A>>,
{
    pub fn new(emitter: &'a mut Emitter<'e, P>, lines: &'a mut Lines) -> Self {
        let bad = mem::take(&mut lines.bad).into_iter().peekable();
        Self {
            emitter,
            lines,
            bad,
            is_deferred: false,
            rows: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Gives the faults of the records up to one.
    fn diagnose(&mut self, record: usize) {
        while let Some((_, bad)) = self.bad.next_if(|(at, _)| *at <= record) {
            if self.is_deferred {
                self.waiting.push(bad);
            } else {
                self.emitter.diagnose(bad);
            }
        }
    }

    /// Leaves the rows behind the last piece to others.
    fn defer_rows(&mut self) {
        if !self.rows.is_empty() || !self.waiting.is_empty() {
            let (rows, bad) = (mem::take(&mut self.rows), mem::take(&mut self.waiting));
            self.emitter.defer(Root::Rows(rows, bad));
        }
    }

    /// Gives what is left at the end of a chunk.
    pub fn end(mut self) {
        self.diagnose(usize::MAX);
        self.defer_rows();
    }
}

impl<P, A, Z> Give<A, Z> for InOrder<'_, '_, P, A>
where
    P: Problem<Root = Root<Z, A>, Solution = PuzzleRow<A>>,
{
    const DEFERS: bool = true;

    fn wants_rows(&self) -> bool {
        self.emitter.wants_solutions()
    }

    #[inline]
    fn give(
        &mut self,
        record: usize,
        answer: impl Answer<Owned = A>,
        nodes: Option<u64>,
    ) -> ControlFlow<()> {
        self.diagnose(record);
        let line = self.lines.line(record, answer, nodes);
        if self.is_deferred {
            self.rows.push(line.to_row());
            return Continue(());
        }
        self.emitter.push_row(&line, || line.to_row())
    }

    fn skip(&mut self, record: usize) {
        self.diagnose(record);
    }

    fn defer(&mut self, record: usize, pieces: Vec<Z>) {
        self.diagnose(record);
        self.defer_rows();
        self.is_deferred = true;
        for piece in PuzzlePiece::all(self.lines.text(record), pieces) {
            self.emitter.defer(Root::Piece(piece));
        }
    }

    fn is_deferred(&self) -> bool {
        self.is_deferred
    }
}
