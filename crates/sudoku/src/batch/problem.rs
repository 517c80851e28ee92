//! What the engine asks of a batch.

use std::ops::ControlFlow;

use super::row::BatchRow;
use super::source::Again;
use super::tally::BatchTally;
use super::worker::Worker;
use super::{Batch, BatchOptions, CHECK, Chunk, Root, VISITED, What};
use crate::explain::SCALE;
use crate::{PencilMarks, Puzzle, Repeats, Solver};
use countless_engine::Error;
use countless_engine::ledger::{Spec, Summary};
use countless_engine::{Cut, Emitter, Job, Outcome, Problem, Run, Subtrees};
use countless_simd::Kernel;
use countless_table::Columns;

/// What plans call the columns of given solutions and how they compare; those without the
/// parameter are of the first version.
const COLUMNS: u8 = 2;

impl Batch {
    /// A job to answer the question.
    pub fn job(&self) -> Job<'_, BatchTally> {
        Job::of(self)
    }

    /// Hands each row to `visit`, until that breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(BatchRow) -> ControlFlow<()>,
    ) -> Result<Outcome<BatchTally>, Error> {
        run.try_for_each(self, visit)
    }
}

impl Problem for Batch {
    type Root = Root;
    type Worker = Worker;
    type Tally = BatchTally;
    type Solution = BatchRow;

    fn spec(&self) -> Result<Spec, Error> {
        let BatchOptions {
            what,
            all,
            check,
            keep_columns,
            transform,
            ..
        } = self.options;
        let columns = |spec: Spec| {
            // The plans of runs without these columns are what they always were.
            let mut forms = self.inputs.iter();
            let is_table = forms.any(|form| form.layout.puzzle_column().is_some());
            if is_table && self.options.has_new_columns() {
                spec.with("columns", COLUMNS)
            } else {
                spec
            }
        };
        let spec = Spec::new(what.problem(), "lanes").with("input", self.source.hash()?);
        let spec = self.describe(spec);
        let limit = self.limit();
        Ok(self.options.with_budget(match what {
            What::Solve => columns(
                spec.with("limit", limit)
                    .with("all", all)
                    .with("check", check)
                    .with("keep", keep_columns),
            ),
            What::Rate => columns(spec.with("keep", keep_columns)).with("scale", SCALE),
            What::Canon => columns(spec.with("transform", transform).with("keep", keep_columns)),
            What::Minimal => columns(spec.with("all", all).with("keep", keep_columns)),
            What::Neighbours => spec
                .with("remove", self.options.remove)
                .with("add", self.options.add),
            What::Count if limit < u64::MAX => spec.with("limit", limit),
            _ => spec,
        }))
    }

    fn subtrees(&self, cut: &Cut) -> Result<Subtrees<'_, Root>, Error> {
        let split = match self.what() {
            What::Count => "puzzles",
            _ => "chunks",
        };
        match cut {
            Cut::Threads(_) => {
                let inputs = self.source.read_again()?;
                let total = inputs.total();
                let pieces = cut.wanted(1).unwrap_or(1);
                let chunks = chunks(inputs, move |chunk| Root::Chunk(chunk, pieces));
                Ok(Subtrees::stream("chunks", chunks).with_cost(total))
            }
            Cut::Split(other) if other != split => {
                let reason = format!("expected split {split}, found {other}");
                Err(Error::ledger(&"the plan", reason))
            }
            // All is read once to know how much there is.
            _ if self.what() == What::Count => {
                let count = Some(self.source.survey(|input, chunk| {
                    let mut puzzles = 0;
                    let layout = &self.inputs[input].layout;
                    layout.parse(chunk, |_| puzzles += 1);
                    puzzles
                })?);
                let singles = self.singles(self.source.read_again()?);
                let subtrees = Subtrees::stream(split, singles);
                Ok(subtrees.with_count(count).with_cost(count))
            }
            _ => {
                let count = self.source.survey(|_, _| 1)?;
                let inputs = self.source.read_again()?;
                let total = inputs.total();
                let subtrees =
                    Subtrees::stream(split, chunks(inputs, |chunk| Root::Chunk(chunk, 1)));
                Ok(subtrees.with_count(Some(count)).with_cost(total))
            }
        }
    }

    fn worker(&self, kernel: Kernel) -> Worker {
        Worker::new(kernel)
    }

    fn search(
        &self,
        worker: &mut Worker,
        root: Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> BatchTally {
        #[cfg(test)]
        self.spy.searching();
        let mut tally = BatchTally::of(self.what());
        let before = worker.lanes.effort().guesses;
        // Whoever breaks off has told all that is wanted.
        let budget = self.options.budget();
        let _ = match root {
            Root::Chunk(chunk, pieces) => {
                match self.what() {
                    What::Solve | What::Rate => {
                        if !self.solve(worker, &chunk, &mut tally, emitter.cancel_flag()) {
                            return tally; // which is dropped
                        }
                    }
                    _ => self.read(worker, &chunk, Repeats::Refused, &mut tally),
                }
                // Where rows may have to wait, so has this.
                if !self.what().enumerates() || budget.is_some() {
                    let bad = worker.lines.bad.drain(..);
                    bad.for_each(|bad| emitter.diagnose(bad));
                }
                match self.what() {
                    What::Count if budget.is_some() => {
                        self.count_within(worker, &mut tally, emitter)
                    }
                    What::Count | What::List => self.enumerate(worker, pieces, &mut tally, emitter),
                    What::Canon => self.canonise(worker, &mut tally, emitter),
                    What::Minimal => self.minimise(worker, &mut tally, emitter),
                    What::Neighbours => self.find_neighbours(worker, &mut tally, emitter),
                    What::Solve | What::Rate => self.tell(worker, &mut tally, emitter),
                }
            }
            Root::Single(single) => self.count_single(worker, &single, &mut tally, emitter),
            Root::Piece(piece) => self.search_piece(worker, &piece, &mut tally, emitter),
            Root::Rows(rows, bad) => {
                tally.invalid += bad.len() as u64;
                for bad in bad {
                    emitter.diagnose(bad);
                }
                rows.into_iter().try_for_each(|row| emitter.push(row))
            }
        };
        if self.what().enumerates() {
            tally.guesses = worker.lanes.effort().guesses - before;
        }
        tally
    }

    fn columns(&self) -> Columns {
        let own = self.options.columns().into_iter();
        let own = own.fold(Columns::new(), |columns, name| {
            self.what().column(columns, name)
        });
        let beside = self.options.has_check().then_some(CHECK).into_iter();
        let beside = beside.chain(self.kept.iter().map(|(name, _)| name.as_str()));
        beside.fold(own, Columns::field)
    }

    fn tally_of(&self, summary: &Summary) -> Result<BatchTally, String> {
        BatchTally::recalled(self.what(), summary)
    }

    fn recall(
        &self,
        root: Root,
        summary: &Summary,
        emitter: &mut Emitter<'_, Self>,
    ) -> Result<BatchTally, String> {
        let mut tally = self.tally_of(summary)?;
        if let Root::Single(single) = root {
            // A reader who has left is noticed elsewhere.
            let is_known = std::mem::take(&mut tally.unknown) == 0;
            let count = is_known.then_some(summary.count);
            let _ = self.tell_single(&single, count, summary.work, &mut tally, emitter);
        }
        Ok(tally)
    }

    fn recalls_rows(&self) -> bool {
        self.what() == What::Count
    }

    fn recount_method(&self) -> Option<&'static str> {
        let has_status = !matches!(self.what(), What::Neighbours | What::Canon);
        has_status.then_some("one by one")
    }

    fn recount(
        &self,
        root: Root,
        recorded: &Summary,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        let all = self.what().enumerates();
        let is_given_up = BatchTally::given_up_in(recorded) > 0;
        if is_given_up || all && recorded.count > VISITED {
            return None;
        }
        let mut tally = BatchTally::of(self.what());
        let mut solver = Solver::with_stop(emitter.cancel_flag());
        let mut visit = |puzzle: Option<PencilMarks>| {
            let limit = if all { self.limit().into() } else { 2 };
            tally.add_again(puzzle.map(|marks| solver.count(marks, limit)));
        };
        match root {
            Root::Single(single) => visit(single.puzzle.as_ref().ok().copied()),
            Root::Chunk(chunk, _) => {
                let layout = &self.inputs[chunk.input()].layout;
                // Pencil marks are no clues.
                let counts =
                    |puzzle: &Puzzle| self.what() != What::Minimal || puzzle.grid().is_some();
                layout.parse(&chunk, |record| {
                    let puzzle = record.puzzle.ok().filter(counts);
                    visit(puzzle.map(|puzzle| puzzle.marks()));
                });
            }
            Root::Piece(_) | Root::Rows(..) => return None,
        }
        Some(tally.recounted())
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}

/// The chunks of inputs as roots, which cost what they have of their bytes.
pub fn chunks<R>(
    mut inputs: Again<'_>,
    root: impl Fn(Chunk) -> R + Send,
) -> impl Iterator<Item = Result<(u64, R), Error>> + Send {
    std::iter::from_fn(move || {
        let before = inputs.consumed();
        let chunk = inputs.next()?;
        let cost = inputs.consumed().saturating_sub(before);
        Some(chunk.map(|chunk| (cost, root(chunk))))
    })
}
