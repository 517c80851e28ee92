//! Solving of the boards of whole inputs, as a problem of the engine.

use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::board_batch::{BoardChunk, SolvedBoard, chunk_subtrees, to_one_based};
use super::super::{BoardVariant, MAX_N, Piece};
use super::cells::{BoardLine, ReadRegions};
use super::region_reader::{RegionReader, RegionReaderOptions, RegionRecord, board_of};
use super::region_search::{AttackedSquares, RegionMasks, RegionSearch};
use super::{Regions, star_search};
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::{Kernel, dispatch_narrow};
use countless_table::records::RecordFault;
use countless_table::{Columns, Input};

/// Solves every board of some files and reports whether it has exactly one solution.
///
/// A board is a line of N × N letters or digits, one for the region of each square. Or it is N
/// lines of N of them, followed by a blank line. A `#` begins a comment. Blanks, commas, semicolons
/// or bars may separate squares, and JSON lists may contain them. Regions may have names of several
/// characters. In a table or in JSON objects, one a line, the board is a column named `puzzle`,
/// `board`, `regions` or `grid`, or [another](Self::column). Files may be compressed.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_queens::{BoardVariant, Piece, RegionBatch};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("boards.txt");
///
/// std::fs::write(&path, "AABBACBBCCCDCDDD\n")?;
/// let batch = RegionBatch::new(vec![path], &BoardVariant::of(Piece::CrownedRook), 2);
/// let mut rows = Vec::new();
/// let outcome = Run::new().write(&batch, Table::writer(&mut rows, Format::Csv))?;
/// assert_eq!(outcome.total.numbers.get("unique"), Ok(1));
/// assert!(rows.ends_with(b"\nAABBACBBCCCDCDDD,unique,1,2 4 1 3\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct RegionBatch {
    inputs: Vec<PathBuf>,
    variant: BoardVariant,
    limit: u64,
    max_nodes: Option<u64>,
    has_nodes: bool,
    stars: u32,
    options: RegionReaderOptions,
    /// Reader of the first input, if that was opened early for its columns, until it is read.
    first_reader: Arc<Mutex<Option<RegionReader>>>,
}

/// Scratch memory of one thread for the boards of inputs.
#[derive(Debug)]
pub struct RegionSolver {
    kernel: Kernel,
    masks: RegionMasks,
    /// Attacked squares for each size of board, computed on demand.
    attacked_squares: [Option<AttackedSquares>; MAX_N + 1],
}

impl RegionSolver {
    pub(super) fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            masks: RegionMasks::default(),
            attacked_squares: [const { None }; MAX_N + 1],
        }
    }

    /// Searches a board with `stars` pieces in each row, column and region. Returns the number of
    /// solutions up to `limit`, the first of those found, and the number of visited nodes, which
    /// exceeds `most_nodes` if the search was given up.
    pub(super) fn solve(
        &mut self,
        (variant, stars): (&BoardVariant, u32),
        regions: &Regions,
        (limit, most_nodes): (u64, u64),
        emitter: &Emitter<'_, impl Problem>,
    ) -> (u64, Option<Vec<u8>>, u64) {
        let (n, kernel, stop) = (regions.n(), self.kernel, emitter.cancel_flag());
        let lines =
            self.attacked_squares[n].get_or_insert_with(|| AttackedSquares::new(n, variant));
        self.masks.fill(lines, regions);
        let (mut solutions, mut first) = (0, None::<Vec<u8>>);
        let visit = &mut |columns: &[u8]| {
            solutions += 1;
            if first.as_deref().is_none_or(|first| columns < first) {
                first = Some(columns.to_vec());
            }
            if solutions == limit {
                Break(())
            } else {
                Continue(())
            }
        };
        let nodes = if stars > 1 {
            star_search::search(kernel, &self.masks, stars, most_nodes, stop, visit)
        } else {
            let rows = [u32::MAX >> (u32::BITS - n as u32); MAX_N];
            let search = RegionSearch {
                tables: &self.masks,
                rows: &rows[..n],
                most_nodes,
                stop,
                visit,
            };
            // The engine drops a cancelled count.
            dispatch_narrow(kernel, search).1
        };
        (solutions, first, nodes)
    }
}

impl RegionBatch {
    /// Makes the problem for the boards of these files and for a board variant. `-` is standard
    /// input. The search finds up to `limit` solutions of each board, at least two.
    pub fn new(inputs: Vec<PathBuf>, variant: &BoardVariant, limit: u64) -> Self {
        Self {
            inputs,
            variant: variant.clone(),
            limit: limit.max(2),
            max_nodes: None,
            has_nodes: false,
            stars: 1,
            options: RegionReaderOptions::default(),
            first_reader: Arc::default(),
        }
    }

    /// Limits the search of a board to `max_nodes` nodes, if given. A board that needs more has the
    /// status `unknown`. `has_nodes` adds a column `nodes` with the nodes of each search, which are
    /// partial boards. They depend on the board alone.
    pub fn with_nodes(mut self, max_nodes: Option<u64>, has_nodes: bool) -> Self {
        self.max_nodes = max_nodes;
        self.has_nodes = has_nodes;
        self
    }

    /// Places `stars` pieces in each row, column and region. If there are several, they must not
    /// touch, and the board variant is ignored.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `stars` is 0, or more than a row has room for.
    pub fn stars(mut self, stars: u32) -> Result<Self, Error> {
        if !(1..=star_search::MOST_STARS).contains(&stars) {
            let reason = format!(
                "expected 1 to {} pieces in a row, found {stars}",
                star_search::MOST_STARS
            );
            return Err(Error::Impossible(reason));
        }
        self.stars = stars;
        if stars > 1 {
            self.variant = BoardVariant::of(Piece::CrownedRook);
        }
        Ok(self)
    }

    /// Reads the boards of the column with this name, or with this number from 1.
    pub fn column(mut self, column: Option<&str>) -> Self {
        self.options.column = column.map(str::to_owned);
        self
    }

    /// Passes on the other columns of the inputs, after those of the result. A column named like
    /// one of the result gets the prefix `given_`.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the first input cannot be read, [`Error::Parse`] if it lacks the column
    /// of boards. Other inputs are opened later; their columns must have the names of the first
    /// input.
    pub fn pass_columns(mut self) -> Result<Self, Error> {
        let Some(first) = self.inputs.first() else {
            return Ok(self);
        };
        let mut reader = RegionReader::new(Input::open(first)?, &self.options)?;
        self.options.passed = Some(reader.pass_all());
        self.first_reader = Arc::new(Mutex::new(Some(reader)));
        Ok(self)
    }

    /// Solves the board of a record. Returns its row, and its fault.
    fn solve_record(
        &self,
        scratch: &mut RegionSolver,
        record: &RegionRecord,
        emitter: &Emitter<'_, Self>,
    ) -> (SolvedBoard, Option<RecordFault>) {
        let are_numbers = self
            .options
            .passed
            .iter()
            .flat_map(|passed| &passed.numbers);
        let passed = record.passed.iter().cloned().zip(are_numbers.copied());
        let passed: Vec<(String, bool)> = passed.collect();
        let ReadRegions { regions, letters } = match board_of(record) {
            Ok(read) => read,
            Err(fault) => {
                let texts: Vec<&str> = match &record.board {
                    Ok(lines) => lines.iter().map(|line| line.text.as_str()).collect(),
                    Err(_) => vec![&record.row],
                };
                let row = SolvedBoard {
                    nodes: self.has_nodes.then_some(0),
                    passed,
                    ..SolvedBoard::invalid(&texts.join(" "))
                };
                return (row, Some(fault));
            }
        };
        let most = self.max_nodes.unwrap_or(u64::MAX);
        let (pieces, limits) = ((&self.variant, self.stars), (self.limit, most));
        let (solutions, first, nodes) = scratch.solve(pieces, &regions, limits, emitter);
        let (is_given_up, nodes) = (nodes > most, nodes.min(most));
        let first = first.filter(|_| !is_given_up);
        let row = SolvedBoard {
            board: letters.unwrap_or_else(|| regions.to_string()),
            solutions: (!is_given_up).then_some(solutions),
            solution: first.map(|columns| to_one_based(&columns)),
            is_given_up,
            nodes: self.has_nodes.then_some(nodes),
            passed,
            ..SolvedBoard::default()
        };
        (row, None)
    }

    /// Returns a job that solves the boards.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Problem for RegionBatch {
    type Root = BoardChunk<Vec<BoardLine>>;
    type Scratch = RegionSolver;
    type Solution = SolvedBoard;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "queens solve does not support ledgers";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn columns(&self) -> Columns {
        let names = self.options.passed.iter().flat_map(|passed| &passed.names);
        names.fold(SolvedBoard::columns(self.has_nodes), Columns::field)
    }

    fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
        let opened = self
            .first_reader
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let opened = { opened }.take();
        let start = |input| RegionReader::new(input, &self.options);
        Ok(chunk_subtrees(&self.inputs, opened, start))
    }

    fn scratch(&self, kernel: Kernel) -> RegionSolver {
        RegionSolver::new(kernel)
    }

    fn search(
        &self,
        scratch: &mut RegionSolver,
        chunk: Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        chunk.emit(emitter, |record, emitter| {
            let (row, fault) = self.solve_record(scratch, record, emitter);
            (row.status(), fault, emitter.push(row))
        })
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}
