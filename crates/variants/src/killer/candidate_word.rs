//! Candidates of up to seven cells in a word, nine bits for each cell.

use super::killer_board::DIGITS;

/// Candidates of the first cell of a word.
pub(super) const CELL: u64 = (1 << DIGITS) - 1;

/// Returns a word of candidates.
#[inline(always)]
pub(super) fn candidate_word<const K: usize>(candidates: [u16; K]) -> u64 {
    let mut word = 0;
    for i in 0..K {
        word |= u64::from(candidates[i]) << (DIGITS * i);
    }
    word
}

/// Returns the candidates of a cell of a word.
#[inline(always)]
pub(super) fn candidates_of(word: u64, cell: usize) -> u16 {
    (word >> (DIGITS * cell) & CELL) as u16
}

/// Returns the cells among the first five of a word that have a digit, as bits.
#[inline(always)]
pub(super) fn places_of(word: u64, digit: u32) -> usize {
    const LOWEST: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
    // The bit of cell `i` is moved from 9i to 36 + i, among others. No two moves end at one bit.
    const MOVES: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
    let bits = word >> digit & LOWEST;
    (bits.wrapping_mul(MOVES) >> 36) as usize & 0b11111
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_engine::SplitMix64;

    #[test]
    fn places_are_those_of_the_digit() {
        let mut random = SplitMix64(1);
        for _ in 0..1000 {
            let word = random.next();
            for digit in 0..DIGITS as u32 {
                let expected = (0..5).fold(0, |places, cell| {
                    places | usize::from(candidates_of(word, cell) >> digit & 1) << cell
                });
                assert_eq!(places_of(word, digit), expected, "{word:x} {digit}");
            }
        }
    }
}
