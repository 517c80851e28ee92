//! Unavoidable sets: cells of a solved grid that contain a clue of every puzzle with that solution.
//!
//! A subtree is the unavoidable sets with one first cell.

mod unavoidable_search;

use std::sync::atomic::AtomicBool;

use unavoidable_search::UnavoidableSearch;
pub(super) use unavoidable_search::{CellBits, cells_of};

use super::questions::Clues;
use super::{CELLS, Grid};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Fields, Row};

/// Split of every plan: a subtree is a cell.
const SPLIT: &str = "cells";

/// Lists the unavoidable sets of a solved grid, up to a size.
///
/// A set of cells is *unavoidable* if the grid without them has several solutions. It is *minimal*
/// if no proper subset is unavoidable. A puzzle with this grid as its only solution has a clue in
/// every unavoidable set. Only minimal sets are listed.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::Unavoidable;
///
/// let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let sets = Unavoidable::new(text.parse()?, 6)?;
/// let mut found = Vec::new();
/// Run::new().for_each(&sets, |cells| found.push(cells))?;
/// assert_eq!(found.len(), 162);
/// // Three digits in two rows, which can be exchanged.
/// assert_eq!(found[0].to_string(), "r1c1 r1c2 r1c3 r4c1 r4c2 r4c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unavoidable {
    grid: Grid,
    max_size: usize,
}

impl Unavoidable {
    /// Makes the problem of all sets of a grid with up to `size` cells.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the grid is not solved.
    pub fn new(grid: Grid, size: usize) -> Result<Self, Error> {
        if !grid.is_solved() {
            let reason = "only a solved grid has unavoidable sets";
            return Err(Error::Impossible(reason.to_owned()));
        }
        Ok(Self {
            grid,
            max_size: size,
        })
    }

    /// Reads the problem from its spec.
    pub(super) fn of(spec: &Spec) -> Result<Self, Error> {
        Self::new(spec.require("grid")?, spec.require("size")?)
    }

    /// Returns all sets, as bits, the smallest first.
    pub(super) fn all_sets(&self) -> Vec<CellBits> {
        let stop = AtomicBool::new(false);
        let sets = (0..CELLS).flat_map(|cell| self.sets_from(cell, &stop));
        let mut sets: Vec<CellBits> = sets.collect();
        sets.sort_by_key(|set| set.count_ones());
        sets
    }

    /// Returns the sets with this first cell.
    fn sets_from(&self, cell: usize, stop: &AtomicBool) -> Vec<CellBits> {
        UnavoidableSearch::new(&self.grid, self.max_size, stop).sets_from(cell)
    }

    /// Makes a job to list the sets.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Row for Clues {
    fn fields(&self, fields: &mut impl Fields) {
        fields.number(self.len() as u64);
        fields.plain(self.to_string().as_bytes());
    }
}

impl Problem for Unavoidable {
    type Root = usize;
    type Scratch = ();
    type Solution = Clues;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::new("sudoku unavoidable", "search")
            .with("grid", self.grid)
            .with("size", self.max_size))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, usize>, Error> {
        if let Granularity::Split(split) = cut
            && split != SPLIT
        {
            let reason = format!("expected split {SPLIT}, found {split}");
            return Err(Error::ledger(&"the plan", reason));
        }
        // Estimated work: a later first cell leaves fewer cells.
        let cells = (0..CELLS).map(|cell| ((CELLS - cell) as u64, cell));
        Ok(Subtrees::list(SPLIT, cells.collect()))
    }

    fn scratch(&self, _: Kernel) -> Self::Scratch {}

    fn search(&self, (): &mut (), cell: usize, emitter: &mut Emitter<'_, Self>) -> Tally {
        let mut emitted = 0;
        for set in self.sets_from(cell, emitter.cancel_flag()) {
            emitted += 1;
            if emitter.push(Clues::of(set)).is_break() {
                break;
            }
        }
        Tally::of(emitted)
    }

    fn columns(&self) -> Columns {
        Columns::new().number("size").field("cells")
    }
}
