//! Neighbours of each puzzle: puzzles with some clues removed and others added.

use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer_tally::AnswerNumber;
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::Requirements;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_simd::Kernel;
use countless_sudoku::lanes::Lanes;
use countless_sudoku::setters;
use countless_sudoku::{
    CELLS, Canonical, Canonizer, DigitMasks, Extension, Grid, Status, extend, split,
};
use countless_table::{Columns, Fields, Row};

/// Records in a chunk if one clue is added. To add two takes seconds per puzzle, so a chunk has one
/// record then.
const RECORDS_PER_CHUNK: usize = 32;

/// Number of puzzles that have their last clue added together.
const EXTENDED_TOGETHER: usize = 512;

/// All digits in each cell.
const ALL_DIGITS: DigitMasks = [0x1FF; CELLS];

/// Question for the puzzles with one solution that lack some clues of a puzzle, and have others
/// instead.
///
/// The columns are `puzzle,neighbour`. Of equivalent neighbours of one puzzle, only the first has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindNeighbours {
    remove: usize,
    add: usize,
}

impl Default for FindNeighbours {
    fn default() -> Self {
        Self { remove: 1, add: 1 }
    }
}

impl FindNeighbours {
    /// Creates the question for neighbours with one clue removed and one added.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the number of clues to remove.
        remove: usize;
        /// Sets the number of clues to add, at least one.
        #[allow(clippy::should_implement_trait)] // named after its field, like all others
        add: usize;
    }
}

/// Neighbour of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeighbourAnswer {
    /// Puzzle with one solution.
    pub neighbour: Grid,
    /// Canonical form of the neighbour.
    pub form: Canonical,
}

impl Question for FindNeighbours {
    type Answer = NeighbourAnswer;
    type Scratch = (Box<Canonizer>, Vec<Canonical>);

    const NAME: &'static str = "neighbours";
    const COUNTS_PUZZLES: bool = false;
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Puzzles, AnswerNumber::Invalid];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Invalid];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns.field("neighbour")
    }

    fn describe(&self, spec: Spec, _: &dyn Fn(Spec) -> Spec) -> Spec {
        spec.with("remove", self.remove).with("add", self.add)
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            remove: spec.require("remove")?,
            add: spec.require("add")?,
        })
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            takes_only_grids: true,
            ..Requirements::new(if self.add > 1 { 1 } else { RECORDS_PER_CHUNK })
        }
    }

    fn answer<G: AnswerSink<NeighbourAnswer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let tally = asked.tally;
        let (canonizer, forms) = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        let grids = asked.places.iter();
        let grids = grids.map(|place| Some(*batch.grid((*place)?)?));
        let grids: Vec<Option<Grid>> = grids.collect();
        for grid in &grids {
            match grid {
                Some(_) => tally[AnswerNumber::Puzzles] += 1,
                None => tally.add(Status::Invalid),
            }
        }
        let mut vicinity = NeighbourSearch {
            kernel: batch.kernel,
            lanes: &mut batch.lanes,
            canonizer,
            forms,
            stop: asked.stop,
            add: self.add,
            puzzle: 0,
            pending: Vec::new(),
            known_forms: (0, HashSet::new()),
            visit: |puzzle: usize, neighbour, form| {
                tally.add_solutions(1, Residue::of(1));
                give.accept(puzzle, &NeighbourAnswer { neighbour, form }, None)
            },
        };
        for (puzzle, grid) in grids.iter().enumerate() {
            if let Some(grid) = grid {
                vicinity.puzzle = puzzle;
                vicinity.remove(grid, 0, self.remove, ALL_DIGITS)?;
            }
        }
        vicinity.add_last()
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

/// Search for the neighbours of puzzles.
struct NeighbourSearch<'a, V> {
    kernel: Kernel,
    lanes: &'a mut Lanes,
    canonizer: &'a mut Canonizer,
    forms: &'a mut Vec<Canonical>,
    stop: &'a AtomicBool,
    /// Number of clues to add, at least one.
    add: usize,
    /// Number of the present puzzle.
    puzzle: usize,
    /// Puzzles without their last clue, each with the number of the puzzle it comes from.
    pending: Vec<(usize, Grid, Extension)>,
    /// Number of a puzzle, and the canonical forms of its neighbours so far.
    known_forms: (usize, HashSet<Grid>),
    visit: V,
}

impl<V: FnMut(usize, Grid, Canonical) -> ControlFlow<()>> NeighbourSearch<'_, V> {
    /// Removes `number` clues from the cell `from` on, then adds others. `allowed` are the digits
    /// that each cell may get.
    fn remove(
        &mut self,
        grid: &Grid,
        from: usize,
        number: usize,
        mut allowed: DigitMasks,
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

    /// Adds `number` clues in ascending order of their cells. The last clue is added to many
    /// puzzles together.
    fn add(&mut self, grid: &Grid, number: usize, mut allowed: DigitMasks) -> ControlFlow<()> {
        if number == 1 {
            let extension = Extension::new(grid, &allowed);
            self.pending.push((self.puzzle, *grid, extension));
            if self.pending.len() == EXTENDED_TOGETHER {
                self.add_last()?;
            }
            return Continue(());
        }
        // Without a solution, puzzles with more clues do not have one either.
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

    /// Adds the last clue to all puzzles that lack it.
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
            let (known, forms) = &mut self.known_forms;
            if *known != puzzle {
                *known = puzzle;
                forms.clear();
            }
            if forms.insert(form.form) {
                (self.visit)(puzzle, grid, *form)?;
            }
        }
        Continue(())
    }
}

impl Row for NeighbourAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(&self.neighbour.to_ascii(b'.'));
    }
}

impl OwnedAnswer for NeighbourAnswer {}
