//! Transposing a matrix of bits, one in every lane.

use super::word::Word;
use crate::simd::Vector;

/// Transposes, in each lane, the square matrix of bits whose rows are this lane of
/// `rows`; there are as many rows as a lane has bits. Of the result, only the first
/// `wanted` rows are finished.
///
/// By halving (Warren, *Hacker's Delight*, 2nd ed., section 7-3), in all lanes at once:
///
/// ```text
///    A B        A C     the high half of the upper rows and the low half of the
///    C D  --->  B D     lower rows change places; then the same in each quarter
/// ```
#[inline(always)]
pub(super) fn transpose<V: Vector<Lane: Word>>(simd: V::Simd, rows: &mut [V], wanted: usize) {
    let wanted = wanted.min(V::Lane::BITS);
    let mut size = V::Lane::BITS / 2;
    while size > 0 {
        // The low half of every run of twice `size` bits.
        let low = V::splat(simd, V::Lane::truncate(u64::MAX / ((1 << size) + 1)));
        let mut block = 0;
        while block < wanted {
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
    use crate::simd::Scalar;

    #[test]
    fn rows_become_columns() {
        type Lanes = <u64 as Word>::Vector<Scalar>;
        // Any bits do, as long as lanes and rows differ.
        let word = |row: usize, lane: usize| {
            ((row * 8 + lane + 1) as u64)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(row as u32)
        };
        for wanted in [1, 5, 32, 33, 64] {
            let mut rows: Vec<Lanes> = (0..64)
                .map(|row| {
                    Lanes::load(
                        Scalar,
                        &std::array::from_fn::<_, 8, _>(|lane| word(row, lane)),
                    )
                })
                .collect();
            transpose(Scalar, &mut rows, wanted);
            for (i, row) in rows[..wanted].iter().enumerate() {
                let mut lanes = [0; 8];
                row.store(&mut lanes);
                for (lane, bits) in lanes.into_iter().enumerate() {
                    let column = (0..64).fold(0, |sum, j| sum | (word(j, lane) >> i & 1) << j);
                    assert_eq!(bits, column, "row {i}, lane {lane}, {wanted} wanted");
                }
            }
        }
    }
}
