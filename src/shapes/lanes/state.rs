//! What a search knows and remembers.

use super::parts::Parts;
use super::row::{Row, Word};
use crate::shapes::cages::Grid;
use crate::shapes::plan::Plan;
use crate::shapes::shape::MOST_CELLS;
use crate::simd::MAX_LANES;
use crate::sudoku::lanes::Effort;

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

/// The candidates in one lane.
pub(super) struct Lane<'a, W: Word> {
    pub board: &'a mut Board<W>,
    pub lane: usize,
}

impl<W: Word> Grid for Lane<'_, W> {
    #[inline(always)]
    fn get(&self, cell: u16) -> u32 {
        self.board.at(cell).at(self.lane).bits()
    }

    #[inline(always)]
    fn set(&mut self, cell: u16, digits: u32) {
        self.board.at_mut(cell).set(self.lane, W::of(digits));
    }
}

/// The memory of a search.
#[derive(Debug)]
pub(super) struct Memory<W: Word> {
    pub board: Board<W>,
    pub parts: Parts<W>,
    /// For each lane the cell to guess at.
    pub choice: Row<W>,
    /// For each lane, what it still has to search: the candidates of all cells, as often as there
    /// are such nodes.
    pub stacks: Vec<Vec<W>>,
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
            solution: Box::new([0; MOST_CELLS]),
            effort: Effort::default(),
        }
    }
}
