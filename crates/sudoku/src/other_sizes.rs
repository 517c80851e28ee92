//! Recognition of sudokus of other sizes than 9×9, for their error message.

/// Number of rows of the printed sizes other than nine.
const SIDES: [usize; 8] = [4, 6, 8, 10, 12, 15, 16, 25];

/// Returns the number of rows of a puzzle of another size, from a line with all of its cells.
pub(super) fn side_of_line(line: &[u8]) -> Option<usize> {
    let side = SIDES.into_iter().find(|side| side * side == line.len())?;
    has_digits(line, side).then_some(side)
}

/// True if all characters are empty cells or digits of a puzzle with `side` rows.
fn has_digits(cells: &[u8], side: usize) -> bool {
    let is_digit = |byte: &u8| match byte {
        b'.' | b'*' | b'_' | b'-' | b'0' | b'x' | b'X' => true,
        b'1'..=b'9' => side > 9 || usize::from(byte - b'0') <= side,
        _ => side > 9 && byte.is_ascii_alphabetic(),
    };
    cells.iter().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_sizes_are_known() {
        assert_eq!(side_of_line("1...".repeat(4).as_bytes()), Some(4));
        assert_eq!(side_of_line("5...".repeat(4).as_bytes()), None);
        assert_eq!(side_of_line("..3.6.".repeat(6).as_bytes()), Some(6));
        assert_eq!(side_of_line("1..G".repeat(64).as_bytes()), Some(16));
        assert_eq!(side_of_line(".".repeat(81).as_bytes()), None);
    }
}
