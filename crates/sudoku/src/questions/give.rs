//! Rows of a chunk on their way to the emitter, in order.

use std::iter::Peekable;
use std::mem;
use std::ops::ControlFlow::{self, Continue};
use std::vec;

use super::ask::{Ask, Root};
use super::enumerate::PuzzlePiece;
use super::kind::PuzzleKind;
use super::lines::Lines;
use super::question::{Answer, Question};
use super::row::PuzzleRow;
use countless_engine::{Diagnostic, Emitter};

/// Takes the answers to a question, `A`, of puzzles `P`.
pub trait Give<A, P> {
    /// Whether puzzles with many solutions can be left to others.
    const DEFERS: bool;

    /// Whether rows are wanted, and not just their number.
    fn wants_rows(&self) -> bool;

    /// Gives a row of a record, by its number in the chunk. Numbers never decrease.
    fn give(
        &mut self,
        record: usize,
        answer: impl Answer<Owned = A>,
        nodes: Option<u64>,
    ) -> ControlFlow<()>;

    /// Passes over a record that has no row.
    fn skip(&mut self, record: usize);

    /// Leaves a puzzle to others, in pieces, and with it the rows of all records behind it.
    fn defer(&mut self, record: usize, pieces: Vec<P>);

    /// Whether rows would have to wait for others.
    fn is_deferred(&self) -> bool;
}

/// Gives rows in the order of their records: once a piece is left to others, so is what follows.
pub(super) struct InOrder<'a, 'e, Q: Question<K>, K: PuzzleKind> {
    emitter: &'a mut Emitter<'e, Ask<Q, K>>,
    lines: &'a Lines,
    /// The faults of records, each with their number.
    bad: Peekable<vec::IntoIter<(usize, Diagnostic)>>,
    is_deferred: bool,
    /// Rows and faults behind the last piece.
    rows: Vec<PuzzleRow<Q::Answer>>,
    waiting: Vec<Diagnostic>,
}

impl<'a, 'e, Q: Question<K>, K: PuzzleKind> InOrder<'a, 'e, Q, K> {
    pub fn new(emitter: &'a mut Emitter<'e, Ask<Q, K>>, lines: &'a mut Lines) -> Self {
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

impl<Q: Question<K>, K: PuzzleKind> Give<Q::Answer, K::Puzzle> for InOrder<'_, '_, Q, K> {
    const DEFERS: bool = true;

    fn wants_rows(&self) -> bool {
        self.emitter.wants_solutions()
    }

    #[inline]
    fn give(
        &mut self,
        record: usize,
        answer: impl Answer<Owned = Q::Answer>,
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

    fn defer(&mut self, record: usize, pieces: Vec<K::Puzzle>) {
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
