//! Chains in Eureka notation, as forums write them: `(5=3)r4c2-(3=7)r4c8-r6c9=r2c9 => r2c2<>7`.
//!
//! ```text
//! (7)r6c9=r2c9     strong link: one of the two is true      (7)r6c9-r6c2    weak link: not both are
//! (5=3)r4c2        strong link within a cell                (5-3)r4c2       weak link within a cell
//! (5=3)r4c27       strong link within an almost locked set  r12c3           group of cells
//! ```
//!
//! A digit is written where it changes. A continuous nice loop ends with `-loop`.

use super::layout::{CellSet, LayoutSet, PlainLayout};
use super::step::{EdgeEnd, sign};
use std::fmt::Write;

/// Last part of a chain: the candidates that it proves false, or the one that it proves true.
#[derive(Clone, Copy, Debug)]
pub enum Proves<'a> {
    /// Digits and cells, sorted.
    Removed(&'a [(usize, usize)]),
    /// End of the chain that is true.
    True(EdgeEnd),
}

/// Writes a chain of ends with strong and weak links in turn, beginning with a strong one. Two ends
/// with the same cells are one term with two digits.
pub fn chain(layout: &PlainLayout, ends: &[EdgeEnd], is_loop: bool, proves: Proves<'_>) -> String {
    let mut text = String::new();
    let mut digit_before = None;
    let mut number = 0;
    while let Some(&(digit, cells)) = ends.get(number) {
        let link = |number: usize| ['=', '-'][number % 2];
        if number > 0 {
            text.push(link(number - 1));
        }
        match ends.get(number + 1) {
            Some(&(next, same)) if same == cells && next != digit => {
                let _ = write!(text, "({}{}{})", sign(digit), link(number), sign(next));
                digit_before = None;
                number += 2;
            }
            _ => {
                if digit_before != Some(digit) {
                    let _ = write!(text, "({})", sign(digit));
                }
                digit_before = Some(digit);
                number += 1;
            }
        }
        text.push_str(&compact(layout, cells));
    }
    if is_loop {
        text.push_str("-loop");
    }
    text.push_str(" => ");
    match proves {
        Proves::True((digit, cells)) => {
            let _ = write!(text, "{}={}", compact(layout, cells), sign(digit));
        }
        Proves::Removed(removed) => {
            let parts = removed.chunk_by(|one, other| one.0 == other.0).map(|part| {
                let cells = part.iter().map(|&(_, cell)| cell).collect();
                format!("{}<>{}", compact(layout, cells), sign(part[0].0))
            });
            text.push_str(&parts.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

/// Names cells briefly: `r12c3` for `r1c3` and `r2c3`. Numbers above nine are not joined.
fn compact(layout: &PlainLayout, cells: CellSet) -> String {
    // Rows with their columns.
    let mut rows: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for cell in cells.iter().map(|cell| layout.puzzle_cell(cell)) {
        let (row, column) = (cell.row(), cell.column());
        match rows.last_mut() {
            Some((last, columns)) if *last == [row] && column.max(columns[0]) < 10 => {
                columns.push(column);
            }
            _ => rows.push((vec![row], vec![column])),
        }
    }
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (row, columns) in rows {
        let is_same = |group: &&mut (Vec<usize>, Vec<usize>)| {
            group.1 == columns && group.0[0].max(row[0]) < 10
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.0.extend(row),
            None => groups.push((row, columns)),
        }
    }
    let digits = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<String>();
    let groups = groups.iter();
    let names = groups.map(|(rows, columns)| format!("r{}c{}", digits(rows), digits(columns)));
    names.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::super::layout::{Classic, Layout};
    use super::*;

    fn cells(names: &[(usize, usize)]) -> CellSet {
        let cells = names.iter();
        cells.map(|(row, column)| 9 * row + column - 10).collect()
    }

    #[test]
    fn groups_are_named_briefly() {
        let named = |names: &[(usize, usize)]| compact(Classic.plain(), cells(names));
        assert_eq!(named(&[(1, 3)]), "r1c3");
        assert_eq!(named(&[(1, 3), (2, 3)]), "r12c3");
        assert_eq!(named(&[(7, 4), (7, 6), (7, 9)]), "r7c469");
        assert_eq!(named(&[(1, 2), (1, 3), (2, 2), (2, 3)]), "r12c23");
        assert_eq!(named(&[(4, 5), (5, 6), (6, 5)]), "r46c5,r5c6");
    }

    #[test]
    fn chains_are_written_as_in_forums() {
        let ends = [
            (4, cells(&[(4, 2)])),
            (2, cells(&[(4, 2)])),
            (2, cells(&[(4, 8)])),
            (6, cells(&[(4, 8)])),
            (6, cells(&[(6, 9)])),
            (6, cells(&[(2, 9)])),
        ];
        let removed = [(4, 10)];
        let written = |ends, is_loop, proves| chain(Classic.plain(), ends, is_loop, proves);
        assert_eq!(
            written(&ends, false, Proves::Removed(&removed)),
            "(5=3)r4c2-(3=7)r4c8-(7)r6c9=r2c9 => r2c2<>5"
        );
        let ends = [
            (0, cells(&[(1, 1)])),
            (0, cells(&[(1, 5)])),
            (8, cells(&[(1, 5)])),
            (8, cells(&[(2, 1), (2, 2)])),
        ];
        assert_eq!(
            written(&ends, true, Proves::Removed(&[(0, 2), (0, 3), (8, 30)])),
            "(1)r1c1=(1-9)r1c5=(9)r2c12-loop => r1c34<>1, r4c4<>9"
        );
        assert_eq!(
            written(&ends[..2], false, Proves::True(ends[0])),
            "(1)r1c1=r1c5 => r1c1=1"
        );
    }
}
