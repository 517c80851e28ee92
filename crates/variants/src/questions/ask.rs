//! Question about files of puzzles, as a problem for the engine.

use std::iter;
use std::mem::take;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::answer_tally::{AnswerNumber, AnswerTally, RecordedNumbers};
use super::chunk_records::{QuestionSubtree, RecordTexts, SingleRecord};
use super::ordered_rows::OrderedRows;
use super::puzzle_batch::PuzzleBatch;
use super::puzzle_files::PuzzleFiles;
use super::puzzle_row::{AnswerRow, PuzzleRow, RowView};
use super::question::{AskedPuzzles, Question};
use super::requirements::CHECK;
use crate::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Outcome, Problem, Run, Subtrees, Tally};
use countless_simd::Kernel;
use countless_sudoku::Status;
use countless_sudoku::puzzles::{InputOrigin, InputOrigins, ReadOptions};
use countless_table::Columns;

/// Question about every puzzle of some inputs.
///
/// The questions are [`Solve`](super::Solve), [`Rate`](super::Rate), [`Count`](super::Count),
/// [`List`](super::List), [`Canonicalise`](super::Canonicalise),
/// [`FindRedundant`](super::FindRedundant) and [`FindNeighbours`](super::FindNeighbours). Each names its
/// columns.
///
/// The status is `unique`, `multiple`, `none` or `invalid`, or `unknown` if the search exceeded its
/// [`NodeBudget`](super::NodeBudget). A record that is not a puzzle has a row, too, unless
/// solutions are listed, and a [`Diagnostic`](countless_engine::Diagnostic) with the reason.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_table::{Format, Table};
/// use countless_variants::{Ask, Count, puzzles_in};
///
/// let text = "\
/// 12345678945678912378912345623456789156789123489123456734567891267891234591234....
/// 1234567894567891237891234562345678915678912348912345673456789126789123459........
/// ";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Count::new(), vec![origin], None)?;
/// let mut rows = Vec::new();
/// let outcome = Run::new().write(&ask, Table::writer(&mut rows, Format::Csv))?;
/// assert_eq!(puzzles_in(&outcome.total), 2);
/// let rows = String::from_utf8(rows).expect("rows are text");
/// assert!(rows.starts_with("puzzle,solutions\n") && rows.contains("91234....,1\n"));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Ask<Q> {
    pub(super) question: Q,
    pub(super) inputs: PuzzleFiles,
}

impl<Q: Question> Ask<Q> {
    /// Opens files of classic puzzles. `column` is the name of the column with the puzzles, or its
    /// number from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read. [`Error::Parse`] if it lacks the column, or if
    /// columns are passed on and differ from those of the first input. [`Error::Impossible`] if
    /// solutions are to be compared and an input has none, or if options exclude each other.
    pub fn open(
        question: Q,
        origins: Vec<InputOrigin>,
        column: Option<&str>,
    ) -> Result<Self, Error> {
        let reading = ReadOptions::new().column(column);
        Self::open_as(question, Shape::classic(), origins, reading)
    }

    /// Opens files of puzzles of a shape with options for the reader.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::{InputOrigin, ReadOptions};
    /// use countless_table::{Format, Table};
    /// use countless_variants::{Ask, Shape, ShapeOptions, Solve};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let text = "...1...4.3...4..\n1..4............\n".to_owned();
    /// let origins = vec![InputOrigin::Text { name: "example".into(), text }];
    /// let ask = Ask::open_as(Solve::new(), shape.into(), origins, ReadOptions::new())?;
    /// let mut rows = Vec::new();
    /// Run::new().write(&ask, Table::writer(&mut rows, Format::Csv))?;
    /// let rows = String::from_utf8(rows).expect("rows are text");
    /// assert_eq!(rows, "\
    /// puzzle,status,solutions,solution
    /// ...1...4.3...4..,unique,1,4231312413422413
    /// 1..4............,multiple,2,
    /// ");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of [`open`](Self::open), and [`Error::Impossible`] if the signs are not those of the
    /// digits, or if the question needs classic puzzles.
    pub fn open_as(
        question: Q,
        shape: Arc<Shape>,
        origins: impl Into<InputOrigins>,
        reading: ReadOptions,
    ) -> Result<Self, Error> {
        question.check_options()?;
        let wanted = question.requirements();
        let own = own_columns(&question);
        Ok(Self {
            inputs: PuzzleFiles::open(shape, origins.into(), reading, wanted, &own)?,
            question,
        })
    }

    /// Inputs of the question.
    pub fn inputs(&self) -> &PuzzleFiles {
        &self.inputs
    }

    /// Returns a job that answers the question.
    pub fn job(&self) -> Job<'_> {
        Q::job(self)
    }

    /// Passes each row to `visit` until that breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::try_for_each`].
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(PuzzleRow<Q::Answer>) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        Q::visit(self, run, visit)
    }
}

/// Columns of a question, with the column of the puzzle.
fn own_columns<Q: Question>(question: &Q) -> Columns {
    let first = if Q::Answer::WRITES_PUZZLE {
        Columns::new()
    } else {
        Columns::new().field("puzzle")
    };
    let budget = question.requirements().budget;
    budget.column(question.columns(first))
}

impl<Q: Question> Problem for Ask<Q> {
    type Root = QuestionSubtree;
    /// Puzzles and texts of a chunk, and the memory of the question.
    type Scratch = (PuzzleBatch, RecordTexts, Q::Scratch);
    type Solution = PuzzleRow<Q::Answer>;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = self.inputs.describe(self.question.name())?;
        let with_columns = |spec| self.inputs.describe_columns(spec);
        let spec = self.question.describe(spec, &with_columns);
        Ok(self.inputs.wanted.budget.describe(spec))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, QuestionSubtree>, Error> {
        self.inputs.subtrees(cut, Q::HAS_SINGLE_SUBTREES)
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        let batch = PuzzleBatch::new(kernel, &self.inputs.shape);
        (batch, RecordTexts::default(), Q::Scratch::default())
    }

    fn search(
        &self,
        (batch, records, question): &mut Self::Scratch,
        root: Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut tally = AnswerTally::default();
        let before = batch.branches();
        let stop = emitter.cancel_flag();
        match &root {
            QuestionSubtree::Single(single) if Q::HAS_SINGLE_SUBTREES => {
                let limit = self.question.recount_limit().unwrap_or(u128::MAX);
                let counted = self.inputs.count_single(single, limit, batch, stop);
                if let Some((count, residue, nodes)) = counted {
                    tally.add_solutions(count.unwrap_or(0), residue);
                    self.answer_single(single, count, nodes, &mut tally, emitter);
                }
                return self.tally(tally, batch.branches() - before);
            }
            QuestionSubtree::Rows(rows, bad) if Q::CUTS_PUZZLES => {
                for bad in bad {
                    emitter.diagnose(bad.clone());
                }
                let rows: Option<&Vec<Self::Solution>> = rows.downcast_ref();
                let mut rows = rows.into_iter().flatten();
                let _ = rows.try_for_each(|row| emitter.push_row(row, || row.clone()));
                return Tally::default();
            }
            _ => {}
        }
        let read = self
            .inputs
            .search_subtree(&root, batch, records, &mut tally, stop);
        let Some((first_record, pieces)) = read else {
            return Tally::default(); // it is dropped
        };
        let places = take(&mut records.places);
        let mut give = OrderedRows::new(emitter, records);
        let asked = AskedPuzzles {
            batch: &mut *batch,
            places: &places,
            first_record,
            scratch: question,
            tally: &mut tally,
            pieces,
            stop,
        };
        // A sink that breaks has all the rows that are wanted.
        let flow = match &root {
            QuestionSubtree::Piece(piece) => self.question.answer_piece(piece, asked, &mut give),
            _ => self.question.answer(asked, &mut give),
        };
        if flow.is_continue() {
            give.end();
        }
        records.places = places;
        self.tally(tally, batch.branches() - before)
    }

    fn columns(&self) -> Columns {
        let check = self.inputs.wanted.passed.has_check.then_some(CHECK);
        let others = check.into_iter().chain(self.inputs.passed());
        others.fold(own_columns(&self.question), Columns::field)
    }

    fn recorded(&self, tally: &Tally) -> Tally {
        recorded_numbers::<Q>().recorded(tally)
    }

    fn tally_of(&self, recorded: &Tally) -> Result<Tally, String> {
        recorded_numbers::<Q>().tally_of(recorded)
    }

    fn recall(
        &self,
        root: Self::Root,
        recorded: &Tally,
        emitter: &mut Emitter<'_, Self>,
    ) -> Result<Tally, String> {
        let mut tally = self.tally_of(recorded)?;
        if let QuestionSubtree::Single(single) = root
            && Q::HAS_SINGLE_SUBTREES
        {
            let is_known = AnswerNumber::Unknown.of(recorded) == 0;
            let count = is_known.then_some(recorded.count);
            let mut answers = AnswerTally::default();
            self.answer_single(&single, count, recorded.work, &mut answers, emitter);
            tally.numbers = answers.numbers();
        }
        Ok(tally)
    }

    fn recalls_rows(&self) -> bool {
        Q::HAS_SINGLE_SUBTREES
    }

    fn recount_method(&self) -> Option<&'static str> {
        self.question.recount_limit().map(|_| "one by one")
    }

    fn recount(
        &self,
        root: Self::Root,
        recorded: &Tally,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Tally> {
        let limit = self.question.recount_limit()?;
        if AnswerNumber::Unknown.of(recorded) > 0 {
            return None;
        }
        let puzzles = match &root {
            QuestionSubtree::Chunk(chunk, _) => self.inputs.single_records(chunk),
            QuestionSubtree::Single(single) => vec![SingleRecord::clone(single)],
            QuestionSubtree::Piece(_) | QuestionSubtree::Rows(..) => return None,
        };
        let stop = emitter.cancel_flag();
        let tally = self.inputs.recount(&puzzles, limit, recorded.count, stop)?;
        Some(recorded_numbers::<Q>().recounted(&tally, self.inputs.wanted.enumerates))
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}

impl<Q: Question> Ask<Q> {
    /// The tally of a subtree that took some branches.
    fn tally(&self, mut tally: AnswerTally, branches: u64) -> Tally {
        tally.branches = branches;
        tally.tally(Q::COUNTS_PUZZLES, self.inputs.wanted.enumerates)
    }

    /// Emits the row of a single puzzle, unless its count was given up.
    fn answer_single(
        &self,
        single: &SingleRecord,
        count: Option<u128>,
        nodes: u64,
        tally: &mut AnswerTally,
        emitter: &mut Emitter<'_, Self>,
    ) {
        tally.read += 1;
        tally.add(match &single.puzzle {
            Ok(_) => Status::of_count(count),
            Err(_) => Status::Invalid,
        });
        if let Err(diagnostic) = &single.puzzle {
            emitter.diagnose(diagnostic.clone());
        }
        if let Some(answer) = Q::answer_of_count(count) {
            let line = RowView {
                puzzle: &single.text,
                at: None,
                answer: &answer,
                nodes: self.inputs.wanted.budget.column_value(nodes),
                check: None,
                passed: iter::empty(),
            };
            // The engine notices elsewhere that rows are no longer wanted.
            let _ = emitter.push_row(&line, || line.to_row());
        }
    }
}

impl PuzzleFiles {
    /// Subtrees of any question. If it has single subtrees and a ledger, they are the records of all
    /// inputs, each with a cost of 1. Otherwise they are chunks, with the number of bytes read as
    /// their cost.
    fn subtrees(
        &self,
        cut: &Granularity,
        has_single: bool,
    ) -> Result<Subtrees<'_, QuestionSubtree>, Error> {
        let (pieces, count) = self.split(cut, has_single)?;
        let (total, chunks) = self.chunks()?;
        if has_single && count.is_some() {
            let root = |single| Ok((1, QuestionSubtree::Single(Arc::new(single))));
            let singles = chunks.flat_map(move |chunk| match chunk {
                Ok((_, chunk)) => {
                    let singles = self.single_records(&chunk).into_iter();
                    singles.map(root).collect()
                }
                Err(error) => vec![Err(error)],
            });
            let singles = Subtrees::stream("puzzles", singles);
            return Ok(singles.with_count(count).with_cost(count));
        }
        let root = move |chunk| QuestionSubtree::Chunk(chunk, pieces);
        let chunks = chunks.map(move |chunk| chunk.map(|(bytes, chunk)| (bytes, root(chunk))));
        let chunks = Subtrees::stream("chunks", chunks);
        Ok(chunks.with_count(count).with_cost(total))
    }

    /// Reads the puzzles of a chunk and searches them, or reads a piece of a puzzle. Returns the
    /// number of the first record and the most pieces of a puzzle, or `None` if the search was
    /// stopped.
    fn search_subtree(
        &self,
        root: &QuestionSubtree,
        batch: &mut PuzzleBatch,
        records: &mut RecordTexts,
        tally: &mut AnswerTally,
        stop: &AtomicBool,
    ) -> Option<(u64, usize)> {
        match root {
            QuestionSubtree::Chunk(chunk, pieces) => {
                let is_done = self.search_chunk(chunk, batch, records, stop);
                tally.read = records.places.len() as u64;
                tally[AnswerNumber::Wrong] = records.wrong_solutions;
                is_done.then_some((chunk.records_before, *pieces))
            }
            QuestionSubtree::Piece(piece) => {
                let place = batch.set_only(&piece.puzzle);
                records.begin(None, &[]);
                records.push(0, piece.text(), place);
                Some((0, 1))
            }
            QuestionSubtree::Single(_) | QuestionSubtree::Rows(..) => None,
        }
    }
}

fn recorded_numbers<Q: Question>() -> RecordedNumbers {
    RecordedNumbers {
        counts_puzzles: Q::COUNTS_PUZZLES,
        own: Q::RECORDED,
    }
}
