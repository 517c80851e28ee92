//! Propagation of all houses with the board in vector registers.
//!
//! The cells of all houses are gathered by permuting the board, and the singles of all houses are
//! returned to the cells in the same way.

use super::KillerBoard;
use super::killer_board::CELLS;
use super::killer_houses::KillerHouses;
use countless_simd::{Mask, Simd, Vector};

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
