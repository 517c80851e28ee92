//! Lists of all solutions in lexicographic order, as a problem of the engine.

use std::ops::{ControlFlow, Range};

use super::search::{self, BoardSearcher, SearchBoard, SolutionBatch};
use super::{MAX_N, Placement, known_counts, queens_factories, row_split};
use countless_engine::Error;
use countless_engine::ledger::{CheckedCount, Spec};
use countless_engine::{Emitter, Granularity, Job, Known, Outcome, Problem, Run, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Format, RowBatch, RowFormat};

/// Lists the solutions of a [`Board`](super::Board) in lexicographic order. Subtrees are boards
/// with filled first rows.
///
/// A CSV row is `q1,…,qN`, the column of the queen in each row, counted from 1. An NDJSON row is
/// `{"queens":[q1,…,qN]}`.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_queens::Board;
///
/// let mut text = Vec::new();
/// let table = Table::writer(&mut text, Format::Csv);
/// Run::new().write(&Board::new(4)?.listing(), table)?;
/// assert_eq!(text, b"q1,q2,q3,q4\n2,4,1,3\n3,1,4,2\n");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listing {
    board: SearchBoard,
}

impl Listing {
    pub(super) fn new(board: &SearchBoard) -> Self {
        let board = board.clone();
        Self { board }
    }

    /// Number of rows.
    pub(super) fn n(&self) -> usize {
        self.board.n()
    }

    /// Adds the board to a specification.
    pub(super) fn describe_board(&self, spec: Spec) -> Spec {
        let (n, columns) = (self.n(), self.board.columns());
        if self.board.is_unrestricted() {
            let spec = queens_factories::with_columns(spec.with("n", n), n, columns);
            queens_factories::with_variant(spec, self.board.variant())
        } else {
            queens_factories::with_squares(spec, &self.board)
        }
    }

    /// Returns a job that lists the solutions.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }

    /// Passes each solution to `visit` until it breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Run::try_for_each`].
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(Placement) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        run.try_for_each(self, visit)
    }
}

/// Passes the solutions of a subtree to the emitter, and each batch to `look` first.
pub(super) fn emit<P: Problem<Solution = Placement>>(
    worker: &mut BoardSearcher,
    subtree: &search::SearchSubtree,
    emitter: &mut Emitter<'_, P>,
    mut look: impl FnMut(&SolutionBatch<'_>),
) -> CheckedCount {
    let mut found = CheckedCount::default();
    let cancel = emitter.cancel_flag();
    // The engine checks whether the search was cut short.
    let _ = worker.list(&subtree.board, cancel, &mut |solutions| {
        found.add(solutions.len() as u64);
        look(&solutions);
        emitter.push_batch(&solutions)
    });
    found
}

impl Problem for Listing {
    type Root = search::SearchSubtree;
    type Scratch = BoardSearcher;
    type Solution = Placement;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(self.describe_board(Spec::new("queens list", "search")))
    }

    fn columns(&self) -> Columns {
        Placement::columns_of(self.n())
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, search::SearchSubtree>, Error> {
        let board = search::SearchSubtree::of(&self.board);
        let (split, subtrees) = row_split::split_boards(cut, self.n(), &[board])?;
        Ok(Subtrees::list(split, subtrees))
    }

    fn scratch(&self, kernel: Kernel) -> BoardSearcher {
        BoardSearcher::new(kernel)
    }

    fn search(
        &self,
        worker: &mut BoardSearcher,
        subtree: search::SearchSubtree,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let found = emit(worker, &subtree, emitter, |_| {});
        // The number of visited boards depends on earlier work of the searcher, so solutions are
        // reported as work.
        Tally::new(found, found.count)
    }

    fn known_total(&self) -> Option<Known> {
        known_counts::of_board(&self.board)
    }
}

impl RowBatch for SolutionBatch<'_> {
    type Solution = Placement;

    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Placement {
        let mut columns = [0; MAX_N];
        self.read(index, &mut columns);
        Placement::from_zero_based(&columns[..self.n()])
    }

    /// Five times as fast as writing row by row: the text of several columns is looked up at once.
    fn write(&self, range: Range<usize>, format: &RowFormat, text: &mut Vec<u8>) {
        let some = self.slice(range);
        if self.n() == 0 && format.format() != Format::Ndjson {
            // Without columns, lines would be empty.
            return;
        }
        match format.format() {
            Format::Csv => some.write_csv(text),
            Format::Parquet => {
                (0..some.len()).for_each(|index| format.write(&some.get(index), text));
            }
            Format::Tsv => {
                let start = text.len();
                some.write_csv(text);
                let commas = text[start..].iter_mut().filter(|byte| **byte == b',');
                commas.for_each(|comma| *comma = b'\t');
            }
            Format::Ndjson => {
                let start = text.len();
                some.write_csv(text);
                let lines = text.split_off(start);
                for line in lines.split(|&byte| byte == b'\n').take(some.len()) {
                    text.extend_from_slice(b"{\"queens\":[");
                    text.extend_from_slice(line);
                    text.extend_from_slice(b"]}\n");
                }
            }
        }
    }
}
