//! Words that several techniques use: cells with their candidates, small numbers, what a cell sees.

use super::layout::{CellSet, LayoutSet, PlainLayout, bits};
use super::solving_state::PlainState;
use super::step::{names, sign};

/// Names cells with their digits: `r1c1 and r1c5 (123)`.
pub fn cells_with_digits(layout: &PlainLayout, cells: CellSet, digits: u32) -> String {
    format!("{} ({})", names(layout, cells), signs(digits))
}

/// Names a cell with its candidates: `r1c1 (12)`.
pub fn cell_with_candidates(state: &PlainState<'_>, cell: usize) -> String {
    cells_with_digits(state.layout, CellSet::of(cell), state.possible(cell))
}

/// Signs of digits in a row: `125`.
pub fn signs(digits: u32) -> String {
    bits(digits).map(sign).collect()
}

/// Refers to cells that were named: `both` or `all`, or the cell itself if there is only one.
pub fn both_or_all(cells: CellSet) -> String {
    match cells.len() {
        2 => "both",
        _ => "all",
    }
    .to_owned()
}

/// Refers to cells that were named, or names the only one.
pub fn it_or_both(layout: &PlainLayout, cells: CellSet) -> String {
    match cells.only() {
        Some(_) => names(layout, cells),
        None => both_or_all(cells),
    }
}

/// Writes a small number in words.
pub fn count_word(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = WORDS.get(count as usize);
    word.map_or_else(|| count.to_string(), |&word| word.to_owned())
}
