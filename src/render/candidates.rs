//! Candidate grids as text.

use std::fmt::Write;

/// Draws the candidates of 81 cells, bit 0 of each for a 1 to bit 8 for a 9.
///
/// A settled cell, which has one candidate, stands bare, the candidates of another in
/// parentheses. Columns are aligned, with three blanks between boxes and an empty line
/// between bands.
pub fn candidates_text(cells: &[u16; 81]) -> String {
    let fields = cells.map(field);
    let widths: [usize; 9] = std::array::from_fn(|column| {
        let column = fields.iter().skip(column).step_by(9);
        column.map(String::len).max().unwrap_or_default()
    });
    let mut text = String::new();
    for (row, fields) in fields.chunks_exact(9).enumerate() {
        if row == 3 || row == 6 {
            text.push('\n');
        }
        let mut line = String::new();
        for (column, (field, width)) in fields.iter().zip(widths).enumerate() {
            line.push_str(match column {
                0 => "",
                3 | 6 => "   ",
                _ => " ",
            });
            // Writing to a String cannot fail.
            let _ = write!(line, "{field:width$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn field(digits: u16) -> String {
    let listed: String = (0..9)
        .filter(|digit| digits >> digit & 1 != 0)
        .map(|digit| char::from(b'1' + digit))
        .collect();
    if listed.len() == 1 {
        listed
    } else {
        format!("({listed})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_cells_stand_bare_and_columns_are_aligned() {
        let mut cells = [0b101; 81];
        cells[1] = 0b10;
        let text = candidates_text(&cells);
        assert!(text.starts_with("(13) 2    (13)   (13) (13) (13)   (13) (13) (13)\n"));
    }
}
