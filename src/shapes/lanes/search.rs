//! Which node of which search tree is in which lane.
//!
//! A lane that can deduce nothing more guesses: it goes on with the lowest digit of a cell, and
//! what is left without it waits on the lane's own stack. So a puzzle is searched depth first in
//! one lane. Once there are no more puzzles, idle lanes take what waits lowest on the stacks of
//! others, which is most of what is left.

use super::goal::Goal;
use super::lock::lock;
use super::pass::{choose, pass};
use super::row::Word;
use super::state::{Lane, Memory};
use crate::shapes::cages::Tightened;
use crate::shapes::plan::Plan;
use crate::shapes::symbols::MOST_DIGITS;
use crate::simd::{MAX_LANES, Simd, Task, Vector};

/// Words of which there are vectors.
pub(super) trait Wide: Word {
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
}

impl Wide for u16 {
    type Vector<S: Simd> = S::U16;
}

impl Wide for u32 {
    type Vector<S: Simd> = S::U32;
}

/// A search for a goal.
pub(super) struct Run<'a, W: Wide, G> {
    pub plan: &'a Plan,
    pub memory: &'a mut Memory<W>,
    pub goal: &'a mut G,
}

impl<W: Wide, G: Goal> Task for Run<'_, W, G> {
    /// Whether every puzzle was done before the goal stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        Search::<S, W, G>::new(simd, self.plan, self.memory, self.goal).run()
    }
}

/// A search at work.
struct Search<'a, S: Simd, W: Wide, G: Goal> {
    simd: S,
    plan: &'a Plan,
    memory: &'a mut Memory<W>,
    goal: &'a mut G,
    /// The puzzle in each lane.
    puzzles: [usize; MAX_LANES],
    /// The lanes at work.
    active: u32,
    /// The puzzles that were begun.
    begun: usize,
    /// The nodes on all stacks.
    waiting: usize,
    /// The words of a blank and of every digit.
    words: [W; MOST_DIGITS + 1],
}

impl<'a, S: Simd, W: Wide, G: Goal> Search<'a, S, W, G> {
    const LANES: usize = W::Vector::<S>::LANES;

    /// If so many lanes are stuck at a time, it pays to look for locked candidates in all.
    const MANY: u32 = Self::LANES as u32 / 5;

    #[inline(always)]
    fn new(simd: S, plan: &'a Plan, memory: &'a mut Memory<W>, goal: &'a mut G) -> Self {
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
            memory,
            goal,
            puzzles: [0; MAX_LANES],
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
            if stuck.count_ones() >= Self::MANY.max(1) {
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
                || self.waiting > 0 && self.take(lane)
            {
                self.active |= 1 << lane;
            }
        }
    }

    /// Goes on with what waits on the lane's own stack.
    #[inline(always)]
    fn resume(&mut self, lane: usize) -> bool {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        let stack = &mut m.stacks[lane];
        if !self.goal.wants(self.puzzles[lane]) {
            self.waiting -= stack.len() / cells;
            stack.clear();
        }
        let Some(from) = stack.len().checked_sub(cells) else {
            return false;
        };
        for (row, &word) in m.board.first_mut(cells).iter_mut().zip(&stack[from..]) {
            row.set(lane, word);
        }
        stack.truncate(from);
        self.waiting -= 1;
        true
    }

    /// Begins the next puzzle.
    #[inline(always)]
    fn begin(&mut self, lane: usize) -> bool {
        let digits = self.goal.puzzle(self.begun);
        let rows = self.memory.board.first_mut(self.plan.cells());
        for (row, &digit) in rows.iter_mut().zip(digits) {
            row.set(lane, self.words[usize::from(digit) % (MOST_DIGITS + 1)]);
        }
        self.puzzles[lane] = self.begun;
        self.begun += 1;
        true
    }

    /// Takes what waits lowest on the longest stack.
    #[inline(always)]
    fn take(&mut self, lane: usize) -> bool {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        let stacks = m.stacks[..Self::LANES].iter().enumerate();
        let longest = stacks.max_by_key(|(_, stack)| stack.len());
        let Some((from, _)) = longest.filter(|(_, stack)| !stack.is_empty()) else {
            return false;
        };
        let rows = m.board.first_mut(cells).iter_mut();
        for (row, word) in rows.zip(m.stacks[from].drain(..cells)) {
            row.set(lane, word);
        }
        self.puzzles[lane] = self.puzzles[from];
        self.waiting -= 1;
        true
    }

    /// Hands on the grid in a lane, if it is a solution. If it is none, which only a pass more
    /// would have found, the lane goes on.
    #[inline(always)]
    fn conclude(&mut self, lane: usize) {
        let (m, cells) = (&mut *self.memory, self.plan.cells());
        let mut several = 0;
        for (word, row) in m.solution.iter_mut().zip(m.board.first(cells)) {
            *word = row.at(lane).bits();
            several |= *word & word.wrapping_sub(1);
        }
        let solution = &*m.solution;
        let is_whole = |unit: &[u16]| {
            let words = unit
                .iter()
                .map(|&cell| solution[usize::from(cell) % solution.len()]);
            words.fold(0, |all, word| all | word) == self.plan.full()
        };
        if several == 0 && self.plan.units().all(is_whole) {
            self.active &= !(1 << lane);
            let puzzle = self.puzzles[lane];
            let is_allowed = self.goal.cages(puzzle).allow(&solution[..cells]);
            if is_allowed && self.goal.wants(puzzle) {
                self.goal.found(puzzle, &solution[..cells]);
            }
        }
    }

    /// Removes what the cages do not leave in stuck lanes; gives those that still are.
    #[inline(always)]
    fn tighten(&mut self, mut stuck: u32) -> u32 {
        for lane in lanes_of(stuck) {
            let cages = self.goal.cages(self.puzzles[lane]);
            let board = &mut self.memory.board;
            match cages.tighten(&mut Lane { board, lane }) {
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
        for lane in lanes_of(stuck) {
            let cell = m.choice.at(lane).bits() as u16 % 1024;
            if !self.goal.wants(self.puzzles[lane]) || usize::from(cell) >= cells {
                // Nothing is open, and yet it is no solution.
                self.active &= !(1 << lane);
                continue;
            }
            let word = m.board.at(cell).at(lane).bits();
            let digit = word & word.wrapping_neg();
            m.effort.guesses += 1;
            let stack = &mut m.stacks[lane];
            let at = stack.len() + usize::from(cell);
            stack.extend(m.board.first(cells).iter().map(|row| row.at(lane)));
            stack[at] = W::of(word & !digit);
            self.waiting += 1;
            m.board.at_mut(cell).set(lane, W::of(digit));
        }
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
