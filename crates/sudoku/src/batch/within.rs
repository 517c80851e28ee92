//! Counting the solutions of each puzzle within a budget of nodes.

use std::ops::ControlFlow::{self, Break, Continue};

use super::pieces::FEW;
use super::row::Answer;
use super::tally::{BatchTally, Status};
use super::worker::Worker;
use super::{Batch, BatchOptions, emit};
use crate::PencilMarks;
use crate::lanes::Budget;
use countless_engine::Emitter;
use countless_engine::ledger::{Residue, Spec};

impl BatchOptions {
    /// A plan with the limit of nodes and their column, if there are any.
    pub fn with_budget(&self, spec: Spec) -> Spec {
        let spec = match self.max_nodes {
            Some(most) => spec.with("max_nodes", most),
            None => spec,
        };
        if self.nodes {
            spec.with("nodes", true)
        } else {
            spec
        }
    }

    /// The same of a plan: the limit of nodes, and whether there is a column.
    pub fn budget_of(spec: &Spec) -> Result<(Option<u64>, bool), countless_engine::Error> {
        let most = spec.optional("max_nodes")?;
        Ok((most, spec.optional("nodes")?.unwrap_or(false)))
    }
}

impl Batch {
    /// Counts the solutions of the puzzles that were read.
    pub(super) fn count_within(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let entries = worker.lines.entries.iter();
        let marks = entries.filter_map(|entry| Some(worker.puzzles.marks(entry.place?)));
        let marks: Vec<PencilMarks> = marks.collect();
        let found = self.count_each(worker, &marks, emitter)?;
        let mut found = found.into_iter();
        for entry in &worker.lines.entries {
            let (count, nodes) = match entry.place {
                Some(_) => found.next().unwrap_or_default(),
                None => (Some(0), 0),
            };
            tally.add(match (entry.place, count) {
                (None, _) => Status::Invalid,
                (_, None) => Status::Unknown,
                (_, Some(count)) => Status::of(count.min(2) as u64),
            });
            let solutions = count.unwrap_or(0);
            tally.add_solutions(solutions, Residue::of(solutions));
            let answer = count.map_or(Answer::Uncounted, Answer::Counted);
            let line = worker.lines.line(entry, answer);
            emit(emitter, &line.with_nodes(self.options.shown(nodes)))?;
        }
        Continue(())
    }

    /// The solutions of a puzzle, unless they are given up, and the nodes.
    pub(super) fn count_one_within(
        &self,
        worker: &mut Worker,
        marks: &PencilMarks,
        emitter: &Emitter<'_, Self>,
    ) -> ControlFlow<(), (Option<u128>, Residue, u64)> {
        let found = self.count_each(worker, std::slice::from_ref(marks), emitter)?;
        let (count, nodes) = found.first().copied().unwrap_or_default();
        Continue((count, Residue::of(count.unwrap_or(0)), nodes))
    }

    /// The solutions of each puzzle, unless they are given up, and the nodes: of a search that visits
    /// a few solutions, and if there are more, of one that counts them all.
    fn count_each(
        &self,
        worker: &mut Worker,
        marks: &[PencilMarks],
        emitter: &Emitter<'_, Self>,
    ) -> ControlFlow<(), Vec<(Option<u128>, u64)>> {
        let (limit, stop) = (self.most(), emitter.cancel_flag());
        let (most, few) = (
            self.options.budget().unwrap_or(u64::MAX),
            limit.min(FEW.into()),
        );
        let Worker { kernel, lanes, .. } = worker;
        let (mut outcomes, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        if !lanes.solve_within(*kernel, marks, few as u64, budget, stop, &mut outcomes) {
            return Break(()); // what was counted in part is dropped
        }
        let counts = outcomes.iter().map(|outcome| outcome.solutions.into());
        let mut found: Vec<(u128, u64)> = counts.zip(nodes).collect();
        let more = found.iter_mut().zip(marks);
        let more =
            more.filter(|((count, nodes), _)| few < limit && *count == few && *nodes <= most);
        let (more, marks): (Vec<_>, Vec<PencilMarks>) = more.unzip();
        let (mut counts, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        if !lanes.count_within(*kernel, &marks, limit, budget, stop, &mut counts) {
            return Break(());
        }
        for ((count, spent), (all, nodes)) in more.into_iter().zip(counts.into_iter().zip(nodes)) {
            (*count, *spent) = (all, spent.saturating_add(nodes));
        }
        let is_known = |(count, nodes)| ((nodes <= most).then_some(count), nodes);
        Continue(found.into_iter().map(is_known).collect())
    }
}
