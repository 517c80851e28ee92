//! Sudoku grids as text.

use crate::sudoku::Grid;

/// The characters that a grid is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridStyle {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// `|`, `-` and `+`.
    Ascii,
}

/// Draws a grid of nine lines, its boxes ruled, a dot for a blank.
///
/// ```
/// use countless::render::{GridStyle, grid_text};
/// use countless::sudoku::Grid;
///
/// let text = grid_text(&Grid::BLANK, GridStyle::Ascii);
/// assert!(text.starts_with("+-------+-------+-------+\n| . . . | . . . | . . . |\n"));
/// ```
pub fn grid_text(grid: &Grid, style: GridStyle) -> String {
    let rule = |[left, middle, right, line]: [&str; 4]| {
        let side = line.repeat(7);
        format!("{left}{side}{middle}{side}{middle}{side}{right}\n")
    };
    let (top, inner, bottom, wall) = match style {
        GridStyle::Unicode => (
            rule(["┌", "┬", "┐", "─"]),
            rule(["├", "┼", "┤", "─"]),
            rule(["└", "┴", "┘", "─"]),
            '│',
        ),
        GridStyle::Ascii => {
            let line = rule(["+", "+", "+", "-"]);
            (line.clone(), line.clone(), line, '|')
        }
    };
    let mut text = top;
    for (r, row) in grid.digits().chunks_exact(9).enumerate() {
        if r == 3 || r == 6 {
            text.push_str(&inner);
        }
        for (c, digit) in row.iter().enumerate() {
            if c.is_multiple_of(3) {
                text.push(wall);
                text.push(' ');
            }
            text.push(match digit {
                0 => '.',
                digit => char::from(b'0' + digit),
            });
            text.push(' ');
        }
        text.push(wall);
        text.push('\n');
    }
    text.push_str(&bottom);
    text
}
