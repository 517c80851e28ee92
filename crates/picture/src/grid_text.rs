//! Sudokus as text, plain or in the styles of a terminal.

use std::fmt::Write;

use super::diagram::{CellContent, Diagram, digits_of};
use super::grid_drawing::box_tiling;
use super::tiling::CORNERS;
use countless_sudoku::HouseKind;
use countless_variants::Shape;

/// Characters of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridStyle {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// `|`, `-` and `+`.
    Ascii,
}

impl GridStyle {
    /// Lines that meet: bits 0 to 3 are the lines up, right, down and left of a corner.
    fn corner(self, lines: usize) -> char {
        match (self, lines) {
            (Self::Unicode, _) => CORNERS[lines],
            (Self::Ascii, 0) => ' ',
            (Self::Ascii, 0b0101) => '|',
            (Self::Ascii, 0b1010) => '-',
            (Self::Ascii, _) => '+',
        }
    }

    fn wall(self) -> char {
        self.corner(0b0101)
    }

    fn floor(self) -> char {
        self.corner(0b1010)
    }
}

/// Writes a grid with a line for each row, and lines between its boxes or regions. An empty cell is
/// a dot, `*` in a window, or `x` on a diagonal. Candidates stand side by side; a dash means that a
/// cell has none. Cages follow in the format of input files.
pub fn grid_text(diagram: &Diagram, style: GridStyle, paint: Paint) -> String {
    let shape = diagram.shape();
    let (side, areas) = (shape.side(), box_tiling(shape));
    let fields = cell_texts(diagram);
    let mut placed = vec![None; side * side];
    for (cell, field) in fields.iter().enumerate() {
        let (row, column) = shape.position(cell);
        placed[row * side + column] = Some((field, diagram.cells()[cell]));
    }
    let widths: Vec<usize> = (0..side)
        .map(|column| {
            let column = placed.iter().skip(column).step_by(side).flatten();
            column.map(|(field, _)| field.len()).max().unwrap_or(1)
        })
        .collect();
    // Rows and columns of areas count from 1, so that both sides of each edge exist.
    let is_wall = |row, column| areas.at(row, column) != areas.at(row, column + 1);
    let is_floor = |row, column| areas.at(row, column) != areas.at(row + 1, column);
    let walls: Vec<bool> = (0..=side)
        .map(|column| (1..=side).any(|row| is_wall(row, column)))
        .collect();
    let mut text = String::new();
    for row in 0..=side {
        if (1..=side).any(|column| is_floor(row, column)) {
            let mut line = String::new();
            for (column, &has_wall) in walls.iter().enumerate() {
                let lines = [
                    is_wall(row, column),
                    is_floor(row, column + 1),
                    is_wall(row + 1, column),
                    is_floor(row, column),
                ];
                let bits = (0..4).filter(|&bit| lines[bit]).map(|bit| 1 << bit);
                if has_wall {
                    line.push(style.corner(bits.sum()));
                }
                if let Some(width) = widths.get(column) {
                    let floor = if lines[1] { style.floor() } else { ' ' };
                    let length = width + 1 + usize::from(has_wall);
                    line.extend(std::iter::repeat_n(floor, length));
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
        if row == side {
            break;
        }
        let mut line = String::new();
        for (column, &has_wall) in walls.iter().enumerate() {
            if has_wall {
                line.push(if is_wall(row + 1, column) {
                    style.wall()
                } else {
                    ' '
                });
            }
            let Some(width) = widths.get(column) else {
                break;
            };
            if has_wall {
                line.push(' ');
            }
            let (field, painted) = match placed[row * side + column] {
                None => ("", String::new()),
                Some((field, CellContent::Given(_))) => (field.as_str(), paint.given(field)),
                Some((field, CellContent::Solved(_))) => (field.as_str(), paint.found(field)),
                Some((field, _)) => (field.as_str(), field.clone()),
            };
            // Writing to a String cannot fail.
            let _ = write!(
                line,
                "{painted}{:blank$}",
                "",
                blank = width - field.len() + 1
            );
        }
        text += line.trim_end();
        text.push('\n');
    }
    text + &cages_text(shape)
}

/// Text of the cages, if there are any: an empty line, one letter for each cell, and the sums.
fn cages_text(shape: &Shape) -> String {
    let Some(line) = shape.cages_text() else {
        return String::new();
    };
    let mut parts = line.split(';');
    let mut letters = parts.next().unwrap_or_default().chars();
    let mut rows = vec![vec!['.'; shape.side()]; shape.side()];
    for cell in 0..shape.cells() {
        let (row, column) = shape.position(cell);
        rows[row][column] = letters.next().unwrap_or('.');
    }
    let mut text = String::new();
    for row in rows {
        text.push('\n');
        text.extend(row);
    }
    for (number, sum) in parts.enumerate() {
        // Ten sums to a line stay readable.
        text.push(if number % 10 == 0 { '\n' } else { ' ' });
        text += sum;
    }
    text + "\n"
}

/// Text of each cell.
fn cell_texts(diagram: &Diagram) -> Vec<String> {
    let shape = diagram.shape();
    let blanks = empty_cell_signs(shape);
    let cells = diagram.cells().iter().zip(blanks);
    let field = |(cell, blank): (&CellContent, char)| match *cell {
        CellContent::Empty => blank.into(),
        CellContent::Given(digit) | CellContent::Solved(digit) => shape.write(&[digit]),
        CellContent::Candidates(0) => "-".to_owned(),
        CellContent::Candidates(digits) => shape.write(&digits_of(digits).collect::<Vec<u8>>()),
    };
    cells.map(field).collect()
}

/// Sign of each cell if it is empty.
fn empty_cell_signs(shape: &Shape) -> Vec<char> {
    let mut blanks = vec!['.'; shape.cells()];
    for (kind, mark) in [(HouseKind::Window, '*'), (HouseKind::Diagonal, 'x')] {
        for unit in shape.houses().filter(|unit| unit.kind == kind) {
            for &cell in &unit.cells {
                blanks[usize::from(cell)] = mark;
            }
        }
    }
    blanks
}

/// Choice between plain and styled text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Plain characters, for files and pipes.
    #[default]
    Plain,
    /// Escape sequences of terminals (ECMA-48).
    Terminal,
}

impl Paint {
    /// Style of something given: bold.
    pub fn given(self, text: &str) -> String {
        self.styled("1", text)
    }

    /// Style of something found: cyan.
    pub fn found(self, text: &str) -> String {
        self.styled("36", text)
    }

    /// Style of something less important: dim.
    pub fn dim(self, text: &str) -> String {
        self.styled("2", text)
    }

    /// Style of something removed: red.
    pub fn removed(self, text: &str) -> String {
        self.styled("31", text)
    }

    fn styled(self, rendition: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Terminal => format!("\x1b[{rendition}m{text}\x1b[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use countless_sudoku::Grid;
    use countless_variants::{ShapeDrawing, ShapeOptions};

    use super::*;

    fn text(options: &ShapeOptions, puzzle: &str, style: GridStyle) -> String {
        let shape = Arc::new(Shape::new(options).expect("it is a shape"));
        let digits = shape.parse(puzzle).expect("it is a puzzle");
        grid_text(&Diagram::of_variant(shape, &digits), style, Paint::Plain)
    }

    #[test]
    fn a_grid_has_its_boxes_ruled() {
        let text = grid_text(
            &Diagram::of(&Grid::BLANK.into()),
            GridStyle::Ascii,
            Paint::Plain,
        );
        assert!(text.starts_with("+-------+-------+-------+\n| . . . | . . . | . . . |\n"));
    }

    #[test]
    fn regions_are_outlined_and_diagonals_marked() {
        let regions = ShapeDrawing {
            name: "regions".to_owned(),
            text: "AAAB\nACBB\nCCDB\nCDDD\n".to_owned(),
        };
        let options = ShapeOptions::new()
            .size(4)
            .regions(Some(regions))
            .diagonals(true);
        let unicode = "\
┌───────────┬───┐
│ 1   .   . │ x │
│   ┌───┬───┘   │
│ . │ x │ x   . │
├───┘   ├───┐   │
│ .   x │ x │ . │
│   ┌───┘   └───┤
│ x │ .   .   4 │
└───┴───────────┘
";
        assert_eq!(
            text(&options, "1..............4", GridStyle::Unicode),
            unicode
        );
        let ascii = text(&options, "1..............4", GridStyle::Ascii);
        let plain = unicode.replace(|c| "┌┬┐├┤└┴┘┼".contains(c), "+");
        assert_eq!(ascii, plain.replace('─', "-").replace('│', "|"));
    }

    #[test]
    fn cages_follow_as_they_are_read() {
        let caged = |text: &str| {
            ShapeOptions::new().size(4).cages(Some(ShapeDrawing {
                name: "cages".to_owned(),
                text: text.to_owned(),
            }))
        };
        let options = caged("AABBCADBCADD..DE;A=10;B=8;C=6;D=10;E=2");
        let text = text(&options, &".".repeat(16), GridStyle::Ascii);
        let expected = "\nAABB\nCADB\nCADD\n..DE\nA=10 B=8 C=6 D=10 E=2\n";
        assert!(text.ends_with(expected), "{text}");
        let cages = |options: &ShapeOptions| {
            let shape = Shape::new(options).expect("it is a shape");
            shape.cages_text()
        };
        assert_eq!(cages(&caged(expected)), cages(&options));
    }

    #[test]
    fn overlapping_grids_leave_out_what_is_no_cell() {
        let options = ShapeOptions::new().samurai(true);
        let text = text(&options, &".".repeat(369), GridStyle::Unicode);
        let expected = "\
┌───────┬───────┬───────┐       ┌───────┬───────┬───────┐
│ . . . │ . . . │ . . . │       │ . . . │ . . . │ . . . │
│ . . . │ . . . │ . . . │       │ . . . │ . . . │ . . . │
│ . . . │ . . . │ . . . │       │ . . . │ . . . │ . . . │
├───────┼───────┼───────┤       ├───────┼───────┼───────┤
";
        assert!(text.starts_with(expected), "{text}");
    }
}
