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
