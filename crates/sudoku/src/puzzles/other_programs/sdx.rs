//! `.sdx` files: nine lines of nine cells, each with its candidates. A digit that the player has
//! placed has a `u` before it.

/// Number of lines, and of cells in a line.
const SIDE: usize = 9;

/// True if the first lines with content are a grid in this format, with at least one placed digit.
pub fn is_sdx<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let lines: Vec<&[u8]> = lines.take(SIDE).collect();
    let has_placed = |line: &&[u8]| {
        line.split(u8::is_ascii_whitespace)
            .any(|cell| cell.starts_with(b"u"))
    };
    lines.len() == SIDE && lines.iter().all(|line| is_row(line)) && lines.iter().any(has_placed)
}

fn is_row(line: &[u8]) -> bool {
    let cells = line
        .split(u8::is_ascii_whitespace)
        .filter(|cell| !cell.is_empty());
    let is_cell = |cell: &[u8]| {
        let digits = cell.strip_prefix(b"u").unwrap_or(cell);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    cells.clone().count() == SIDE && cells.clone().all(is_cell)
}

/// Returns the text with a space in place of each `u`, so that positions stay.
pub fn without_marks(text: &[u8]) -> Vec<u8> {
    let mut cells = text.to_vec();
    for at in 0..cells.len() {
        let is_first = at == 0 || cells[at - 1].is_ascii_whitespace();
        if cells[at] == b'u' && is_first && cells.get(at + 1).is_some_and(u8::is_ascii_digit) {
            cells[at] = b' ';
        }
    }
    cells
}
