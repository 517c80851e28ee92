//! Question about puzzles in memory, where a subtree is a range of them.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::answer_tally::AnswerTally;
use super::chunk_records::PuzzlePlace;
use super::nine_by_nine::{NineByNine, NineByNineBatch};
use super::ordered_rows::AnswerSink;
use super::puzzle_kind::PuzzleBatch;
use super::puzzle_row::AnswerRow;
use super::question::{AskedPuzzles, Question};
use super::rate_question::RECORDS_PER_CHUNK;
use crate::puzzles::RejectReason;
use crate::{GridError, GridFault, PencilMarks, Puzzle};
use countless_engine::ledger::Spec;
use countless_engine::{Diagnostic, Emitter, Error, Granularity, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Fields, Row};

/// Question about puzzles in memory, which are read by number, from any thread.
///
/// Answers come in the order of the puzzles. An invalid puzzle has an answer, too, and a
/// [`Diagnostic`] with its number from 1 as the line.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{AskMemory, Count};
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
    Q: Question<NineByNine>,
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
        if question.passed() != super::PassedColumns::new() {
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
        set: &mut NineByNineBatch,
        emitter: &mut Emitter<'_, Self>,
    ) -> Option<PuzzlePlace> {
        let (column, reason) = match (self.read)(index) {
            Ok(puzzle) => match self.refusal(&puzzle) {
                None => return Some(set.add(&puzzle)),
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
        if !self.question.takes_only_grids() {
            return None;
        }
        match puzzle.grid() {
            None => Some(RejectReason::Pencilled.to_string()),
            Some(grid) => {
                let conflict = grid.conflict().map(GridFault::Repeated);
                conflict.map(|fault| fault.to_string())
            }
        }
    }
}

/// Sink that emits answers with the numbers of their puzzles.
struct NumberedAnswers<'a, 'e, Q: Question<NineByNine>, F>
where
    F: Fn(usize) -> Result<Puzzle, GridError> + Sync,
{
    emitter: &'a mut Emitter<'e, AskMemory<Q, F>>,
    first: usize,
}

impl<Q, F> AnswerSink<Q::Answer, PencilMarks> for NumberedAnswers<'_, '_, Q, F>
where
    Q: Question<NineByNine>,
    F: Fn(usize) -> Result<Puzzle, GridError> + Sync,
{
    const DEFERS: bool = false;

    fn wants_rows(&self) -> bool {
        self.emitter.wants_solutions()
    }

    fn accept(
        &mut self,
        record: usize,
        answer: &impl AnswerRow<Owned = Q::Answer>,
        _: Option<u64>,
    ) -> ControlFlow<()> {
        let number = self.first + record;
        let own = || MemoryRow {
            number,
            answer: answer.to_owned(),
        };
        self.emitter.push_row(answer, own)
    }

    fn skip(&mut self, _: usize) {}

    fn defer(&mut self, _: usize, _: Vec<(u64, PencilMarks)>) {}

    fn is_deferred(&self) -> bool {
        false
    }
}

impl<Q, F> Problem for AskMemory<Q, F>
where
    Q: Question<NineByNine>,
    F: Fn(usize) -> Result<Puzzle, GridError> + Sync,
{
    type Root = Range<usize>;
    type Scratch = (NineByNineBatch, Q::Scratch);
    type Solution = MemoryRow<Q::Answer>;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "puzzles in memory have no ledger: write them to a file";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Range<usize>>, Error> {
        let most = match self.question.search_limit() {
            None | Some(2) => self.question.records_per_chunk(),
            // Some of these searches take long, so ranges stay short.
            Some(_) => self.question.records_per_chunk().min(RECORDS_PER_CHUNK),
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
        (NineByNineBatch::new(kernel), Q::Scratch::default())
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
        let most = self.question.budget().counted_limit();
        let limit = self.question.search_limit();
        if limit.is_some_and(|limit| !set.solve(limit, most, stop)) {
            return Tally::default(); // it is dropped
        }
        let asked = AskedPuzzles {
            batch: &mut *set,
            places: &places,
            scratch,
            tally: &mut tally,
            pieces: 1,
            stop,
        };
        let mut give = NumberedAnswers { emitter, first };
        let _ = self.question.answer(asked, &mut give);
        tally.branches = set.branches() - before;
        tally.tally(Q::COUNTS_PUZZLES, self.question.enumerates())
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{
        Ask, Canonicalise, Count, FindNeighbours, FindRedundant, List, Rate, Solve,
    };
    use super::*;
    use crate::InputOrigin;
    use countless_engine::Run;
    use countless_table::{Format, Table};

    /// Puzzles of all kinds, and two texts that are not puzzles.
    fn texts() -> Vec<String> {
        let unique =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut texts = vec![unique.to_owned(), "12345".into(), "x".repeat(82)];
        for blanks in 1..6 {
            texts.push(format!(
                "{}{}",
                &unique[..81 - 5 * blanks],
                ".".repeat(5 * blanks)
            ));
        }
        texts.push(format!("55{}", &unique[2..]));
        texts.push(format!("1.{}", &unique[2..]));
        let grid: Puzzle = unique.parse().unwrap();
        texts.push(Puzzle::Pencilled(Box::new(grid.marks())).to_string());
        texts
    }

    fn answers<Q: Question<NineByNine>>(texts: &[String], question: Q, threads: usize) -> String {
        let read = |index: usize| texts[index].parse();
        let all = AskMemory::new(question, "list", texts.len(), read).unwrap();
        let mut rows = Vec::new();
        let run = Run::new().threads(threads);
        run.write(&all, Table::writer(&mut rows, Format::Csv))
            .unwrap();
        String::from_utf8(rows).unwrap()
    }

    /// Answers for a file with these texts, without the first column.
    fn of_file<Q: Question<NineByNine>>(texts: &[String], question: Q) -> String {
        let text = format!("puzzle\n{}\n", texts.join("\n"));
        let origin = InputOrigin::Text {
            name: "list".into(),
            text,
        };
        let ask = Ask::open(question, vec![origin], None).unwrap();
        let mut rows = Vec::new();
        Run::new()
            .write(&ask, Table::writer(&mut rows, Format::Csv))
            .unwrap();
        let rows = String::from_utf8(rows).unwrap();
        let without = |row: &str| row.split_once(',').unwrap().1.to_owned() + "\n";
        rows.lines().map(without).collect()
    }

    fn is_the_same<Q: Question<NineByNine>>(question: &Q) {
        let texts = texts();
        let expected = of_file(&texts, question.clone());
        for threads in 1..=3 {
            let found = answers(&texts, question.clone(), threads);
            assert_eq!(found, expected, "{question:?}");
        }
    }

    #[test]
    fn puzzles_in_memory_and_in_files_have_the_same_answers() {
        for limit in [None, Some(2), Some(7), Some(1000), Some(100_000)] {
            is_the_same(&Solve::new().limit(limit));
            is_the_same(&Count::new().limit(limit));
        }
        is_the_same(&Rate::new());
        is_the_same(&Canonicalise::new().transform(true));
        is_the_same(&FindRedundant::new());
        is_the_same(&List);
        is_the_same(&Solve::new().all(true).limit(Some(50)));
        is_the_same(&FindNeighbours::new().remove(1).add(1));
    }

    #[test]
    fn answers_have_the_numbers_of_their_puzzles() {
        let texts = texts();
        let read = |index: usize| texts[index].parse();
        let ask = AskMemory::new(List, "list", texts.len(), read).unwrap();
        let (mut numbers, mut expected) = (Vec::new(), Vec::new());
        let run = Run::new().threads(2);
        run.for_each(&ask, |row| numbers.push(row.number)).unwrap();
        for (number, text) in texts.iter().enumerate() {
            let puzzle = text.parse::<Puzzle>();
            let count = puzzle.map(|puzzle| puzzle.marks().count(&run));
            let count = count.map_or(0, |outcome| outcome.unwrap().total.count);
            expected.extend((0..count).map(|_| number));
        }
        assert_eq!(numbers, expected);
    }

    #[test]
    fn nothing_has_no_answers_and_columns_are_refused() {
        assert_eq!(answers(&[], Count::new(), 2), "solutions\n");
        let read = |_| "".parse();
        let check = Solve::new().check(true);
        assert!(AskMemory::new(check, "list", 1, read).is_err());
        let all = AskMemory::new(Solve::new(), "list", 1, read).unwrap();
        assert!(Run::new().ledger("nowhere.csv").count(&all).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn answers_come_in_order(picks in prop::collection::vec(0..9_usize, 0..4000)) {
            let texts = texts();
            let all: Vec<String> = picks.iter().map(|&pick| texts[pick].clone()).collect();
            let each = answers(&texts, Solve::new(), 1);
            let each: Vec<&str> = each.lines().collect();
            let mut expected = each[0].to_owned() + "\n";
            for pick in picks {
                expected += each[pick + 1];
                expected.push('\n');
            }
            prop_assert_eq!(answers(&all, Solve::new(), 2), expected);
        }
    }
}
