//! Solves the boards of whole inputs, as a problem for the engine.

use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::{Kind, MAX_N, Piece};
use super::Regions;
use super::cells::{Read, read};
use super::lines::Lines;
use super::reader::{Chunk, Options, Reader};
use super::record::Record;
use super::row::{BoardTally, SolvedBoard, from_one};
use super::search::Searcher;
use super::stars;
use super::tables::Tables;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{Cut, Diagnostic, Emitter, Job, Problem, Subtrees};
use countless_simd::Kernel;
use countless_table::in_turn::InTurn;
use countless_table::{Columns, Input};

/// Solves every board of some files, and tells which have exactly one solution.
///
/// A board is a line of N × N letters or digits, one for the region of each square, or N lines of
/// N, with a blank line behind them; a `#` begins a comment. Squares may stand between blanks,
/// commas, semicolons or bars, or in lists of JSON, and regions may have names of several
/// characters. Of a table, or of objects of JSON, one a line, the board is a column called
/// `puzzle`, `board`, `regions` or `grid`, or [another](Self::column). Files may be compressed.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_queens::{Kind, Piece, RegionBatch};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("boards.txt");
///
/// std::fs::write(&path, "AABBACBBCCCDCDDD\n")?;
/// let batch = RegionBatch::new(vec![path], &Kind::of(Piece::CrownedRook), 2);
/// let mut rows = Vec::new();
/// let outcome = Run::new().write(&batch, Table::writer(&mut rows, Format::Csv))?;
/// assert_eq!(outcome.total.unique, 1);
/// assert!(rows.ends_with(b"\nAABBACBBCCCDCDDD,unique,1,2 4 1 3\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionBatch {
    inputs: Vec<PathBuf>,
    kind: Kind,
    limit: u64,
    max_nodes: Option<u64>,
    has_nodes: bool,
    stars: u32,
    options: Options,
    /// The first input, if it was opened to know its columns, until it is read.
    opened: Arc<Mutex<Option<Reader>>>,
}

/// One thread's memory for the boards of inputs.
#[derive(Debug)]
pub struct BatchWorker {
    kernel: Kernel,
    searcher: Searcher,
    tables: Tables,
    /// For boards of each size, as far as there were any.
    lines: [Option<Lines>; MAX_N + 1],
}

/// The solutions that are found of a board.
struct Found {
    solutions: u64,
    limit: u64,
    /// The first in lexicographic order.
    first: Option<Vec<u8>>,
}

impl Found {
    fn up_to(limit: u64) -> Self {
        Self {
            solutions: 0,
            limit,
            first: None,
        }
    }

    /// Takes a solution; breaks off at the last that is wanted.
    fn visit(&mut self, columns: &[u8]) -> ControlFlow<()> {
        self.solutions += 1;
        if self.first.as_deref().is_none_or(|first| columns < first) {
            self.first = Some(columns.to_vec());
        }
        if self.solutions == self.limit {
            Break(())
        } else {
            Continue(())
        }
    }
}

impl BatchWorker {
    pub(super) fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            searcher: Searcher::default(),
            tables: Tables::default(),
            lines: [const { None }; MAX_N + 1],
        }
    }

    /// The number of solutions of a board with several pieces in each row, column and region, up
    /// to `limit`, the first of those that were found, and the number of partial boards visited.
    fn solve_stars(
        &mut self,
        stars: u32,
        regions: &Regions,
        limit: u64,
        emitter: &Emitter<'_, impl Problem>,
    ) -> (u64, Option<Vec<u8>>, u64) {
        let n = regions.n();
        let kind = Kind::of(Piece::CrownedRook);
        let lines = self.lines[n].get_or_insert_with(|| Lines::new(n, &kind));
        self.tables.fill(lines, regions);
        let mut found = Found::up_to(limit);
        let stop = emitter.cancel_flag();
        let visit = &mut |columns: &[u8]| found.visit(columns);
        let (kernel, most) = (self.kernel, self.searcher.most);
        let nodes = stars::search(kernel, &self.tables, stars, most, stop, visit);
        (found.solutions, found.first, nodes)
    }

    /// How many solutions a board has, up to `limit`, and the first of those that were found; and
    /// how many partial boards that took.
    pub(super) fn solve(
        &mut self,
        kind: &Kind,
        regions: &Regions,
        limit: u64,
        emitter: &Emitter<'_, impl Problem>,
    ) -> (u64, Option<Vec<u8>>, u64) {
        let n = regions.n();
        let lines = self.lines[n].get_or_insert_with(|| Lines::new(n, kind));
        self.tables.fill(lines, regions);
        let rows = [u32::MAX >> (u32::BITS - n as u32); MAX_N];
        let mut found = Found::up_to(limit);
        let before = self.searcher.nodes;
        let mut visit = |columns: &[u8]| found.visit(columns);
        let (searcher, stop) = (&mut self.searcher, emitter.cancel_flag());
        // What was cancelled is dropped by the engine.
        let _ = searcher.search(self.kernel, &self.tables, &rows[..n], stop, &mut visit);
        let nodes = self.searcher.nodes - before;
        (found.solutions, found.first, nodes)
    }
}

impl RegionBatch {
    /// Solves the boards of these files, of which `-` is standard input, for pieces of a kind;
    /// looks for up to `limit` solutions of each, at least two.
    pub fn new(inputs: Vec<PathBuf>, kind: &Kind, limit: u64) -> Self {
        Self {
            inputs,
            kind: kind.clone(),
            limit: limit.max(2),
            max_nodes: None,
            has_nodes: false,
            stars: 1,
            options: Options::default(),
            opened: Arc::default(),
        }
    }

    /// Gives up a board whose search takes more nodes, which are partial boards, than `max_nodes`, if
    /// that is given: its status is `unknown`. If they are to be shown, a column `nodes` has those of
    /// each search. They depend on the board alone.
    #[must_use]
    pub fn with_nodes(self, max_nodes: Option<u64>, has_nodes: bool) -> Self {
        Self {
            max_nodes,
            has_nodes,
            ..self
        }
    }

    /// Places so many pieces in each row, column and region, of which no two touch, whatever the
    /// kind, unless it is one.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if it is 0, or if no row has room for so many.
    pub fn stars(mut self, stars: u32) -> Result<Self, Error> {
        if !(1..=stars::MOST).contains(&stars) {
            let reason = format!(
                "expected 1 to {} pieces in a row, found {stars}",
                stars::MOST
            );
            return Err(Error::Impossible(reason));
        }
        self.stars = stars;
        Ok(self)
    }

    /// Reads the boards of the column that is called so, or has this number, from 1.
    #[must_use]
    pub fn column(mut self, column: Option<&str>) -> Self {
        self.options.column = column.map(str::to_owned);
        self
    }

    /// Passes on the other columns of the inputs, behind those of the result. One that is called
    /// like a column of the result has `given_` before its name.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the first input cannot be read, [`Error::Parse`] if it lacks the column
    /// of the boards. Other inputs are opened later; their columns must have the same names.
    pub fn keep_columns(mut self) -> Result<Self, Error> {
        let Some(first) = self.inputs.first() else {
            return Ok(self);
        };
        let mut reader = Reader::new(Input::open(first)?, &self.options)?;
        self.options.kept = Some(reader.keep_all());
        self.opened = Arc::new(Mutex::new(Some(reader)));
        Ok(self)
    }

    /// The row of a record; the fault of one without a board is reported.
    fn row(
        &self,
        worker: &mut BatchWorker,
        chunk: &Chunk,
        record: &Record,
        emitter: &mut Emitter<'_, Self>,
    ) -> SolvedBoard {
        let kept = record.kept.iter().cloned();
        let kept = kept.zip(chunk.numbers.iter().copied()).collect();
        let read = match &record.bad {
            Some(fault) => Err(fault.clone()),
            None => read(&record.lines),
        };
        match read {
            Ok(Read { regions, letters }) => {
                let most = self.max_nodes.unwrap_or(u64::MAX);
                worker.searcher.most = most;
                let (solutions, first, nodes) = if self.stars > 1 {
                    worker.solve_stars(self.stars, &regions, self.limit, emitter)
                } else {
                    worker.solve(&self.kind, &regions, self.limit, emitter)
                };
                let (is_given_up, nodes) = (nodes > most, nodes.min(most));
                let first = first.filter(|_| !is_given_up);
                SolvedBoard {
                    board: letters.unwrap_or_else(|| regions.to_string()),
                    solutions: (!is_given_up).then_some(solutions),
                    solution: first.map(|columns| from_one(&columns)),
                    is_given_up,
                    nodes: self.has_nodes.then_some(nodes),
                    kept,
                }
            }
            Err(fault) => {
                emitter.diagnose(Diagnostic {
                    input: Arc::clone(&chunk.name),
                    line: fault.line,
                    column: fault.column,
                    reason: fault.reason,
                    is_common: false,
                    row: record.row.clone().into_bytes(),
                });
                let words = record.lines.iter();
                let words = words.flat_map(|line| line.text.split_whitespace());
                SolvedBoard {
                    board: words.collect::<Vec<_>>().join(" "),
                    solutions: None,
                    solution: None,
                    is_given_up: false,
                    nodes: self.has_nodes.then_some(0),
                    kept,
                }
            }
        }
    }

    /// A job to solve the boards.
    pub fn job(&self) -> Job<'_, BoardTally> {
        Job::of(self)
    }
}

impl Problem for RegionBatch {
    type Root = Chunk;
    type Worker = BatchWorker;
    type Tally = BoardTally;
    type Solution = SolvedBoard;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "queens solve does not support ledgers";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn columns(&self) -> Columns {
        let kept = self.options.kept.iter().flat_map(|kept| &kept.names);
        kept.fold(SolvedBoard::columns(self.has_nodes), Columns::field)
    }

    fn subtrees(&self, _: &Cut) -> Result<Subtrees<'_, Chunk>, Error> {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = { opened }.take();
        let start = |input| Reader::new(input, &self.options);
        let chunks = InTurn::new(&self.inputs, opened, start)
            .map(|chunk| chunk.map(|chunk| (chunk.bytes, chunk)));
        Ok(Subtrees::stream("chunks", chunks))
    }

    fn worker(&self, kernel: Kernel) -> BatchWorker {
        BatchWorker::new(kernel)
    }

    fn search(
        &self,
        worker: &mut BatchWorker,
        chunk: Chunk,
        emitter: &mut Emitter<'_, Self>,
    ) -> BoardTally {
        let mut tally = BoardTally::default();
        for record in &chunk.records {
            let row = self.row(worker, &chunk, record, emitter);
            tally.add(&row);
            if emitter.push(row).is_break() {
                break;
            }
        }
        tally
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}
