//! One pass of propagation over every lane.
//!
//! The digits that stand alone in a cell of a unit are gathered, and those that only one cell
//! may have, by what was seen once and what was seen twice; then the cells are changed, so that
//! the next unit sees what this one left. There is no branch on what a lane holds.

use super::row::Row;
use super::state::Board;
use crate::plan::Plan;
use crate::symbols::MOST_DIGITS;
use crate::word::Word;
use countless_simd::{Mask, Simd, Vector};

/// What a pass found, one bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    /// Contradiction: there is no solution.
    pub dead: u32,
    /// Some cell may still have several digits.
    pub open: u32,
    /// Some candidate was removed.
    pub changed: u32,
}

/// Deduces singles in every unit.
#[inline(always)]
pub(super) fn pass<S, V>(simd: S, plan: &Plan, cells: &mut Board<V::Lane>) -> Verdict
where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: Word,
{
    // Loops of a known length are faster, and take long to compile: only for the usual sizes.
    match plan.digits() {
        9 if !V::Lane::IS_WIDE => sized::<S, V, 9>(simd, plan, cells),
        16 if !V::Lane::IS_WIDE => sized::<S, V, 16>(simd, plan, cells),
        _ => sized::<S, V, 0>(simd, plan, cells),
    }
}

/// The same for units of `N` cells, or of any number if that is 0.
#[inline(always)]
fn sized<S, V, const N: usize>(simd: S, plan: &Plan, cells: &mut Board<V::Lane>) -> Verdict
where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: Word,
{
    let n = if N == 0 { plan.digits() } else { N };
    let zero = V::splat(simd, V::Lane::of(0));
    let one = V::splat(simd, V::Lane::of(1));
    let full = V::splat(simd, V::Lane::of(plan.full()));
    let (mut dead, mut open, mut changed) = (zero, zero, zero);
    let mut empty = V::first(simd, 0);
    for (number, unit) in plan.units().enumerate() {
        let unit = &unit[..n];
        let mut x = [zero; MOST_DIGITS];
        let mut single = [zero; MOST_DIGITS];
        let (mut placed, mut clash) = (zero, zero);
        let (mut once, mut twice) = (zero, zero);
        for i in 0..n {
            x[i] = cells.at(unit[i]).get(simd);
            let rest = x[i] & x[i].sub(one);
            single[i] = x[i].select(rest.equal(zero), zero);
            clash = clash | (placed & single[i]);
            placed = placed | single[i];
            twice = twice | (once & x[i]);
            once = once | x[i];
        }
        let left = !placed;
        let hidden = once.and_not(twice | placed);
        for i in 0..n {
            let y = x[i] & (left | single[i]);
            let y = (y & hidden).or_else(y);
            changed = changed | (y ^ x[i]);
            cells.at_mut(unit[i]).put(y);
        }
        dead = dead | clash | (once ^ full);
        if number >= plan.others() {
            open = open | full.and_not(placed | hidden);
            for x in &x[..n] {
                empty = empty | x.equal(zero);
            }
        }
    }
    Verdict {
        dead: (dead.intersects(dead) | empty).bits() as u32,
        open: open.intersects(open).bits() as u32,
        changed: changed.intersects(changed).bits() as u32,
    }
}

/// Chooses the cell with the fewest candidates, but more than one, for every lane: its number is
/// in the ten low bits.
#[inline(always)]
pub(super) fn choose<S, V>(simd: S, plan: &Plan, cells: &Board<V::Lane>, to: &mut Row<V::Lane>)
where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: Word,
{
    let most = V::splat(simd, V::Lane::of(u32::MAX));
    let one = V::splat(simd, V::Lane::of(1));
    let mut best = most;
    for cell in 0..plan.cells() as u16 {
        let x: V = cells.at(cell).get(simd);
        let is_open = x.intersects(x.sub(one));
        let key = x.count_ones().shl(10) | V::splat(simd, V::Lane::of(cell.into()));
        let key = key.select(is_open, most);
        best = best.min(key);
    }
    to.put(best);
}
