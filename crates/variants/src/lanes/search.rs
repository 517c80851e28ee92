//! Which node of which search tree is in which lane.
//!
//! A lane that can deduce nothing more guesses: it goes on with the lowest digit of a cell, and
//! what is left without it waits on the lane's own stack. So a puzzle is searched depth first in
//! one lane. Once there are no more puzzles, idle lanes take what waits lowest on the stacks of
//! others, which is most of what is left.

use super::goal::Goal;
use super::lock::lock;
use super::pass::{choose, pass};
use super::state::{Hard, Lane, Memory};
use crate::cages::{Areas, Constraints, Tightened};
use crate::plan::Plan;
use crate::shape::MOST_CELLS;
use crate::symbols::MOST_DIGITS;
use crate::word::Wide;
use countless_simd::{MAX_LANES, Mask, Simd, Task, Vector};

/// A search for a goal.
pub(super) struct Run<'a, W: Wide, G> {
    pub plan: &'a Plan,
    pub caging: Caging<'a>,
    pub memory: &'a mut Memory<W>,
    /// Where sums follow from cages, and what searches puzzles that are too hard.
    pub areas: &'a Areas,
    pub hard: &'a mut Hard,
    pub goal: &'a mut G,
}

/// Which cages there are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Caging<'a> {
    /// None.
    None,
    /// The same in all puzzles.
    Common(&'a Constraints),
    /// Those of each puzzle.
    Own,
}

impl<W: Wide, G: Goal> Task for Run<'_, W, G> {
    /// Whether every puzzle was done before the goal stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        Search::<S, W, G>::new(simd, self).run()
    }
}

/// A node on a stack ends with the cell that was chosen, in so many bits, and its digit.
const CELL_BITS: u32 = MOST_CELLS.ilog2();
const _: () = assert!(MOST_CELLS.is_power_of_two(), "every cell has its bits");

/// The cell that was chosen at a node, and its digit, of which 0 is the first.
#[inline(always)]
pub(super) fn chosen(word: u32) -> (u16, u32) {
    ((word % (1 << CELL_BITS)) as u16, word >> CELL_BITS)
}

/// A search at work.
pub(super) struct Search<'a, S: Simd, W: Wide, G: Goal> {
    pub simd: S,
    pub plan: &'a Plan,
    caging: Caging<'a>,
    pub memory: &'a mut Memory<W>,
    pub areas: &'a Areas,
    pub hard: &'a mut Hard,
    pub goal: &'a mut G,
    /// The puzzle in each lane, once there was one, and the guesses at it there.
    pub puzzles: [usize; MAX_LANES],
    guesses: [u32; MAX_LANES],
    /// The lanes at work.
    pub active: u32,
    /// The puzzles that were begun.
    begun: usize,
    /// The nodes on all stacks.
    pub waiting: usize,
    /// The words of a blank and of every digit.
    pub words: [W; MOST_DIGITS + 1],
}

impl<'a, S: Simd, W: Wide, G: Goal> Search<'a, S, W, G> {
    pub const LANES: usize = W::Vector::<S>::LANES;

    /// If so many lanes are stuck at a time, it pays to look for locked candidates in all.
    const MANY: u32 = Self::LANES as u32 / 5;

    #[inline(always)]
    fn new(simd: S, run: Run<'a, W, G>) -> Self {
        let Run {
            plan,
            caging,
            memory,
            areas,
            hard,
            goal,
        } = run;
        for stack in &mut memory.stacks {
            stack.clear();
        }
        let mut words = [W::of(plan.full()); MOST_DIGITS + 1];
        for (digit, word) in words.iter_mut().enumerate().skip(1) {
            *word = W::of(1 << (digit - 1));
        }
        Self {
            simd,
            plan,
            caging,
            memory,
            areas,
            hard,
            goal,
            puzzles: [usize::MAX; MAX_LANES],
            guesses: [0; MAX_LANES],
            active: 0,
            begun: 0,
            waiting: 0,
            words,
        }
    }

    #[inline(always)]
    fn run(mut self) -> bool {
        loop {
            self.fill();
            if self.active == 0 {
                return true;
            }
            if self.goal.stopped() {
                return false;
            }
            let m = &mut *self.memory;
            let verdict = pass::<S, W::Vector<S>>(self.simd, self.plan, &mut m.board);
            m.effort.passes += 1;
            m.effort.lane_passes += u64::from(self.active.count_ones());
            self.active &= !verdict.dead;
            for lane in lanes_of(self.active & !verdict.open) {
                self.conclude(lane);
            }
            let mut stuck = self.tighten(self.active & !verdict.changed);
            let is_apart = self.goal.is_apart();
            if is_apart && stuck != self.active {
                continue; // what is locked may be removed in stuck lanes only
            }
            if stuck.count_ones() >= Self::MANY.max(1) || is_apart && stuck != 0 {
                let m = &mut *self.memory;
                let (board, parts) = (&mut m.board, &mut m.parts);
                stuck &= !lock::<S, W::Vector<S>>(self.simd, self.plan, board, parts);
            }
            if stuck != 0 {
                self.guess(stuck);
            }
        }
    }

    /// Gives idle lanes something to search.
    #[inline(always)]
    fn fill(&mut self) {
        let idle = !self.active & (u64::MAX >> (64 - Self::LANES)) as u32;
        for lane in lanes_of(idle) {
            if self.waiting > 0 && self.resume(lane)
                || self.begun < self.goal.puzzles() && self.begin(lane)
                || self.waiting > 0 && !self.goal.is_apart() && self.take(lane)
            {
                self.active |= 1 << lane;
            }
        }
    }

    /// Goes on with what waits on the lane's own stack.
    #[inline(always)]
    fn resume(&mut self, lane: usize) -> bool {
        let node = self.plan.cells() + 1;
        let stack = &mut self.memory.stacks[lane];
        let Some(from) = stack.len().checked_sub(node) else {
            return false;
        };
        if !self.goal.wants(self.puzzles[lane]) {
            self.waiting -= stack.len() / node;
            stack.clear();
            return false;
        }
        self.go_on(lane, lane, from);
        self.memory.stacks[lane].truncate(from);
        true
    }

    /// Takes what waits lowest on the longest stack.
    #[inline(always)]
    fn take(&mut self, lane: usize) -> bool {
        let stacks = self.memory.stacks[..Self::LANES].iter().enumerate();
        let longest = stacks.max_by_key(|(_, stack)| stack.len());
        let Some((from, _)) = longest.filter(|(_, stack)| !stack.is_empty()) else {
            return false;
        };
        if self.puzzles[lane] != self.puzzles[from]
            && let (Caging::Own, Ok([to, from])) =
                (self.caging, self.memory.own.get_disjoint_mut([lane, from]))
        {
            to.clone_from(from);
        }
        self.puzzles[lane] = self.puzzles[from];
        self.guesses[lane] = self.guesses[from];
        self.go_on(lane, from, 0);
        self.memory.stacks[from].drain(..=self.plan.cells());
        true
    }

    /// Goes on with a node of a stack, without the digit that was chosen there.
    #[inline(always)]
    fn go_on(&mut self, lane: usize, stack: usize, from: usize) {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        let node = &m.stacks[stack][from..=from + cells];
        for (row, &word) in m.board.first_mut(cells).iter_mut().zip(node) {
            row.set(lane, word);
        }
        if !matches!(self.caging, Caging::None) {
            m.pending[lane].none(constraints(self.caging, &m.own[lane]));
            m.cells[lane][..cells].copy_from_slice(&node[..cells]);
            for (row, &word) in m.seen.first_mut(cells).iter_mut().zip(node) {
                row.set(lane, word);
            }
        }
        let (cell, digit) = chosen(node[cells].bits());
        let row = m.board.at_mut(cell);
        row.set(lane, W::of(row.at(lane).bits() & !(1 << digit)));
        self.waiting -= 1;
    }

    /// Begins the next puzzle.
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> bool {
        let digits = self.goal.puzzle(self.begun);
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        let rows = m.board.first_mut(cells).iter_mut();
        for (row, &digit) in rows.zip(digits) {
            row.set(lane, self.words[usize::from(digit) % (MOST_DIGITS + 1)]);
        }
        if matches!(self.caging, Caging::Own) {
            m.own[lane].set(self.goal.cages(self.begun), self.areas);
        }
        if !matches!(self.caging, Caging::None) {
            m.pending[lane].all(constraints(self.caging, &m.own[lane]));
            let rows = m.seen.first_mut(cells).iter_mut();
            for (cell, (seen, row)) in rows.zip(m.board.first(cells)).enumerate() {
                seen.set(lane, row.at(lane));
                m.cells[lane][cell] = row.at(lane);
            }
        }
        self.puzzles[lane] = self.begun;
        self.guesses[lane] = 0;
        self.begun += 1;
        true
    }

    /// Hands on the grid in a lane, if it is a solution. If it is none, which only a pass more
    /// would have found, the lane goes on.
    #[inline(always)]
    fn conclude(&mut self, lane: usize) {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        for (word, row) in m.solution.iter_mut().zip(m.board.first(cells)) {
            *word = row.at(lane).bits();
        }
        let puzzle = self.puzzles[lane];
        let solution = &m.solution[..cells];
        if is_grid(self.plan, solution) {
            self.active &= !(1 << lane);
            if self.goal.cages(puzzle).allow(solution) && self.goal.wants(puzzle) {
                self.goal.found(puzzle, solution);
            }
        }
    }

    /// Removes what the cages do not leave in stuck lanes; gives those that still are.
    #[inline(always)]
    fn tighten(&mut self, mut stuck: u32) -> u32 {
        let m = &mut *self.memory;
        if matches!(self.caging, Caging::None) || stuck == 0 {
            return stuck;
        }
        for cell in 0..self.plan.cells() as u16 {
            let (row, seen) = (m.board.at(cell), m.seen.at_mut(cell));
            let differs = row.get::<S, W::Vector<S>>(self.simd) ^ seen.get(self.simd);
            for lane in lanes_of(differs.intersects(differs).bits() as u32 & stuck) {
                seen.set(lane, row.at(lane));
                m.cells[lane][usize::from(cell)] = row.at(lane);
                m.pending[lane].mark_if(constraints(self.caging, &m.own[lane]), cell, true);
            }
        }
        for lane in lanes_of(stuck) {
            let constraints = constraints(self.caging, &m.own[lane]);
            let grid = &mut Lane {
                simd: self.simd,
                board: &mut m.board,
                seen: &mut m.seen,
                cells: &mut m.cells[lane],
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

    /// Guesses in stuck lanes.
    #[inline(always)]
    fn guess(&mut self, stuck: u32) {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        choose::<S, W::Vector<S>>(self.simd, self.plan, &m.board, &mut m.choice);
        let has_cages = !matches!(self.caging, Caging::None);
        for lane in lanes_of(stuck) {
            if self.active >> lane & 1 == 0 {
                continue; // handed over with another
            }
            if has_cages && self.guesses[lane] >= self.hard.patience && self.hand_over(lane) {
                continue;
            }
            let m = &mut *self.memory;
            let cell = m.choice.at(lane).bits() as u16 % 1024;
            if !self.goal.wants(self.puzzles[lane]) || usize::from(cell) >= cells {
                // Nothing is open, and yet it is no solution.
                self.active &= !(1 << lane);
                continue;
            }
            let word = m.board.at(cell).at(lane).bits();
            let digit = word.trailing_zeros();
            m.effort.guesses += 1;
            self.guesses[lane] = self.guesses[lane].saturating_add(1);
            self.goal.guessed(self.puzzles[lane]);
            let stack = &mut m.stacks[lane];
            stack.extend(m.board.first(cells).iter().map(|row| row.at(lane)));
            stack.push(W::of(u32::from(cell) | digit << CELL_BITS));
            self.waiting += 1;
            m.board.at_mut(cell).set(lane, W::of(1 << digit));
        }
    }
}

/// Whether every cell has one digit, and every unit every digit.
#[inline(always)]
pub(super) fn is_grid(plan: &Plan, digits: &[u32]) -> bool {
    let is_whole = |unit: &[u16]| {
        let words = unit
            .iter()
            .map(|&cell| digits[usize::from(cell) % digits.len()]);
        words.fold(0, |all, word| all | word) == plan.full()
    };
    digits.iter().all(|word| word.is_power_of_two()) && plan.units().all(is_whole)
}

/// The cages of a lane, which has these if it has its own.
#[inline(always)]
fn constraints<'a>(caging: Caging<'a>, own: &'a Constraints) -> &'a Constraints {
    match caging {
        Caging::Common(common) => common,
        Caging::None | Caging::Own => own,
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
