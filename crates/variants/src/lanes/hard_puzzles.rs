//! Puzzles that take too many branches in lanes.
//!
//! These puzzles are handed over to the search for hard killer sudokus. If a solution was found
//! already, that search continues with the open nodes of the lanes. Otherwise it starts again,
//! because it chooses better cells for branches.

use super::lane_scratch::CountSolutions;
use super::variant_lane_search::{LaneSearch, is_grid, lanes, unpack_branch};
use crate::compiled_shape::CompiledShape;
use crate::digits::CandidateWord;
use crate::killer::{KillerBoard, KillerGoal, KillerSearch, KillerTask};
use crate::shape::MOST_CELLS;
use countless_simd::Simd;

/// One puzzle of a goal, as the goal of a killer search.
struct HardPuzzle<'a, 'g> {
    goal: &'a mut CountSolutions<'g>,
    compiled: &'a CompiledShape,
    puzzle: usize,
    branches: &'a mut u64,
    solution: &'a mut [u32; MOST_CELLS],
}

impl KillerGoal for HardPuzzle<'_, '_> {
    #[inline(always)]
    fn branched(&mut self) {
        *self.branches += 1;
        self.goal.branched(self.puzzle);
    }

    fn found(&mut self, grid: &[u16]) {
        for (word, &digit) in self.solution.iter_mut().zip(grid) {
            *word = digit.into();
        }
        let solution = &self.solution[..grid.len()];
        let cages = self.goal.cages(self.puzzle);
        // A board may be complete when it is handed over, without having been checked.
        if is_grid(self.compiled, solution) && cages.allow(solution) && self.wants() {
            self.goal.found(self.puzzle, solution);
        }
    }

    #[inline(always)]
    fn wants(&self) -> bool {
        self.goal.wants(self.puzzle)
    }

    #[inline(always)]
    fn stopped(&self) -> bool {
        self.goal.stopped()
    }
}

impl<W: CandidateWord> LaneSearch<'_, '_, W> {
    /// Hands over the puzzle of a lane, with its open nodes in all lanes. Returns false if the
    /// killer search does not accept the puzzle.
    #[cold]
    #[inline(never)]
    pub(super) fn hand_over<S: Simd>(&mut self, simd: S, lane: usize) -> bool {
        let puzzle = self.puzzles[lane];
        let new = || Box::new(KillerSearch::new(self.compiled, self.areas));
        if W::IS_WIDE || !KillerSearch::accepts(self.compiled, self.goal.cages(puzzle)) {
            return false;
        }
        let boards = self.remaining_boards::<S>(puzzle);
        let killer = self.hard.killer.get_or_insert_with(new);
        killer.begin(self.goal.cages(puzzle));
        let memory = &mut *self.memory;
        for board in boards {
            let quarry = &mut HardPuzzle {
                goal: &mut *self.goal,
                compiled: self.compiled,
                puzzle,
                branches: &mut memory.effort.branches,
                solution: &mut memory.solution,
            };
            // The result is not needed: the lanes check `stopped` themselves.
            simd.run(KillerTask {
                killer,
                board,
                goal: quarry,
            });
        }
        true
    }

    /// Removes all open nodes of a puzzle from the lanes and returns them. Without a solution so
    /// far, returns only the puzzle itself.
    fn remaining_boards<S: Simd>(&mut self, puzzle: usize) -> Vec<KillerBoard> {
        let cells = self.compiled.cells;
        let mut boards = Vec::new();
        for lane in 0..lanes::<S, W>() {
            if self.puzzles[lane] != puzzle {
                continue;
            }
            while let Some(from) = self.memory.stacks[lane].len().checked_sub(cells + 1) {
                let node = &self.memory.stacks[lane][from..];
                let mut board = killer_board(node[..cells].iter());
                let (cell, digit) = unpack_branch(node[cells].bits());
                board.set(cell as u8, board.get(cell as u8) & !(1 << digit));
                boards.push(board);
                self.memory.stacks[lane].truncate(from);
                self.open_nodes -= 1;
            }
            if self.active >> lane & 1 != 0 {
                let rows = self.memory.board.first(cells).iter();
                let words: Vec<W> = rows.map(|row| row.at(lane)).collect();
                boards.push(killer_board(words.iter()));
                self.active &= !(1 << lane);
            }
        }
        if !self.goal.has_solution(puzzle) {
            let digits = self.goal.puzzle(puzzle).iter();
            boards = vec![killer_board(
                digits.map(|&digit| &self.digit_words[usize::from(digit)]),
            )];
        }
        boards
    }
}

/// Returns the board with these candidates.
fn killer_board<'a, W: CandidateWord + 'a>(words: impl Iterator<Item = &'a W>) -> KillerBoard {
    KillerBoard::new(words.map(|word| word.bits() as u16))
}
