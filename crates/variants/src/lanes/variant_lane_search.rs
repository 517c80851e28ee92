//! Assignment of search nodes to lanes.
//!
//! If a lane cannot deduce anything more, it takes a branch. It continues with the lowest candidate
//! of a cell, and pushes the node without this candidate onto its own stack. So a puzzle is
//! searched depth first in one lane. Once all puzzles have begun, idle lanes take the lowest node
//! of the longest stack, which is usually the largest.

use super::lane_scratch::{CountSolutions, HardSearch, LaneScratch, LaneView};
use super::propagation::{choose_cells, remove_locked, sweep};
use crate::cages::{CageConstraints, RuleOf45, Tightened};
use crate::compiled_shape::CompiledShape;
use crate::digits::{CandidateWord, MOST_DIGITS};
use crate::shape::MOST_CELLS;
use countless_simd::{MAX_LANES, Mask, Simd, Task, Vector};

/// Source of the cages of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) enum CageSource<'a> {
    /// No cages.
    None,
    /// Cages common to all puzzles.
    Common(&'a CageConstraints),
    /// Own cages of each puzzle.
    Own,
}

/// Bits of the cell in the last word of a node on a stack. The digit is in the bits above.
const CELL_BITS: u32 = MOST_CELLS.next_power_of_two().ilog2();

/// Returns the cell of a branch, and its digit from 0.
#[inline(always)]
pub(super) fn unpack_branch(word: u32) -> (u16, u32) {
    ((word % (1 << CELL_BITS)) as u16, word >> CELL_BITS)
}

/// Search of puzzles for a goal.
pub(super) struct LaneSearch<'a, 'g, W: CandidateWord> {
    pub compiled: &'a CompiledShape,
    cage_source: CageSource<'a>,
    pub memory: &'a mut LaneScratch<W>,
    /// Areas from which cages are derived.
    pub areas: &'a RuleOf45,
    pub hard: &'a mut HardSearch,
    pub goal: &'a mut CountSolutions<'g>,
    /// Puzzle in each lane, once it had one. `branches` counts the branches of that puzzle there.
    pub puzzles: [usize; MAX_LANES],
    branches: [u32; MAX_LANES],
    /// Lanes that are searching a node.
    pub active: u32,
    /// Number of puzzles that were begun.
    begun: usize,
    /// Number of nodes on all stacks.
    pub open_nodes: usize,
    /// Words of an empty cell and of every digit.
    pub digit_words: [W; MOST_DIGITS + 1],
}

/// Number of lanes.
pub(super) const fn lanes<S: Simd, W: CandidateWord>() -> usize {
    <W::Vector<S> as Vector>::LANES
}

impl<W: CandidateWord> Task for LaneSearch<'_, '_, W> {
    /// True if every puzzle was completed before the goal stopped.
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> bool {
        // Number of stuck lanes from which a search for locked candidates in all lanes pays off.
        let many = (lanes::<S, W>() as u32 / 5).max(1);
        loop {
            self.fill_idle_lanes::<S>();
            if self.active == 0 {
                return true;
            }
            if self.goal.stopped() {
                return false;
            }
            let m = &mut *self.memory;
            let verdict = sweep::<W::Vector<S>>(simd, self.compiled, &mut m.board);
            m.effort.passes += 1;
            m.effort.lane_passes += u64::from(self.active.count_ones());
            self.active &= !verdict.contradictions;
            for lane in lanes_of(self.active & !verdict.open) {
                self.conclude(lane);
            }
            let mut stuck = self.tighten(simd, self.active & !verdict.changed);
            let is_apart = self.goal.isolates_puzzles();
            if is_apart && stuck != self.active {
                continue; // locked candidates are removed in all lanes: all have to be stuck
            }
            if stuck.count_ones() >= many || is_apart && stuck != 0 {
                let m = &mut *self.memory;
                let (board, parts) = (&mut m.board, &mut m.intersections);
                stuck &= !remove_locked::<W::Vector<S>>(simd, self.compiled, board, parts);
            }
            if stuck != 0 {
                self.branch(simd, stuck);
            }
        }
    }
}

impl<'a, 'g, W: CandidateWord> LaneSearch<'a, 'g, W> {
    /// Begins a search with empty stacks.
    pub fn new(
        compiled: &'a CompiledShape,
        cage_source: CageSource<'a>,
        memory: &'a mut LaneScratch<W>,
        areas: &'a RuleOf45,
        hard: &'a mut HardSearch,
        goal: &'a mut CountSolutions<'g>,
    ) -> Self {
        memory.stacks.iter_mut().for_each(Vec::clear);
        let mut words = [W::from_bits(compiled.all_digits()); MOST_DIGITS + 1];
        for (digit, word) in words.iter_mut().enumerate().skip(1) {
            *word = W::from_bits(1 << (digit - 1));
        }
        Self {
            compiled,
            cage_source,
            memory,
            areas,
            hard,
            goal,
            puzzles: [usize::MAX; MAX_LANES],
            branches: [0; MAX_LANES],
            active: 0,
            begun: 0,
            open_nodes: 0,
            digit_words: words,
        }
    }

    /// Gives nodes to idle lanes.
    #[inline(always)]
    fn fill_idle_lanes<S: Simd>(&mut self) {
        let idle = !self.active & (u64::MAX >> (64 - lanes::<S, W>())) as u32;
        for lane in lanes_of(idle) {
            if self.open_nodes > 0 && self.resume(lane)
                || self.begun < self.goal.puzzles() && self.begin(lane)
                || self.open_nodes > 0 && !self.goal.isolates_puzzles() && self.steal::<S>(lane)
            {
                self.active |= 1 << lane;
            }
        }
    }

    /// Continues with the top node of the lane's own stack.
    #[inline(always)]
    fn resume(&mut self, lane: usize) -> bool {
        let node = self.compiled.cells + 1;
        let stack = &mut self.memory.stacks[lane];
        let Some(from) = stack.len().checked_sub(node) else {
            return false;
        };
        if !self.goal.wants(self.puzzles[lane]) {
            self.open_nodes -= stack.len() / node;
            stack.clear();
            return false;
        }
        self.restore_node(lane, lane, from);
        self.memory.stacks[lane].truncate(from);
        true
    }

    /// Takes the lowest node of the longest stack.
    #[inline(always)]
    fn steal<S: Simd>(&mut self, lane: usize) -> bool {
        let stacks = self.memory.stacks[..lanes::<S, W>()].iter().enumerate();
        let longest = stacks.max_by_key(|(_, stack)| stack.len());
        let Some((from, _)) = longest.filter(|(_, stack)| !stack.is_empty()) else {
            return false;
        };
        if self.puzzles[lane] != self.puzzles[from]
            && let (CageSource::Own, Ok([to, from])) = (
                self.cage_source,
                self.memory.own_cages.get_disjoint_mut([lane, from]),
            )
        {
            to.clone_from(from);
        }
        self.puzzles[lane] = self.puzzles[from];
        self.branches[lane] = self.branches[from];
        self.restore_node(lane, from, 0);
        self.memory.stacks[from].drain(..=self.compiled.cells);
        true
    }

    /// Continues with a node of a stack, without the digit of its branch.
    #[inline(always)]
    fn restore_node(&mut self, lane: usize, stack: usize, from: usize) {
        let (m, cells) = (&mut *self.memory, self.compiled.cells);
        let node = &m.stacks[stack][from..=from + cells];
        for (row, &word) in m.board.first_mut(cells).iter_mut().zip(node) {
            row.set(lane, word);
        }
        if !matches!(self.cage_source, CageSource::None) {
            m.pending[lane].reset(constraints_of(self.cage_source, &m.own_cages[lane]));
            m.cells_by_lane[lane][..cells].copy_from_slice(&node[..cells]);
            for (row, &word) in m.cage_snapshot.first_mut(cells).iter_mut().zip(node) {
                row.set(lane, word);
            }
        }
        let (cell, digit) = unpack_branch(node[cells].bits());
        let row = m.board.at_mut(cell);
        row.set(lane, W::from_bits(row.at(lane).bits() & !(1 << digit)));
        self.open_nodes -= 1;
    }

    /// Begins the next puzzle.
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> bool {
        let digits = self.goal.puzzle(self.begun);
        let (m, cells) = (&mut *self.memory, self.compiled.cells);
        let rows = m.board.first_mut(cells).iter_mut();
        for (row, &digit) in rows.zip(digits) {
            row.set(
                lane,
                self.digit_words[usize::from(digit) % (MOST_DIGITS + 1)],
            );
        }
        if matches!(self.cage_source, CageSource::Own) {
            m.own_cages[lane].load(self.goal.cages(self.begun), self.areas);
        }
        if !matches!(self.cage_source, CageSource::None) {
            m.pending[lane].mark_all(constraints_of(self.cage_source, &m.own_cages[lane]));
            let rows = m.cage_snapshot.first_mut(cells).iter_mut();
            for (cell, (seen, row)) in rows.zip(m.board.first(cells)).enumerate() {
                seen.set(lane, row.at(lane));
                m.cells_by_lane[lane][cell] = row.at(lane);
            }
        }
        self.puzzles[lane] = self.begun;
        self.branches[lane] = 0;
        self.begun += 1;
        true
    }

    /// Reports the grid of a lane if it is a solution. If it is not a grid, the lane continues, and
    /// another sweep finds the contradiction.
    #[inline(always)]
    fn conclude(&mut self, lane: usize) {
        let (m, cells) = (&mut *self.memory, self.compiled.cells);
        for (word, row) in m.solution.iter_mut().zip(m.board.first(cells)) {
            *word = row.at(lane).bits();
        }
        let puzzle = self.puzzles[lane];
        let solution = &m.solution[..cells];
        if is_grid(self.compiled, solution) {
            self.active &= !(1 << lane);
            if self.goal.cages(puzzle).allow(solution) && self.goal.wants(puzzle) {
                self.goal.found(puzzle, solution);
            }
        }
    }

    /// Removes the candidates that cages exclude in stuck lanes. Returns the lanes that are still
    /// stuck.
    #[inline(always)]
    fn tighten<S: Simd>(&mut self, simd: S, mut stuck: u32) -> u32 {
        let m = &mut *self.memory;
        if matches!(self.cage_source, CageSource::None) || stuck == 0 {
            return stuck;
        }
        for cell in 0..self.compiled.cells as u16 {
            let (row, seen) = (m.board.at(cell), m.cage_snapshot.at_mut(cell));
            let differs = row.get::<W::Vector<S>>(simd) ^ seen.get(simd);
            for lane in lanes_of(differs.intersects(differs).bits() as u32 & stuck) {
                seen.set(lane, row.at(lane));
                m.cells_by_lane[lane][usize::from(cell)] = row.at(lane);
                m.pending[lane].mark_if(
                    constraints_of(self.cage_source, &m.own_cages[lane]),
                    cell,
                    true,
                );
            }
        }
        for lane in lanes_of(stuck) {
            let constraints = constraints_of(self.cage_source, &m.own_cages[lane]);
            let grid = &mut LaneView {
                simd,
                board: &mut m.board,
                cage_snapshot: &mut m.cage_snapshot,
                cells: &mut m.cells_by_lane[lane],
                number: lane,
            };
            match constraints.tighten(&mut m.pending[lane], grid) {
                Tightened::Same => {}
                Tightened::Changed => stuck &= !(1 << lane),
                Tightened::Dead => {
                    stuck &= !(1 << lane);
                    self.active &= !(1 << lane);
                }
            }
        }
        stuck
    }

    /// Takes a branch in each stuck lane.
    #[inline(always)]
    fn branch<S: Simd>(&mut self, simd: S, stuck: u32) {
        let (m, cells) = (&mut *self.memory, self.compiled.cells);
        choose_cells::<W::Vector<S>>(simd, self.compiled, &m.board, &mut m.branch_cells);
        let has_cages = !matches!(self.cage_source, CageSource::None);
        for lane in lanes_of(stuck) {
            if self.active >> lane & 1 == 0 {
                continue; // handed over together with another lane
            }
            if has_cages && self.branches[lane] >= self.hard.patience && self.hand_over(simd, lane)
            {
                continue;
            }
            let m = &mut *self.memory;
            let cell = m.branch_cells.at(lane).bits() as u16 % 1024;
            if !self.goal.wants(self.puzzles[lane]) || usize::from(cell) >= cells {
                // No more solutions are wanted, or no cell is open and the grid is not a solution.
                self.active &= !(1 << lane);
                continue;
            }
            let digit = m.board.at(cell).at(lane).bits().trailing_zeros();
            m.effort.branches += 1;
            self.branches[lane] = self.branches[lane].saturating_add(1);
            self.goal.branched(self.puzzles[lane]);
            let stack = &mut m.stacks[lane];
            stack.extend(m.board.first(cells).iter().map(|row| row.at(lane)));
            stack.push(W::from_bits(u32::from(cell) | digit << CELL_BITS));
            self.open_nodes += 1;
            m.board.at_mut(cell).set(lane, W::from_bits(1 << digit));
        }
    }
}

/// Returns whether every cell has one digit, and every house every digit.
#[inline(always)]
pub(super) fn is_grid(compiled: &CompiledShape, digits: &[u32]) -> bool {
    let is_whole = |house: &[u16]| {
        let words = house
            .iter()
            .map(|&cell| digits[usize::from(cell) % digits.len()]);
        words.fold(0, |all, word| all | word) == compiled.all_digits()
    };
    digits.iter().all(|word| word.is_power_of_two()) && compiled.houses().all(is_whole)
}

/// Returns the cages of a lane. `own` are the cages of the puzzle in the lane.
#[inline(always)]
fn constraints_of<'a>(
    cage_source: CageSource<'a>,
    own: &'a CageConstraints,
) -> &'a CageConstraints {
    match cage_source {
        CageSource::Common(common) => common,
        CageSource::None | CageSource::Own => own,
    }
}

/// Returns the lanes of a set.
fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < MAX_LANES).then_some(lane)
    })
}
