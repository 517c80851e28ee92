//! The search that every use of the lanes shares.

use super::grids::{BLANK_CELLS, BLANK_LINES, Cells, Copies, Lines, MAX_LANES, Moves};
use super::guess::{Branch, Choice, choose};
use super::pass::pass;
use super::transpose::{BLANK_TILE, Tile, load, store};
use crate::simd::{Simd, Task, Vector};

/// What a search is for.
pub(super) trait Goal {
    /// What a node of the search tree carries besides its candidates.
    type Mark: Mark;
    /// Whether to branch in stacks only, until all minicolumns are settled, and to hand
    /// such grids to [`settled`](Self::settled).
    const STACKS: bool;

    /// The puzzles at the roots of the search trees.
    fn roots(&self) -> &[[u8; 81]];
    /// Takes note of a solution, and says whether it is to be [delivered](Self::deliver).
    fn found(&mut self, root: usize, mark: &Self::Mark) -> bool;
    /// Takes the grid in a lane, whose minicolumns are settled.
    fn settled<S: Simd>(&mut self, simd: S, root: usize, cells: &Cells, lane: usize);
    /// Takes a solution.
    fn deliver(&mut self, root: usize, solution: &[u8; 81]);
    /// Whether what is found below a node still matters.
    fn wants(&self, root: usize, mark: &Self::Mark) -> bool;
    /// Whether a solution found just now has made any node unwanted.
    fn narrowed(&mut self) -> bool;
    /// Whether to give up.
    fn stopped(&self) -> bool;
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
struct Node<M> {
    root: u32,
    mark: M,
}

/// A node that waits in the pool; its branch is still to be refused.
struct Waiting<M> {
    node: Node<M>,
    branch: Branch,
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
    cells: Cells,
    lines: Lines,
    /// What a branch removes from the lines.
    edits: Lines,
    choice: Choice,
    /// Puzzles that wait for a lane.
    incoming: Cells,
    /// Solutions that wait to be delivered.
    outgoing: Cells,
    tile: Tile,
    grids: [[u8; 81]; MAX_LANES],
    /// Nodes that wait for a lane, as many per block as there are lanes.
    pool: Vec<Cells>,
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
            grids: [[0; 81]; MAX_LANES],
            pool: Vec::new(),
            effort: Effort::default(),
        })
    }
}

/// The lanes of a set.
fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < MAX_LANES).then_some(lane)
    })
}

/// Takes the first lane out of a set.
fn take(set: &mut u32) -> Option<usize> {
    let lane = set.trailing_zeros() as usize;
    *set &= set.wrapping_sub(1);
    (lane < MAX_LANES).then_some(lane)
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
        active: 0,
        loaded: 0,
        ready: 0,
        leaving: [0; MAX_LANES],
        left: 0,
    };
    while !search.goal.stopped() {
        let mut moves = Moves::NONE;
        let mut stuck = 0;
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
            stuck = search.active & !verdict.changed;
            if stuck != 0 {
                search.branch(stuck, &mut moves);
            }
        }
        let branched = stuck != 0;
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
            Some(Source::Roots) if branched => {
                moves.make::<S, true, true>(simd, cells, lines, edits, &m.incoming);
            }
            Some(Source::Roots) => {
                moves.make::<S, false, true>(simd, cells, lines, edits, &m.incoming);
            }
            None if branched => {
                moves.make::<S, true, false>(simd, cells, lines, edits, &m.incoming);
            }
            None => {}
        }
    }
    false
}

/// Where idle lanes get their next grids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A block of the pool.
    Pool(usize),
    /// The puzzles that were loaded.
    Roots,
}

struct Search<'a, S: Simd, G: Goal> {
    simd: S,
    memory: &'a mut Memory,
    goal: &'a mut G,
    /// The node in each lane.
    nodes: [Node<G::Mark>; MAX_LANES],
    /// The nodes in the pool.
    waiting: Vec<Waiting<G::Mark>>,
    /// The lanes at work.
    active: u32,
    /// The number of roots loaded so far, and how many of the last still wait.
    loaded: usize,
    ready: usize,
    /// The roots of the solutions that wait to be delivered, and their number.
    leaving: [u32; MAX_LANES],
    left: usize,
}

impl<S: Simd, G: Goal> Search<'_, S, G> {
    const LANES: usize = S::U16::LANES;

    fn idle(&self) -> u32 {
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
        if self.goal.narrowed() {
            for lane in lanes_of(self.active) {
                let node = &self.nodes[lane];
                if !self.goal.wants(node.root as usize, &node.mark) {
                    self.active &= !(1 << lane);
                }
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

    /// Branches in every stuck lane: it goes on with one side, the other takes an idle
    /// lane or waits in the pool.
    #[inline(always)]
    fn branch(&mut self, stuck: u32, moves: &mut Moves) {
        choose::<S, G>(self.simd, &self.memory.lines, &mut self.memory.choice);
        let mut idle = self.idle();
        let mut copies = Copies::NONE;
        let mut copied = false;
        for lane in lanes_of(stuck) {
            let branch = self.memory.choice.branch(lane);
            if G::STACKS && branch.is_none() {
                let root = self.nodes[lane].root as usize;
                self.goal.settled(self.simd, root, &self.memory.cells, lane);
                self.active &= !(1 << lane);
                idle |= 1 << lane;
                continue;
            }
            self.memory.effort.guesses += 1;
            moves.touched.0[lane] = 1;
            branch.accept(&mut self.memory.edits, lane);
            let mut node = self.nodes[lane];
            node.mark.refuse();
            self.nodes[lane].mark.accept();
            if let Some(to) = take(&mut idle) {
                moves.from.0[to] = lane as u16;
                moves.touched.0[to] = 1;
                branch.refuse(&mut self.memory.edits, to);
                self.nodes[to] = node;
                self.active |= 1 << to;
                continue;
            }
            let (block, place) = (
                self.waiting.len() / Self::LANES,
                self.waiting.len() % Self::LANES,
            );
            let m = &mut *self.memory;
            if place == 0 {
                if copied {
                    copies.merge(self.simd, &m.cells, &mut m.pool[block - 1]);
                    copies = Copies::NONE;
                }
                if m.pool.len() == block {
                    m.pool.push(BLANK_CELLS);
                }
            }
            copies.add(lane, place);
            copied = true;
            self.waiting.push(Waiting { node, branch });
        }
        if copied {
            let block = (self.waiting.len() - 1) / Self::LANES;
            let m = &mut *self.memory;
            copies.merge(self.simd, &m.cells, &mut m.pool[block]);
        }
    }

    /// Gives idle lanes nodes of the topmost block of the pool, or else puzzles.
    #[inline(always)]
    fn fill(&mut self, moves: &mut Moves) -> Option<Source> {
        let mut idle = self.idle();
        let mut source = None;
        while idle != 0 {
            let at = self.waiting.len().wrapping_sub(1);
            let block = Source::Pool(at / Self::LANES);
            if source.is_some_and(|source| source != block) {
                break;
            }
            let Some(Waiting { node, branch }) = self.waiting.pop() else {
                break;
            };
            if !self.goal.wants(node.root as usize, &node.mark) {
                continue;
            }
            if let Some(lane) = take(&mut idle) {
                source = Some(block);
                branch.refuse(&mut self.memory.edits, lane);
                self.start(lane, node, at % Self::LANES, moves);
            }
        }
        if source.is_some() || idle == 0 {
            return source;
        }
        if self.ready == 0 {
            let rest = &self.goal.roots()[self.loaded..];
            self.ready = rest.len().min(Self::LANES);
            self.loaded += self.ready;
            let m = &mut *self.memory;
            load(self.simd, &rest[..self.ready], &mut m.incoming, &mut m.tile);
        }
        while self.ready != 0 {
            let Some(lane) = take(&mut idle) else { break };
            let root = self.loaded - self.ready;
            let node = Node {
                root: root as u32,
                mark: G::Mark::ROOT,
            };
            // Blocks are loaded whole, so that the place of a root is known.
            self.start(lane, node, root % Self::LANES, moves);
            self.ready -= 1;
            source = Some(Source::Roots);
        }
        source
    }

    /// Sets an idle lane to work on a grid that is copied from `place` of a block.
    #[inline(always)]
    fn start(&mut self, lane: usize, node: Node<G::Mark>, place: usize, moves: &mut Moves) {
        moves.fresh.add(place, lane);
        moves.touched.0[lane] = 1;
        self.nodes[lane] = node;
        self.active |= 1 << lane;
    }
}
