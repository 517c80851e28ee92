//! Propagation of houses and rules to a fixed point.
//!
//! Houses come first, because they cost least. Next are cages with a changed cell, small ones
//! first. Then a required digit of a cage is removed from the cells that see all its places in the
//! cage. Sums follow one by one, as long as nothing else changes.
//!
//! A board that fits vector registers has all its houses propagated there. The cells of all houses
//! are gathered by permuting the board, and the singles are returned to the cells in the same way.

use super::exact_candidates::{DigitSetTable, MOST};
use super::killer_board::{CELLS, DIGITS, HOUSES, KillerBoard, KillerHouses, places_of};
use super::killer_rules::{KillerRules, RULES, SubsetTotals};
use crate::cages::{SumTable, members};
use countless_simd::{Mask, Simd, Vector};

/// Contradiction: the board has no solution.
#[derive(Debug)]
pub(super) struct Contradiction;

/// Propagation on a board.
pub(super) struct Propagation<'a, S> {
    pub simd: S,
    pub houses: &'a KillerHouses,
    pub rules: &'a KillerRules,
    pub sums: SumTable,
    pub totals: &'a SubsetTotals,
    pub exact: &'static DigitSetTable,
    pub pending: &'a mut PendingRules,
    pub board: &'a mut KillerBoard,
}

impl<S: Simd> Propagation<'_, S> {
    /// Restricts a cell to these candidates.
    #[inline(always)]
    pub fn restrict(&mut self, cell: u8, digits: u16) -> Result<(), Contradiction> {
        if self.board.get(cell) == digits {
            return Ok(());
        }
        self.set(cell, digits);
        self.pending.rules |= self.rules.rules_of_cell[usize::from(cell)];
        self.pending.has_changed = true;
        if digits == 0 {
            self.pending.blame |= 1 << cell;
            return Err(Contradiction);
        }
        Ok(())
    }

    #[inline(always)]
    fn set(&mut self, cell: u8, digits: u16) {
        self.board.set(cell, digits);
        if !S::PERMUTES_PAIRS {
            let KillerHouses {
                places, families, ..
            } = self.houses;
            let places = &places[usize::from(cell) % CELLS];
            self.board.set_by_house(digits, places, *families);
        }
    }

    /// Begins a board, whose houses and rules are all to be propagated.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.pending.clear();
        self.pending.rules = self.rules.all_rules();
        for cell in 0..self.houses.cells as u8 {
            self.set(cell, self.board.get(cell));
        }
    }

    /// Restricts a cell of a board at its fixed point. The change is to be propagated.
    #[inline(always)]
    pub fn begin_branch(&mut self, cell: u8, digits: u16) -> Result<(), Contradiction> {
        self.pending.clear();
        self.restrict(cell, digits)
    }

    /// Propagates changes. All of it is inlined, so it is called in one place.
    #[inline(always)]
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        let cages = self.rules.all_cages();
        loop {
            self.propagate_houses()?;
            while self.pending.rules & cages != 0 {
                let number = self.pending.rules.trailing_zeros() as usize;
                self.pending.rules &= self.pending.rules - 1;
                let fives = self.pending.rules & self.rules.fives;
                if self.rules.fives >> number & 1 != 0 && fives != 0 {
                    let second = fives.trailing_zeros() as usize;
                    self.propagate_two([number, second])?;
                } else {
                    self.propagate_cage(number)
                        .map_err(|dead| self.blame(number, dead))?;
                }
            }
            if self.pending.has_changed {
                continue;
            }
            while self.pending.requiring_cages != 0 {
                let number = self.pending.requiring_cages.trailing_zeros() as usize;
                self.pending.requiring_cages &= self.pending.requiring_cages - 1;
                self.remove_required(number)
                    .map_err(|dead| self.blame(number, dead))?;
            }
            while !self.pending.has_changed && self.pending.rules != 0 {
                let number = self.pending.rules.trailing_zeros() as usize;
                self.pending.rules &= self.pending.rules - 1;
                self.propagate_sum(number)
                    .map_err(|dead| self.blame(number, dead))?;
            }
            if !self.pending.has_changed {
                self.board.find_open(self.simd);
                return Ok(());
            }
        }
    }

    /// Records the cells of a rule with a contradiction.
    #[inline(always)]
    pub fn blame(&mut self, rule: usize, dead: Contradiction) -> Contradiction {
        self.pending.blame |= self.rules.cells_of_rule[rule];
        dead
    }

    /// Propagates houses to a fixed point.
    #[inline(always)]
    fn propagate_houses(&mut self) -> Result<(), Contradiction> {
        let KillerHouses { list, cells, .. } = self.houses;
        if !S::PERMUTES_PAIRS {
            return self.propagate_by_house();
        }
        let has_few = *cells <= 3 * S::U16::LANES && list.len() < S::U16::LANES;
        let settled = if has_few {
            self.board.settle::<S, 3, 1>(self.simd, self.houses)
        } else {
            self.board.settle::<S, 4, 2>(self.simd, self.houses)
        };
        match settled {
            Ok(changed) => {
                for cell in members(changed) {
                    self.pending.rules |= self.rules.rules_of_cell[usize::from(cell)];
                }
                self.pending.has_changed = false;
                Ok(())
            }
            Err(blame) => {
                self.pending.blame |= blame;
                Err(Contradiction)
            }
        }
    }

    /// Propagates houses to a fixed point, by the candidates of each house.
    #[inline(always)]
    fn propagate_by_house(&mut self) -> Result<(), Contradiction> {
        let KillerHouses { list, digits, .. } = self.houses;
        loop {
            let singles = self.board.find_singles(self.simd, list.len(), *digits);
            if singles.contradictions != 0 {
                let (_, set) = list[singles.contradictions.trailing_zeros() as usize];
                self.pending.blame |= set;
                return Err(Contradiction);
            }
            if singles.changing == 0 {
                self.pending.has_changed = false;
                return Ok(());
            }
            // All changes are computed before any is made, because loading a vector right after a
            // partial write is slow.
            let mut changes = [(0, [0; HOUSES]); DIGITS];
            for (place, change) in changes.iter_mut().enumerate().take(*digits) {
                *change = self
                    .board
                    .changes_at(self.simd, &singles, place, list.len());
            }
            let mut dead = 0_u128;
            for (place, (mut changed, left)) in changes.into_iter().enumerate() {
                while changed != 0 {
                    let house = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let cell = list[house].0[place];
                    // Another house may have changed the cell, too.
                    let digits = self.board.get(cell) & left[house];
                    self.set(cell, digits);
                    self.pending.rules |= self.rules.rules_of_cell[usize::from(cell)];
                    dead |= u128::from(digits == 0) << (cell % 128);
                }
            }
            if dead != 0 {
                // As with permuted vectors, the first cell is blamed.
                self.pending.blame |= dead & dead.wrapping_neg();
                return Err(Contradiction);
            }
        }
    }

    /// Removes required digits of a cage from the cells that see all places of the digit in the
    /// cage.
    #[inline(always)]
    fn remove_required(&mut self, number: usize) -> Result<(), Contradiction> {
        let cage = &self.rules.cages[number];
        let [a, b, c, d, e, ..] = cage.cells;
        let word = self.word([a, b, c, d, e]);
        let mut needed = self.pending.required_digits[number];
        while needed != 0 {
            let digit = needed.trailing_zeros();
            needed &= needed - 1;
            let mut places = places_of(word, digit);
            let mut see = self.rules.seeing[number][places];
            for place in MOST..cage.len {
                let cell = cage.cells[place];
                if self.board.get(cell) >> digit & 1 != 0 {
                    places |= 1 << place;
                    see &= self.rules.seen[usize::from(cell)];
                }
            }
            if places == 0 {
                return Err(Contradiction);
            }
            let has = self.board.cells_with(self.simd, 1 << digit);
            for cell in members(has & see) {
                self.restrict(cell, self.board.get(cell) & !(1 << digit))?;
            }
        }
        Ok(())
    }
}

/// Pending work of a propagation.
#[derive(Debug)]
pub(super) struct PendingRules {
    /// True if a cell has changed since the last fixed point of the houses.
    pub has_changed: bool,
    /// Rules with a changed cell, as bits.
    pub rules: u128,
    /// Cages with required digits that are to be removed from other cells. `required_digits` has
    /// these digits.
    pub requiring_cages: u128,
    pub required_digits: Box<[u16; RULES]>,
    /// Cells of the last contradiction.
    pub blame: u128,
}

impl PendingRules {
    /// Creates a state without pending work.
    pub fn new() -> Self {
        Self {
            has_changed: false,
            rules: 0,
            requiring_cages: 0,
            required_digits: Box::new([0; RULES]),
            blame: 0,
        }
    }

    /// Discards the work of a board that was given up.
    pub fn clear(&mut self) {
        self.has_changed = false;
        (self.rules, self.requiring_cages, self.blame) = (0, 0, 0);
    }
}

/// Number of vectors for the largest board.
const BLOCKS: usize = 4;

impl KillerBoard {
    /// Propagates the singles of all houses to a fixed point. Returns the changed cells, or the
    /// cells of a contradiction. The board fills the first `B` vectors of 32 lanes, and the houses
    /// `H` vectors.
    #[inline(always)]
    pub(super) fn settle<S: Simd, const B: usize, const H: usize>(
        &mut self,
        simd: S,
        houses: &KillerHouses,
    ) -> Result<u128, u128> {
        let lanes = S::U16::LANES;
        let zero = S::U16::splat(simd, 0);
        let one = S::U16::splat(simd, 1);
        let full = S::U16::splat(simd, (1 << houses.digits) - 1);
        let far = S::U16::splat(simd, 2 * lanes as u16);
        let all = u64::MAX >> (u64::BITS - houses.list.len() as u32);
        let mut board = [zero; BLOCKS];
        for i in 0..B {
            board[i] = S::U16::load(simd, &self.cells[i * lanes % CELLS..]);
        }
        let mut has_changed = false;
        loop {
            let (mut placed, mut hidden) = ([zero; 2], [zero; 2]);
            let (mut contradictions, mut changing) = (0, 0);
            for h in 0..H {
                let (mut once, mut twice, mut dead) = (zero, zero, zero);
                for from in &houses.cells_at[..houses.digits] {
                    let from = S::U16::load(simd, &from[h * lanes..]);
                    let near = S::U16::permute_pair(simd, [board[0], board[1]], from);
                    let cells = S::U16::permute_pair(simd, [board[2], board[3]], from);
                    let cells = cells.select(from.intersects(far), near);
                    let single = zero.select(cells.intersects(cells.sub(one)), cells);
                    dead = dead | (placed[h] & single);
                    placed[h] = placed[h] | single;
                    twice = twice | (once & cells);
                    once = once | cells;
                }
                dead = dead | (once ^ full);
                hidden[h] = once.and_not(placed[h] | twice);
                let some = hidden[h] | (placed[h] & twice);
                contradictions |= dead.intersects(dead).bits() << (h * lanes);
                changing |= some.intersects(some).bits() << (h * lanes);
            }
            contradictions &= all;
            if contradictions != 0 {
                return Err(houses.list[contradictions.trailing_zeros() as usize].1);
            }
            if changing & all == 0 {
                break;
            }
            has_changed = true;
            let mut dead = 0;
            for i in 0..B {
                let had = board[i];
                let (mut place, mut only) = (zero, zero);
                for from in &houses.houses_of[..houses.families] {
                    let from = S::U16::load(simd, &from[i * lanes % CELLS..]);
                    if H == 1 {
                        place = place | placed[0].permute(from);
                        only = only | hidden[0].permute(from);
                    } else {
                        place = place | S::U16::permute_pair(simd, placed, from);
                        only = only | S::U16::permute_pair(simd, hidden, from);
                    }
                }
                only = only & had;
                let is_open = had.intersects(had.sub(one));
                // A cell with two hidden singles is a contradiction.
                let left = zero.select(only.intersects(only.sub(one)), only.or_else(had));
                let left = left.and_not(place);
                let is_dead = is_open & !left.intersects(left);
                dead |= u128::from(is_dead.bits()) << (i * lanes % CELLS);
                board[i] = left.select(is_open, had);
            }
            if dead != 0 {
                return Err(dead & dead.wrapping_neg());
            }
        }
        let mut changed = 0;
        if has_changed {
            for i in 0..B {
                let cells = &mut self.cells[i * lanes % CELLS..];
                let differs = S::U16::load(simd, cells) ^ board[i];
                changed |= u128::from(differs.intersects(differs).bits()) << (i * lanes % CELLS);
                board[i].store(cells);
            }
        }
        Ok(changed)
    }
}
