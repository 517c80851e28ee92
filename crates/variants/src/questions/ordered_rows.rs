//! Answers to a question as rows of a chunk, on their way to the emitter, in order.

use std::iter::Peekable;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use std::{mem, vec};

use super::Ask;
use super::chunk_records::{PuzzlePiece, QuestionSubtree, RecordTexts};
use super::puzzle_row::{AnswerRow, PuzzleRow};
use super::question::{AnswerSink, Question};
use crate::any_puzzle::AnyPuzzle;
use countless_engine::{Diagnostic, Emitter};

/// Sink that emits rows in the order of their records. Once a piece is deferred, everything after
/// it is deferred, too.
pub(super) struct OrderedRows<'a, 'e, Q: Question> {
    emitter: &'a mut Emitter<'e, Ask<Q>>,
    lines: &'a RecordTexts,
    /// Diagnostics of records, each with the number of its record.
    diagnostics: Peekable<vec::IntoIter<(usize, Diagnostic)>>,
    is_deferred: bool,
    /// Rows and diagnostics after the last deferred piece.
    deferred_rows: Vec<PuzzleRow<Q::Answer>>,
    deferred_diagnostics: Vec<Diagnostic>,
}

impl<'a, 'e, Q: Question> OrderedRows<'a, 'e, Q> {
    pub fn new(emitter: &'a mut Emitter<'e, Ask<Q>>, lines: &'a mut RecordTexts) -> Self {
        let bad = mem::take(&mut lines.diagnostics).into_iter().peekable();
        Self {
            emitter,
            lines,
            diagnostics: bad,
            is_deferred: false,
            deferred_rows: Vec::new(),
            deferred_diagnostics: Vec::new(),
        }
    }

    /// Emits the diagnostics of all records up to `record`. Most chunks have none.
    #[inline]
    fn diagnose(&mut self, record: usize) {
        if self.diagnostics.len() > 0 {
            self.emit_diagnostics(record);
        }
    }

    #[cold]
    fn emit_diagnostics(&mut self, record: usize) {
        while let Some((_, bad)) = self.diagnostics.next_if(|(at, _)| *at <= record) {
            if Q::CUTS_PUZZLES && self.is_deferred {
                self.deferred_diagnostics.push(bad);
            } else {
                self.emitter.diagnose(bad);
            }
        }
    }

    /// Defers the rows after the last piece.
    fn defer_rows(&mut self) {
        let rows = mem::take(&mut self.deferred_rows);
        let bad = mem::take(&mut self.deferred_diagnostics);
        if !rows.is_empty() || !bad.is_empty() {
            let rows = QuestionSubtree::Rows(Arc::new(rows), bad);
            self.emitter.defer(rows);
        }
    }

    /// Emits the remainder at the end of a chunk.
    pub fn end(mut self) {
        self.diagnose(usize::MAX);
        if Q::CUTS_PUZZLES {
            self.defer_rows();
        }
    }
}

impl<Q: Question> AnswerSink<Q::Answer> for OrderedRows<'_, '_, Q> {
    const DEFERS: bool = Q::CUTS_PUZZLES;

    fn wants_rows(&self) -> bool {
        self.emitter.wants_solutions()
    }

    #[inline]
    fn accept(
        &mut self,
        record: usize,
        answer: &impl AnswerRow<Owned = Q::Answer>,
        nodes: Option<u64>,
    ) -> ControlFlow<()> {
        self.diagnose(record);
        let line = self.lines.row(record, answer, nodes);
        if Q::CUTS_PUZZLES && self.is_deferred {
            self.deferred_rows.push(line.to_row());
            return Continue(());
        }
        self.emitter.push_row(&line, || line.to_row())
    }

    fn skip(&mut self, record: usize) {
        self.diagnose(record);
    }

    fn defer(&mut self, record: usize, pieces: Vec<(u64, AnyPuzzle)>) {
        self.diagnose(record);
        self.defer_rows();
        self.is_deferred = true;
        for piece in PuzzlePiece::all(self.lines.text(record), pieces) {
            self.emitter.defer(QuestionSubtree::Piece(piece));
        }
    }

    fn is_deferred(&self) -> bool {
        self.is_deferred
    }
}
