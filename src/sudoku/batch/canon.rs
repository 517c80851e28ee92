//! The canonical form of each puzzle of a chunk.

use std::ops::ControlFlow::{self, Continue};

use super::row::Answer;
use super::tally::BatchTally;
use super::worker::Worker;
use super::{Batch, emit};
use crate::engine::Emitter;

impl Batch {
    /// Gives a row for each puzzle that was read.
    pub(super) fn canonise(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let Worker {
            kernel,
            lines,
            puzzles,
            canonizer,
            forms,
            ..
        } = worker;
        canonizer.run(*kernel, puzzles.grids(), forms);
        for entry in &lines.entries {
            let form = entry.place.and_then(|place| place.of_grid(forms));
            match form {
                Some(form) => {
                    tally.forms += 1;
                    tally.symmetric += u64::from(form.automorphisms > 1);
                }
                None => tally.invalid += 1,
            }
            let answer = Answer::Canonical {
                form: form.copied(),
                has_transform: self.options.transform,
            };
            emit(emitter, &lines.line(entry, answer))?;
        }
        Continue(())
    }
}
