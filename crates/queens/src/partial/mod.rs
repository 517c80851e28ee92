//! Partial boards from files: given queens and blocked squares; the completion of the boards of whole
//! inputs.
//!
//! | file | content |
//! |---|---|
//! | `partial_board` | text of one board, in any notation |
//! | `partial_reader` | reader that divides inputs into boards; files with one, or with blocked squares |

mod partial_board;
mod partial_reader;

use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Board;
use super::board_batch::{BoardChunk, SolvedBoard, chunk_subtrees, to_one_based};
use super::search::{BoardSearcher, SearchBoard};
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;
use countless_table::records::RecordFault;
use partial_board::{BoardParser, ReadPartialBoard};
use partial_reader::{PartialReader, PartialRecord};

pub use partial_board::PartialBoard;
pub use partial_reader::{blocked_squares, boards_of, only_board};

/// Completes every partial board of some files: counts its solutions, and finds the first.
///
/// A board is one of:
///
/// - a line of squares, such as `1:5,2:7`;
/// - a line with the column of the queen in each row, 0 for none;
/// - a drawing in N lines or one: `Q` for a queen, `#` for a blocked square, `.` for other squares;
/// - a JSON list;
/// - the column `puzzle`, `queens`, `squares` or `board` of a table, or its columns `q1`, `q2`, …;
/// - a JSON object with one of these keys, one object a line.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_queens::{Board, PartialBatch};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("boards.txt");
///
/// std::fs::write(&path, "1:2\n1:1\n")?;
/// let batch = PartialBatch::new(vec![path], Board::new(4)?)?;
/// let mut rows = Vec::new();
/// Run::new().write(&batch, Table::writer(&mut rows, Format::Csv))?;
/// let expected = "puzzle,status,solutions,solution\n1:2,unique,1,2 4 1 3\n1:1,none,0,\n";
/// assert_eq!(rows, expected.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartialBatch {
    inputs: Vec<PathBuf>,
    board: Board,
    expected: Arc<BoardParser>,
    limit: Option<u64>,
    all: bool,
}

impl PartialBatch {
    /// Makes the problem of completing the boards of these files, together with the queens and
    /// blocked squares of `board`. `-` is standard input.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the board has no rows, or more columns than rows.
    pub fn new(inputs: Vec<PathBuf>, board: Board) -> Result<Self, Error> {
        let n = board.n();
        if n == 0 || board.columns() != n {
            let reason = "boards of files have as many columns as rows, at least one";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let expected = BoardParser::new(n, board.variant().regions());
        Ok(Self {
            inputs,
            board,
            expected: Arc::new(expected),
            limit: None,
            all: false,
        })
    }

    /// Counts at most `limit` solutions of each board, and at least one.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit.max(1));
        self
    }

    /// Writes a row for each solution: `puzzle,solutions,number,solution`. A board without a solution
    /// has one row.
    #[must_use]
    pub fn all(self, all: bool) -> Self {
        Self { all, ..self }
    }

    /// Returns a given board, to be searched.
    fn search_board(&self, given: &PartialBoard) -> Result<SearchBoard, Error> {
        let board = self.board.clone().with(&given.queens, &given.blocked)?;
        Ok(board.into_search_board())
    }

    /// Emits the rows of a record. Returns its status, and its fault.
    fn emit_record(
        &self,
        scratch: &mut BoardSearcher,
        record: &PartialRecord,
        emitter: &mut Emitter<'_, Self>,
    ) -> (&'static str, Option<RecordFault>, ControlFlow<()>) {
        let board = record.board.as_ref().map_err(Clone::clone);
        let board = board.and_then(|(given, text)| {
            let fail = |error: Error| RecordFault::at((record.place.0, 1), error.to_string());
            Ok((self.search_board(given).map_err(fail)?, text))
        });
        let mut row = SolvedBoard::invalid(&record.row);
        row.listed = self.all.then_some(0);
        let (board, text) = match board {
            Ok(board) => board,
            Err(fault) => return (row.status(), Some(fault), emitter.push(row)),
        };
        row.board.clone_from(text);
        if self.all {
            let flow = self.list(scratch, &board, &mut row, emitter);
            return (row.status(), None, flow);
        }
        self.complete(scratch, &board, &mut row, emitter.cancel_flag());
        (row.status(), None, emitter.push(row))
    }

    /// Counts the solutions of a board, and emits a row for each.
    fn list(
        &self,
        scratch: &mut BoardSearcher,
        board: &SearchBoard,
        row: &mut SolvedBoard,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let stop = emitter.cancel_flag();
        let limit = self.limit.unwrap_or(u64::MAX);
        let count = scratch.count(board, stop).unwrap_or(0).min(limit);
        row.solutions = Some(count);
        if count == 0 {
            return emitter.push(row.clone());
        }
        let (mut number, mut flow) = (0, Continue(()));
        // The engine drops a cancelled list.
        let _ = scratch.list(board, stop, &mut |some| {
            for index in 0..some.len().min((count - number) as usize) {
                number += 1;
                row.solution = Some(to_one_based(&some.columns(index)));
                row.listed = Some(number);
                flow = emitter.push(row.clone());
                flow?;
            }
            if number < count {
                Continue(())
            } else {
                Break(())
            }
        });
        flow
    }

    /// Adds the number of solutions of a board to its row, and the first one.
    fn complete(
        &self,
        scratch: &mut BoardSearcher,
        board: &SearchBoard,
        row: &mut SolvedBoard,
        stop: &AtomicBool,
    ) {
        let (mut solutions, first) = (0, &mut row.solution);
        let limit = self.limit.unwrap_or(1);
        // The engine drops a cancelled count.
        let _ = scratch.list(board, stop, &mut |some| {
            if !some.is_empty() {
                first.get_or_insert_with(|| to_one_based(&some.columns(0)));
            }
            solutions += some.len() as u64;
            if solutions < limit {
                Continue(())
            } else {
                Break(())
            }
        });
        if self.limit.is_none() && first.is_some() {
            solutions = scratch.count(board, stop).unwrap_or(0);
        }
        row.solutions = Some(solutions.min(self.limit.unwrap_or(u64::MAX)));
    }

    /// Returns a job that completes the boards.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Problem for PartialBatch {
    type Root = BoardChunk<ReadPartialBoard>;
    type Scratch = BoardSearcher;
    type Solution = SolvedBoard;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "queens complete of a file keeps no ledger";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn columns(&self) -> Columns {
        if self.all {
            SolvedBoard::columns_of_all()
        } else {
            SolvedBoard::columns(false)
        }
    }

    fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
        let start = |input| PartialReader::new(input, &self.expected);
        Ok(chunk_subtrees(&self.inputs, None, start))
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        BoardSearcher::new(kernel)
    }

    fn search(
        &self,
        scratch: &mut BoardSearcher,
        chunk: Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        chunk.emit(emitter, |record, emitter| {
            self.emit_record(scratch, record, emitter)
        })
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}
