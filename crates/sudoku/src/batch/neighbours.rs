//! The puzzles near each puzzle of a chunk: some clues less, and others more.

use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::row::Answer;
use super::tally::BatchTally;
use super::worker::Worker;
use super::{Batch, emit};
use crate::canon::{Canonical, Canonizer};
use crate::extend::{Digits, Extension, extend};
use crate::lanes::Lanes;
use crate::{CELLS, Grid, split};
use countless_engine::Emitter;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;

/// So many puzzles have their last clue added together.
const TOGETHER: usize = 512;

/// All digits of each cell.
const ALL: Digits = [0x1FF; CELLS];

impl Batch {
    /// Gives a row for each puzzle with one solution near one that was read: of those near the
    /// same one that are the same up to symmetry, for the first.
    pub(super) fn find_neighbours(
        &self,
        worker: &mut Worker,
        tally: &mut BatchTally,
        emitter: &mut Emitter<'_, Self>,
    ) -> ControlFlow<()> {
        let Worker {
            kernel,
            lines,
            puzzles,
            lanes,
            canonizer,
            forms,
            ..
        } = worker;
        let entries = lines.entries.iter();
        let grids = entries.map(|entry| puzzles.grid(entry.place?));
        let grids: Vec<_> = grids.collect();
        let read = grids.iter().flatten().count() as u64;
        tally.forms += read;
        tally.invalid += grids.len() as u64 - read;
        let mut vicinity = Vicinity {
            kernel: *kernel,
            lanes,
            canonizer,
            forms,
            stop: emitter.cancel_flag(),
            add: self.options.add,
            puzzle: 0,
            pending: Vec::new(),
            seen: Seen::default(),
            visit: |puzzle: usize, neighbour, form| {
                tally.add_solutions(1, Residue::of(1));
                let answer = Answer::Neighbour { neighbour, form };
                emit(emitter, &lines.line(&lines.entries[puzzle], answer))
            },
        };
        for (puzzle, grid) in grids.into_iter().enumerate() {
            if let Some(grid) = grid {
                vicinity.puzzle = puzzle;
                vicinity.remove(grid, 0, self.options.remove, ALL)?;
            }
        }
        vicinity.add_last()
    }
}

/// A search for the puzzles near others.
struct Vicinity<'a, V> {
    kernel: Kernel,
    lanes: &'a mut Lanes,
    canonizer: &'a mut Canonizer,
    forms: &'a mut Vec<Canonical>,
    stop: &'a AtomicBool,
    /// How many clues are added, at least one.
    add: usize,
    /// The number of the puzzle.
    puzzle: usize,
    /// Puzzles that lack their last clue, each with the number of the one it comes from.
    pending: Vec<(usize, Grid, Extension)>,
    seen: Seen,
    visit: V,
}

/// The forms of the neighbours of a puzzle.
#[derive(Default)]
struct Seen {
    puzzle: usize,
    forms: HashSet<Grid>,
}

impl Seen {
    /// Whether the form is that of no neighbour before.
    fn is_new(&mut self, puzzle: usize, form: Grid) -> bool {
        if self.puzzle != puzzle {
            self.puzzle = puzzle;
            self.forms.clear();
        }
        self.forms.insert(form)
    }
}

impl<V: FnMut(usize, Grid, Canonical) -> ControlFlow<()>> Vicinity<'_, V> {
    /// Takes away so many clues from a cell on, and goes on with what is left. Of each cell, some
    /// digits may be added later.
    fn remove(
        &mut self,
        grid: &Grid,
        from: usize,
        number: usize,
        mut allowed: Digits,
    ) -> ControlFlow<()> {
        if number == 0 {
            return self.add(grid, self.add, allowed);
        }
        let clues = grid.digits()[from..].iter().filter(|digit| **digit != 0);
        if clues.count() < number {
            return Continue(());
        }
        for cell in from..CELLS {
            let digit = grid.digits()[cell];
            if digit != 0 {
                allowed[cell] &= !(1 << (digit - 1));
                self.remove(&grid.with_cell(cell, 0), cell + 1, number - 1, allowed)?;
                allowed[cell] = 0x1FF;
            }
        }
        Continue(())
    }

    /// Adds so many clues in ascending order of their cells, the last of many puzzles together.
    fn add(&mut self, grid: &Grid, number: usize, mut allowed: Digits) -> ControlFlow<()> {
        if number == 1 {
            let extension = Extension::new(grid, &allowed);
            self.pending.push((self.puzzle, *grid, extension));
            if self.pending.len() == TOGETHER {
                self.add_last()?;
            }
            return Continue(());
        }
        // Without a solution there is none of what has more clues.
        let Some(marks) = split(&grid.into(), 1).pop() else {
            return Continue(());
        };
        for cell in 0..CELLS {
            let digits = allowed[cell] & marks.cells()[cell];
            allowed[cell] = 0;
            if grid.digits()[cell] != 0 {
                continue;
            }
            for digit in (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1) {
                self.add(&grid.with_cell(cell, digit), number - 1, allowed)?;
            }
            if self.stop.load(Ordering::Relaxed) {
                return Break(());
            }
        }
        Continue(())
    }

    /// Adds the last clue to all that lack it.
    fn add_last(&mut self) -> ControlFlow<()> {
        let (mut from, mut extensions) = (Vec::new(), Vec::new());
        for (puzzle, grid, extension) in self.pending.drain(..) {
            from.push((puzzle, grid));
            extensions.push(extension);
        }
        if !extend(self.kernel, self.lanes, &mut extensions, self.stop) {
            return Break(());
        }
        let each = from.iter().zip(&extensions);
        let found = each.flat_map(|(&(puzzle, grid), extension)| {
            let clues = extension.unique();
            clues.map(move |(cell, digit)| (puzzle, grid.with_cell(cell, digit)))
        });
        let (puzzles, grids): (Vec<_>, Vec<_>) = found.unzip();
        self.canonizer.run(self.kernel, &grids, self.forms);
        for ((puzzle, grid), form) in puzzles.into_iter().zip(grids).zip(&*self.forms) {
            if self.seen.is_new(puzzle, form.form) {
                (self.visit)(puzzle, grid, *form)?;
            }
        }
        Continue(())
    }
}
