//! Sizes of layouts.

use super::set::WideSet;

/// The most digits of any layout.
pub const MOST_DIGITS: usize = 25;
/// Words with a bit for every cell of any layout.
pub const CELL_WORDS: usize = 16;
/// Words with a bit for every house.
pub const HOUSE_WORDS: usize = 4;

/// Some houses of a layout.
pub type HouseSet = WideSet<HOUSE_WORDS>;

/// The most cells of any layout.
pub const MOST_CELLS: usize = cells_in_words(CELL_WORDS);

/// How many cells have a bit in so many words.
pub const fn cells_in_words(words: usize) -> usize {
    64 * words
}
