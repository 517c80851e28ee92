//! What the engine asks of a batch.

use std::borrow::Cow;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::row::{Answer, ShapeRow};
use super::worker::{Entry, Worker};
use super::{Batch, problem};
use crate::lanes::{Found, Lanes};
use crate::list::list;
use crate::symbols::symbol;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec, Summary};
use countless_engine::{Cut, Emitter, Job, Problem, Subtrees};
use countless_simd::Kernel;
use countless_sudoku::batch::{BatchLine, Place, Single, bare, chunks, one_by_one};
use countless_sudoku::puzzles::Chunk;
use countless_sudoku::{BatchTally, SCALE, Status, What};
use countless_table::Columns;

/// What is searched at a time.
#[derive(Clone, Debug)]
pub enum Root {
    /// A chunk of an input.
    Chunk(Chunk),
    /// A single puzzle whose solutions are counted.
    Single(Arc<Single<Entry>>),
}

impl Problem for Batch {
    type Root = Root;
    type Worker = Worker;
    type Tally = BatchTally;
    type Solution = ShapeRow;

    fn spec(&self) -> Result<Spec, Error> {
        let (options, limit) = (self.batch.options(), self.batch.limit());
        let what = options.what;
        let spec = Spec::new(problem(what), "lanes");
        let spec = self
            .shape
            .describe(spec)
            .with("input", self.batch.source().hash()?);
        let spec = self.batch.describe(spec);
        Ok(options.with_budget(match what {
            What::Solve => spec
                .with("limit", limit)
                .with("all", options.all)
                .with("check", options.check)
                .with("keep", options.keep_columns),
            What::Rate => spec.with("keep", options.keep_columns).with("scale", SCALE),
            What::Count if limit < u64::MAX => spec.with("limit", limit),
            _ => spec,
        }))
    }

    fn subtrees(&self, cut: &Cut) -> Result<Subtrees<'_, Root>, Error> {
        let source = self.batch.source();
        let counts = self.batch.what() == What::Count;
        let split = if counts { "puzzles" } else { "chunks" };
        match cut {
            Cut::Threads(_) => {
                let inputs = source.read_again()?;
                let total = inputs.total();
                Ok(Subtrees::stream("chunks", chunks(inputs, Root::Chunk)).with_cost(total))
            }
            Cut::Split(other) if other != split => {
                let reason = format!("expected split {split}, found {other}");
                Err(Error::ledger(&"the plan", reason))
            }
            _ => {
                // All is read once to know how much there is.
                let count = source.survey(|_, chunk| {
                    let mut puzzles = 0;
                    if counts {
                        self.singles(chunk, |_| puzzles += 1);
                    } else {
                        puzzles = 1;
                    }
                    puzzles
                })?;
                let inputs = source.read_again()?;
                let total = inputs.total();
                if !counts {
                    let subtrees = Subtrees::stream(split, chunks(inputs, Root::Chunk));
                    return Ok(subtrees.with_count(Some(count)).with_cost(total));
                }
                let singles = one_by_one(inputs, |chunk, singles| {
                    self.singles(chunk, |single| singles.push_back(single));
                });
                let roots =
                    singles.map(|single| single.map(|(cost, single)| (cost, Root::Single(single))));
                let subtrees = Subtrees::stream(split, roots);
                Ok(subtrees.with_count(Some(count)).with_cost(Some(count)))
            }
        }
    }

    fn worker(&self, kernel: Kernel) -> Worker {
        Worker::new(kernel, &self.shape)
    }

    fn search(
        &self,
        worker: &mut Worker,
        root: Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> BatchTally {
        let mut tally = BatchTally::of(self.batch.what());
        let before = worker.searches.guesses();
        // Whoever breaks off has told all that is wanted.
        let _ = match root {
            Root::Chunk(chunk) => {
                self.read(worker, &chunk, &mut tally);
                match self.batch.what() {
                    What::Rate => self.rate(worker, &mut tally, emitter),
                    _ => self.tell(worker, &mut tally, emitter),
                }
            }
            Root::Single(single) => self.count(worker, &single, &mut tally, emitter),
        };
        if self.batch.what().enumerates() {
            tally.guesses = worker.searches.guesses() - before;
        }
        tally
    }

    fn columns(&self) -> Columns {
        self.batch.columns()
    }

    fn tally_of(&self, summary: &Summary) -> Result<BatchTally, String> {
        BatchTally::recalled(self.batch.what(), summary)
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
        self.batch.what() == What::Count
    }

    fn recount_method(&self) -> Option<&'static str> {
        Some("one by one")
    }

    fn recount(
        &self,
        root: Root,
        recorded: &Summary,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Summary> {
        self.solve_again(root, recorded, emitter)
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}

impl Batch {
    /// Gives a row for each puzzle, or for each of its solutions.
    fn tell(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let (what, limit, cells) = (self.batch.what(), self.batch.limit(), self.shape.cells());
        let lists = what == What::List || self.batch.options().all;
        let visits = lists && emitter.wants_solutions();
        let Worker {
            kernel,
            lines,
            bad,
            digits,
            looks,
            searches,
            found,
            text,
        } = worker;
        let (kernel, stop) = (*kernel, emitter.cancel_flag());
        // To show all solutions, it is enough to know first whether there are several.
        let options = self.batch.options();
        let most = options.budget();
        let first = if visits && most.is_none() { 2 } else { limit };
        if !searches.count(looks, kernel, digits, first, most, stop, found) {
            return Break(()); // what was counted in part is dropped
        }
        if what.enumerates() && !visits {
            let (sum, residue) = found.sum(most);
            tally.add_solutions(sum, residue);
        }
        for (entry, bad) in lines.entries.iter().zip(bad) {
            if let Some(bad) = bad.take() {
                emitter.diagnose(bad);
            }
            let Some(number) = entry.place.map(Place::number) else {
                tally.add(Status::Invalid);
                let answer = match what {
                    What::List => continue,
                    What::Count => Answer::Counted(0),
                    _ => Answer::Solved(Status::Invalid, 0, None),
                };
                let line = lines.line(entry, answer);
                emit(emitter, &line.with_nodes(options.shown(0)))?;
                continue;
            };
            let solutions = found.counts[number];
            let status = found.status(number, most);
            let nodes = options.shown(found.nodes[number]);
            tally.add(status);
            let one = &found.solutions[number * cells..][..cells];
            match what {
                _ if visits && status == Status::Multiple => {
                    let puzzle = &digits[number * cells..][..cells];
                    let (lanes, cages) = searches.of(looks, number);
                    let mut all = Found::default();
                    if what == What::Solve
                        && !lanes.count(kernel, puzzle, cages, limit, stop, &mut all)
                    {
                        return Break(());
                    }
                    let solutions = all.counts.first().copied();
                    let (mut left, mut listed) = (solutions.unwrap_or(u64::MAX), 0);
                    let flow = list(lanes, kernel, puzzle, cages, stop, &mut |solution| {
                        write(text, solution);
                        let solution = Cow::Borrowed(text.as_str());
                        let answer = match solutions {
                            Some(all) => Answer::Solved(status, all, Some(solution)),
                            None => Answer::Listed(solution),
                        };
                        listed += 1;
                        left -= 1;
                        emit(emitter, &lines.line(entry, answer).with_nodes(nodes))?;
                        if left == 0 { Break(()) } else { Continue(()) }
                    });
                    if what == What::List {
                        tally.add_solutions(listed, Residue::of(listed));
                    }
                    // Breaking off at the limit of a puzzle is no end.
                    if left > 0 {
                        flow?;
                    }
                }
                What::Count => {
                    let answer = counted(status, solutions);
                    emit(emitter, &lines.line(entry, answer).with_nodes(nodes))?;
                }
                What::List if visits && status == Status::Unique => {
                    tally.add_solutions(1, Residue::of(1));
                    write(text, one);
                    let answer = Answer::Listed(Cow::Borrowed(text));
                    emit(emitter, &lines.line(entry, answer))?;
                }
                What::List => {}
                _ => {
                    let unique = (status == Status::Unique).then(|| {
                        write(text, one);
                        Cow::Borrowed(text.as_str())
                    });
                    let answer = Answer::Solved(status, solutions, unique);
                    emit(emitter, &lines.line(entry, answer).with_nodes(nodes))?;
                }
            }
            if emitter.is_cancelled() {
                break;
            }
        }
        Continue(())
    }

    /// Counts the solutions of a puzzle that is a subtree.
    fn count(
        &self,
        worker: &mut Worker,
        single: &Single<Entry>,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let (mut count, mut nodes, found) = (Some(0), 0, &mut worker.found);
        if let Ok(Entry { shape, digits, .. }) = &single.puzzle {
            let (limit, stop) = (self.batch.limit(), emitter.cancel_flag());
            worker.looks.clear();
            worker.searches.clear();
            let mut own;
            let lanes = if Arc::ptr_eq(shape, &self.shape) {
                worker.searches.of(&worker.looks, 0).0
            } else {
                own = Lanes::new(shape);
                &mut own
            };
            let most = self.batch.options().budget();
            if !lanes.count_within(worker.kernel, digits, &[], limit, most, stop, found) {
                return Break(());
            }
            nodes = found.nodes[0];
            if found.status(0, most) == Status::Unknown {
                count = None;
            } else {
                count = Some(found.counts[0].into());
                tally.add_solutions(found.counts[0].into(), found.residue);
            }
        }
        self.tell_single(single, count, nodes, tally, emitter)
    }

    /// Gives the row of a puzzle that is a subtree, whose solutions were counted before, or given
    /// up, in so many nodes.
    fn tell_single(
        &self,
        single: &Single<Entry>,
        count: Option<u128>,
        nodes: u64,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        single.enter(count, tally, emitter);
        let answer = count.map_or(Answer::Uncounted, Answer::Counted);
        let line = bare(&single.text, answer);
        emit(emitter, &line.with_nodes(self.batch.options().shown(nodes)))
    }

    /// A job to answer the question.
    pub fn job(&self) -> Job<'_, BatchTally> {
        Job::of(self)
    }
}

/// The number of solutions of a puzzle, unless counting them was given up.
fn counted(status: Status, solutions: u64) -> Answer<'static> {
    match status {
        Status::Unknown => Answer::Uncounted,
        _ => Answer::Counted(solutions.into()),
    }
}

/// Gives a row.
#[inline]
pub(super) fn emit<'a>(
    emitter: &mut Emitter<'_, Batch>,
    line: &BatchLine<'a, impl Iterator<Item = (&'a str, bool)> + Clone, Answer<'_>>,
) -> ControlFlow<()> {
    emitter.push_row(line, || line.to_row())
}

/// Writes the digits of a solution.
fn write(text: &mut String, digits: &[u8]) {
    text.clear();
    text.extend(digits.iter().map(|&digit| char::from(symbol(digit))));
}
