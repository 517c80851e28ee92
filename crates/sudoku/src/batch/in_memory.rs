//! Puzzles that lie in memory: a subtree is a range of them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::row::Answer;
use super::tally::{BatchTally, Status};
use super::worker::{Place, Worker};
use super::{RATED_TOGETHER, SOLVED_TOGETHER, What};
use crate::puzzles::Reason;
use crate::{GridError, GridFault, Puzzle};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{Cut, Diagnostic, Emitter, Problem, Subtrees};
use countless_simd::Kernel;
use countless_table::Columns;

/// Solves, rates or counts puzzles that lie in memory, wherever that is: they are asked for by
/// their number, from any thread.
///
/// Their answers come in their order, one for each. What is no puzzle has an answer, too, and a
/// [`Diagnostic`] whose line is its number counted from 1.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Answer, InMemory, What};
///
/// let puzzles = [
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........",
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.............",
/// ];
/// let read = |index: usize| puzzles[index].parse();
/// let all = InMemory::new("list", puzzles.len(), read, What::Count, None)?;
/// let mut counts = Vec::new();
/// let outcome = Run::new().for_each(&all, |answer| counts.push(answer))?;
/// assert_eq!(counts[0], Answer::Counted(1));
/// assert_eq!((counts.len(), outcome.diagnostics), (3, 2)); // two are too short
/// # Ok::<(), countless_engine::Error>(())
/// ```
pub struct InMemory<F> {
    name: Arc<str>,
    len: usize,
    read: F,
    what: What,
    limit: u64,
}

impl<F: Fn(usize) -> Result<Puzzle, GridError> + Sync> InMemory<F> {
    /// Prepares for `len` puzzles, which `read` gives by their number from 0; messages call them
    /// `name`. Counting stops at `limit`; if none is given, two solutions are enough to know
    /// whether one is the only one, and all are counted.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if solutions are to be listed, for which there is
    /// [`Enumerate`](crate::Enumerate), or canonical forms found, for which there is
    /// [`canonical_all`](crate::canonical_all), or redundant clues.
    pub fn new(
        name: &str,
        len: usize,
        read: F,
        what: What,
        limit: Option<u64>,
    ) -> Result<Self, Error> {
        let limit = match what {
            What::Solve => limit.unwrap_or(2).max(2),
            What::Rate | What::Canon => 2,
            What::Count => limit.unwrap_or(u64::MAX).max(1),
            What::List => {
                let reason = "puzzles in memory are listed one at a time";
                return Err(Error::Impossible(reason.to_owned()));
            }
            What::Minimal | What::Neighbours => {
                let reason = format!("{} needs a file", what.problem());
                return Err(Error::Impossible(reason));
            }
        };
        let name = name.into();
        Ok(Self {
            name,
            len,
            read,
            what,
            limit,
        })
    }

    /// Reads a puzzle, or says what is wrong with it.
    fn place(
        &self,
        index: usize,
        worker: &mut Worker,
        emitter: &mut Emitter<'_, Self>,
    ) -> Option<Place> {
        let (column, reason) = match (self.read)(index) {
            Ok(puzzle) => match self.why_not(&puzzle) {
                None => return Some(worker.puzzles.add(&puzzle)),
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

    /// Why a puzzle is none of those that this is about.
    fn why_not(&self, puzzle: &Puzzle) -> Option<String> {
        if !self.what.takes_grids() {
            return None;
        }
        match puzzle.grid() {
            None => Some(Reason::Pencilled.to_string()),
            Some(grid) => {
                let conflict = grid.conflict().map(GridFault::Repeated);
                conflict.map(|fault| fault.to_string())
            }
        }
    }

    /// Counts the solutions of all puzzles that were read.
    fn count(
        &self,
        worker: &mut Worker,
        places: &[Option<Place>],
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) {
        let (mut counts, all) = (Vec::new(), self.limit == u64::MAX);
        let limit = if all { u128::MAX } else { self.limit.into() };
        let marks = places.iter().flatten();
        let marks: Vec<_> = marks.map(|&place| worker.puzzles.marks(place)).collect();
        let (lanes, stop) = (&mut worker.lanes, emitter.cancel_flag());
        if !lanes.count_up_to(worker.kernel, &marks, limit, stop, &mut counts) {
            return; // what was counted in part is dropped
        }
        let sum = counts.iter().fold(0, |sum: u128, &n| sum.wrapping_add(n));
        let residue = if all {
            lanes.residue()
        } else {
            Residue::of(sum)
        };
        tally.add_solutions(sum, residue);
        let mut counts = counts.into_iter();
        for place in places {
            let count = place.and_then(|_| counts.next()).unwrap_or(0);
            if emitter.push(Answer::Counted(count)).is_break() {
                break;
            }
        }
    }

    /// Finds the canonical forms of all puzzles that were read.
    fn canonise(
        worker: &mut Worker,
        places: &[Option<Place>],
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) {
        worker.canonise();
        for place in places {
            let form = place.and_then(|place| place.of_grid(&worker.forms));
            tally.add_form(form);
            let answer = Answer::Canonical {
                form: form.copied(),
                has_transform: false,
            };
            if emitter.push(answer).is_break() {
                break;
            }
        }
    }

    /// Solves or rates all puzzles that were read.
    fn tell(
        &self,
        worker: &mut Worker,
        places: &[Option<Place>],
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) {
        worker.solve(2);
        let (puzzles, stop) = (&worker.puzzles, emitter.cancel_flag());
        for &place in places {
            let found = place.map_or(0, |place| puzzles.outcome(place).solutions);
            let status = place.map_or(Status::Invalid, |_| Status::of(found));
            tally.add(status);
            let unique = place.filter(|_| status == Status::Unique);
            let answer = if self.what == What::Rate {
                let rating = unique.map(|place| puzzles.rating(place));
                if let Some(rating) = rating {
                    tally.levels[rating.level() as usize] += 1;
                }
                Answer::Rated(status, rating)
            } else {
                let several = place.filter(|_| status == Status::Multiple && self.limit > 2);
                let solutions = several.map_or(found, |place| {
                    let (kernel, marks) = (worker.kernel, puzzles.marks(place));
                    let counted = worker.lanes.count_one(kernel, &marks, self.limit, stop);
                    counted.map_or(0, |(count, _)| u64::try_from(count).unwrap_or(u64::MAX))
                });
                let solution = unique.map(|place| puzzles.outcome(place).solution);
                Answer::Solved(status, solutions, solution)
            };
            if emitter.push(answer).is_break() || emitter.is_cancelled() {
                break;
            }
        }
    }
}

impl<F: Fn(usize) -> Result<Puzzle, GridError> + Sync> Problem for InMemory<F> {
    type Root = Range<usize>;
    type Worker = Worker;
    type Tally = BatchTally;
    type Solution = Answer;

    fn spec(&self) -> Result<Spec, Error> {
        let reason = "puzzles in memory have no ledger: write them to a file";
        Err(Error::Impossible(reason.to_owned()))
    }

    fn subtrees(&self, cut: &Cut) -> Result<Subtrees<'_, Range<usize>>, Error> {
        let most = match self.what {
            What::Canon => SOLVED_TOGETHER,
            What::Solve if self.limit == 2 => SOLVED_TOGETHER,
            // Some of these take long, and are not to be waited for.
            _ => RATED_TOGETHER,
        };
        let wanted = cut.wanted(1).unwrap_or(1).max(1);
        let each = self.len.div_ceil(wanted).clamp(1, most);
        let ranges = (0..self.len.div_ceil(each)).map(move |index| {
            let range = index * each..self.len.min((index + 1) * each);
            Ok((range.len() as u64, range))
        });
        Ok(Subtrees::stream("ranges", ranges).with_cost(Some(self.len as u64)))
    }

    fn worker(&self, kernel: Kernel) -> Worker {
        Worker::new(kernel)
    }

    fn search(
        &self,
        worker: &mut Worker,
        range: Range<usize>,
        emitter: &mut Emitter<'_, Self>,
    ) -> BatchTally {
        let mut tally = BatchTally::of(self.what);
        worker.clear();
        let places: Vec<_> = range
            .map(|index| self.place(index, worker, emitter))
            .collect();
        tally.read = places.len() as u64;
        match self.what {
            What::Count => self.count(worker, &places, &mut tally, emitter),
            What::Canon => Self::canonise(worker, &places, &mut tally, emitter),
            _ => self.tell(worker, &places, &mut tally, emitter),
        }
        tally
    }

    /// Those of an answer: the puzzle is not among them.
    fn columns(&self) -> Columns {
        let names = self.what.columns().iter().skip(1).copied();
        names.fold(Columns::new(), |columns, name| {
            self.what.column(columns, name)
        })
    }
}

impl<F> fmt::Debug for InMemory<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemory")
            .field("name", &self.name)
            .field("len", &self.len)
            .field("what", &self.what)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Batch, BatchOptions, Origin};
    use countless_engine::Run;
    use countless_table::{Format, Table};

    /// Puzzles of all kinds, and two that are none.
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

    fn answers(texts: &[String], what: What, limit: Option<u64>, threads: usize) -> String {
        let read = |index: usize| texts[index].parse();
        let all = InMemory::new("list", texts.len(), read, what, limit).unwrap();
        let mut rows = Vec::new();
        let run = Run::new().threads(threads);
        run.write(&all, Table::writer(&mut rows, Format::Csv))
            .unwrap();
        String::from_utf8(rows).unwrap()
    }

    /// The same from a file, without its first column.
    fn of_file(texts: &[String], what: What, limit: Option<u64>) -> String {
        let text = format!("puzzle\n{}\n", texts.join("\n"));
        let origin = Origin::Text {
            name: "list".into(),
            text,
        };
        let options = BatchOptions {
            what,
            limit,
            ..BatchOptions::default()
        };
        let batch = Batch::open(vec![origin], None, options).unwrap();
        let mut rows = Vec::new();
        Run::new()
            .write(&batch, Table::writer(&mut rows, Format::Csv))
            .unwrap();
        let rows = String::from_utf8(rows).unwrap();
        let without = |row: &str| row.split_once(',').unwrap().1.to_owned() + "\n";
        rows.lines().map(without).collect()
    }

    #[test]
    fn puzzles_in_memory_and_in_files_have_the_same_answers() {
        let texts = texts();
        for what in [What::Solve, What::Rate, What::Count, What::Canon] {
            for limit in [None, Some(2), Some(7), Some(1000)] {
                let expected = of_file(&texts, what, limit);
                for threads in 1..=3 {
                    let found = answers(&texts, what, limit, threads);
                    assert_eq!(found, expected, "{what:?} {limit:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_has_no_answers_and_lists_are_refused() {
        assert_eq!(answers(&[], What::Count, None, 2), "solutions\n");
        let read = |_| "".parse();
        assert!(InMemory::new("list", 1, read, What::List, None).is_err());
        let all = InMemory::new("list", 1, read, What::Solve, None).unwrap();
        assert!(Run::new().ledger("nowhere.csv").count(&all).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn answers_come_in_order(picks in prop::collection::vec(0..9_usize, 0..4000)) {
            let texts = texts();
            let all: Vec<String> = picks.iter().map(|&pick| texts[pick].clone()).collect();
            let each = answers(&texts, What::Solve, None, 1);
            let each: Vec<&str> = each.lines().collect();
            let mut expected = each[0].to_owned() + "\n";
            for pick in picks {
                expected += each[pick + 1];
                expected.push('\n');
            }
            prop_assert_eq!(answers(&all, What::Solve, None, 2), expected);
        }
    }
}
