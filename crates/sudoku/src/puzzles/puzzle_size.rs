//! Size of the puzzles of an input, detected from its head.

use std::sync::Arc;

use super::grid_format::GridFormat;
use super::other_programs::ProgramFormat;
use super::table_format::TableFormat;
use super::{is_blank_or_comment, numbered_lines};
use crate::CELLS;
use countless_table::BYTE_ORDER_MARK;
use countless_table::delimited::DELIMITERS;
use countless_text::{Expect, Outline, Signs, fits, is_border};

/// Sides of puzzles in print, the usual one first.
const SIDES: [usize; 9] = [9, 4, 6, 8, 10, 12, 15, 16, 25];

/// Number of lines that are examined.
const FIRST_LINES: usize = 64;

/// Number of rows of the puzzles in an input that starts with `head`, unless they are 9×9.
///
/// The first puzzle decides: by the cells of its line, or by its lines.
pub fn other_size(head: &[u8]) -> Option<usize> {
    let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
    let telling = numbered_lines(head, 0).filter(|(_, line)| !is_blank_or_comment(line));
    let mut telling = telling.peekable();
    let (_, first) = *telling.peek()?;
    if begins_with_plain_nine(first) {
        return None;
    }
    let telling: Vec<(u64, &[u8])> = telling.take(FIRST_LINES).collect();
    if let Some(rows) = ProgramFormat::rows(first) {
        return Some(rows).filter(|&rows| rows != 9);
    }
    let mut found = None;
    if let Ok(Some(objects)) = TableFormat::of_object(first, None) {
        objects.visit_unread(first, 1, |raw| found = side_of_text(raw.text));
    } else if let Ok(Some(table)) = TableFormat::detect(first, DELIMITERS) {
        table.visit_unread(telling.get(1)?.1, 1, |raw| found = side_of_text(raw.text));
    } else {
        return size_of_lines(&telling);
    }
    found.filter(|&side| side != 9)
}

/// True if the first field of a line is 81 digits and dots, as in most inputs. Other inputs take
/// milliseconds to detect.
fn begins_with_plain_nine(line: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let field = line.iter().take_while(|byte| is_plain(byte)).count();
    field == CELLS && line.get(CELLS).is_none_or(|byte| b" \t,;|".contains(byte))
}

/// Size from the first lines of an input without columns or objects.
pub(super) fn size_of_lines(telling: &[(u64, &[u8])]) -> Option<usize> {
    let (_, first) = telling.first()?;
    let lines = telling.iter().map(|(_, line)| *line);
    let head = lines.collect::<Vec<_>>().join(&b'\n');
    let drawn = |signs: SignsOfSize| SIDES.into_iter().find(|&size| is_drawn(&head, size, signs));
    let found = with_usual_signs_or_letters(first, |signs| {
        drawn(signs).or_else(|| SIDES.into_iter().find(|&side| has_side(first, side, signs)))
    });
    found.filter(|&side| side != 9)
}

/// Signs of a puzzle with this number of digits.
type SignsOfSize = fn(usize) -> Arc<Signs>;

/// Finds a size with the usual signs, or with letters from `A` on as digits.
fn with_usual_signs_or_letters(
    text: &[u8],
    find: impl Fn(SignsOfSize) -> Option<usize>,
) -> Option<usize> {
    let letters = |size| {
        let signs = Signs::default().with_letters(size);
        Arc::new(signs.map_or_else(Signs::default, |(signs, _)| signs))
    };
    let has_letter = || text.iter().any(u8::is_ascii_alphabetic);
    let found = find(|_| Arc::default());
    found.or_else(|| has_letter().then(|| find(letters))?)
}

/// True if a text begins with a drawing of this size.
fn is_drawn(head: &[u8], size: usize, signs: SignsOfSize) -> bool {
    let expect = if size == 9 {
        Expect::Any
    } else {
        Expect::Digits
    };
    let Some(grids) = GridFormat::detect(head, &square_outline(size), &signs(size), expect) else {
        return false;
    };
    let mut grid = None;
    grids.visit_unread(head, 1, |raw| {
        grid.get_or_insert_with(|| raw.text.to_vec());
    });
    // If each row is a puzzle by itself, the lines are not a drawing: 16 cells with digits up to 4
    // are a 4×4 puzzle.
    let grid = grid.unwrap_or_default();
    let mut rows = grid.split(|&byte| byte == b'\n');
    !rows.all(|row| SIDES.iter().any(|&other| has_side(row, other, signs)))
}

/// Number of rows of the puzzle in a text.
fn side_of_text(text: &[u8]) -> Option<usize> {
    with_usual_signs_or_letters(text, |signs| {
        SIDES.into_iter().find(|&side| has_side(text, side, signs))
    })
}

fn has_side(text: &[u8], side: usize, signs: SignsOfSize) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    // A border may be as long as a puzzle.
    !is_border(text.trim()) && fits(text, &square_outline(side), &signs(side), Expect::Digits)
}

/// Outline of a square with boxes that are as square as possible, and at least as wide as high.
fn square_outline(side: usize) -> Arc<Outline> {
    let band = (1..=side.isqrt())
        .rev()
        .find(|rows| side.is_multiple_of(*rows));
    Arc::new(Outline::square(side, band.unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_drawings_of_other_sizes_are_known() {
        let line = |text: String| other_size(text.as_bytes());
        assert_eq!(line("1...".repeat(4)), Some(4));
        assert_eq!(line("5...".repeat(4)), None);
        assert_eq!(line("..3.6.".repeat(6)), Some(6));
        assert_eq!(line("1..G".repeat(64)), Some(16));
        assert_eq!(line(".".repeat(81)), None);
        // A line of a puzzle, not the first row of a drawing.
        assert_eq!(line(format!("{}\n12..\n", ".".repeat(81))), None);
        // A puzzle with other fields, below a comment.
        for rest in [",1", "\tA;A=405", " easy"] {
            assert_eq!(line(format!("# 1\n{}{rest}\n", ".".repeat(81))), None);
        }
        assert_eq!(line(".".repeat(100)), Some(10));
        let drawn = |row: &str, rows| other_size(format!("{row}\n").repeat(rows).as_bytes());
        assert_eq!(drawn("1..G............", 16), Some(16));
        assert_eq!(
            drawn("1 . . 16 | . . . . | . . . . | . . . .", 16),
            Some(16)
        );
        assert_eq!(drawn("12..", 4), Some(4));
        assert_eq!(drawn("12..", 3), None);
        assert_eq!(drawn("1234123412341234", 16), Some(4));
        assert_eq!(drawn("53..7....", 9), None);
        assert_eq!(drawn("[1, 2, 3, 4],", 4), Some(4));
        assert_eq!(
            other_size(b"[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,0]]"),
            Some(4)
        );
        assert_eq!(other_size(b"{\"puzzle\":\"1...............\"}"), Some(4));
    }
}
