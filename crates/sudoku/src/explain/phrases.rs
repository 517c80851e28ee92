//! Lists of cells, digits and houses in plain English.

use super::layout::{CellSet, LayoutSet, PlainLayout, bits};

/// Joins items: `a`, `a and b`, `a, b and c`.
pub fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        last
    } else {
        format!("{} and {last}", items.join(", "))
    }
}

/// Names cells: `r1c1 and r2c2`.
pub fn names(layout: &PlainLayout, cells: CellSet) -> String {
    list(
        cells
            .iter()
            .map(|cell| layout.puzzle_cell(cell).to_string()),
    )
}

/// Names alternatives: `r1c1 or r2c2`.
pub fn either(layout: &PlainLayout, cells: CellSet) -> String {
    names(layout, cells).replace(" and ", " or ")
}

/// States that cells hold a digit or not: `r1c2 is 5`, `r1c2 or r1c3 is 5`, `r1c2 is not 5`.
pub fn says(layout: &PlainLayout, cells: CellSet, digit: usize, holds: bool) -> String {
    let value = sign(digit);
    match (holds, cells.only()) {
        (true, _) => format!("{} is {value}", either(layout, cells)),
        (false, Some(_)) => format!("{} is not {value}", names(layout, cells)),
        (false, None) => format!("{} are not {value}", names(layout, cells)),
    }
}

/// Names alternatives: `1 or 2`, from digits that count from 0.
pub fn digits_or(values: u32) -> String {
    digits(values).replace(" and ", " or ")
}

/// Names digits: `1 and 2`, from digits that count from 0.
pub fn digits(digits: u32) -> String {
    list(bits(digits).map(|digit| sign(digit).to_string()))
}

/// Sign of a digit that counts from 0: `1` to `9`, then `A` for ten.
pub fn sign(digit: usize) -> char {
    char::from_digit(digit as u32 + 1, 36).map_or('?', |sign| sign.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_an_and() {
        assert_eq!(digits(0o1), "1");
        assert_eq!(digits(0o3), "1 and 2");
        assert_eq!(digits(0o111), "1, 4 and 7");
        assert_eq!(digits(1 << 8 | 1 << 9 | 1 << 24), "9, A and P");
    }
}
