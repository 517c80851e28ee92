//! The canonical form of each puzzle of a chunk.

use std::ops::ControlFlow::{self, Continue};

use super::row::Answer;
use super::tally::BatchTally;
use super::worker::Worker;
use super::{Batch, emit};
use countless_engine::Emitter;

impl Batch {
    /// Gives a row for each puzzle that was read.
    pub(super) fn canonise(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        worker.canonise();
        let Worker { lines, forms, .. } = worker;
        for entry in &lines.entries {
            let form = entry.place.and_then(|place| place.of_grid(forms));
            tally.add_form(form);
            let answer = Answer::Canonical {
                form: form.copied(),
                has_transform: self.options.transform,
            };
            emit(emitter, &lines.line(entry, answer))?;
        }
        Continue(())
    }
}
