//! Sets of parallel lines of a layout.

use super::layout::{Layout, LayoutSet, PlainLayout, bits};
use super::phrases::list;

/// Lines of one family, which share no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSet {
    /// Number of the first line of the family among the houses.
    pub first: usize,
    /// Lines in the set, one bit for each line of the family.
    pub bits: u32,
}

impl LineSet {
    /// Numbers of the lines among the houses.
    pub fn houses(self) -> impl Iterator<Item = usize> + Clone {
        bits(self.bits).map(move |line| self.first + line)
    }

    /// All cells of these lines.
    pub fn cells<L: Layout>(self, layout: &L) -> L::Cells {
        let houses = self.houses().map(|house| layout.group(house));
        houses.fold(L::Cells::NONE, |all, house| all | house)
    }
}

/// Names the lines: `rows 1 and 4`.
pub fn line_names(layout: &PlainLayout, lines: &[usize]) -> String {
    let kind = lines.first().map_or("", |&line| layout.kind(line).plural());
    let numbers = lines
        .iter()
        .map(|&line| layout.house(line).number.to_string());
    format!("{kind} {}", list(numbers))
}

#[cfg(test)]
mod tests {
    use super::super::layout::Classic;
    use super::*;

    #[test]
    fn lines_have_names_and_numbers() {
        let columns = LineSet {
            first: 9,
            bits: 0o401,
        };
        let houses: Vec<usize> = columns.houses().collect();
        assert_eq!(line_names(Classic.plain(), &houses), "columns 1 and 9");
        assert_eq!(houses, [9, 17]);
    }
}
