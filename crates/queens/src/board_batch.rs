//! Boards of whole inputs: chunks of records, and a row for each record.

use std::path::PathBuf;
use std::sync::Arc;

use super::solved_board::SolvedBoard;
use countless_engine::ledger::{CheckedCount, Numbers};
use countless_engine::{Diagnostic, Emitter, Error, Problem, Subtrees, Tally};
use countless_table::Input;
use countless_table::chained_inputs::{ChainedInputs, ReadChunks};
use countless_table::input_lines::Lines;

/// Most boards of a chunk, which one thread handles.
const BOARDS_PER_CHUNK: usize = 32;

/// Reader of the boards of one input.
pub trait ReadBoards {
    /// Text that should be a board.
    type Record;

    /// Returns the lines of the input.
    fn source(&self) -> &Lines;

    /// Returns the next record, or `None` at the end.
    fn record(&mut self) -> Result<Option<Self::Record>, Error>;
}

/// Chunk of consecutive records of one input.
#[derive(Clone, Debug)]
pub struct BoardChunk<R> {
    /// Name of the input in messages.
    name: Arc<str>,
    records: Vec<R>,
    /// Bytes of the input that the records take, before decompression.
    bytes: u64,
}

/// Row of a record, and the fault of one that is not a board.
pub type AnsweredRecord = (SolvedBoard, Option<Diagnostic>);

impl<R> BoardChunk<R> {
    /// Emits the row of each record, and the faults, until no more rows are wanted. Returns the
    /// number of boards of each status.
    pub fn emit_rows<P: Problem<Solution = SolvedBoard>>(
        &self,
        emitter: &mut Emitter<'_, P>,
        mut answer: impl FnMut(&R, &Emitter<'_, P>) -> AnsweredRecord,
    ) -> Tally {
        let (mut read, mut numbers) = (CheckedCount::default(), Numbers::default());
        for record in &self.records {
            let (row, fault) = answer(record, emitter);
            if let Some(fault) = fault {
                emitter.diagnose(fault);
            }
            read.add(1);
            numbers.add(row.status(), 1);
            if emitter.push(row).is_break() {
                break;
            }
        }
        let boards = numbers.iter().map(|(_, number)| number).sum::<u64>();
        Tally {
            count: boards.into(),
            numbers,
            ..Tally::new(read, boards)
        }
    }

    /// Returns the fault of a record at a line and a column of the input. `row` is its text.
    pub fn fault(&self, (line, column): (u64, usize), reason: String, row: &str) -> Diagnostic {
        Diagnostic {
            input: Arc::clone(&self.name),
            line,
            column,
            reason,
            is_common: false,
            row: row.as_bytes().to_vec(),
        }
    }
}

/// Chunks of the records of a reader.
struct BoardChunks<B>(B);

impl<B: ReadBoards> ReadChunks for BoardChunks<B> {
    type Chunk = BoardChunk<B::Record>;
    type Error = Error;

    fn chunk(&mut self) -> Result<Option<Self::Chunk>, Error> {
        let reader = &mut self.0;
        let before = reader.source().consumed();
        let records = std::iter::from_fn(|| reader.record().transpose()).take(BOARDS_PER_CHUNK);
        let records: Vec<B::Record> = records.collect::<Result<_, _>>()?;
        let source = reader.source();
        let chunk = BoardChunk {
            name: Arc::clone(source.name()),
            records,
            bytes: source.consumed() - before,
        };
        Ok(Some(chunk).filter(|chunk| !chunk.records.is_empty()))
    }
}

/// Returns a subtree for each chunk of the inputs. `open` is the reader of the first input, if it is
/// open already; `start` makes the readers of the remaining inputs.
pub fn chunk_subtrees<'a, B: ReadBoards<Record: Send> + Send + 'a>(
    inputs: &[PathBuf],
    open: Option<B>,
    start: impl Fn(Input) -> Result<B, Error> + Send + 'a,
) -> Subtrees<'a, BoardChunk<B::Record>> {
    let start = move |input| start(input).map(BoardChunks);
    let chunks = ChainedInputs::new(inputs, open.map(BoardChunks), start);
    let chunks = chunks.map(|chunk| chunk.map(|chunk| (chunk.bytes, chunk)));
    Subtrees::stream("chunks", chunks)
}
