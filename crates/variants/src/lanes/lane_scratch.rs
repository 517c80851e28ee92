//! Scratch memory and goals of a lane search: words of candidates, one for every lane, and the state
//! of intersections.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cages::{CageConstraints, Cages, CandidateGrid, PendingCages};
use crate::compiled_shape::CompiledShape;
use crate::digits::CandidateWord;
use crate::killer::KillerSearch;
use crate::shape::MOST_CELLS;
use countless_engine::ledger::Residue;
use countless_simd::{MAX_LANES, Mask, Simd, Vector};
use countless_sudoku::lanes::{Budget, LaneWork};

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

impl<S: Simd, W: CandidateWord> CandidateGrid for LaneView<'_, S, W> {
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
    pub fn new(compiled: &CompiledShape) -> Self {
        Self {
            board: LaneCandidates::new(),
            intersections: Intersections::new(compiled),
            branch_cells: LaneWords::NONE,
            stacks: vec![Vec::new(); MAX_LANES],
            cage_snapshot: LaneCandidates::new(),
            cells_by_lane: vec![
                vec![W::from_bits(0); compiled.cells.next_multiple_of(MAX_LANES)];
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

/// Goal of a lane search: counts the solutions of puzzles and stores some of them.
pub(super) struct CountSolutions<'a> {
    pub cells: usize,
    pub puzzles: &'a [u8],
    /// Cages that are common to all puzzles, or those of each puzzle.
    pub cages: &'a [Cages],
    /// Largest count of a puzzle.
    pub limit: u64,
    /// Number of solutions of each puzzle.
    pub counts: &'a mut [u64],
    /// Residue of the sum of all counts, computed independently of them.
    pub residue: Residue,
    pub store: SolutionStore<'a>,
    /// Limit for the nodes of a puzzle, and the nodes of each. Without a limit, lanes share
    /// puzzles.
    pub budget: Option<Budget<'a>>,
    pub stop: &'a AtomicBool,
}

/// Choice of the solutions to store.
pub(super) enum SolutionStore<'a> {
    /// The first solution found of each puzzle.
    First(&'a mut [u8]),
    /// All solutions.
    All(&'a mut Vec<u8>),
}

impl CountSolutions<'_> {
    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> usize {
        self.counts.len()
    }

    /// Returns the digits of a puzzle, with 0 for an empty cell.
    #[inline(always)]
    pub fn puzzle(&self, number: usize) -> &[u8] {
        &self.puzzles[number * self.cells..][..self.cells]
    }

    /// Returns the cages of a puzzle.
    #[inline(always)]
    pub fn cages(&self, number: usize) -> &Cages {
        &self.cages[number.min(self.cages.len() - 1)]
    }

    /// Returns whether each puzzle is searched depth first in one lane, and its nodes are
    /// [counted](Self::branched). Their number then depends on the puzzle alone, and not on the
    /// kernel or on other puzzles.
    #[inline(always)]
    pub fn isolates_puzzles(&self) -> bool {
        self.budget.is_some()
    }

    /// Counts a node of a puzzle.
    #[inline(always)]
    pub fn branched(&mut self, puzzle: usize) {
        if let Some(budget) = &mut self.budget {
            budget.nodes[puzzle] = budget.nodes[puzzle].saturating_add(1);
        }
    }

    /// Receives a solution, which has the bit of a digit for each cell.
    #[inline(always)]
    pub fn found(&mut self, puzzle: usize, solution: &[u32]) {
        let digits = solution.iter().map(|bit| bit.trailing_zeros() as u8 + 1);
        match &mut self.store {
            SolutionStore::First(_) if self.counts[puzzle] > 0 => {}
            SolutionStore::First(kept) => {
                let kept = &mut kept[puzzle * self.cells..][..self.cells];
                for (to, digit) in kept.iter_mut().zip(digits) {
                    *to = digit;
                }
            }
            SolutionStore::All(kept) => kept.extend(digits),
        }
        self.counts[puzzle] += 1;
        self.residue += Residue::of(1);
    }

    /// Returns whether a solution of a puzzle was found.
    #[inline(always)]
    pub fn has_solution(&self, puzzle: usize) -> bool {
        self.counts[puzzle] > 0
    }

    /// Returns whether more solutions of a puzzle are wanted.
    #[inline(always)]
    pub fn wants(&self, puzzle: usize) -> bool {
        let is_given_up = |budget: &Budget<'_>| budget.nodes[puzzle] > budget.most;
        self.counts[puzzle] < self.limit && !self.budget.as_ref().is_some_and(is_given_up)
    }

    /// Returns whether the search shall stop.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct LaneWords<W: CandidateWord>(W::Lanes);

impl<W: CandidateWord> LaneWords<W> {
    pub const NONE: Self = Self(W::NONE);

    #[inline(always)]
    pub fn get<V: Vector<Lane = W>>(&self, simd: V::Simd) -> V {
        V::load(simd, self.0.as_ref())
    }

    #[inline(always)]
    pub fn put<V: Vector<Lane = W>>(&mut self, vector: V) {
        vector.store(self.0.as_mut());
    }

    #[inline(always)]
    pub fn at(&self, lane: usize) -> W {
        self.0.as_ref()[lane]
    }

    #[inline(always)]
    pub fn set(&mut self, lane: usize, word: W) {
        self.0.as_mut()[lane] = word;
    }
}

/// State of the intersections of houses.
#[derive(Debug)]
pub(super) struct Intersections<W: CandidateWord> {
    /// Union of the candidates in the cells of each intersection.
    pub unions: Vec<LaneWords<W>>,
    /// For each intersection and each of its two houses, the candidates that the house has only
    /// there.
    pub locked: Vec<LaneWords<W>>,
}

impl<W: CandidateWord> Intersections<W> {
    pub fn new(compiled: &CompiledShape) -> Self {
        let parts = compiled.intersections.len();
        Self {
            unions: vec![LaneWords::NONE; parts],
            locked: vec![LaneWords::NONE; 2 * parts],
        }
    }
}
