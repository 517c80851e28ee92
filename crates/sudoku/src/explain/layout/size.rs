//! The largest layout.

use super::set::Wide;

/// The most digits.
pub const MOST_DIGITS: usize = 25;
/// Words with a bit for every cell.
const CELL_WORDS: usize = 16;
/// Words with a bit for every house.
pub const HOUSE_WORDS: usize = 4;

/// Some cells of a layout.
pub type Cells = Wide<CELL_WORDS>;

/// The most cells.
pub const MOST_CELLS: usize = 64 * CELL_WORDS;
