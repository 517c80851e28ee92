//! Chess boards with queens.

use std::fmt::Write;

/// The side of a square in an SVG board, in its units.
const SQUARE: usize = 45;

/// Draws a board as text, one line per row: `Q` for a queen, `.` for an empty square.
///
/// `columns` holds the 1-based column of the queen in each row.
///
/// ```
/// use countless::render::board_text;
///
/// assert_eq!(board_text(&[2, 4, 1, 3]), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
/// ```
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

/// Draws a board as an SVG document.
///
/// `columns` holds the 1-based column of the queen in each row.
///
/// ```
/// let svg = countless::render::board_svg(&[2, 4, 1, 3]);
/// assert_eq!(svg.matches("<use ").count(), 4);
/// ```
pub fn board_svg(columns: &[u32]) -> String {
    let n = columns.len();
    let side = n * SQUARE;
    let mut svg = format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {0} {0}" width="{0}" height="{0}">"#,
            "\n<title>{1} queens: {2}</title>\n<defs>\n",
            // A crown of five points on a band, drawn in a square of 45 units.
            r##"<g id="queen" fill="#222" stroke="#222" stroke-linejoin="round">"##,
            "\n",
            r#"<path stroke-width="1.5" d="M11 34 L7 15 L15.5 25 L17 11 L22.5 24 L28 11 L29.5 25 L38 15 L34 34 Z"/>"#,
            "\n",
            r#"<path stroke-width="1.5" d="M11 37 H34 V39.5 H11 Z"/>"#,
            "\n",
            r#"<circle cx="6.6" cy="13" r="2.2"/><circle cx="16.7" cy="9" r="2.2"/>"#,
            r#"<circle cx="28.3" cy="9" r="2.2"/><circle cx="38.4" cy="13" r="2.2"/>"#,
            "\n</g>\n",
            // The dark squares are one pattern over the light board.
            r#"<pattern id="dark" width="{3}" height="{3}" patternUnits="userSpaceOnUse">"#,
            r##"<path fill="#b58863" d="M{4} 0 H{3} V{4} H0 V{3} H{4} Z"/></pattern>"##,
            "\n</defs>\n",
            r##"<rect x="-1" y="-1" width="{5}" height="{5}" fill="#f0d9b5" stroke="#7a5a3a" stroke-width="2"/>"##,
            "\n",
            r#"<rect width="{6}" height="{6}" fill="url(#dark)"/>"#,
            "\n"
        ),
        side + 4,
        n,
        columns
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        2 * SQUARE,
        SQUARE,
        side + 2,
        side,
    );
    for (row, &queen) in columns.iter().enumerate() {
        let (x, y) = ((queen as usize - 1) * SQUARE, row * SQUARE);
        // Writing to a String cannot fail.
        let _ = writeln!(svg, r##"<use href="#queen" x="{x}" y="{y}"/>"##);
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards() {
        assert_eq!(board_text(&[]), "");
        assert_eq!(board_text(&[1]), "Q\n");
        assert!(board_svg(&[]).contains("<title>0 queens"));
    }
}
