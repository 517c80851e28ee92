//! Puzzles that take lanes too many guesses.
//!
//! They are handed over to the search for hard killers. As long as no solution was found, it begins
//! anew, since it guesses at better cells; else it goes on with what the lanes had left.

use super::goal::Goal;
use super::search::{Search, chosen, is_grid};
use crate::killer::{Board, Hunt, Killer, Quarry};
use crate::plan::Plan;
use crate::shape::MOST_CELLS;
use crate::word::{Wide, Word};
use countless_simd::Simd;

/// A puzzle of a goal.
struct OfGoal<'a, G> {
    goal: &'a mut G,
    plan: &'a Plan,
    puzzle: usize,
    guesses: &'a mut u64,
    solution: &'a mut [u32; MOST_CELLS],
}

impl<G: Goal> Quarry for OfGoal<'_, G> {
    #[inline(always)]
    fn guessed(&mut self) {
        *self.guesses += 1;
        self.goal.guessed(self.puzzle);
    }

    fn found(&mut self, grid: &[u16]) {
        for (word, &digit) in self.solution.iter_mut().zip(grid) {
            *word = digit.into();
        }
        let solution = &self.solution[..grid.len()];
        let cages = self.goal.cages(self.puzzle);
        // Boards that are handed over may be solved at once.
        if is_grid(self.plan, solution) && cages.allow(solution) && self.wants() {
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

impl<S: Simd, W: Wide, G: Goal> Search<'_, S, W, G> {
    /// Hands the puzzle of a lane over, with all that other lanes have of it; whether it could be.
    #[cold]
    #[inline(never)]
    pub(super) fn hand_over(&mut self, lane: usize) -> bool {
        let puzzle = self.puzzles[lane];
        let new = || Box::new(Killer::new(self.plan, self.areas));
        if W::IS_WIDE || !Killer::takes(self.plan, self.goal.cages(puzzle)) {
            return false;
        }
        let boards = self.boards(puzzle);
        let killer = self.hard.killer.get_or_insert_with(new);
        killer.begin(self.goal.cages(puzzle));
        let memory = &mut *self.memory;
        for board in boards {
            let quarry = &mut OfGoal {
                goal: &mut *self.goal,
                plan: self.plan,
                puzzle,
                guesses: &mut memory.effort.guesses,
                solution: &mut memory.solution,
            };
            // Whoever stops it knows that.
            self.simd.run(Hunt {
                killer,
                board,
                quarry,
            });
        }
        true
    }

    /// What is left of a puzzle, which lanes are done with then.
    fn boards(&mut self, puzzle: usize) -> Vec<Board> {
        let cells = self.plan.cells();
        let mut boards = Vec::new();
        for lane in 0..Self::LANES {
            if self.puzzles[lane] != puzzle {
                continue;
            }
            while let Some(from) = self.memory.stacks[lane].len().checked_sub(cells + 1) {
                let node = &self.memory.stacks[lane][from..];
                let mut board = board(node[..cells].iter());
                let (cell, digit) = chosen(node[cells].bits());
                board.remove(cell as u8, 1 << digit);
                boards.push(board);
                self.memory.stacks[lane].truncate(from);
                self.waiting -= 1;
            }
            if self.active >> lane & 1 != 0 {
                let rows = self.memory.board.first(cells).iter();
                let words: Vec<W> = rows.map(|row| row.at(lane)).collect();
                boards.push(board(words.iter()));
                self.active &= !(1 << lane);
            }
        }
        if !self.goal.has(puzzle) {
            let digits = self.goal.puzzle(puzzle).iter();
            boards = vec![board(digits.map(|&digit| &self.words[usize::from(digit)]))];
        }
        boards
    }
}

/// The board of these candidates.
fn board<'a, W: Word + 'a>(words: impl Iterator<Item = &'a W>) -> Board {
    Board::new(words.map(|word| word.bits() as u16))
}
