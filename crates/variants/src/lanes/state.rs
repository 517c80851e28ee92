//! What a search knows and remembers.

use super::parts::Intersections;
use super::row::LaneWords;
use crate::cages::{CageConstraints, CandidateGrid, PendingCages};
use crate::killer::KillerSearch;
use crate::plan::CompiledShape;
use crate::shape::MOST_CELLS;
use crate::word::{CandidateWord, VectorWord};
use countless_simd::{MAX_LANES, Mask, Simd, Vector};
use countless_sudoku::lanes::LaneWork;

/// The candidates of every cell, in every lane.
#[derive(Debug)]
pub(super) struct LaneCandidates<W: CandidateWord>(Box<[LaneWords<W>; MOST_CELLS]>);

impl<W: CandidateWord> LaneCandidates<W> {
    pub fn new() -> Self {
        let rows = vec![LaneWords::NONE; MOST_CELLS].try_into();
        Self(rows.unwrap_or_else(|_| Box::new([LaneWords::NONE; MOST_CELLS])))
    }

    // The remainder takes the place of a check.

    #[inline(always)]
    pub fn at(&self, cell: u16) -> &LaneWords<W> {
        &self.0[usize::from(cell) % MOST_CELLS]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, cell: u16) -> &mut LaneWords<W> {
        &mut self.0[usize::from(cell) % MOST_CELLS]
    }

    /// The first cells.
    #[inline(always)]
    pub fn first(&self, cells: usize) -> &[LaneWords<W>] {
        &self.0[..cells]
    }

    #[inline(always)]
    pub fn first_mut(&mut self, cells: usize) -> &mut [LaneWords<W>] {
        &mut self.0[..cells]
    }
}

/// The candidates in one lane, as its cages go through them.
pub(super) struct LaneView<'a, S, W: CandidateWord> {
    pub simd: S,
    pub board: &'a mut LaneCandidates<W>,
    pub cage_snapshot: &'a mut LaneCandidates<W>,
    /// The same, side by side.
    pub cells: &'a mut [W],
    pub number: usize,
}

impl<S: Simd, W: VectorWord> CandidateGrid for LaneView<'_, S, W> {
    #[inline(always)]
    fn get(&self, cell: u16) -> u32 {
        self.cells[usize::from(cell)].bits()
    }

    #[inline(always)]
    fn set(&mut self, cell: u16, digits: u32) {
        let word = W::from_bits(digits);
        self.board.at_mut(cell).set(self.number, word);
        self.cage_snapshot.at_mut(cell).set(self.number, word);
        self.cells[usize::from(cell)] = word;
    }

    #[inline(always)]
    fn cells_with(&self, digits: u32) -> u128 {
        let digits = W::Vector::<S>::splat(self.simd, W::from_bits(digits));
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
pub(super) struct LaneScratch<W: CandidateWord> {
    pub board: LaneCandidates<W>,
    pub intersections: Intersections<W>,
    /// For each lane the cell to guess at.
    pub branch_cells: LaneWords<W>,
    /// For each lane, what it still has to search: the candidates of all cells and what was chosen
    /// then, as often as there are such nodes.
    pub stacks: Vec<Vec<W>>,
    /// The board as cages have seen it.
    pub cage_snapshot: LaneCandidates<W>,
    /// The same for each lane, with the cells side by side.
    pub cells_by_lane: Vec<Vec<W>>,
    /// For each lane, the cages of its puzzle if it has its own, and which are yet to be looked at.
    pub own_cages: Vec<CageConstraints>,
    pub pending: Vec<PendingCages>,
    /// A solution, a bit for each cell.
    pub solution: Box<[u32; MOST_CELLS]>,
    pub effort: LaneWork,
}

impl<W: CandidateWord> LaneScratch<W> {
    pub fn new(plan: &CompiledShape) -> Self {
        Self {
            board: LaneCandidates::new(),
            intersections: Intersections::new(plan),
            branch_cells: LaneWords::NONE,
            stacks: vec![Vec::new(); MAX_LANES],
            cage_snapshot: LaneCandidates::new(),
            cells_by_lane: vec![
                vec![W::from_bits(0); plan.cells().next_multiple_of(MAX_LANES)];
                MAX_LANES
            ],
            own_cages: vec![CageConstraints::default(); MAX_LANES],
            pending: vec![PendingCages::default(); MAX_LANES],
            solution: Box::new([0; MOST_CELLS]),
            effort: LaneWork::default(),
        }
    }
}

/// So many guesses lanes have for a puzzle with cages. Few puzzles that are made at random take
/// more.
pub(super) const PATIENCE: u32 = 10;

/// The search for hard puzzles, once there was one.
#[derive(Debug)]
pub(super) struct HardSearch {
    pub patience: u32,
    pub killer: Option<Box<KillerSearch>>,
}

impl HardSearch {
    pub fn new() -> Self {
        Self {
            patience: PATIENCE,
            killer: None,
        }
    }
}
