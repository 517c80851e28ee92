//! Solving a batch of puzzles.

use super::grids::{Cells, Lines, MAX_LANES, Row, cell_at};
use super::guess::{Branch, Choice, choose};
use super::pass::{pass, unions};
use crate::simd::{Kernel, Simd, Task, Vector, dispatch};

/// What was found of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of solutions, or the limit if there are more.
    pub solutions: u64,
    /// The first solution, blank if there is none.
    pub first: [u8; 81],
}

/// The path from a puzzle to a node of its search tree: a bit per guess, 0 for the
/// accepted side, the first guess highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Path([u64; 5], u16);

impl Path {
    const ROOT: Self = Self([0; 5], 0);

    fn accept(self) -> Self {
        Self(self.0, self.1 + 1)
    }

    fn refuse(mut self) -> Self {
        let depth = self.1 as usize;
        self.0[depth / 64] |= 1 << (63 - depth % 64);
        self.1 += 1;
        self
    }
}

/// A node of some puzzle's search tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    puzzle: u32,
    path: Path,
}

/// A node that waits in a block of cells for a lane: the branch is still to be refused.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    node: Node,
    branch: Branch,
}

/// A worker.
#[derive(Debug)]
pub struct Lanes {
    cells: Box<Cells>,
    lines: Box<Lines>,
    edits: Box<Lines>,
    incoming: Box<Cells>,
    choice: Box<Choice>,
    nodes: [Node; MAX_LANES],
    pool: Vec<Cells>,
    waiting: Vec<Waiting>,
    firsts: Vec<Path>,
    /// statistics
    pub passes: u64,
    /// statistics
    pub lane_passes: u64,
    /// statistics
    pub guesses: u64,
    /// statistics
    pub pushes: u64,
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

impl Lanes {
    /// A worker without work.
    pub fn new() -> Self {
        Self {
            cells: Box::new([[Row::ZERO; 9]; 9]),
            lines: Box::new([[Row::ZERO; 6]; 9]),
            edits: Box::new([[Row::ZERO; 6]; 9]),
            incoming: Box::new([[Row::ZERO; 9]; 9]),
            choice: Box::new(Choice::new()),
            nodes: [Node {
                puzzle: 0,
                path: Path::ROOT,
            }; MAX_LANES],
            pool: Vec::new(),
            waiting: Vec::new(),
            firsts: Vec::new(),
            passes: 0,
            lane_passes: 0,
            guesses: 0,
            pushes: 0,
        }
    }

    /// Solves.
    pub fn solve(
        &mut self,
        kernel: Kernel,
        puzzles: &[[u8; 81]],
        limit: u64,
        outcomes: &mut Vec<Outcome>,
    ) {
        outcomes.clear();
        outcomes.resize(
            puzzles.len(),
            Outcome {
                solutions: 0,
                first: [0; 81],
            },
        );
        self.firsts.clear();
        self.firsts.resize(puzzles.len(), Path::ROOT);
        dispatch(
            kernel,
            Solve {
                worker: self,
                puzzles,
                limit,
                outcomes,
            },
        );
    }
}

struct Solve<'a> {
    worker: &'a mut Lanes,
    puzzles: &'a [[u8; 81]],
    limit: u64,
    outcomes: &'a mut [Outcome],
}

const CANDIDATES: [u16; 16] = [
    0x1FF, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF,
];

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(bit)
    })
}

/// Copies lanes of `other` to the lanes of `cells` given by `mask`.
#[inline(always)]
fn merge<S: Simd>(simd: S, cells: &mut Cells, other: &Cells, from: &Row, mask: &Row) {
    let from = from.get(simd);
    let mask = mask.get(simd);
    let mask = mask.intersects(mask);
    for (to, other) in cells
        .as_flattened_mut()
        .iter_mut()
        .zip(other.as_flattened())
    {
        to.put(
            simd,
            other.get(simd).permute(from).select(mask, to.get(simd)),
        );
    }
}

/// Permutes the lanes, takes in others, edits and recomputes the lines.
#[inline(always)]
fn gather<S: Simd, const OTHER: bool>(
    simd: S,
    cells: &mut Cells,
    lines: &mut Lines,
    edits: &mut Lines,
    from: &Row,
    other: &Cells,
    other_from: &Row,
    other_mask: &Row,
    touched: &Row,
) {
    let touched = touched.get(simd);
    let touched = touched.intersects(touched);
    let from = from.get(simd);
    let other_from = other_from.get(simd);
    let mask = other_mask.get(simd);
    let mask = mask.intersects(mask);
    let zero = S::U16::splat(simd, 0);
    for b in 0..9 {
        let mut x = [zero; 9];
        for i in 0..9 {
            x[i] = cells[b][i].get(simd).permute(from);
            if OTHER {
                x[i] = other[b][i].get(simd).permute(other_from).select(mask, x[i]);
            }
            x[i] = x[i].and_not(edits[b][i / 3].get(simd) | edits[b][3 + i % 3].get(simd));
            cells[b][i].put(simd, x[i]);
        }
        let union = unions(x);
        for l in 0..6 {
            let old = lines[b][l].get(simd);
            lines[b][l].put(simd, union[l].select(touched, old));
            edits[b][l].put(simd, zero);
        }
    }
}

impl Task for Solve<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = S::U16::LANES;
        let all = (u64::MAX >> (64 - lanes)) as u32;
        let worker = self.worker;
        let mut active = 0_u32;
        let mut next = 0; // next puzzle to transpose
        let mut ready = 0..0; // lanes of incoming
        loop {
            let mut solved = 0;
            let mut stuck = 0;
            if active != 0 {
                let verdict = pass(simd, &mut worker.cells, &mut worker.lines);
                worker.passes += 1;
                worker.lane_passes += u64::from(active.count_ones());
                let dead = verdict.dead & active;
                solved = verdict.solved & active;
                stuck = active & !(dead | solved | verdict.changed);
                active &= !(dead | solved);
            }
            for lane in bits(solved) {
                let node = worker.nodes[lane];
                let outcome = &mut self.outcomes[node.puzzle as usize];
                let first = &mut worker.firsts[node.puzzle as usize];
                if outcome.solutions == 0 || node.path < *first {
                    *first = node.path;
                    for b in 0..9 {
                        for place in 0..9 {
                            outcome.first[cell_at(b, place)] =
                                worker.cells[b][place].0[lane].trailing_zeros() as u8 + 1;
                        }
                    }
                }
                outcome.solutions = (outcome.solutions + 1).min(self.limit);
                if outcome.solutions == self.limit {
                    for other in bits(active) {
                        let other_node = &worker.nodes[other];
                        if other_node.puzzle == node.puzzle && other_node.path > *first {
                            active &= !(1 << other);
                            stuck &= !(1 << other);
                        }
                    }
                }
            }
            let before = active & !stuck;
            let mut free = all & !active;
            if stuck | free == 0 {
                continue;
            }
            let mut from = Row(std::array::from_fn(|i| i as u16));
            let mut other_from = Row::ZERO;
            let mut other_mask = Row::ZERO;
            if stuck != 0 {
                choose(simd, &worker.lines, &mut worker.choice);
                let mut surplus = 0_u32;
                for lane in bits(stuck) {
                    worker.guesses += 1;
                    let branch = worker.choice.of(lane);
                    if free != 0 {
                        let to = free.trailing_zeros() as usize;
                        free &= free - 1;
                        active |= 1 << to;
                        from.0[to] = lane as u16;
                        branch.refuse(&mut worker.edits, to);
                        worker.nodes[to].puzzle = worker.nodes[lane].puzzle;
                        worker.nodes[to].path = worker.nodes[lane].path.refuse();
                    } else {
                        surplus |= 1 << lane;
                        let at = worker.waiting.len() % lanes;
                        if at == 0 {
                            let block = worker.waiting.len() / lanes;
                            if block > 0 {
                                merge(
                                    simd,
                                    &mut worker.pool[block - 1],
                                    &worker.cells,
                                    &other_from,
                                    &other_mask,
                                );
                                worker.pushes += 1;
                                other_mask = Row::ZERO;
                            }
                            if worker.pool.len() == block {
                                worker.pool.push([[Row::ZERO; 9]; 9]);
                            }
                        }
                        other_from.0[at] = lane as u16;
                        other_mask.0[at] = 1;
                        worker.waiting.push(Waiting {
                            node: Node {
                                puzzle: worker.nodes[lane].puzzle,
                                path: worker.nodes[lane].path.refuse(),
                            },
                            branch,
                        });
                    }
                    branch.accept(&mut worker.edits, lane);
                    worker.nodes[lane].path = worker.nodes[lane].path.accept();
                }
                if surplus != 0 {
                    let block = (worker.waiting.len() - 1) / lanes;
                    merge(
                        simd,
                        &mut worker.pool[block],
                        &worker.cells,
                        &other_from,
                        &other_mask,
                    );
                    worker.pushes += 1;
                    other_mask = Row::ZERO;
                    other_from = Row::ZERO;
                }
            }
            // Fill the free lanes.
            let mut popped = usize::MAX;
            while free != 0 {
                let Some(item) = worker.waiting.last() else {
                    break;
                };
                let at = worker.waiting.len() - 1;
                if popped != usize::MAX && at / lanes != popped {
                    break;
                }
                let p = item.node.puzzle as usize;
                if self.outcomes[p].solutions == self.limit && item.node.path > worker.firsts[p] {
                    worker.waiting.pop();
                    continue;
                }
                popped = at / lanes;
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                active |= 1 << to;
                other_from.0[to] = (at % lanes) as u16;
                other_mask.0[to] = 1;
                worker.nodes[to] = item.node;
                item.branch.refuse(&mut worker.edits, to);
                worker.waiting.pop();
            }
            let mut other = &*worker.incoming;
            if popped != usize::MAX {
                other = &worker.pool[popped];
            } else if free != 0 {
                if ready.is_empty() && next < self.puzzles.len() {
                    let count = lanes.min(self.puzzles.len() - next);
                    for lane in 0..count {
                        let puzzle = &self.puzzles[next + lane];
                        for b in 0..9 {
                            for place in 0..9 {
                                worker.incoming[b][place].0[lane] =
                                    CANDIDATES[puzzle[cell_at(b, place)] as usize & 15];
                            }
                        }
                    }
                    next += count;
                    ready = 0..count;
                }
                other = &*worker.incoming;
                while free != 0 && !ready.is_empty() {
                    let at = ready.start;
                    ready.start += 1;
                    let to = free.trailing_zeros() as usize;
                    free &= free - 1;
                    active |= 1 << to;
                    other_from.0[to] = at as u16;
                    other_mask.0[to] = 1;
                    let count = ready.end - at;
                    worker.nodes[to] = Node {
                        puzzle: (next - count) as u32,
                        path: Path::ROOT,
                    };
                }
            }
            if active == 0 {
                break;
            }
            let mut touched = Row::ZERO;
            for lane in bits(active & !before) {
                touched.0[lane] = 1;
            }
            gather::<S, true>(
                simd,
                &mut worker.cells,
                &mut worker.lines,
                &mut worker.edits,
                &from,
                other,
                &other_from,
                &other_mask,
                &touched,
            );
        }
    }
}
