//! Which clues of each puzzle of a chunk can be left out, and the minimal puzzles inside.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::redundant::Tests;
use super::row::{Answer, Clues};
use super::tally::{BatchTally, Status};
use super::worker::Worker;
use super::{Batch, emit};
use crate::lanes::Lanes;
use crate::{CELLS, Grid};
use countless_engine::Emitter;
use countless_simd::Kernel;

/// So many puzzles have their clues tested together.
const TOGETHER: usize = 64;

impl Batch {
    /// Gives a row for each puzzle that was read, or for each minimal puzzle inside.
    pub(super) fn minimise(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let (stop, most) = (emitter.cancel_flag(), self.options.budget());
        if !worker.solve_within(2, most, stop) {
            return Continue(()); // the subtree is dropped
        }
        let Worker {
            kernel,
            lines,
            puzzles,
            lanes,
            tests,
            ..
        } = worker;
        for entries in lines.entries.chunks(TOGETHER) {
            let found = entries.iter().map(|entry| {
                let place = entry.place?;
                Some((puzzles.status(place), puzzles.grid(place)?))
            });
            let found: Vec<_> = found.collect();
            tests.clear();
            for (index, found) in found.iter().enumerate() {
                if let Some((Status::Unique, grid)) = found {
                    tests.add(index, grid, clues(grid));
                }
            }
            let mut redundant = [Clues::default(); TOGETHER];
            // Those of all searches for a puzzle together.
            let mut spent = [0_u64; TOGETHER];
            for (spent, entry) in spent.iter_mut().zip(entries) {
                *spent = entry.place.map_or(0, |place| puzzles.nodes(place));
            }
            tests.run_within(
                *kernel,
                lanes,
                most,
                stop,
                |(index, cell), is_redundant, nodes| {
                    spent[index] = spent[index].saturating_add(nodes);
                    if is_redundant {
                        redundant[index].insert(cell);
                    }
                },
            );
            let redundant = redundant.into_iter().zip(spent);
            for ((entry, found), (redundant, spent)) in entries.iter().zip(found).zip(redundant) {
                if emitter.is_cancelled() {
                    return Continue(());
                }
                let status = match found {
                    Some(_) if most.is_some_and(|most| spent > most) => Status::Unknown,
                    Some((status, _)) => status,
                    None => Status::Invalid,
                };
                tally.add(status);
                let unique = found.filter(|_| status == Status::Unique);
                tally.minimal += u64::from(unique.is_some() && redundant.is_empty());
                let Some((_, grid)) = unique.filter(|_| self.options.all) else {
                    let answer = if self.options.all {
                        Answer::Subset(status, None)
                    } else {
                        Answer::Minimal(status, unique.map(|_| redundant))
                    };
                    let nodes = self.options.shown(spent);
                    emit(emitter, &lines.line(entry, answer).with_nodes(nodes))?;
                    continue;
                };
                let mut inside = Inside {
                    kernel: *kernel,
                    lanes,
                    stop,
                    visit: |subset: &Grid| {
                        tally.subsets += 1;
                        let answer = Answer::Subset(status, Some(*subset));
                        emit(emitter, &lines.line(entry, answer))
                    },
                };
                inside.search(grid, redundant, Clues::default())?;
            }
        }
        Continue(())
    }
}

/// The cells with a clue.
fn clues(grid: &Grid) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(|&cell| grid.digits()[cell] != 0)
}

/// A search for the minimal puzzles inside another.
struct Inside<'a, V> {
    kernel: Kernel,
    lanes: &'a mut Lanes,
    stop: &'a AtomicBool,
    visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> Inside<'_, V> {
    /// Visits every minimal puzzle inside one with one solution, of which these clues are
    /// redundant, and which has to have these clues. They are left out in ascending order, so
    /// that each is found once.
    fn search(&mut self, grid: &Grid, redundant: Clues, mut kept: Clues) -> ControlFlow<()> {
        if redundant.is_empty() {
            return (self.visit)(grid);
        }
        for cell in redundant.without(kept).cells() {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let fewer = grid.with_cell(cell, 0);
            let (mut tests, mut still) = (Tests::default(), Clues::default());
            // Whatever is needed now is needed with fewer clues, too.
            tests.add(0, &fewer, redundant.cells().filter(|&other| other != cell));
            tests.run(self.kernel, self.lanes, |_, cell| still.insert(cell));
            self.search(&fewer, still, kept)?;
            kept.insert(cell);
        }
        Continue(())
    }
}
