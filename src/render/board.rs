//! Chess boards with queens.

use kurbo::{BezPath, Rect, Shape as _};

use super::drawing::{Anchor, Drawing, Pen};

/// Draws a board as text, one line per row: `Q` for a queen, `.` for an empty square.
///
/// `columns` holds the 1-based column of the queen in each row.
pub fn board_text(columns: &[u32]) -> String {
    let mut text = String::with_capacity(2 * columns.len() * columns.len());
    for &queen in columns {
        for column in 1..=columns.len() as u32 {
            if column > 1 {
                text.push(' ');
            }
            text.push(if column == queen { 'Q' } else { '.' });
        }
        text.push('\n');
    }
    text
}

const fn pen(name: &'static str, color: [u8; 3], width: f64, filled: bool) -> Pen {
    Pen {
        name,
        color,
        width,
        filled,
    }
}

const LIGHT: Pen = pen("light", [0xf0, 0xd9, 0xb5], 0.0, true);
const DARK: Pen = pen("dark", [0xb5, 0x88, 0x63], 0.0, true);
const QUEEN: Pen = pen("queen", [0x22, 0x22, 0x22], 3.0, true);

/// Draws a board with its upper left corner at `x`, `y`.
pub(super) fn draw_board(drawing: &mut Drawing, columns: &[u32], x: f64, y: f64, side: f64) {
    let whole = Rect::new(x, y, x + side, y + side);
    let square = side / columns.len().max(1) as f64;
    drawing.rectangle(whole, LIGHT);
    // Every other row and every other column, filled by the even-odd rule, leave a
    // checkered board: two rectangles a row, however many squares there are.
    let mut dark = BezPath::new();
    for line in (0..columns.len()).step_by(2) {
        let (near, far) = (line as f64 * square, (line + 1) as f64 * square);
        let row = Rect::new(x, y + near, x + side, y + far);
        let column = Rect::new(x + near, y, x + far, y + side);
        dark.extend(row.path_elements(0.1));
        dark.extend(column.path_elements(0.1));
    }
    drawing.path(dark, DARK);
    drawing.rectangle(whole, pen("frame", [0x7a, 0x5a, 0x3a], side / 200.0, false));
    for (row, &queen) in columns.iter().enumerate() {
        let center = (
            x + (f64::from(queen) - 0.5) * square,
            // The crown is less high than it is wide.
            y + (row as f64 + 0.53) * square,
        );
        drawing.text("♛", center, Anchor::Middle, 0.86 * square, QUEEN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_line_for_each_row() {
        assert_eq!(
            board_text(&[2, 4, 1, 3]),
            ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
        );
    }

    #[test]
    fn small_boards() {
        assert_eq!(board_text(&[]), "");
        assert_eq!(board_text(&[1]), "Q\n");
    }
}
