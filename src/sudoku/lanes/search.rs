//! The search that every use of the lanes shares.

use super::grids::{BLANK_CELLS, BLANK_LINES, Cells, Copies, Lines, Moves};
use super::guess::{Branch, Choice};
use super::pass::pass;
use super::schedule::{Source, Stacks};
use super::transpose::{BLANK_TILE, Root, Tile, store};
use crate::simd::{MAX_LANES, Simd, Task, Vector};
use crate::sudoku::Grid;

/// What a search is for.
pub(super) trait Goal {
    /// How puzzles are given.
    type Root: Root;

    /// What a node of the search tree carries besides its candidates.
    type Mark: Mark;

    /// Whether to branch in stacks only, until all minicolumns are settled, and to hand
    /// such grids to [`settled`](Self::settled).
    const STACKS: bool = false;

    /// The puzzles at the roots of the search trees.
    fn roots(&self) -> &[Self::Root];

    /// Takes note of a solution, and says whether it is to be [delivered](Self::deliver).
    fn found(&mut self, root: usize, mark: &Self::Mark) -> bool;

    /// Takes a solution.
    fn deliver(&mut self, _root: usize, _solution: &Grid) {}

    /// Takes the grid in a lane, whose minicolumns are settled.
    fn settled<S: Simd>(&mut self, _simd: S, _root: usize, _cells: &Cells, _lane: usize) {}

    /// Whether what is found below a node still matters.
    fn wants(&self, _root: usize, _mark: &Self::Mark) -> bool {
        true
    }

    /// Whether a solution found since the last call has made nodes unwanted.
    fn narrowed(&mut self) -> bool {
        false
    }

    /// Whether to give up.
    fn stopped(&self) -> bool {
        false
    }
}

impl Mark for () {
    const ROOT: Self = ();
    fn accept(&mut self) {}
    fn refuse(&mut self) {}
}

/// What a node of the search tree carries besides its candidates.
pub(super) trait Mark: Copy {
    /// The mark of a puzzle.
    const ROOT: Self;
    /// The mark of the node where the branch is accepted.
    fn accept(&mut self);
    /// The mark of the node where the branch is refused.
    fn refuse(&mut self);
}

/// A node of the search tree of a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    pub root: u32,
    pub mark: M,
}

/// A node that waits in the pool; its branch is still to be refused.
pub(super) struct Waiting<M> {
    pub node: Node<M>,
    pub branch: Branch,
}

/// How many nodes turned out to be unwanted lately.
///
/// Where puzzles have more solutions than the limit, most branches need only one side,
/// and it does not pay to search both at once.
#[derive(Debug, Default)]
pub(super) struct Habit {
    pub branches: u32,
    pub unwanted: u32,
}

impl Habit {
    /// Whether to search both sides of a branch at once.
    pub fn is_thorough(&self) -> bool {
        self.unwanted * 8 <= self.branches
    }

    /// Lets the past count less and less.
    fn forget(&mut self) {
        if self.branches > 1 << 12 {
            self.branches /= 2;
            self.unwanted /= 2;
        }
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Passes of propagation over all lanes.
    pub passes: u64,
    /// The sum over all passes of the lanes at work.
    pub lane_passes: u64,
    /// Branches.
    pub guesses: u64,
}

/// The memory of a search.
#[derive(Debug)]
pub(super) struct Memory {
    /// The grids at work, and the candidates of their lines.
    pub cells: Cells,
    pub lines: Lines,
    /// What a branch removes from the lines.
    pub edits: Lines,
    pub choice: Choice,
    /// Puzzles that wait for a lane.
    pub incoming: Cells,
    /// Solutions that wait to be delivered.
    outgoing: Cells,
    pub tile: Tile,
    grids: [Grid; MAX_LANES],
    /// Nodes that wait for a lane, as many per block as there are lanes.
    pub pool: Vec<Cells>,
    /// Nodes that wait for the lane that they come from.
    pub kept: Vec<Cells>,
    pub effort: Effort,
}

impl Memory {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            cells: BLANK_CELLS,
            lines: BLANK_LINES,
            edits: BLANK_LINES,
            choice: Choice::NONE,
            incoming: BLANK_CELLS,
            outgoing: BLANK_CELLS,
            tile: BLANK_TILE,
            grids: [Grid::BLANK; MAX_LANES],
            pool: Vec::new(),
            kept: Vec::new(),
            effort: Effort::default(),
        })
    }
}

/// The lanes of a set.
pub(super) fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < MAX_LANES).then_some(lane)
    })
}

/// A search for a goal.
pub(super) struct Run<'a, G> {
    pub memory: &'a mut Memory,
    pub goal: &'a mut G,
}

impl<G: Goal> Task for Run<'_, G> {
    /// Whether every root was done before the goal stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        search(simd, self.memory, self.goal)
    }
}

#[inline(always)]
fn search<S: Simd, G: Goal>(simd: S, memory: &mut Memory, goal: &mut G) -> bool {
    let mut search = Search {
        simd,
        memory,
        goal,
        nodes: [Node {
            root: 0,
            mark: G::Mark::ROOT,
        }; MAX_LANES],
        waiting: Vec::new(),
        stacks: Stacks::new(),
        habit: Habit::default(),
        active: 0,
        loaded: 0,
        ready: 0,
        leaving: [0; MAX_LANES],
        left: 0,
    };
    while !search.goal.stopped() {
        let mut moves = Moves::NONE;
        if search.active != 0 {
            let m = &mut *search.memory;
            let verdict = pass(simd, &mut m.cells, &mut m.lines);
            m.effort.passes += 1;
            m.effort.lane_passes += u64::from(search.active.count_ones());
            let solved = verdict.solved & search.active;
            search.active &= !(verdict.dead | verdict.solved);
            if solved != 0 {
                search.conclude(solved);
            }
            if search.goal.narrowed() {
                search.narrow();
            }
            search.habit.forget();
            let stuck = search.active & !verdict.changed;
            if stuck != 0 {
                search.branch(stuck, &mut moves);
            }
        }
        let source = search.fill(&mut moves);
        if search.active == 0 {
            search.flush();
            return true;
        }
        let m = &mut *search.memory;
        let (cells, lines, edits) = (&mut m.cells, &mut m.lines, &mut m.edits);
        match source {
            Some(Source::Pool(block)) => {
                moves.make::<S, true, true>(simd, cells, lines, edits, &m.pool[block]);
            }
            Some(Source::Roots) if moves.forks => {
                moves.make::<S, true, true>(simd, cells, lines, edits, &m.incoming);
            }
            Some(Source::Roots) => {
                moves.make::<S, false, true>(simd, cells, lines, edits, &m.incoming);
            }
            None if moves.forks => {
                moves.make::<S, true, false>(simd, cells, lines, edits, &m.incoming);
            }
            None => {}
        }
    }
    false
}

pub(super) struct Search<'a, S: Simd, G: Goal> {
    pub simd: S,
    pub memory: &'a mut Memory,
    pub goal: &'a mut G,
    /// The node in each lane.
    pub nodes: [Node<G::Mark>; MAX_LANES],
    /// The nodes in the pool, from the bottom up.
    pub waiting: Vec<Waiting<G::Mark>>,
    pub stacks: Stacks<G::Mark>,
    pub habit: Habit,
    /// The lanes at work.
    pub active: u32,
    /// The number of roots loaded so far, and how many of the last still wait.
    pub loaded: usize,
    pub ready: usize,
    /// The roots of the solutions that wait to be delivered, and their number.
    leaving: [u32; MAX_LANES],
    left: usize,
}

impl<S: Simd, G: Goal> Search<'_, S, G> {
    pub const LANES: usize = S::U16::LANES;

    pub(super) fn idle(&self) -> u32 {
        !self.active & (u64::MAX >> (64 - Self::LANES)) as u32
    }

    /// Hands solved lanes to the goal.
    #[inline(always)]
    fn conclude(&mut self, solved: u32) {
        let mut copies = Copies::NONE;
        if self.left + solved.count_ones() as usize > Self::LANES {
            self.flush();
        }
        for lane in lanes_of(solved) {
            let node = &self.nodes[lane];
            if self.goal.found(node.root as usize, &node.mark) {
                copies.add(lane, self.left);
                self.leaving[self.left] = node.root;
                self.left += 1;
            }
        }
        let m = &mut *self.memory;
        copies.merge(self.simd, &m.cells, &mut m.outgoing);
    }

    /// Stops work that no longer matters.
    #[inline(always)]
    fn narrow(&mut self) {
        for lane in lanes_of(self.active) {
            let node = &self.nodes[lane];
            if !self.goal.wants(node.root as usize, &node.mark) {
                self.active &= !(1 << lane);
                self.habit.unwanted += 1;
            }
        }
    }

    /// Delivers the solutions that wait.
    #[inline(always)]
    fn flush(&mut self) {
        let m = &mut *self.memory;
        let grids = &mut m.grids[..self.left];
        store(self.simd, &m.outgoing, grids, &mut m.tile);
        for (grid, &root) in grids.iter().zip(&self.leaving) {
            self.goal.deliver(root as usize, grid);
        }
        self.left = 0;
    }
}
