//! Transposing a matrix of bits, one in every lane.

use countless_simd::Vector;

/// Transposes, in each lane, the square matrix of bits whose rows are this lane of `rows`.
///
/// By halving (Warren, *Hacker's Delight*, 2nd ed., section 7-3), in all lanes at once:
///
/// ```text
///    A B        A C     the high half of the upper rows and the low half of the
///    C D  --->  B D     lower rows change places; then the same in each quarter
/// ```
#[inline(always)]
pub(super) fn transpose<V: Vector<Lane = u32>>(simd: V::Simd, rows: &mut [V; 32]) {
    let mut size = 16;
    while size > 0 {
        // The low half of every run of twice `size` bits.
        let low = V::splat(simd, u32::MAX / ((1 << size) + 1));
        let mut block = 0;
        while block < 32 {
            for row in block..block + size {
                let (upper, lower) = (rows[row], rows[row + size]);
                let swap = (upper.shr(size as u32) ^ lower) & low;
                rows[row] = upper ^ swap.shl(size as u32);
                rows[row + size] = lower ^ swap;
            }
            block += 2 * size;
        }
        size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::{MAX_LANES, Scalar, Simd};

    #[test]
    fn rows_become_columns() {
        type NarrowLanes = <Scalar as Simd>::U32;
        // Any bits do, as long as lanes and rows differ.
        let word = |row: usize, lane: usize| {
            ((row * MAX_LANES + lane + 1) as u32)
                .wrapping_mul(0x9E37_79B9)
                .rotate_left(row as u32)
        };
        let row = |row| {
            let words = std::array::from_fn::<_, MAX_LANES, _>(|lane| word(row, lane));
            NarrowLanes::load(Scalar, &words)
        };
        let mut rows = std::array::from_fn(row);
        transpose(Scalar, &mut rows);
        for (i, row) in rows.into_iter().enumerate() {
            let mut lanes = [0; MAX_LANES];
            row.store(&mut lanes);
            for (lane, bits) in lanes[..NarrowLanes::LANES].iter().enumerate() {
                let column = (0..32).fold(0, |sum, j| sum | (word(j, lane) >> i & 1) << j);
                assert_eq!(*bits, column, "row {i}, lane {lane}");
            }
        }
    }
}
