//! Limits on the sizes of layouts.

/// Most digits of a layout.
pub const MOST_DIGITS: usize = 25;
/// Number of 64-bit words in the largest set of cells.
pub const CELL_WORDS: usize = 16;
/// Number of 64-bit words in a set of houses.
pub const HOUSE_WORDS: usize = 4;

/// Most cells of a layout.
pub const MOST_CELLS: usize = cells_in_words(CELL_WORDS);

/// Number of cells with a bit in `words` 64-bit words.
pub const fn cells_in_words(words: usize) -> usize {
    64 * words
}
