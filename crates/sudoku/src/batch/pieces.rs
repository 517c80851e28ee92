//! Puzzles of which all solutions are wanted, and pieces of those that have many.

use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::row::{Answer, Line};
use super::single::{Single, bare, one_by_one};
use super::source::Again;
use super::tally::{BatchTally, Status};
use super::worker::{Entry, Worker};
use super::{Batch, BatchRow, Form, Root, What, emit};
use crate::puzzles::Record;
use crate::{PencilMarks, split};
use countless_engine::Error;
use countless_engine::ledger::Residue;
use countless_engine::{Diagnostic, Emitter};

/// So many solutions are few: they take less time than it takes to hand over their puzzle.
pub(super) const FEW: u64 = 1000;
/// A puzzle with fewer solutions is not cut: so many are counted in no time, and listed in
/// memory.
const MANY: u128 = 1 << 15;
/// The puzzles of a chunk are cut into no more pieces together, unless each is cut into
/// [`LEAST`].
const MOST_PIECES: usize = 8192;
/// Into so many pieces a puzzle is cut at least.
const LEAST: usize = 32;

/// A piece of a puzzle, or all of it.
#[derive(Clone, Debug)]
pub struct Piece {
    marks: PencilMarks,
    whole: Arc<Whole>,
}

/// A puzzle that was cut.
#[derive(Debug)]
struct Whole {
    text: String,
    /// How many pieces are left, and the solutions of the others.
    open: Mutex<(usize, u128)>,
}

impl Single<PencilMarks> {
    fn of(form: &Form, record: Record<'_>) -> Self {
        match record.puzzle {
            Ok(puzzle) => Self {
                text: puzzle.to_string(),
                puzzle: Ok(puzzle.marks()),
            },
            Err(bad) => Self {
                text: record.text.into_owned(),
                puzzle: Err(form.bad(bad, record.row)),
            },
        }
    }
}

impl Piece {
    /// About so many pieces of a puzzle, which is written like this.
    fn of(text: &str, puzzle: PencilMarks, pieces: usize) -> impl Iterator<Item = Root> {
        let mut parts = split(&puzzle, pieces);
        if parts.is_empty() {
            // It has no solution, and still a row.
            parts.push(puzzle);
        }
        let whole = Arc::new(Whole {
            text: text.to_owned(),
            open: Mutex::new((parts.len(), 0)),
        });
        parts.into_iter().map(move |marks| {
            Root::Piece(Self {
                marks,
                whole: Arc::clone(&whole),
            })
        })
    }
}

impl Whole {
    /// Whether the solutions that were counted are enough.
    fn has(&self, limit: u128) -> bool {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.1 >= limit
    }

    /// Adds the solutions of a piece, up to a limit: how many these are, and how many the
    /// puzzle has if this was the last.
    fn add(&self, solutions: u128, limit: u128) -> (u128, Option<u128>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, sum) = &mut *open;
        let added = solutions.min(limit - *sum);
        *left -= 1;
        *sum += added;
        (added, (*left == 0).then_some(*sum))
    }
}

/// Rows and pieces of a chunk, in order: once a piece is left to others, so is all that
/// follows it.
#[derive(Default)]
struct Order {
    deferred: bool,
    /// Rows behind the last piece, and what is wrong with some of them.
    rows: Vec<BatchRow>,
    bad: Vec<Diagnostic>,
}

impl Order {
    fn row<'a>(
        &mut self,
        line: &Line<'a, impl Iterator<Item = (&'a str, bool)> + Clone>,
        emitter: &mut Emitter<'_, Batch>,
    ) -> ControlFlow<()> {
        if !self.deferred {
            return emit(emitter, line);
        }
        self.rows.push(line.to_row());
        Continue(())
    }

    /// Tells that something is no puzzle.
    fn invalid(
        &mut self,
        bad: Diagnostic,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Batch>,
    ) {
        if self.deferred {
            self.bad.push(bad);
        } else {
            tally.invalid += 1;
            emitter.diagnose(bad);
        }
    }

    fn defer(&mut self, pieces: impl Iterator<Item = Root>, emitter: &mut Emitter<'_, Batch>) {
        self.end(emitter);
        self.deferred = true;
        pieces.for_each(|piece| emitter.defer(piece));
    }

    /// Leaves the rows behind the last piece to others.
    fn end(&mut self, emitter: &mut Emitter<'_, Batch>) {
        if !self.rows.is_empty() || !self.bad.is_empty() {
            let (rows, bad) = (mem::take(&mut self.rows), mem::take(&mut self.bad));
            emitter.defer(Root::Rows(rows, bad));
        }
    }
}

impl Batch {
    /// The puzzles of all inputs, or what stands in their places, one by one.
    pub(super) fn singles(
        &self,
        inputs: Again<'_>,
    ) -> impl Iterator<Item = Result<(u64, Root), Error>> + Send {
        let singles = one_by_one(inputs, |chunk, singles| {
            let form = &self.inputs[chunk.input()];
            let layout = &form.layout;
            layout.parse(chunk, |record| singles.push_back(Single::of(form, record)));
        });
        singles.map(|single| single.map(|(cost, single)| (cost, Root::Single(single))))
    }

    /// The number at which counting stops.
    pub(super) fn most(&self) -> u128 {
        match self.limit() {
            u64::MAX => u128::MAX,
            limit => limit.into(),
        }
    }

    /// Whether solutions are to be visited, and not just counted.
    fn visits(&self, emitter: &Emitter<'_, Self>) -> bool {
        self.what() == What::List && emitter.wants_solutions()
    }

    /// Counts or lists the solutions of the puzzles that were read.
    pub(super) fn enumerate(
        &self,
        worker: &mut Worker,
        pieces: usize,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let (most, visits, stop) = (self.most(), self.visits(emitter), emitter.cancel_flag());
        let Some(counts) = count_side_by_side(worker, most, stop) else {
            return Continue(());
        };
        let Worker {
            kernel,
            lines,
            puzzles,
            lanes,
            ..
        } = worker;
        let is_large = |count| count == MANY && most > MANY;
        let large = counts.iter().filter(|&&count| is_large(count)).count();
        let pieces = pieces.min((MOST_PIECES / large.max(1)).max(LEAST));
        let mut order = Order::default();
        let mut bad = mem::take(&mut lines.bad).into_iter();
        for (entry, count) in lines.entries.iter().zip(counts) {
            let Some(place) = entry.place else {
                let bad = bad.by_ref().take(1);
                bad.for_each(|bad| order.invalid(bad, tally, emitter));
                if !visits {
                    order.row(&lines.line(entry, Answer::Counted(0)), emitter)?;
                }
                continue;
            };
            tally.add(Status::of(count as u64));
            let takes_time = visits && (count >= FEW.into() || order.deferred && count > 1);
            if is_large(count) || takes_time {
                let pieces = if is_large(count) { pieces } else { 1 };
                let pieces = Piece::of(lines.text(entry), puzzles.marks(place), pieces);
                order.defer(pieces, emitter);
                continue;
            }
            tally.add_solutions(count, Residue::of(count));
            if !visits {
                order.row(&lines.line(entry, Answer::Counted(count)), emitter)?;
            } else if count == 1 {
                let solution = puzzles.outcome(place).solution;
                order.row(&lines.line(entry, Answer::Listed(solution)), emitter)?;
            } else if count > 1 {
                let mut flow = Continue(());
                lanes.list(*kernel, &puzzles.marks(place), stop, |solution| {
                    flow = emit(emitter, &lines.line(entry, Answer::Listed(*solution)));
                    flow
                });
                flow?;
            }
        }
        order.end(emitter);
        Continue(())
    }

    /// Counts or lists the solutions of a piece. Whoever counts the last piece of a puzzle
    /// gives its row: the pieces are neighbours in the order of all.
    pub(super) fn search_piece(
        &self,
        worker: &mut Worker,
        piece: &Piece,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let Piece { marks, whole } = piece;
        if !self.visits(emitter) {
            let most = self.most();
            let (solutions, residue) = if whole.has(most) {
                (0, Residue::of(0))
            } else {
                self.count_one(worker, marks, emitter)?
            };
            let (added, sum) = whole.add(solutions, most);
            let is_whole = added == solutions;
            tally.add_solutions(
                added,
                if is_whole {
                    residue
                } else {
                    Residue::of(added)
                },
            );
            return match sum.filter(|_| self.what() == What::Count) {
                Some(sum) => emit(emitter, &bare(&whole.text, Answer::Counted(sum))),
                None => Continue(()),
            };
        }
        let (mut listed, mut flow) = (0, Continue(()));
        let Worker { kernel, lanes, .. } = worker;
        lanes.list(*kernel, marks, emitter.cancel_flag(), |solution| {
            listed += 1;
            flow = emit(emitter, &bare(&whole.text, Answer::Listed(*solution)));
            flow
        });
        tally.add_solutions(listed, Residue::of(listed));
        flow
    }

    /// Counts the solutions of a puzzle that is a subtree.
    pub(super) fn count_single(
        &self,
        worker: &mut Worker,
        single: &Single<PencilMarks>,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let (count, residue, nodes) = match &single.puzzle {
            Ok(marks) if self.options.budget().is_some() => {
                self.count_one_within(worker, marks, emitter)?
            }
            Ok(marks) => {
                let (count, residue) = self.count_one(worker, marks, emitter)?;
                (Some(count), residue, 0)
            }
            Err(_) => (Some(0), Residue::of(0), 0),
        };
        tally.add_solutions(count.unwrap_or(0), residue);
        self.tell_single(single, count, nodes, tally, emitter)
    }

    /// Gives the row of a puzzle that is a subtree, whose solutions were counted before, or given
    /// up, in so many nodes.
    pub(super) fn tell_single(
        &self,
        single: &Single<PencilMarks>,
        count: Option<u128>,
        nodes: u64,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        single.enter(count, tally, emitter);
        let answer = count.map_or(Answer::Uncounted, Answer::Counted);
        let line = bare(&single.text, answer).with_nodes(self.options.shown(nodes));
        emit(emitter, &line)
    }

    /// The solutions of a puzzle, unless the search is cut short.
    fn count_one(
        &self,
        worker: &mut Worker,
        marks: &PencilMarks,
        emitter: &Emitter<'_, Self>,
    ) -> ControlFlow<(), (u128, Residue)> {
        let Worker { kernel, lanes, .. } = worker;
        let counted = lanes.count_one(*kernel, marks, self.limit(), emitter.cancel_flag());
        counted.map_or(Break(()), Continue)
    }
}

/// Counts the solutions of all puzzles that were read, up to [`MANY`] or `most`; none if it is
/// cut short.
fn count_side_by_side(worker: &mut Worker, most: u128, stop: &AtomicBool) -> Option<Vec<u128>> {
    let few = most.min(FEW.into());
    worker.solve(few as u64);
    let Worker {
        kernel,
        lines,
        puzzles,
        lanes,
        ..
    } = worker;
    let solutions = |entry: &Entry| {
        let found = entry.place.map(|place| puzzles.outcome(place));
        found.map_or(0, |found| found.solutions.into())
    };
    let mut counts: Vec<u128> = lines.entries.iter().map(solutions).collect();
    if most == few {
        return Some(counts);
    }
    // Those with more, once more.
    let more = counts.iter_mut().zip(&lines.entries);
    let more = more.filter(|(count, _)| **count == few);
    let (more, places): (Vec<_>, Vec<_>) = more
        .filter_map(|(count, entry)| Some((count, entry.place?)))
        .unzip();
    let marks: Vec<_> = places.iter().map(|&place| puzzles.marks(place)).collect();
    let mut found = Vec::new();
    let all = lanes.count_up_to(*kernel, &marks, most.min(MANY), stop, &mut found);
    for (count, found) in more.into_iter().zip(found) {
        *count = found;
    }
    all.then_some(counts)
}
