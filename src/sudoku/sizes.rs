//! Sudokus of other sizes than 9×9, which are known and refused.

/// The sides of puzzles that are printed, but for nine.
const SIDES: [usize; 8] = [4, 6, 8, 10, 12, 15, 16, 25];

/// The side of the puzzle that a line of cells is, if it is of another size.
pub(super) fn of_line(line: &[u8]) -> Option<usize> {
    let side = SIDES.into_iter().find(|side| side * side == line.len())?;
    has_digits(line, side).then_some(side)
}

/// The side of the puzzle that is drawn in lines, one for each row, if it is of another size.
pub(super) fn drawn<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    let rows: Vec<Vec<u8>> = lines.filter(|line| !is_border(line)).map(symbols).collect();
    let side = rows.first()?.len();
    let (some, _) = rows.split_at_checked(side)?;
    let mut rows = rows.iter();
    let is_size = SIDES.contains(&side)
        && rows.all(|row| row.len() == side && has_digits(row, side))
        // Of sixteen cells in which no digit is above four, each is a puzzle of its own.
        && !some.iter().all(|row| of_line(row).is_some());
    is_size.then_some(side)
}

/// The cells of a line, numbers of two digits as one letter each.
fn symbols(line: &[u8]) -> Vec<u8> {
    let apart = |byte: &u8| byte.is_ascii_whitespace() || b",;|".contains(byte);
    let words: Vec<&[u8]> = line.split(apart).filter(|word| !word.is_empty()).collect();
    let is_letter = |word: &&[u8]| word.len() > 1;
    if words.len() < 4 || words.iter().any(|word| word.len() > 2) {
        return words.concat();
    }
    let letter = |word: &&[u8]| if is_letter(word) { b'A' } else { word[0] };
    words.iter().map(letter).collect()
}

/// Whether all are digits of a puzzle of this side, or blanks.
fn has_digits(cells: &[u8], side: usize) -> bool {
    let is_digit = |byte: &u8| match byte {
        b'.' | b'*' | b'_' | b'-' | b'0' | b'x' | b'X' => true,
        b'1'..=b'9' => side > 9 || usize::from(byte - b'0') <= side,
        _ => side > 9 && byte.is_ascii_alphabetic(),
    };
    cells.iter().all(is_digit)
}

fn is_border(line: &[u8]) -> bool {
    line.iter().all(|byte| b"-+=| ".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_drawings_of_other_sizes_are_known() {
        assert_eq!(of_line("1...".repeat(4).as_bytes()), Some(4));
        assert_eq!(of_line("5...".repeat(4).as_bytes()), None);
        assert_eq!(of_line("..3.6.".repeat(6).as_bytes()), Some(6));
        assert_eq!(of_line("1..G".repeat(64).as_bytes()), Some(16));
        assert_eq!(of_line(".".repeat(81).as_bytes()), None);
        let drawn = |line: &str, lines| drawn(std::iter::repeat_n(line.as_bytes(), lines));
        assert_eq!(drawn("1..G............", 16), Some(16));
        assert_eq!(
            drawn("1 . . 16 | . . . . | . . . . | . . . .", 16),
            Some(16)
        );
        assert_eq!(drawn("12..", 4), Some(4));
        assert_eq!(drawn("12..", 3), None);
        assert_eq!(drawn("1234123412341234", 16), None);
        assert_eq!(drawn("53..7....", 9), None);
    }
}
