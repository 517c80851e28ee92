//! Sets of clues, and unavoidable sets: cells of a solved grid that contain a clue of every puzzle
//! with that solution.
//!
//! A subtree is the unavoidable sets with one first cell.
//!
//! Another solution differs from the grid in some cells; the first of them is the start. A digit
//! that a cell loses must return in its row, column and box, in another cell, which loses its own
//! digit. The search adds cells until all lost digits have returned. The changed cells are
//! unavoidable, and listed if no subset of them is.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::grid::{CELLS, Cell, Grid, HOUSE_CELLS, HOUSES_OF, cells_of};
use crate::Solver;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::{Kernel, sort_by_key};
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
        sort_by_key(&mut sets, |set| set.count_ones());
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

/// Set of clues of a puzzle, by cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clues(u128);

impl Clues {
    /// Creates the set of the cells with their bit set.
    pub const fn of(cells: u128) -> Self {
        Self(cells)
    }

    /// Number of clues.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        self.cells().map(Cell::from_index)
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Clues that are not in `others`.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Numbers of the cells, in ascending order.
    pub fn cells(self) -> impl Iterator<Item = usize> + Clone {
        cells_of(self.0)
    }
}

impl fmt::Display for Clues {
    /// Writes the cells: `r1c4 r5c6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{cell}")?;
        }
        Ok(())
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

/// A set of the cells of a grid, as bits.
pub(crate) type CellBits = u128;

/// A search for the unavoidable sets of a solved grid.
#[derive(Debug)]
pub(super) struct UnavoidableSearch<'a> {
    grid: &'a Grid,
    /// Cell of each digit in each house.
    digit_cells: [[u8; 10]; 27],
    max_size: u32,
    stop: &'a AtomicBool,
    found: HashSet<CellBits>,
}

/// Changed cells, some of them with a new digit.
#[derive(Clone, Copy, Debug)]
struct PartialRefill {
    /// Cells that may change.
    free: CellBits,
    /// Cells that change.
    changed: CellBits,
    /// Changed cells with a new digit, together and by their digit.
    refilled: CellBits,
    digits: [CellBits; 10],
}

impl<'a> UnavoidableSearch<'a> {
    pub fn new(grid: &'a Grid, size: usize, stop: &'a AtomicBool) -> Self {
        let mut homes = [[0; 10]; 27];
        for (cell, &digit) in grid.digits().iter().enumerate() {
            for house in HOUSES_OF[cell] {
                homes[house][usize::from(digit)] = cell as u8;
            }
        }
        Self {
            grid,
            digit_cells: homes,
            max_size: size as u32,
            stop,
            found: HashSet::new(),
        }
    }

    /// Returns the sets with this first cell, the smallest first, and sets of one size in the order
    /// of their cells. A stopped search returns only some of them.
    pub fn sets_from(mut self, start: usize) -> Vec<CellBits> {
        let state = PartialRefill {
            free: CellBits::MAX >> (128 - CELLS) & !0 << start,
            changed: 0,
            refilled: 0,
            digits: [0; 10],
        };
        for digit in 1..=9 {
            if let Some(next) = self.with_digit(&state, start, digit) {
                self.search(&next);
            }
        }
        let mut solver = Solver::new();
        let sets = self.found.into_iter();
        let mut sets: Vec<CellBits> = sets
            .filter(|&set| is_minimal(self.grid, set, &mut solver))
            .collect();
        sort_by_key(&mut sets, |set| {
            (set.count_ones(), Reverse(set.reverse_bits()))
        });
        sets
    }

    /// Returns the state with another digit in a cell; `None` if that is not possible.
    fn with_digit(
        &self,
        state: &PartialRefill,
        cell: usize,
        digit: usize,
    ) -> Option<PartialRefill> {
        let bit: CellBits = 1 << cell;
        let mut changed = state.changed | bit;
        if state.refilled & bit != 0 || usize::from(self.grid.digits()[cell]) == digit {
            return None;
        }
        for house in HOUSES_OF[cell] {
            if state.digits[digit] & HOUSE_CELLS[house] != 0 {
                return None;
            }
            changed |= 1 << self.digit_cells[house][digit];
        }
        if changed & !state.free != 0 || self.least_size(changed) > self.max_size {
            return None;
        }
        let mut next = *state;
        next.changed = changed;
        next.refilled |= bit;
        next.digits[digit] |= bit;
        Some(next)
    }

    /// Least number of changed cells of a complete state: a house never has only one.
    fn least_size(&self, changed: CellBits) -> u32 {
        let number = changed.count_ones();
        if number > self.max_size {
            return number;
        }
        let alone = |houses: std::ops::Range<usize>| {
            HOUSE_CELLS[houses].iter().fold(0, |alone, members| {
                let inside = changed & members;
                alone + u32::from(inside.is_power_of_two())
            })
        };
        number + alone(0..9).max(alone(9..18)).max(alone(18..27))
    }

    /// Branches on the lost digit and house with the fewest places.
    fn search(&mut self, state: &PartialRefill) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (mut best, mut fewest) = (None, usize::MAX);
        for cell in cells_of(state.changed) {
            let digit = usize::from(self.grid.digits()[cell]);
            for house in HOUSES_OF[cell] {
                if state.digits[digit] & HOUSE_CELLS[house] != 0 {
                    continue;
                }
                let ways = self.refills(state, house, digit).count();
                if ways < fewest {
                    (best, fewest) = (Some((house, digit)), ways);
                }
            }
        }
        let Some((house, digit)) = best else {
            self.found.insert(state.changed);
            return;
        };
        let ways: Vec<PartialRefill> = self.refills(state, house, digit).collect();
        for way in ways {
            self.search(&way);
        }
    }

    /// Returns the states in which a lost digit is back in a house.
    fn refills(
        &self,
        state: &PartialRefill,
        house: usize,
        digit: usize,
    ) -> impl Iterator<Item = PartialRefill> {
        let ways = cells_of(HOUSE_CELLS[house] & state.free & !state.refilled);
        ways.filter_map(move |cell| self.with_digit(state, cell, digit))
    }
}

/// True if every other filling of the cells changes all of them.
fn is_minimal(grid: &Grid, set: CellBits, solver: &mut Solver<'_>) -> bool {
    let puzzle = cells_of(set).fold(*grid, |puzzle, cell| puzzle.with_cell(cell, 0));
    let mut is_minimal = true;
    solver.solve(&puzzle, u64::MAX, &mut |other| {
        let keeps = cells_of(set).any(|cell| other.digits()[cell] == grid.digits()[cell]);
        is_minimal = !keeps || other == grid;
        if is_minimal { Continue(()) } else { Break(()) }
    });
    is_minimal
}
