//! One propagation sweep over all lanes.
//!
//! For each house, the sweep finds solved cells, and digits with a single cell. The latter are
//! digits that were seen once, but not twice. The cells are updated before the next house is
//! visited. No branch depends on the content of a lane.

use super::lane_scratch::LaneCandidates;
use super::lane_words::LaneWords;
use crate::candidate_word::CandidateWord;
use crate::compiled_shape::CompiledShape;
use crate::symbols::MOST_DIGITS;
use countless_simd::{Mask, Simd, Vector};

/// Result of a sweep, with one bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepResult {
    /// Lanes with a contradiction, which have no solution.
    pub contradictions: u32,
    /// Lanes in which a cell may have several candidates.
    pub open: u32,
    /// Lanes in which a candidate was removed.
    pub changed: u32,
}

/// Deduces singles in every house.
#[inline(always)]
pub(super) fn sweep<S, V>(
    simd: S,
    plan: &CompiledShape,
    cells: &mut LaneCandidates<V::Lane>,
) -> SweepResult
where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: CandidateWord,
{
    // Loops of a known length are faster, but take long to compile. Only the usual sizes have them.
    match plan.digits() {
        9 if !V::Lane::IS_WIDE => sweep_sized::<S, V, 9>(simd, plan, cells),
        16 if !V::Lane::IS_WIDE => sweep_sized::<S, V, 16>(simd, plan, cells),
        _ => sweep_sized::<S, V, 0>(simd, plan, cells),
    }
}

/// Deduces singles in houses of `N` cells, or of any size if `N` is 0.
#[inline(always)]
fn sweep_sized<S, V, const N: usize>(
    simd: S,
    plan: &CompiledShape,
    cells: &mut LaneCandidates<V::Lane>,
) -> SweepResult
where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: CandidateWord,
{
    let n = if N == 0 { plan.digits() } else { N };
    let zero = V::splat(simd, V::Lane::from_bits(0));
    let one = V::splat(simd, V::Lane::from_bits(1));
    let full = V::splat(simd, V::Lane::from_bits(plan.all_digits()));
    let (mut dead, mut open, mut changed) = (zero, zero, zero);
    let mut empty = V::first(simd, 0);
    for (number, unit) in plan.houses().enumerate() {
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
        if number >= plan.houses_before_rows() {
            open = open | full.and_not(placed | hidden);
            for x in &x[..n] {
                empty = empty | x.equal(zero);
            }
        }
    }
    SweepResult {
        contradictions: (dead.intersects(dead) | empty).bits() as u32,
        open: open.intersects(open).bits() as u32,
        changed: changed.intersects(changed).bits() as u32,
    }
}

/// Chooses an open cell with the fewest candidates for every lane. The low ten bits of the result
/// are its index.
#[inline(always)]
pub(super) fn choose_cells<S, V>(
    simd: S,
    plan: &CompiledShape,
    cells: &LaneCandidates<V::Lane>,
    to: &mut LaneWords<V::Lane>,
) where
    S: Simd,
    V: Vector<Simd = S>,
    V::Lane: CandidateWord,
{
    let most = V::splat(simd, V::Lane::from_bits(u32::MAX));
    let one = V::splat(simd, V::Lane::from_bits(1));
    let mut best = most;
    for cell in 0..plan.cells() as u16 {
        let x: V = cells.at(cell).get(simd);
        let is_open = x.intersects(x.sub(one));
        let key = x.count_ones().shl(10) | V::splat(simd, V::Lane::from_bits(cell.into()));
        let key = key.select(is_open, most);
        best = best.min(key);
    }
    to.put(best);
}
