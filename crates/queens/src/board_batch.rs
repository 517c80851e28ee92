//! Boards of whole inputs: chunks of records, and a row for each record.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use countless_engine::ledger::{CheckedCount, Numbers};
use countless_engine::{Diagnostic, Emitter, Error, Problem, Subtrees, Tally};
use countless_table::input_lines::Lines;
use countless_table::records::{Place, RecordFault};
use countless_table::{Columns, Fields, Input, Row};

/// Most boards of a chunk, which one thread handles.
const BOARDS_PER_CHUNK: usize = 32;

/// Text of an input that should be a board.
#[derive(Clone, Debug)]
pub struct BoardRecord<B> {
    /// Place of the board in the input.
    pub place: Place,
    /// Text of the whole record in the input.
    pub row: String,
    /// Passed columns.
    pub passed: Vec<String>,
    /// Board as far as the reader reads it, or the fault of the record.
    pub board: Result<B, RecordFault>,
}

/// Reader of the boards of one input.
pub trait ReadBoards {
    /// Board as far as the reader reads it.
    type Board;

    /// Returns the lines of the input.
    fn lines(&self) -> &Lines;

    /// Returns the next record, or `None` at the end.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    fn record(&mut self) -> Result<Option<BoardRecord<Self::Board>>, Error>;

    /// Returns the error for a fault of the input.
    fn error(&self, fault: RecordFault) -> Error {
        fault.in_input(self.lines().name()).into()
    }
}

/// Chunk of consecutive records of one input.
#[derive(Clone, Debug)]
pub struct BoardChunk<B> {
    /// Name of the input in messages.
    name: Arc<str>,
    records: Vec<BoardRecord<B>>,
}

impl<B> BoardChunk<B> {
    /// Calls `emit` for each record, until it breaks. It emits the rows of the record, and returns its
    /// status and its fault. Returns the number of boards of each status.
    pub fn emit<P: Problem<Solution = SolvedBoard>>(
        &self,
        emitter: &mut Emitter<'_, P>,
        mut emit: impl FnMut(
            &BoardRecord<B>,
            &mut Emitter<'_, P>,
        ) -> (&'static str, Option<RecordFault>, ControlFlow<()>),
    ) -> Tally {
        let (mut read, mut numbers) = (CheckedCount::default(), Numbers::default());
        for record in &self.records {
            let (status, fault, flow) = emit(record, emitter);
            if let Some(fault) = fault {
                emitter.diagnose(Diagnostic {
                    input: Arc::clone(&self.name),
                    line: fault.line,
                    column: fault.column,
                    reason: fault.reason,
                    is_common: false,
                    row: record.row.as_bytes().to_vec(),
                });
            }
            read.add(1);
            numbers.add(status, 1);
            if flow.is_break() {
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
}

/// Returns a subtree for each chunk of the inputs. `first` is the reader of the first input, if it is
/// open already; `open` makes the other readers, each when the input before it has been read.
pub fn chunk_subtrees<'a, R: ReadBoards<Board: Send> + Send + 'a>(
    inputs: &[PathBuf],
    first: Option<R>,
    open: impl Fn(Input) -> Result<R, Error> + Send + 'a,
) -> Subtrees<'a, BoardChunk<R::Board>> {
    let waiting = inputs.iter().skip(usize::from(first.is_some()));
    let (mut waiting, mut reader) = (waiting.cloned().collect::<VecDeque<_>>(), first);
    let mut next = move || loop {
        if let Some(reader) = &mut reader {
            let before = reader.lines().consumed();
            let records = std::iter::from_fn(|| reader.record().transpose())
                .take(BOARDS_PER_CHUNK)
                .collect::<Result<Vec<_>, _>>()?;
            if !records.is_empty() {
                let name = Arc::clone(reader.lines().name());
                let bytes = reader.lines().consumed() - before;
                return Ok(Some((bytes, BoardChunk { name, records })));
            }
        }
        match waiting.pop_front() {
            Some(path) => reader = Some(open(Input::open(&path)?)?),
            None => return Ok(None),
        }
    };
    Subtrees::stream("chunks", std::iter::from_fn(move || next().transpose()))
}

/// Row of a solved board: the board, its status, the number of found solutions, and one solution,
/// the columns of its pieces separated by spaces. The status is `unique`, `multiple`, `none`,
/// `invalid`, or `unknown` if the search was given up. Passed columns of the input may follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedBoard {
    /// Letters of the board, or the text of an invalid record.
    pub board: String,
    /// Number of solutions, up to the limit; `None` for an invalid or given-up board.
    pub solutions: Option<u64>,
    /// First of the found solutions in lexicographic order: the columns of its pieces, row by row,
    /// from 1.
    pub solution: Option<Vec<u32>>,
    /// Number of the solution among all, from 1, if each has a row; 0 for a board without one. Such a
    /// row does not have a status.
    pub listed: Option<u64>,
    /// True if the search was given up.
    pub is_given_up: bool,
    /// Nodes of the search, if there is a column for them.
    pub nodes: Option<u64>,
    /// Passed columns of the input, and whether each may be a number.
    pub passed: Vec<(String, bool)>,
}

/// Converts columns that count from 0 to columns that count from 1.
pub(super) fn to_one_based(columns: &[u8]) -> Vec<u32> {
    columns
        .iter()
        .map(|&column| u32::from(column) + 1)
        .collect()
}

impl SolvedBoard {
    /// Word in the column `status`.
    pub fn status(&self) -> &'static str {
        match self.solutions {
            _ if self.is_given_up => "unknown",
            None => "invalid",
            Some(0) => "none",
            Some(1) => "unique",
            Some(_) => "multiple",
        }
    }

    /// Row of a record that is not a board, with the words of its text.
    pub(super) fn invalid(text: &str) -> Self {
        Self {
            board: text.split_whitespace().collect::<Vec<_>>().join(" "),
            ..Self::default()
        }
    }

    /// Columns of rows for all solutions.
    pub(super) fn columns_of_all() -> Columns {
        let columns = Columns::new().field("puzzle").number("solutions");
        columns.number("number").field("solution")
    }

    pub(super) fn columns(has_nodes: bool) -> Columns {
        let columns = Columns::new().field("puzzle").field("status");
        let columns = columns.number("solutions").field("solution");
        if has_nodes {
            columns.number("nodes")
        } else {
            columns
        }
    }
}

impl Row for SolvedBoard {
    fn fields(&self, fields: &mut impl Fields) {
        fields.text(self.board.as_bytes());
        let number = |fields: &mut _, number: Option<u64>| match number {
            Some(number) => Fields::number(fields, number),
            None => Fields::none(fields),
        };
        if let Some(listed) = self.listed {
            number(fields, self.solutions);
            number(fields, Some(listed).filter(|&listed| listed > 0));
        } else {
            fields.plain(self.status().as_bytes());
            let solutions = self.solutions.unwrap_or(0);
            number(fields, (!self.is_given_up).then_some(solutions));
        }
        match &self.solution {
            Some(solution) => {
                let columns = solution.iter().map(u32::to_string);
                fields.plain(columns.collect::<Vec<_>>().join(" ").as_bytes());
            }
            None => fields.none(),
        }
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
        for (text, is_number) in &self.passed {
            fields.passed(text, *is_number);
        }
    }
}
