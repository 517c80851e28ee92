//! Puzzles that take too many branches in lanes.
//!
//! These puzzles are handed over to the search for hard killer sudokus. If a solution was found
//! already, that search continues with the open nodes of the lanes. Otherwise it starts again,
//! because it chooses better cells for branches.

use super::variant_lane_search::{LaneSearch, is_grid, lanes, unpack_branch};
use crate::digits::CandidateWord;
use crate::killer::{KillerBoard, KillerNode, KillerSearch, KillerTask};
use countless_simd::Simd;

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
        let (goal, memory) = (&mut *self.goal, &mut *self.memory);
        let mut visit = |node: KillerNode<'_>| {
            if let KillerNode::Grid(grid) = node {
                for (word, &digit) in memory.solution.iter_mut().zip(grid) {
                    *word = digit.into();
                }
                let solution = &memory.solution[..grid.len()];
                // A board may be complete when it is handed over, without having been checked.
                if is_grid(self.compiled, solution)
                    && goal.cages(puzzle).allow(solution)
                    && goal.wants(puzzle)
                {
                    goal.found(puzzle, solution);
                }
            }
            let goes_on = !goal.stopped() && goal.wants(puzzle);
            if goes_on && matches!(node, KillerNode::Branch) {
                memory.effort.branches += 1;
                goal.branched(puzzle);
            }
            goes_on
        };
        for board in boards {
            simd.run(KillerTask {
                killer,
                board,
                visit: &mut visit,
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
