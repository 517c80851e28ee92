//! Propagation over all lanes at once: a sweep over the houses, and locked candidates.
//!
//! For each house, the sweep finds solved cells, and digits with a single cell. The latter are
//! digits that were seen once, but not twice. The cells are updated before the next house is
//! visited. No branch depends on the content of a lane.

use super::lane_scratch::{Intersections, LaneCandidates, LaneWords};
use crate::compiled_shape::{CompiledShape, HouseIntersections};
use crate::digits::{CandidateWord, MOST_DIGITS};
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

/// Returns the length of a loop if it may be unrolled, else 0. Unrolled loops take half the time,
/// but long to compile: puzzles of more than sixteen digits and machines without vectors are too
/// rare.
#[inline(always)]
fn known_length<V: Vector<Lane: CandidateWord>>(length: usize) -> usize {
    if V::Lane::IS_WIDE || V::Simd::IS_FALLBACK {
        0
    } else {
        length
    }
}

/// Deduces singles in every house.
#[inline(always)]
pub(super) fn sweep<V: Vector<Lane: CandidateWord>>(
    simd: V::Simd,
    compiled: &CompiledShape,
    cells: &mut LaneCandidates<V::Lane>,
) -> SweepResult {
    match known_length::<V>(compiled.digits) {
        9 => sweep_sized::<V, 9>(simd, compiled, cells),
        16 => sweep_sized::<V, 16>(simd, compiled, cells),
        _ => sweep_sized::<V, 0>(simd, compiled, cells),
    }
}

/// Deduces singles in houses of `N` cells, or of any size if `N` is 0.
#[inline(always)]
fn sweep_sized<V: Vector<Lane: CandidateWord>, const N: usize>(
    simd: V::Simd,
    compiled: &CompiledShape,
    cells: &mut LaneCandidates<V::Lane>,
) -> SweepResult {
    let n = if N == 0 { compiled.digits } else { N };
    let zero = V::splat(simd, V::Lane::from_bits(0));
    let one = V::splat(simd, V::Lane::from_bits(1));
    let full = V::splat(simd, V::Lane::from_bits(compiled.all_digits()));
    let (mut dead, mut open, mut changed) = (zero, zero, zero);
    let mut empty = V::first(simd, 0);
    for (number, house) in compiled.houses().enumerate() {
        let house = &house[..n];
        let mut x = [zero; MOST_DIGITS];
        let mut single = [zero; MOST_DIGITS];
        let (mut placed, mut clash) = (zero, zero);
        let (mut once, mut twice) = (zero, zero);
        for i in 0..n {
            x[i] = cells.at(house[i]).get(simd);
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
            cells.at_mut(house[i]).put(y);
        }
        dead = dead | clash | (once ^ full);
        if number >= compiled.houses_before_rows {
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
pub(super) fn choose_cells<V: Vector<Lane: CandidateWord>>(
    simd: V::Simd,
    compiled: &CompiledShape,
    cells: &LaneCandidates<V::Lane>,
    to: &mut LaneWords<V::Lane>,
) {
    let most = V::splat(simd, V::Lane::from_bits(u32::MAX));
    let one = V::splat(simd, V::Lane::from_bits(1));
    let mut best = most;
    for cell in 0..compiled.cells as u16 {
        let x: V = cells.at(cell).get(simd);
        let is_open = x.intersects(x.sub(one));
        let key = x.count_ones().shl(10) | V::splat(simd, V::Lane::from_bits(cell.into()));
        best = best.min(key.select(is_open, most));
    }
    to.put(best);
}

/// Removes locked candidates: if a house has a candidate only in an intersection, the other house
/// loses it elsewhere. Returns the lanes with removed candidates.
#[inline(always)]
pub(super) fn remove_locked<V: Vector<Lane: CandidateWord>>(
    simd: V::Simd,
    compiled: &CompiledShape,
    cells: &mut LaneCandidates<V::Lane>,
    parts: &mut Intersections<V::Lane>,
) -> u32 {
    let zero = V::splat(simd, V::Lane::from_bits(0));
    for (union, set) in parts.unions.iter_mut().zip(&compiled.intersections) {
        match known_length::<V>(set.len()) {
            2 => gather_union::<V, 2>(simd, cells, set, union),
            3 => gather_union::<V, 3>(simd, cells, set, union),
            4 => gather_union::<V, 4>(simd, cells, set, union),
            _ => gather_union::<V, 0>(simd, cells, set, union),
        }
    }
    for split in &compiled.house_intersections {
        match known_length::<V>(split.intersections.len()) {
            2 => find_locked::<V, 2>(simd, split, cells, parts),
            3 => find_locked::<V, 3>(simd, split, cells, parts),
            4 => find_locked::<V, 4>(simd, split, cells, parts),
            _ => find_locked::<V, 0>(simd, split, cells, parts),
        }
    }
    let mut changed = zero;
    for split in &compiled.house_intersections {
        let gone = match known_length::<V>(split.intersections.len()) {
            2 => clear_locked::<V, 2>(simd, compiled, split, cells, parts),
            3 => clear_locked::<V, 3>(simd, compiled, split, cells, parts),
            4 => clear_locked::<V, 4>(simd, compiled, split, cells, parts),
            _ => clear_locked::<V, 0>(simd, compiled, split, cells, parts),
        };
        changed = changed | gone;
    }
    changed.intersects(changed).bits() as u32
}

/// Returns a list of `K` items, or of any length if `K` is 0.
#[inline(always)]
fn sized<const K: usize>(list: &[u16]) -> &[u16] {
    if K == 0 { list } else { &list[..K] }
}

/// Computes the union of the candidates of an intersection.
#[inline(always)]
fn gather_union<V: Vector<Lane: CandidateWord>, const K: usize>(
    simd: V::Simd,
    cells: &LaneCandidates<V::Lane>,
    set: &[u16],
    union: &mut LaneWords<V::Lane>,
) {
    let mut all = V::splat(simd, V::Lane::from_bits(0));
    for &cell in sized::<K>(set) {
        all = all | cells.at(cell).get(simd);
    }
    union.put(all);
}

/// Finds the candidates that a house has in only one of its intersections.
#[inline(always)]
fn find_locked<V: Vector<Lane: CandidateWord>, const K: usize>(
    simd: V::Simd,
    split: &HouseIntersections,
    cells: &LaneCandidates<V::Lane>,
    parts: &mut Intersections<V::Lane>,
) {
    let zero = V::splat(simd, V::Lane::from_bits(0));
    let (mut once, mut twice) = (zero, zero);
    for &cell in &split.loose {
        let x: V = cells.at(cell).get(simd);
        twice = twice | (once & x);
        once = once | x;
    }
    for &part in sized::<K>(&split.intersections) {
        let x: V = parts.unions[usize::from(part / 2)].get(simd);
        twice = twice | (once & x);
        once = once | x;
    }
    let single = once.and_not(twice);
    for &part in sized::<K>(&split.intersections) {
        let x: V = parts.unions[usize::from(part / 2)].get(simd);
        parts.locked[usize::from(part)].put(x & single);
    }
}

/// Removes from a house the candidates that other houses have only in an intersection with it. They
/// remain in that intersection. Returns the removed candidates.
#[inline(always)]
fn clear_locked<V: Vector<Lane: CandidateWord>, const K: usize>(
    simd: V::Simd,
    compiled: &CompiledShape,
    split: &HouseIntersections,
    cells: &mut LaneCandidates<V::Lane>,
    parts: &Intersections<V::Lane>,
) -> V {
    let zero = V::splat(simd, V::Lane::from_bits(0));
    let (mut all, mut changed) = (zero, zero);
    for &part in sized::<K>(&split.intersections) {
        all = all | parts.locked[usize::from(part ^ 1)].get(simd);
    }
    for &part in sized::<K>(&split.intersections) {
        let number = usize::from(part / 2);
        let own: V = parts.locked[usize::from(part ^ 1)].get(simd);
        let gone = all.and_not(own) & parts.unions[number].get(simd);
        // This is rare enough for a branch.
        if gone.intersects(gone).any() {
            changed = changed | gone;
            for &cell in &compiled.intersections[number] {
                let row = cells.at_mut(cell);
                row.put(row.get::<V>(simd).and_not(gone));
            }
        }
    }
    for &cell in &split.loose {
        let row = cells.at_mut(cell);
        let x: V = row.get(simd);
        changed = changed | (x & all);
        row.put(x.and_not(all));
    }
    changed
}
