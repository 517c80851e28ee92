//! A row for each puzzle of a chunk, or for each of its solutions.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use super::check::{Check, check};
use super::row::{Answer, Verdict};
use super::tally::{BatchTally, Status};
use super::worker::Worker;
use super::{Batch, Chunk, What, emit};
use crate::puzzles::{BadPuzzle, Reason};
use crate::{Puzzle, Repeats};
use countless_engine::Emitter;

impl Batch {
    /// Reads a chunk, and keeps what is wrong with it.
    pub(super) fn read(
        &self,
        worker: &mut Worker,
        chunk: &Chunk,
        repeats: Repeats,
        tally: &mut BatchTally,
    ) {
        worker.clear();
        let (form, has_check) = (&self.inputs[chunk.input()], self.options.has_check());
        form.layout.read(chunk, repeats, |record| {
            tally.read += 1;
            let mut checked = Check::None;
            let puzzle = match &record.puzzle {
                Ok(Puzzle::Pencilled(_)) if self.what().takes_grids() => Err(BadPuzzle {
                    line: record.line,
                    column: 1,
                    reason: Reason::Pencilled,
                }),
                Ok(puzzle) => Ok(puzzle),
                Err(bad) => Err(bad.clone()),
            };
            let place = match puzzle {
                Ok(puzzle) => {
                    if self.options.check {
                        checked = Check::Right;
                        if let Err((found, reason)) = check(puzzle, record.solution) {
                            checked = found;
                            tally.wrong += 1;
                            worker.lines.bad.push(form.wrong(&record, reason));
                        }
                    }
                    Some(worker.puzzles.add(puzzle))
                }
                Err(bad) => {
                    worker.lines.bad.push(form.bad(bad, record.row));
                    None
                }
            };
            let lines = &mut worker.lines;
            lines.at = (chunk.input(), record.line);
            match &record.puzzle {
                Ok(puzzle) if self.what().enumerates() => lines.push(&puzzle.to_string(), place),
                // A drawn grid becomes 81 characters.
                Ok(Puzzle::Grid(grid)) if record.text.len() != 81 => {
                    lines.push(&grid.to_string(), place);
                }
                _ => lines.push(&record.text, place),
            }
            if has_check {
                lines.check(checked);
            }
            for (&index, &(_, is_number)) in form.kept.iter().zip(&self.kept) {
                let field = record.fields.get(index).map_or("", |field| field);
                lines.keep(record.tag.unwrap_or(field), is_number);
            }
        });
    }

    /// Reads a chunk and solves its puzzles.
    ///
    /// That a digit stands twice in a unit is looked for in those without a solution only: in
    /// others it cannot be. Where there is such a puzzle, the chunk is read once more.
    ///
    /// Returns whether the search came to its end.
    pub(super) fn solve(
        &self,
        worker: &mut Worker,
        chunk: &Chunk,
        tally: &mut BatchTally,
        stop: &AtomicBool,
    ) -> bool {
        let budget = self.options.budget();
        if budget.is_some() {
            self.read(worker, chunk, Repeats::Refused, tally);
            return worker.solve_within(self.limit(), budget, stop);
        }
        self.read(worker, chunk, Repeats::Passed, tally);
        // To show all solutions, it is enough to know first whether there are several.
        worker.solve(if self.options.all { 2 } else { self.limit() });
        if worker.puzzles.forget_repeats() {
            *tally = BatchTally::of(self.what());
            self.read(worker, chunk, Repeats::Refused, tally);
        }
        true
    }

    /// Gives a row for each puzzle that was solved, or for each of its solutions.
    pub(super) fn tell(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let limit = self.limit();
        let Worker {
            kernel,
            lines,
            puzzles,
            lanes,
            ..
        } = worker;
        let (kernel, stop) = (*kernel, emitter.cancel_flag());
        for entry in &lines.entries {
            let outcome = entry.place.map(|place| puzzles.outcome(place));
            let place = entry.place;
            let status = place.map_or(Status::Invalid, |place| puzzles.status(place));
            let solutions = outcome.map_or(0, |outcome| outcome.solutions);
            let nodes = place.map_or(0, |place| puzzles.nodes(place));
            let nodes = self.options.shown(nodes);
            tally.add(status);
            let unique = outcome.filter(|_| status == Status::Unique);
            let several = entry.place.filter(|_| status == Status::Multiple);
            match several.filter(|_| self.options.all && emitter.wants_solutions()) {
                None if self.what() == What::Rate => {
                    let place = unique.and(entry.place);
                    let rating = place.map(|place| puzzles.rating(place));
                    if let Some(rating) = &rating {
                        tally.add_rating(rating);
                    }
                    emit(
                        emitter,
                        &lines
                            .line(entry, Answer::Rated(status, rating))
                            .with_nodes(nodes),
                    )?;
                }
                None => {
                    let verdict = Verdict {
                        status,
                        solutions,
                        solution: unique.map(|outcome| &outcome.solution),
                    };
                    emit(emitter, &lines.line(entry, verdict).with_nodes(nodes))?;
                }
                Some(place) => {
                    let (marks, mut counts) = ([puzzles.marks(place)], Vec::new());
                    lanes.count_up_to(kernel, &marks, limit.into(), stop, &mut counts);
                    let solutions = u64::try_from(counts[0]).unwrap_or(u64::MAX);
                    let (mut left, mut flow) = (solutions, Continue(()));
                    lanes.list(kernel, &marks[0], stop, |solution| {
                        let verdict = Verdict {
                            status,
                            solutions,
                            solution: Some(solution),
                        };
                        left -= 1;
                        flow = emit(emitter, &lines.line(entry, verdict).with_nodes(nodes));
                        if left == 0 { Break(()) } else { flow }
                    });
                    flow?;
                }
            }
            if emitter.is_cancelled() {
                break;
            }
        }
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{batch, options, rows};
    use super::*;
    use crate::{Grid, Solver};
    use countless_engine::Run;

    const SOLVED: &str =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    /// Lines of all kinds: the solution with blanks, then with another digit or character, with
    /// what may stand around it.
    fn line() -> impl Strategy<Value = String> {
        let blanks = prop::collection::btree_set(0..81_usize, 0..50);
        let characters: Vec<char> = "123456789?é".chars().collect();
        let other = (0..81_usize, prop::sample::select(characters));
        let other = prop::option::weighted(0.5, other);
        let around = prop::sample::select(vec![("", ""), ("", "\r"), (" ", ""), ("", " tag é")]);
        (blanks, other, around).prop_map(|(blanks, other, (before, after))| {
            let mut cells: Vec<char> = SOLVED.chars().collect();
            for cell in blanks {
                cells[cell] = '.';
            }
            if let Some((cell, other)) = other {
                cells[cell] = other;
            }
            format!("{before}{}{after}", String::from_iter(cells))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// A line on its own says the same: a digit that stands twice spoils no other line.
        #[test]
        fn what_is_told_of_a_puzzle_depends_on_it_alone(lines in prop::collection::vec(line(), 1..40)) {
            let expected = lines.iter().map(|line| {
                let cells: String = line.trim_start().chars().take(81).collect();
                let Ok(grid) = cells.parse::<Grid>() else {
                    return Status::Invalid;
                };
                Status::of(u64::try_from(Solver::new().count(&grid, 2)).unwrap())
            });
            let expected: Vec<_> = expected.collect();
            let invalid = expected.iter().filter(|status| **status == Status::Invalid).count();
            let batch = batch(lines.join("\n"), options(What::Solve));
            let found = rows(&Run::new(), &batch).into_iter().map(|row| match row.answer {
                Answer::Solved(status, ..) => status,
                other => panic!("{other:?} is no answer"),
            });
            prop_assert_eq!(found.collect::<Vec<_>>(), expected);
            let outcome = Run::new().count(&batch).unwrap();
            prop_assert_eq!(outcome.total.invalid, invalid as u64);
            prop_assert_eq!(outcome.diagnostics, invalid as u64);
        }
    }
}
