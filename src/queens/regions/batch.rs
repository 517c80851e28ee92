//! Solves the boards of whole inputs, as a problem for the engine.

use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::Arc;

use super::super::{Kind, MAX_N, Placement};
use super::lines::Lines;
use super::reader::{Boards, Chunk, Record, letters};
use super::row::{BoardTally, SolvedBoard};
use super::search::Searcher;
use super::tables::Tables;
use super::{Fault, Regions};
use crate::engine::{Cut, Diagnostic, Emitter, Problem, Subtrees};
use crate::error::Error;
use crate::io::Columns;
use crate::ledger::Spec;
use crate::simd::Kernel;

/// Solves every board of some files, and tells which have exactly one solution.
///
/// A board is a line of N × N letters or digits, one for the region of each square, or N lines of
/// N, with a blank line behind them; a `#` begins a comment. Of a table it is the first column,
/// called `puzzle`. Files may be compressed.
///
/// ```
/// use countless::engine::Run;
/// use countless::io::{Format, Table};
/// use countless::queens::{Kind, Piece, RegionBatch};
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

impl BatchWorker {
    pub(super) fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            searcher: Searcher::default(),
            tables: Tables::default(),
            lines: [const { None }; MAX_N + 1],
        }
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
        let (mut found, mut first) = (0, None::<Vec<u8>>);
        let before = self.searcher.nodes;
        let mut visit = |columns: &[u8]| {
            found += 1;
            if first.as_deref().is_none_or(|first| columns < first) {
                first = Some(columns.to_vec());
            }
            if found == limit {
                Break(())
            } else {
                Continue(())
            }
        };
        let (searcher, stop) = (&mut self.searcher, emitter.cancel_flag());
        // What was cancelled is dropped by the engine.
        let _ = searcher.search(self.kernel, &self.tables, &rows[..n], stop, &mut visit);
        (found, first, self.searcher.nodes - before)
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

    /// What becomes of a record, or what is wrong with it.
    fn row(
        &self,
        worker: &mut BatchWorker,
        name: &Arc<str>,
        record: &Record,
        emitter: &mut Emitter<'_, Self>,
    ) -> SolvedBoard {
        let text = record.text.split_whitespace();
        match Regions::read(&record.text) {
            Ok(regions) => {
                let most = self.max_nodes.unwrap_or(u64::MAX);
                worker.searcher.most = most;
                let (solutions, first, nodes) =
                    worker.solve(&self.kind, &regions, self.limit, emitter);
                let (is_given_up, nodes) = (nodes > most, nodes.min(most));
                let first = first.filter(|_| !is_given_up);
                SolvedBoard {
                    board: record.text.lines().flat_map(letters).collect(),
                    solutions: (!is_given_up).then_some(solutions),
                    solution: first.map(|columns| Placement::from_zero(&columns)),
                    is_given_up,
                    nodes: self.has_nodes.then_some(nodes),
                }
            }
            Err(fault) => {
                emitter.diagnose(diagnostic(name, record, fault));
                SolvedBoard {
                    board: text.collect::<Vec<_>>().join(" "),
                    solutions: None,
                    solution: None,
                    is_given_up: false,
                    nodes: self.has_nodes.then_some(0),
                }
            }
        }
    }
}

fn diagnostic(name: &Arc<str>, record: &Record, fault: Fault) -> Diagnostic {
    let before = &record.text[..fault.place];
    let start = before.rfind('\n').map_or(0, |feed| feed + 1);
    Diagnostic {
        input: Arc::clone(name),
        line: record.line + before.matches('\n').count() as u64,
        column: 1 + before[start..].chars().count(),
        reason: fault.reason,
        is_common: false,
        row: record.text.clone().into_bytes(),
    }
}

impl Problem for RegionBatch {
    type Root = Chunk;
    type Worker = BatchWorker;
    type Tally = BoardTally;
    type Solution = SolvedBoard;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "queens solve keeps no ledger";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn columns(&self) -> Columns {
        SolvedBoard::columns(self.has_nodes)
    }

    fn subtrees(&self, _: &Cut) -> Result<Subtrees<'_, Chunk>, Error> {
        let chunks = Boards::new(&self.inputs).map(|chunk| chunk.map(|chunk| (chunk.bytes, chunk)));
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
            let row = self.row(worker, &chunk.name, record, emitter);
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
