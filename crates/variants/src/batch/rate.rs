//! A row for each puzzle that says how hard it is.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Batch;
use super::problem::emit;
use super::row::Answer;
use super::worker::Worker;
use countless_engine::Emitter;
use countless_sudoku::batch::Place;
use countless_sudoku::{BatchTally, Level, Status};

impl Batch {
    /// Rates the puzzles that have one solution.
    pub(super) fn rate(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let Worker {
            kernel,
            lines,
            bad,
            digits,
            looks,
            searches,
            found,
            ..
        } = worker;
        let (kernel, stop) = (*kernel, emitter.cancel_flag());
        let most = self.batch.options().budget();
        if !searches.count(looks, kernel, digits, 2, most, stop, found) {
            return Break(());
        }
        for (entry, bad) in lines.entries.iter().zip(bad) {
            if let Some(bad) = bad.take() {
                emitter.diagnose(bad);
            }
            let number = entry.place.map(Place::number);
            let status = number.map_or(Status::Invalid, |number| found.status(number, most));
            tally.add(status);
            let unique = number.filter(|_| status == Status::Unique);
            let rating = unique.map(|number| {
                let cells = self.shape.cells();
                let puzzle = &digits[number * cells..][..cells];
                let rater = searches.rater(looks, number);
                rater.rate(puzzle, Level::Extreme, || emitter.is_cancelled())
            });
            if let Some(rating) = &rating {
                tally.add_rating(rating);
            }
            let nodes = number.map_or(0, |number| found.nodes[number]);
            let nodes = self.batch.options().shown(nodes);
            let line = lines.line(entry, Answer::Rated(status, rating));
            emit(emitter, &line.with_nodes(nodes))?;
            if emitter.is_cancelled() {
                break;
            }
        }
        Continue(())
    }
}
