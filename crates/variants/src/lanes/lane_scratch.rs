//! Scratch memory of a lane search.

use super::intersections::Intersections;
use super::lane_words::LaneWords;
use crate::cages::{CageConstraints, CandidateGrid, PendingCages};
use crate::candidate_word::{CandidateWord, VectorWord};
use crate::compiled_shape::CompiledShape;
use crate::killer::KillerSearch;
use crate::shape::MOST_CELLS;
use countless_simd::{MAX_LANES, Mask, Simd, Vector};
use countless_sudoku::lanes::LaneWork;

/// Candidates of every cell, in every lane.
#[derive(Debug)]
pub(super) struct LaneCandidates<W: CandidateWord>(Box<[LaneWords<W>; MOST_CELLS]>);

impl<W: CandidateWord> LaneCandidates<W> {
    pub fn new() -> Self {
        let rows = vec![LaneWords::NONE; MOST_CELLS].try_into();
        Self(rows.unwrap_or_else(|_| Box::new([LaneWords::NONE; MOST_CELLS])))
    }

    // The remainder replaces a bounds check.

    #[inline(always)]
    pub fn at(&self, cell: u16) -> &LaneWords<W> {
        &self.0[usize::from(cell) % MOST_CELLS]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, cell: u16) -> &mut LaneWords<W> {
        &mut self.0[usize::from(cell) % MOST_CELLS]
    }

    /// Returns the words of the first `cells` cells.
    #[inline(always)]
    pub fn first(&self, cells: usize) -> &[LaneWords<W>] {
        &self.0[..cells]
    }

    #[inline(always)]
    pub fn first_mut(&mut self, cells: usize) -> &mut [LaneWords<W>] {
        &mut self.0[..cells]
    }
}

/// Candidates of one lane, for tightening its cages.
pub(super) struct LaneView<'a, S, W: CandidateWord> {
    pub simd: S,
    pub board: &'a mut LaneCandidates<W>,
    pub cage_snapshot: &'a mut LaneCandidates<W>,
    /// Candidates of the lane, contiguous.
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

/// Scratch memory of a search.
#[derive(Debug)]
pub(super) struct LaneScratch<W: CandidateWord> {
    pub board: LaneCandidates<W>,
    pub intersections: Intersections<W>,
    /// Branching cell of each lane.
    pub branch_cells: LaneWords<W>,
    /// Stack of open nodes of each lane. A node has the candidates of all cells, and a last word
    /// with the cell and digit of its branch.
    pub stacks: Vec<Vec<W>>,
    /// Candidates when cages were last tightened.
    pub cage_snapshot: LaneCandidates<W>,
    /// Snapshot of each lane, with contiguous cells.
    pub cells_by_lane: Vec<Vec<W>>,
    /// For each lane, the cages of its puzzle, if the puzzle has its own.
    pub own_cages: Vec<CageConstraints>,
    pub pending: Vec<PendingCages>,
    /// Solution, with the bit of a digit for each cell.
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

/// Number of branches in lanes after which a puzzle with cages is hard. Few random puzzles take
/// more.
pub(super) const PATIENCE: u32 = 10;

/// Search for hard puzzles, created for the first of them.
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
