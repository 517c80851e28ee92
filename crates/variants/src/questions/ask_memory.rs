//! Question about puzzles in memory, where a subtree is a range of them.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::answer_tally::AnswerTally;
use super::chunk_records::PuzzlePlace;
use super::puzzle_batch::PuzzleBatch;
use super::puzzle_row::AnswerRow;
use super::question::{AnswerSink, AskedPuzzles, Question};
use super::rate_question::RECORDS_PER_CHUNK;
use super::requirements::PassedColumns;
use crate::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{Diagnostic, Emitter, Error, Granularity, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_sudoku::puzzles::RejectReason;
use countless_sudoku::{GridError, GridFault, Puzzle};
use countless_table::{Columns, Fields, Row};

/// Question about puzzles in memory, which are read by number, from any thread.
///
/// Answers come in the order of the puzzles. An invalid puzzle has an answer, too, and a
/// [`Diagnostic`] with its number from 1 as the line.
///
/// ```
/// use countless_engine::Run;
/// use countless_variants::{AskMemory, Count};
///
/// let puzzles = [
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........",
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.............",
/// ];
/// let read = |index: usize| puzzles[index].parse();
/// let ask = AskMemory::new(Count::new(), "list", puzzles.len(), read)?;
/// let mut counts = Vec::new();
/// let outcome = Run::new().for_each(&ask, |row| counts.push(row.answer.0))?;
/// assert_eq!(counts[0], Some(1));
/// assert_eq!((counts.len(), outcome.diagnostics), (3, 2)); // two are too short
/// # Ok::<(), countless_engine::Error>(())
/// ```
pub struct AskMemory<Q, F> {
    question: Q,
    name: Arc<str>,
    len: usize,
    read: F,
}

/// Answer with the number of its puzzle, from 0. As a row, it is the answer alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryRow<A> {
    /// Number of the puzzle, from 0.
    pub number: usize,
    /// Answer to the question.
    pub answer: A,
}

impl<A: Row> Row for MemoryRow<A> {
    fn fields(&self, fields: &mut impl Fields) {
        self.answer.fields(fields);
    }
}

impl<Q, F> AskMemory<Q, F>
where
    Q: Question,
    F: Fn(usize) -> Result<Puzzle, GridError> + Sync,
{
    /// Creates a question about `len` puzzles, which `read` returns by their number from 0.
    /// Messages call the input `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if options exclude each other, or if columns are to be passed on or
    /// solutions compared: puzzles in memory do not have these.
    pub fn new(question: Q, name: &str, len: usize, read: F) -> Result<Self, Error> {
        question.check_options()?;
        if question.requirements().passed != PassedColumns::new() {
            let reason = "puzzles in memory have no other columns";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let name = name.into();
        Ok(Self {
            question,
            name,
            len,
            read,
        })
    }

    /// Reads a puzzle, or emits a diagnostic with the reason why it is invalid.
    fn read_puzzle(
        &self,
        index: usize,
        set: &mut PuzzleBatch,
        emitter: &mut Emitter<'_, Self>,
    ) -> Option<PuzzlePlace> {
        let (column, reason) = match (self.read)(index) {
            Ok(puzzle) => match self.refusal(&puzzle) {
                None => return set.classic().map(|batch| batch.add(&puzzle)),
                Some(reason) => (1, reason),
            },
            Err(error) => (error.position, error.fault.to_string()),
        };
        emitter.diagnose(Diagnostic {
            input: Arc::clone(&self.name),
            line: index as u64 + 1,
            column,
            reason,
            is_common: false,
            row: Vec::new(),
        });
        None
    }

    /// Reason why the question cannot be answered for a puzzle.
    fn refusal(&self, puzzle: &Puzzle) -> Option<String> {
        match puzzle.grid() {
            _ if !self.question.requirements().takes_only_grids => None,
            None => Some(RejectReason::Pencilled.to_string()),
            Some(grid) => Some(GridFault::Repeated(grid.conflict()?).to_string()),
        }
    }
}

/// Sink that emits answers with the numbers of their puzzles.
struct NumberedAnswers<'a, 'e, P: Problem> {
    emitter: &'a mut Emitter<'e, P>,
    first: usize,
}

impl<A, P: Problem<Solution = MemoryRow<A>>> AnswerSink<A> for NumberedAnswers<'_, '_, P> {
    fn wants_rows(&self) -> bool {
        self.emitter.wants_solutions()
    }

    fn accept(
        &mut self,
        record: usize,
        answer: &impl AnswerRow<Owned = A>,
        _: Option<u64>,
    ) -> ControlFlow<()> {
        let number = self.first + record;
        let own = || MemoryRow {
            number,
            answer: answer.to_owned(),
        };
        self.emitter.push_row(answer, own)
    }
}

impl<Q, F> Problem for AskMemory<Q, F>
where
    Q: Question,
    F: Fn(usize) -> Result<Puzzle, GridError> + Sync,
{
    type Root = Range<usize>;
    type Scratch = (PuzzleBatch, Q::Scratch);
    type Solution = MemoryRow<Q::Answer>;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "puzzles in memory have no ledger: write them to a file";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Range<usize>>, Error> {
        let wanted = self.question.requirements();
        let most = match wanted.search_limit {
            None | Some(2) => wanted.records_per_chunk,
            // Some of these searches take long, so ranges stay short.
            Some(_) => wanted.records_per_chunk.min(RECORDS_PER_CHUNK),
        };
        let wanted = cut.least_subtrees(1).unwrap_or(1).max(1);
        let each = self.len.div_ceil(wanted).clamp(1, most);
        let ranges = (0..self.len.div_ceil(each)).map(move |index| {
            let range = index * each..self.len.min((index + 1) * each);
            Ok((range.len() as u64, range))
        });
        Ok(Subtrees::stream("ranges", ranges).with_cost(Some(self.len as u64)))
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        (
            PuzzleBatch::new(kernel, &Shape::classic()),
            Q::Scratch::default(),
        )
    }

    fn search(
        &self,
        (set, scratch): &mut Self::Scratch,
        range: Range<usize>,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut tally = AnswerTally::default();
        set.clear();
        let first = range.start;
        let places = range.map(|index| self.read_puzzle(index, set, emitter));
        let places: Vec<Option<PuzzlePlace>> = places.collect();
        tally.read = places.len() as u64;
        let (stop, before) = (emitter.cancel_flag(), set.branches());
        let wanted = self.question.requirements();
        let (limit, most) = (wanted.search_limit, wanted.budget.counted_limit());
        if limit.is_some_and(|limit| !set.solve(limit, most, stop)) {
            return Tally::default(); // it is dropped
        }
        let asked = AskedPuzzles {
            batch: &mut *set,
            places: &places,
            first_record: first as u64,
            scratch,
            tally: &mut tally,
            pieces: 1,
            stop,
        };
        let mut give = NumberedAnswers { emitter, first };
        let _ = self.question.answer(asked, &mut give);
        tally.branches = set.branches() - before;
        tally.tally(Q::COUNTS_PUZZLES, wanted.enumerates)
    }

    /// Columns of an answer, without the column of the puzzle.
    fn columns(&self) -> Columns {
        self.question.columns(Columns::new())
    }
}

impl<Q: fmt::Debug, F> fmt::Debug for AskMemory<Q, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskMemory")
            .field("question", &self.question)
            .field("name", &self.name)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}
