//! Cells, digits and units, listed as people would.

use super::super::cell::Cell;
use super::cells::{CellSet, bits, unit};

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        last
    } else {
        format!("{} and {last}", items.join(", "))
    }
}

/// `r1c1 and r2c2`.
pub fn names(cells: CellSet) -> String {
    list(cells.iter().map(|cell| Cell::at(cell).to_string()))
}

/// `r1c1 or r2c2`.
pub fn either(cells: CellSet) -> String {
    names(cells).replace(" and ", " or ")
}

/// `r1c2 is 5`, `r1c2 or r1c3 is 5`, or that they are not.
pub fn says(cells: CellSet, digit: usize, holds: bool) -> String {
    let value = digit + 1;
    match (holds, cells.only()) {
        (true, _) => format!("{} is {value}", either(cells)),
        (false, Some(_)) => format!("{} is not {value}", names(cells)),
        (false, None) => format!("{} are not {value}", names(cells)),
    }
}

/// `1 or 2`, from digits that count from 0.
pub fn digits_or(values: u16) -> String {
    digits(values).replace(" and ", " or ")
}

/// `1 and 2`, from digits that count from 0.
pub fn digits(digits: u16) -> String {
    list(bits(digits).map(|digit| (digit + 1).to_string()))
}

/// `row 1` of a unit's number.
pub fn unit_name(number: usize) -> String {
    unit(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_an_and() {
        assert_eq!(digits(0o1), "1");
        assert_eq!(digits(0o3), "1 and 2");
        assert_eq!(digits(0o111), "1, 4 and 7");
    }
}
