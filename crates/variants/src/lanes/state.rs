//! What a search knows and remembers.

use super::parts::Parts;
use super::row::Row;
use crate::cages::{Constraints, Grid, Pending};
use crate::killer::Killer;
use crate::plan::Plan;
use crate::shape::MOST_CELLS;
use crate::word::{Wide, Word};
use countless_simd::{MAX_LANES, Mask, Simd, Vector};
use countless_sudoku::lanes::Effort;

/// The candidates of every cell, in every lane.
#[derive(Debug)]
pub(super) struct Board<W: Word>(Box<[Row<W>; MOST_CELLS]>);

impl<W: Word> Board<W> {
    pub fn new() -> Self {
        let rows = vec![Row::NONE; MOST_CELLS].try_into();
        Self(rows.unwrap_or_else(|_| Box::new([Row::NONE; MOST_CELLS])))
    }

    // The remainder takes the place of a check.

    #[inline(always)]
    pub fn at(&self, cell: u16) -> &Row<W> {
        &self.0[usize::from(cell) % MOST_CELLS]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, cell: u16) -> &mut Row<W> {
        &mut self.0[usize::from(cell) % MOST_CELLS]
    }

    /// The first cells.
    #[inline(always)]
    pub fn first(&self, cells: usize) -> &[Row<W>] {
        &self.0[..cells]
    }

    #[inline(always)]
    pub fn first_mut(&mut self, cells: usize) -> &mut [Row<W>] {
        &mut self.0[..cells]
    }
}

/// The candidates in one lane, as its cages go through them.
pub(super) struct Lane<'a, S, W: Word> {
    pub simd: S,
    pub board: &'a mut Board<W>,
    pub seen: &'a mut Board<W>,
    /// The same, side by side.
    pub cells: &'a mut [W],
    pub number: usize,
}

impl<S: Simd, W: Wide> Grid for Lane<'_, S, W> {
    #[inline(always)]
    fn get(&self, cell: u16) -> u32 {
        self.cells[usize::from(cell)].bits()
    }

    #[inline(always)]
    fn set(&mut self, cell: u16, digits: u32) {
        let word = W::of(digits);
        self.board.at_mut(cell).set(self.number, word);
        self.seen.at_mut(cell).set(self.number, word);
        self.cells[usize::from(cell)] = word;
    }

    #[inline(always)]
    fn with(&self, digits: u32) -> u128 {
        let digits = W::Vector::<S>::splat(self.simd, W::of(digits));
        let (mut all, mut from) = (0, 0);
        for cells in self.cells.chunks_exact(W::Vector::<S>::LANES) {
            let cells = W::Vector::<S>::load(self.simd, cells);
            all |= u128::from(cells.intersects(digits).bits()) << (from % u128::BITS);
            from += W::Vector::<S>::LANES as u32;
        }
        all
    }
}

/// The memory of a search.
#[derive(Debug)]
pub(super) struct Memory<W: Word> {
    pub board: Board<W>,
    pub parts: Parts<W>,
    /// For each lane the cell to guess at.
    pub choice: Row<W>,
    /// For each lane, what it still has to search: the candidates of all cells and what was chosen
    /// then, as often as there are such nodes.
    pub stacks: Vec<Vec<W>>,
    /// The board as cages have seen it.
    pub seen: Board<W>,
    /// The same for each lane, with the cells side by side.
    pub cells: Vec<Vec<W>>,
    /// For each lane, the cages of its puzzle if it has its own, and which are yet to be looked at.
    pub own: Vec<Constraints>,
    pub pending: Vec<Pending>,
    /// A solution, a bit for each cell.
    pub solution: Box<[u32; MOST_CELLS]>,
    pub effort: Effort,
}

impl<W: Word> Memory<W> {
    pub fn new(plan: &Plan) -> Self {
        Self {
            board: Board::new(),
            parts: Parts::new(plan),
            choice: Row::NONE,
            stacks: vec![Vec::new(); MAX_LANES],
            seen: Board::new(),
            cells: vec![vec![W::of(0); plan.cells().next_multiple_of(MAX_LANES)]; MAX_LANES],
            own: vec![Constraints::default(); MAX_LANES],
            pending: vec![Pending::default(); MAX_LANES],
            solution: Box::new([0; MOST_CELLS]),
            effort: Effort::default(),
        }
    }
}

/// So many guesses lanes have for a puzzle with cages. Few puzzles that are made at random take
/// more.
pub(super) const PATIENCE: u32 = 10;

/// The search for hard puzzles, once there was one.
#[derive(Debug)]
pub(super) struct Hard {
    pub patience: u32,
    pub killer: Option<Box<Killer>>,
}

impl Hard {
    pub fn new() -> Self {
        Self {
            patience: PATIENCE,
            killer: None,
        }
    }
}
