//! What houses and rules leave, until nothing changes.
//!
//! Houses come first, as they cost least; then the cages with a cell that has changed, small ones
//! first; then the digits that cages must have, which no cell has that sees all their places in the
//! cage; and when all else is quiet, one sum after the other.

use super::board::{Board, CELLS, DIGITS, HOUSES, members};
use super::exact::Table;
use super::houses::Houses;
use super::pending::Pending;
use super::rules::Rules;
use super::totals::Totals;
use crate::cages::Sums;
use countless_simd::Simd;

/// That there is no solution.
#[derive(Debug)]
pub(super) struct Dead;

/// Propagation on a board.
pub(super) struct Propagation<'a, S> {
    pub simd: S,
    pub houses: &'a Houses,
    pub rules: &'a Rules,
    pub sums: Sums,
    pub totals: &'a Totals,
    pub exact: &'static Table,
    pub pending: &'a mut Pending,
    pub board: &'a mut Board,
}

impl<S: Simd> Propagation<'_, S> {
    /// Leaves a cell these digits.
    #[inline(always)]
    pub fn leave(&mut self, cell: u8, digits: u16) -> Result<(), Dead> {
        if self.board.get(cell) == digits {
            return Ok(());
        }
        self.set(cell, digits);
        self.pending.rules |= self.rules.of[usize::from(cell)];
        self.pending.has_changed = true;
        if digits == 0 {
            self.pending.blame |= 1 << cell;
            return Err(Dead);
        }
        Ok(())
    }

    #[inline(always)]
    fn set(&mut self, cell: u8, digits: u16) {
        let Houses {
            places, families, ..
        } = self.houses;
        let places = &places[usize::from(cell) % CELLS];
        self.board.set(cell, digits, places, *families);
    }

    /// Looks at all of a board.
    #[inline(always)]
    pub fn begin(&mut self) -> Result<(), Dead> {
        self.pending.clear();
        self.pending.rules = self.rules.all();
        for cell in 0..self.houses.cells as u8 {
            let digits = self.board.get(cell);
            self.set(cell, digits);
        }
        self.run()
    }

    /// Leaves a cell of a board that is quiet these digits, and looks at what follows.
    #[inline(always)]
    pub fn change(&mut self, cell: u8, digits: u16) -> Result<(), Dead> {
        self.pending.clear();
        self.leave(cell, digits)?;
        self.run()
    }

    #[inline(always)]
    fn run(&mut self) -> Result<(), Dead> {
        let cages = self.rules.all_cages();
        loop {
            self.settle()?;
            while self.pending.rules & cages != 0 {
                let number = self.pending.rules.trailing_zeros() as usize;
                self.pending.rules &= self.pending.rules - 1;
                self.cage(number).map_err(|dead| self.blame(number, dead))?;
            }
            if self.pending.has_changed {
                continue;
            }
            while self.pending.needs != 0 {
                let number = self.pending.needs.trailing_zeros() as usize;
                self.pending.needs &= self.pending.needs - 1;
                self.need(number).map_err(|dead| self.blame(number, dead))?;
            }
            while !self.pending.has_changed && self.pending.rules != 0 {
                let number = self.pending.rules.trailing_zeros() as usize;
                self.pending.rules &= self.pending.rules - 1;
                self.sum(number).map_err(|dead| self.blame(number, dead))?;
            }
            if !self.pending.has_changed {
                return Ok(());
            }
        }
    }

    /// Notes the cells of a rule that had no way.
    #[inline(always)]
    fn blame(&mut self, rule: usize, dead: Dead) -> Dead {
        self.pending.blame |= self.rules.sets[rule];
        dead
    }

    /// Goes through houses until they are quiet.
    #[inline(always)]
    fn settle(&mut self) -> Result<(), Dead> {
        let Houses { list, digits, .. } = self.houses;
        loop {
            let singles = self.board.singles(self.simd, list.len(), *digits);
            if singles.dead != 0 {
                let (_, set) = list[singles.dead.trailing_zeros() as usize];
                self.pending.blame |= set;
                return Err(Dead);
            }
            if singles.some == 0 {
                self.pending.has_changed = false;
                return Ok(());
            }
            // All of them before any is made: a vector that was just written to in part is slow
            // to load.
            let mut changes = [(0, [0; HOUSES]); DIGITS];
            for (place, change) in changes.iter_mut().enumerate().take(*digits) {
                *change = self.board.changes(self.simd, &singles, place, list.len());
            }
            for (place, (mut changed, left)) in changes.into_iter().enumerate() {
                while changed != 0 {
                    let house = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let cell = list[house].0[place];
                    // Another house may have changed it, too.
                    let digits = self.board.get(cell) & left[house];
                    self.leave(cell, digits)?;
                }
            }
        }
    }

    /// Takes digits that a cage must have from the cells that see all places of them.
    #[inline(always)]
    fn need(&mut self, number: usize) -> Result<(), Dead> {
        let cage = &self.rules.cages[number];
        let mut needed = self.pending.needed[number];
        while needed != 0 {
            let digit = needed & needed.wrapping_neg();
            needed ^= digit;
            let has = self.board.with(self.simd, digit);
            let places = has & self.rules.sets[number];
            if places == 0 {
                return Err(Dead);
            }
            let mut see = has & self.board.open & !self.rules.sets[number];
            for &cell in &cage.cells[..cage.len] {
                let is_place = places >> cell & 1 != 0;
                see &= if is_place {
                    self.rules.seen[usize::from(cell)]
                } else {
                    u128::MAX
                };
            }
            for cell in members(see) {
                let had = self.board.get(cell);
                self.leave(cell, had & !digit)?;
            }
        }
        Ok(())
    }
}
