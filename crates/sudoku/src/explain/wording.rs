//! Words that several techniques use: cells with their candidates, small numbers, what a cell sees.

use super::layout::{CellSet, LayoutSet, PlainLayout, bits};
use super::solving_state::PlainState;
use super::step::{list, names, sign};
use countless_simd::sort;

/// Names cells with their digits: `r1c1 and r1c5 (123)`.
pub fn cells_with_digits(layout: &PlainLayout, cells: CellSet, digits: u32) -> String {
    format!("{} ({})", names(layout, cells), signs(digits))
}

/// Names a cell with its candidates: `r1c1 (12)`.
pub fn cell_with_candidates(state: &PlainState<'_>, cell: usize) -> String {
    cells_with_digits(state.layout, CellSet::of(cell), state.possible(cell))
}

/// Names houses, those of one kind together: `rows 1 and 4`, but `row 1 and box 2`.
pub fn house_names(layout: &PlainLayout, houses: &[usize]) -> String {
    let named = houses.iter().map(|&house| layout.house(house));
    match houses {
        [first, _, ..]
            if houses
                .iter()
                .all(|&it| layout.kind(it) == layout.kind(*first)) =>
        {
            let mut numbers: Vec<usize> = named.map(|house| house.number).collect();
            sort(&mut numbers);
            let numbers = numbers.into_iter().map(|number| number.to_string());
            format!("{} {}", layout.kind(*first).plural(), list(numbers))
        }
        _ => list(named.map(ToString::to_string)),
    }
}

/// Signs of digits in a row: `125`.
pub fn signs(digits: u32) -> String {
    bits(digits).map(sign).collect()
}

/// Names a naked set by its digits: `naked pair`.
pub fn naked_set_name(digits: u32) -> &'static str {
    match digits.count_ones() {
        2 => "naked pair",
        3 => "naked triple",
        4 => "naked quad",
        _ => "naked set",
    }
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
