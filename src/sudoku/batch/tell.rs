//! A row for each puzzle of a chunk, or for each of its solutions.

use std::ops::ControlFlow::{self, Break, Continue};

use super::check::{Check, check};
use super::row::Answer;
use super::tally::{BatchTally, Status};
use super::worker::Worker;
use super::{Batch, Chunk, What, emit};
use crate::engine::Emitter;
use crate::sudoku::Puzzle;
use crate::sudoku::puzzles::{BadPuzzle, Reason};

impl Batch {
    /// Reads a chunk, and says what is wrong with it.
    pub(super) fn read(
        &self,
        worker: &mut Worker,
        chunk: &Chunk,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) {
        worker.clear();
        let (form, has_check) = (&self.inputs[chunk.input()], self.options.has_check());
        form.layout.parse(chunk, |record| {
            tally.read += 1;
            let mut checked = Check::None;
            let puzzle = match &record.puzzle {
                Ok(Puzzle::Pencilled(_)) if self.what().takes_grids() => Err(BadPuzzle {
                    line: record.line,
                    column: 1,
                    reason: Reason::Pencilled,
                }),
                Ok(puzzle) => Ok(puzzle),
                Err(bad) => Err(*bad),
            };
            let place = match puzzle {
                Ok(puzzle) => {
                    if self.options.check {
                        checked = Check::Right;
                        if let Err((found, reason)) = check(puzzle, record.solution) {
                            checked = found;
                            tally.wrong += 1;
                            emitter.diagnose(form.wrong(&record, reason));
                        }
                    }
                    Some(worker.puzzles.add(puzzle))
                }
                Err(bad) => {
                    let diagnostic = form.bad(bad, record.row);
                    // Where rows may have to wait, so has this.
                    if self.what().enumerates() {
                        worker.lines.bad.push(diagnostic);
                    } else {
                        emitter.diagnose(diagnostic);
                    }
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

    /// Gives a row for each puzzle, or for each of its solutions.
    pub(super) fn tell(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let limit = self.limit();
        // To show all solutions, it is enough to know first whether there are several.
        worker.solve(if self.options.all { 2 } else { limit });
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
            let (status, solutions) = match outcome {
                Some(outcome) => (Status::of(outcome.solutions), outcome.solutions),
                None => (Status::Invalid, 0),
            };
            tally.add(status);
            let unique = outcome.filter(|_| status == Status::Unique);
            let answer = if self.what() == What::Rate {
                let place = unique.and(entry.place);
                let rating = place.map(|place| puzzles.rating(place));
                if let Some(rating) = &rating {
                    tally.add_rating(rating);
                }
                Answer::Rated(status, rating)
            } else {
                Answer::Solved(status, solutions, unique.map(|outcome| outcome.solution))
            };
            let several = entry.place.filter(|_| status == Status::Multiple);
            match several.filter(|_| self.options.all && emitter.wants_solutions()) {
                None => emit(emitter, &lines.line(entry, answer))?,
                Some(place) => {
                    let (marks, mut counts) = ([puzzles.marks(place)], Vec::new());
                    lanes.count_up_to(kernel, &marks, limit.into(), stop, &mut counts);
                    let solutions = u64::try_from(counts[0]).unwrap_or(u64::MAX);
                    let (mut left, mut flow) = (solutions, Continue(()));
                    lanes.list(kernel, &marks[0], stop, |solution| {
                        let answer = Answer::Solved(status, solutions, Some(*solution));
                        left -= 1;
                        flow = emit(emitter, &lines.line(entry, answer));
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
