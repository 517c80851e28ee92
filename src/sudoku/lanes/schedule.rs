//! Which node goes to which lane.
//!
//! A lane that is stuck goes on with one side of a branch. The other side is put
//!
//! - into an idle lane at once, which takes one copy of a lane instead of two, or, if
//!   there is none, into the pool that all lanes take nodes from, last in, first out;
//! - where most branches turn out to need one side only, onto the lane's own stack, so
//!   that a puzzle is searched depth first in one lane.

use super::goal::{Goal, Haste};
use super::grids::{BLANK_CELLS, Copies, Moves, Row, copy, replace};
use super::guess::choose;
use super::state::{Search, Waiting, lanes_of, take};
use super::transpose::Root;
use crate::simd::{MAX_LANES, Simd};

/// Where idle lanes get their next grids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// A block of the pool.
    Pool(usize),
    /// The puzzles that were loaded.
    Roots,
}

impl<S: Simd, G: Goal> Search<'_, S, G> {
    /// Branches in every lane that is stuck or in a hurry: it goes on with one side, the other takes an idle
    /// lane or waits in the pool.
    #[inline(always)]
    pub fn branch(&mut self, stuck: u32, moves: &mut Moves) {
        let m = &mut *self.memory;
        choose(self.simd, &m.lines, G::STACKS, &mut m.choice);
        let mut idle = self.idle();
        let mut copies = Copies::NONE;
        let mut copied = false;
        let both = self.searches_both();
        let mut kept = None;
        for lane in lanes_of(stuck) {
            let branch = self.memory.choice.branch(lane);
            if G::STACKS && branch.is_none() {
                let root = self.root_of[lane] as usize;
                self.goal.settled(self.simd, root, &self.memory.cells, lane);
                self.active &= !(1 << lane);
                idle |= 1 << lane;
                continue;
            }
            if branch.is_none() {
                // All is settled, as the next pass will see: one without haste had seen it.
                debug_assert!(G::HASTE != Haste::Never);
                continue;
            }
            self.memory.effort.guesses += 1;
            self.memory.habit.branches += 1;
            moves.touched.0[lane] = 1;
            moves.forks = true;
            branch.accept(&mut self.memory.edits, lane);
            let root = self.root_of[lane];
            self.accepted |= 1 << lane;
            if both && let Some(to) = take(&mut idle) {
                moves.from.0[to] = lane as u16;
                moves.touched.0[to] = 1;
                branch.refuse(&mut self.memory.edits, to);
                self.start(to, root);
                continue;
            }
            if !both {
                let block = *kept.get_or_insert_with(|| self.stacks.block());
                self.stacks.push(lane, Waiting { root, branch }, block);
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
            self.waiting.push(Waiting { root, branch });
        }
        if let Some(block) = kept {
            let m = &mut *self.memory;
            if m.kept.len() == block {
                m.kept.push(BLANK_CELLS);
            }
            copy(self.simd, &m.cells, &mut m.kept[block]);
        }
        if copied {
            let block = (self.waiting.len() - 1) / Self::LANES;
            let m = &mut *self.memory;
            copies.merge(self.simd, &m.cells, &mut m.pool[block]);
        }
    }

    /// Whether idle lanes may take the other side of a branch right away.
    fn searches_both(&self) -> bool {
        G::HASTE != Haste::Always && self.memory.habit.is_thorough() || self.roots_left() == 0
    }

    /// The lanes that branch though there may be more to deduce.
    pub fn in_a_hurry(&self) -> u32 {
        let habit = &self.memory.habit;
        match G::HASTE {
            Haste::Always => u32::MAX,
            Haste::WhereItPays if habit.is_abundant() => u32::MAX,
            Haste::WhereItPays if !habit.is_thorough() => self.accepted,
            Haste::WhereItPays | Haste::Never => 0,
        }
    }

    /// The number of puzzles that have not been started.
    fn roots_left(&self) -> usize {
        self.goal.roots().len() - self.loaded + self.ready
    }

    /// Gives idle lanes what they kept, or else nodes of the pool, or else puzzles.
    #[inline(always)]
    pub fn fill(&mut self, moves: &mut Moves) -> Option<Source> {
        if self.stacks.kept > 0 {
            self.fill_from_stacks(moves);
        }
        if self.searches_both()
            && let Some(block) = self.fill_from_pool(moves)
        {
            return Some(Source::Pool(block));
        }
        self.fill_with_roots(moves)
    }

    /// Gives idle lanes nodes of the topmost block of the pool, and returns the block.
    #[inline(always)]
    fn fill_from_pool(&mut self, moves: &mut Moves) -> Option<usize> {
        let mut idle = self.idle();
        let mut source = None;
        while idle != 0 {
            let at = self.waiting.len().wrapping_sub(1);
            let block = at / Self::LANES;
            if source.is_some_and(|source| source != block) {
                break;
            }
            let Some(Waiting { root, branch }) = self.waiting.pop() else {
                break;
            };
            if !self.is_wanted(root) {
                continue;
            }
            if let Some(lane) = take(&mut idle) {
                source = Some(block);
                branch.refuse(&mut self.memory.edits, lane);
                self.start(lane, root);
                moves.fresh.add(at % Self::LANES, lane);
                moves.touched.0[lane] = 1;
            }
        }
        source
    }

    /// Gives idle lanes back what they kept last.
    #[inline(always)]
    fn fill_from_stacks(&mut self, moves: &mut Moves) {
        let mut blocks = [0; MAX_LANES];
        let mut popped = 0_u32;
        for lane in lanes_of(self.idle()) {
            while let Some((Waiting { root, branch }, block)) = self.stacks.pop(lane) {
                if self.is_wanted(root) {
                    branch.refuse(&mut self.memory.edits, lane);
                    self.start(lane, root);
                    moves.touched.0[lane] = 1;
                    moves.forks = true;
                    blocks[lane] = block;
                    popped |= 1 << lane;
                    break;
                }
            }
        }
        while popped != 0 {
            let block = blocks[popped.trailing_zeros() as usize];
            let mut same = Row::ZERO;
            for lane in lanes_of(popped).filter(|&lane| blocks[lane] == block) {
                same.0[lane] = 1;
                popped &= !(1 << lane);
            }
            let m = &mut *self.memory;
            replace(self.simd, &same, &m.kept[block], &mut m.cells);
        }
    }

    fn is_wanted(&mut self, root: u32) -> bool {
        let wanted = self.goal.wants(root as usize);
        self.memory.habit.unwanted += u32::from(!wanted);
        wanted
    }

    /// Gives idle lanes puzzles.
    #[inline(always)]
    fn fill_with_roots(&mut self, moves: &mut Moves) -> Option<Source> {
        let mut idle = self.idle();
        if idle == 0 || self.roots_left() == 0 {
            return None;
        }
        if self.ready == 0 {
            let rest = &self.goal.roots()[self.loaded..];
            self.ready = rest.len().min(Self::LANES);
            self.loaded += self.ready;
            let m = &mut *self.memory;
            G::Root::load(self.simd, &rest[..self.ready], &mut m.incoming, &mut m.tile);
        }
        while self.ready != 0 {
            let Some(lane) = take(&mut idle) else { break };
            let root = self.loaded - self.ready;
            self.start(lane, root as u32);
            self.memory.habit.roots += 1;
            // Blocks are loaded whole, so that the place of a root is known.
            moves.fresh.add(root % Self::LANES, lane);
            moves.touched.0[lane] = 1;
            self.ready -= 1;
        }
        Some(Source::Roots)
    }

    /// Sets an idle lane to work.
    fn start(&mut self, lane: usize, root: u32) {
        self.root_of[lane] = root;
        self.active |= 1 << lane;
        self.accepted &= !(1 << lane);
    }
}
