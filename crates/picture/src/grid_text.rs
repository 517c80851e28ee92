//! Sudokus and candidate grids as text, plain or in the styles of a terminal.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::grid_drawing::{CellContent, Diagram, box_tiling, digits_of};
use super::tiling::{CORNERS, TextLines};
use countless_sudoku::{Cell, HouseKind, Step, Technique};
use countless_variants::{Shape, digits_text};

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
    fn corners(self) -> &'static [char; 16] {
        match self {
            Self::Unicode => &CORNERS,
            Self::Ascii => &[
                ' ', '+', '+', '+', '+', '|', '+', '+', '+', '+', '-', '+', '+', '+', '+', '+',
            ],
        }
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
    let has_wall = |column| (0..side).any(|row| areas.lines_at(row, column) & 4 > 0);
    let walls: Vec<bool> = (0..=side).map(has_wall).collect();
    let width = |(column, &has_wall): (usize, &bool)| {
        let column = placed.iter().skip(column).step_by(side).flatten();
        let longest = column.map(|(field, _)| field.len()).max().unwrap_or(1);
        longest + 1 + usize::from(has_wall)
    };
    let lines = TextLines {
        tiling: &areas,
        corners: style.corners(),
        widths: walls[..side].iter().enumerate().map(width).collect(),
        walls,
        is_open: false,
    };
    let text = lines.text(|row, column| {
        let (field, painted) = match placed[row * side + column] {
            None => ("", String::new()),
            Some((field, CellContent::Given(_))) => (field.as_str(), paint.given(field)),
            Some((field, CellContent::Solved(_))) => (field.as_str(), paint.found(field)),
            Some((field, _)) => (field.as_str(), field.clone()),
        };
        let before = usize::from(lines.walls[column]);
        let after = lines.widths[column] - before - field.len();
        format!("{:before$}{painted}{:after$}", "", "")
    });
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

/// Marks of a step in a grid of candidates.
#[derive(Clone, Debug, Default)]
pub struct StepMarks {
    /// Digits of the pattern, as bits.
    pattern: u32,
    /// Cells of the pattern.
    cells: BTreeSet<Cell>,
    /// Cells that have changed.
    changed: BTreeSet<Cell>,
}

impl StepMarks {
    /// Marks the pattern of a step and the cells that it changes. An elimination is not marked, as
    /// it changes the whole grid.
    pub fn of(step: &Step) -> Self {
        if step.technique == Technique::Elimination {
            return Self::default();
        }
        let digits = step.digits.iter();
        let removed = step.removed.iter();
        Self {
            pattern: digits.fold(0, |all, digit| all | 1 << (digit - 1)),
            cells: step.cells.iter().copied().collect(),
            changed: removed.map(|candidate| candidate.cell).collect(),
        }
    }
}

/// Draws the candidates of all cells, bit 0 for 1, with the numbers of rows and columns.
///
/// The digit of a solved cell, which has one candidate, stands alone; the candidates of other cells
/// are in parentheses. An asterisk follows a cell of the pattern, a minus sign one that has
/// changed. Columns are aligned, with three blanks between boxes and an empty line between bands.
pub fn candidates_text(shape: &Shape, cells: &[u32], marked: &StepMarks, paint: Paint) -> String {
    let side = shape.side();
    let (rows, columns) = box_size(shape);
    let mut fields: Vec<Option<CandidateField>> = Vec::new();
    fields.resize_with(side * side, || None);
    for (cell, &digits) in cells.iter().enumerate() {
        let (row, column) = shape.position(cell);
        let name = Cell::in_layout(row + 1, column + 1);
        fields[row * side + column] = Some(CandidateField::new(digits, marked, name));
    }
    let names = (1..=side).map(|column| format!("c{column}"));
    let widths: Vec<usize> = names
        .clone()
        .enumerate()
        .map(|(column, name)| {
            let fields = fields.iter().skip(column).step_by(side).flatten();
            fields
                .map(CandidateField::width)
                .max()
                .unwrap_or(0)
                .max(name.len())
        })
        .collect();
    let before = |column: usize| match column {
        0 => "  ",
        _ if column.is_multiple_of(columns) => "   ",
        _ => " ",
    };
    let label = format!("r{side}").len();
    let mut text = format!("{:label$}", "");
    for ((column, name), width) in names.enumerate().zip(&widths) {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}{name:width$}", before(column));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (row, fields) in fields.chunks_exact(side).enumerate() {
        if row > 0 && row.is_multiple_of(rows) {
            text.push('\n');
        }
        let mut line = format!("{:label$}", format!("r{}", row + 1));
        let mut blanks = 0;
        for (column, (field, width)) in fields.iter().zip(&widths).enumerate() {
            let painted = field
                .as_ref()
                .map(|field| (field.painted(paint), field.width()));
            let (painted, own) = painted.unwrap_or_default();
            if own == 0 {
                blanks += before(column).len() + width;
                continue;
            }
            let _ = write!(line, "{:blanks$}{}{painted}", "", before(column));
            blanks = width - own;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Rows and columns of a box; the size of the whole grid if it has regions instead of boxes.
fn box_size(shape: &Shape) -> (usize, usize) {
    let square = shape.houses().find(|unit| unit.kind == HouseKind::Box);
    let ends = square.and_then(|square| square.cells.first().zip(square.cells.last()));
    ends.map_or((shape.side(), shape.side()), |(&first, &last)| {
        let (first, last) = (shape.position(first.into()), shape.position(last.into()));
        (last.0 - first.0 + 1, last.1 - first.1 + 1)
    })
}

/// Text of a cell.
struct CandidateField {
    digits: u32,
    pattern: u32,
    /// Marks behind the candidates.
    marks: &'static str,
}

impl CandidateField {
    fn new(digits: u32, marked: &StepMarks, cell: Cell) -> Self {
        let is_found = marked.cells.contains(&cell);
        let marks = match (is_found, marked.changed.contains(&cell)) {
            (true, true) => "*-",
            (true, false) => "*",
            (false, true) => "-",
            (false, false) => "",
        };
        Self {
            digits,
            pattern: if is_found { marked.pattern } else { 0 },
            marks,
        }
    }

    fn width(&self) -> usize {
        let digits = self.digits.count_ones() as usize;
        let parentheses = if digits == 1 { 0 } else { 2 };
        digits + parentheses + self.marks.len()
    }

    fn painted(&self, paint: Paint) -> String {
        let listed = (0..u32::BITS).filter(|digit| self.digits >> digit & 1 != 0);
        let listed = listed.map(|digit| {
            let text = digits_text(&[digit as u8 + 1]);
            if self.pattern >> digit & 1 != 0 {
                paint.found(&text)
            } else {
                text
            }
        });
        let listed: String = listed.collect();
        let (open, close) = if self.digits.is_power_of_two() {
            ("", "")
        } else {
            ("(", ")")
        };
        let marks = match self.marks {
            "" => String::new(),
            "*" => paint.found(self.marks),
            marks => paint.removed(marks),
        };
        format!("{open}{listed}{close}{marks}")
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
        grid_text(&Diagram::of_digits(shape, &digits), style, Paint::Plain)
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
    fn overlapping_grids_leave_gaps_empty() {
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

#[cfg(test)]
mod candidate_grid_tests {
    use super::*;
    use countless_variants::ShapeOptions;

    fn shape(size: usize) -> Shape {
        let options = ShapeOptions::new().size(size);
        Shape::new(&options).unwrap()
    }

    #[test]
    fn settled_cells_stand_bare_and_columns_are_aligned() {
        let mut cells = [0b101; 81];
        cells[1] = 0b10;
        let text = candidates_text(&shape(9), &cells, &StepMarks::default(), Paint::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "    c1   c2   c3     c4   c5   c6     c7   c8   c9"
        );
        assert_eq!(
            lines[1],
            "r1  (13) 2    (13)   (13) (13) (13)   (13) (13) (13)"
        );
    }

    #[test]
    fn grids_are_of_the_size_of_the_shape() {
        let mut cells = [1 << 15; 256];
        cells[0] = 0b11;
        let text = candidates_text(&shape(16), &cells, &StepMarks::default(), Paint::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("     c1   c2 c3 c4   c5"));
        assert!(lines[1].starts_with("r1   (12) G  G  G    G  G"));
        assert!(lines[19].starts_with("r16  G "));
        let text = candidates_text(&shape(6), &[0b100; 36], &StepMarks::default(), Paint::Plain);
        let rows: Vec<&str> = text.lines().skip(1).take(4).collect();
        let row = "3  3  3    3  3  3";
        let rows_of_two = [format!("r1  {row}"), format!("r2  {row}"), String::new()];
        assert_eq!(rows[..3], rows_of_two);
    }

    #[test]
    fn cells_of_a_step_are_marked() {
        let cells = [0b101; 81];
        let marked = StepMarks {
            pattern: 0b100,
            cells: [Cell::new(1, 1)].into(),
            changed: [Cell::new(1, 2)].into(),
        };
        let text = candidates_text(&shape(9), &cells, &marked, Paint::Plain);
        assert_eq!(
            text.lines().nth(1).and_then(|line| line.get(..16)),
            Some("r1  (13)* (13)- ")
        );
        let text = candidates_text(&shape(9), &cells, &marked, Paint::Terminal);
        assert!(text.contains("(1\x1b[36m3\x1b[0m)\x1b[36m*\x1b[0m (13)\x1b[31m-\x1b[0m "));
    }
}
