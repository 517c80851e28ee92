//! Chess boards with queens.

use super::drawing::{Anchor, Drawing, Pen, polyline};
use super::grid_text::Paint;
use super::tiling::{Tiling, draw_tiling};
use countless_queens::{Regions, Square};
use kurbo::{Affine, BezPath, Circle, Point, Rect, Shape as _};

/// Chess board and its details for drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Chessboard {
    columns: Vec<u32>,
    given: Vec<Square>,
    blocked: Vec<Square>,
    coordinates: bool,
    regions: Option<Regions>,
}

impl Chessboard {
    /// Creates a board with a queen in one column of each row, from 1 on; 0 is a row without one.
    pub fn of(columns: &[u32]) -> Self {
        Self {
            columns: columns.to_vec(),
            ..Self::default()
        }
    }

    /// Sets the squares of queens that were given.
    pub fn given(self, given: Vec<Square>) -> Self {
        Self { given, ..self }
    }

    /// Sets the squares that must stay empty.
    pub fn blocked(self, blocked: Vec<Square>) -> Self {
        Self { blocked, ..self }
    }

    /// Numbers the rows and columns.
    pub fn coordinates(mut self, coordinates: bool) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Sets the regions of a board with coloured squares.
    pub fn regions(self, regions: Option<Regions>) -> Self {
        Self { regions, ..self }
    }

    /// True if given and found queens are distinguished.
    fn is_mixed(&self) -> bool {
        !self.given.is_empty()
    }
}

/// Draws a board as text, one line per row: `Q` for a queen, `#` for a blocked square, `.` for
/// another empty square. On a coloured board, an empty square shows the letter of its region, and a
/// queen is `*`.
pub fn board_text(board: &Chessboard, paint: Paint) -> String {
    let n = board.columns.len();
    let width = if board.coordinates {
        n.to_string().len()
    } else {
        1
    };
    let blank = " ".repeat(width - 1);
    let letters = board.regions.as_ref().map(Regions::to_string);
    let letters = letters.as_deref().map(str::as_bytes);
    let mark = if letters.is_some() { "*" } else { "Q" };
    let mut text = String::with_capacity((width + 1) * n * n);
    if board.coordinates && n > 0 {
        let numbers = (1..=n).map(|column| format!(" {column:>width$}"));
        let numbers: String = numbers.collect();
        text.push_str(&paint.dim(&format!("{:width$}{numbers}", "")));
        text.push('\n');
    }
    for (row, &queen) in (1..).zip(&board.columns) {
        if board.coordinates {
            text.push_str(&paint.dim(&format!("{row:>width$}")));
            text.push(' ');
        }
        for column in 1..=n {
            if column > 1 {
                text.push(' ');
            }
            text.push_str(&blank);
            let square = (row, column);
            if column == queen as usize {
                text.push_str(&match (board.is_mixed(), board.given.contains(&square)) {
                    (false, _) => mark.to_owned(),
                    (true, true) => paint.given(mark),
                    (true, false) => paint.found(mark),
                });
            } else if board.blocked.contains(&square) {
                text.push_str(&paint.dim("#"));
            } else {
                let place = (row - 1) * n + column - 1;
                let letter = letters.and_then(|letters| letters.get(place));
                text.push(letter.map_or('.', |&letter| letter.into()));
            }
        }
        text.push('\n');
    }
    text
}

const LIGHT: Pen = Pen::fill("light", [0xf0, 0xd9, 0xb5]);
const DARK: Pen = Pen::fill("dark", [0xb5, 0x88, 0x63]);
const QUEEN: Pen = Pen::fill("queen", [0x22, 0x22, 0x22]);
const FOUND: Pen = Pen::fill("found", [0x1f, 0x4e, 0x8c]);
const BLOCKED: Pen = Pen::fill("blocked", [0x4a, 0x4a, 0x4a]);
const COORDINATE: Pen = Pen::text("coordinate", [0x44, 0x44, 0x44], 0.0);

/// Share of the side that coordinates take.
const BAND: f64 = 0.06;

/// Draws a board with its upper left corner at `x`, `y`, coordinates included.
pub(super) fn draw_board(drawing: &mut Drawing, board: &Chessboard, x: f64, y: f64, side: f64) {
    let n = board.columns.len();
    let (x, y, side) = if board.coordinates {
        let band = BAND * side;
        draw_coordinates(drawing, n, (x, y), band, side - band);
        (x + band, y + band, side - band)
    } else {
        (x, y, side)
    };
    let whole = Rect::new(x, y, x + side, y + side);
    let square = side / n.max(1) as f64;
    match &board.regions {
        Some(regions) => draw_tiling(drawing, &tiling(regions), whole),
        None => draw_squares(drawing, n, whole),
    }
    let corner = |index: usize| (index as f64 - 1.0) * square;
    for &(row, column) in &board.blocked {
        let (left, top) = (x + corner(column), y + corner(row));
        let blocked = Rect::new(left, top, left + square, top + square);
        drawing.rectangle(blocked.inset(-0.08 * square), BLOCKED);
    }
    if board.regions.is_none() {
        drawing.rectangle(whole, Pen::line("frame", [0x7a, 0x5a, 0x3a], side / 200.0));
    }
    let crown = crown();
    for (row, &queen) in (1..).zip(&board.columns) {
        if queen == 0 {
            continue;
        }
        let found = board.is_mixed() && !board.given.contains(&(row, queen as usize));
        let pen = if found { FOUND } else { QUEEN };
        let place = Affine::translate((x + corner(queen as usize), y + corner(row)));
        let width = 0.03 * square;
        let queen = place * Affine::scale(square) * crown.clone();
        drawing.path(queen, Pen { width, ..pen });
    }
}

/// Queen in a square of side 1: a crown of five points on a band, with four balls.
///
/// ```text
///        o   o
///     o  │\ /│  o
///     │\ │ V │ /│
///     │ \/   \/ │
///      \_______/
///      ─────────
/// ```
fn crown() -> BezPath {
    let at = |x: f64, y: f64| Point::new(0.07 + 0.86 * x, 0.1 + 0.86 * y);
    let polygon = |corners: &[(f64, f64)]| {
        let mut path = polyline(corners.iter().map(|&(x, y)| at(x, y)));
        path.close_path();
        path
    };
    let mut crown = polygon(&[
        (0.20, 0.72),
        (0.09, 0.27),
        (0.33, 0.53),
        (0.36, 0.19),
        (0.50, 0.50),
        (0.64, 0.19),
        (0.67, 0.53),
        (0.91, 0.27),
        (0.80, 0.72),
    ]);
    crown.extend(polygon(&[(0.2, 0.8), (0.8, 0.8), (0.8, 0.88), (0.2, 0.88)]));
    for (x, y) in [(0.08, 0.17), (0.35, 0.09), (0.65, 0.09), (0.92, 0.17)] {
        crown.extend(Circle::new(at(x, y), 0.043).path_elements(0.001));
    }
    crown
}

/// Regions as pieces of a tiling, without names.
fn tiling(regions: &Regions) -> Tiling {
    let n = regions.n();
    let squares = (1..=n).flat_map(|row| (1..=n).map(move |column| (row, column)));
    Tiling {
        columns: n,
        pieces: squares
            .map(|(row, column)| Some(regions.region_of(row, column)))
            .collect(),
        names: vec![String::new(); n],
        colors: (0..n).map(Some).collect(),
        is_torus: false,
    }
}

/// Draws the squares of a board of `n` rows in two colours.
fn draw_squares(drawing: &mut Drawing, n: usize, whole: Rect) {
    let (x, y, side) = (whole.x0, whole.y0, whole.width());
    let square = side / n.max(1) as f64;
    drawing.rectangle(whole, LIGHT);
    // Every other row and column, filled by the even-odd rule, form a checkered board. This needs
    // only two rectangles for every other row, whatever the number of squares.
    let mut dark = BezPath::new();
    for line in (0..n).step_by(2) {
        let (near, far) = (line as f64 * square, (line + 1) as f64 * square);
        let row = Rect::new(x, y + near, x + side, y + far);
        let column = Rect::new(x + near, y, x + far, y + side);
        dark.extend(row.path_elements(0.1));
        dark.extend(column.path_elements(0.1));
    }
    drawing.path(dark, DARK);
}

/// Numbers the rows and columns of a board in a band along its left and upper sides.
fn draw_coordinates(drawing: &mut Drawing, n: usize, (x, y): (f64, f64), band: f64, side: f64) {
    let square = side / n.max(1) as f64;
    let height = (0.45 * band).min(0.45 * square);
    for index in 0..n {
        let along = band + (index as f64 + 0.5) * square;
        let number = (index + 1).to_string();
        let places = [(x + along, y + 0.5 * band), (x + 0.5 * band, y + along)];
        for place in places {
            drawing.text(&number, place, Anchor::Middle, height, COORDINATE);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_board_has_a_line_for_each_row() {
        assert_eq!(
            board_text(&Chessboard::of(&[2, 4, 1, 3]), Paint::Plain),
            ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
        );
    }

    #[test]
    fn small_boards() {
        assert_eq!(board_text(&Chessboard::of(&[]), Paint::Plain), "");
        assert_eq!(board_text(&Chessboard::of(&[1]), Paint::Plain), "Q\n");
    }

    #[test]
    fn given_queens_and_blocked_squares_look_different() {
        let board = Chessboard::of(&[2, 4, 0, 3])
            .given(vec![(1, 2)])
            .blocked(vec![(1, 1), (4, 4)])
            .coordinates(true);
        let text = "  1 2 3 4\n1 # Q . .\n2 . . . Q\n3 . . . .\n4 . . Q #\n";
        assert_eq!(board_text(&board, Paint::Plain), text);
        let painted = board_text(&board, Paint::Terminal);
        assert!(painted.contains("\x1b[1mQ\x1b[0m . .\n"), "{painted:?}");
        assert!(painted.contains(". . . \x1b[36mQ\x1b[0m\n"), "{painted:?}");
        let mut drawing = Drawing::new(120.0, 120.0, "");
        draw_board(&mut drawing, &board, 0.0, 0.0, 120.0);
        let names: Vec<&str> = drawing.elements.iter().map(|it| it.pen().name).collect();
        let count = |name| names.iter().filter(|other| **other == name).count();
        let counts = ["queen", "found", "blocked", "coordinate"].map(count);
        assert_eq!(counts, [1, 2, 2, 8]);
    }
    #[test]
    fn coloured_squares_have_letters_and_outlines() {
        let regions = "AABBACBBCCCDCDDD".parse().expect("it is a board");
        let board = Chessboard::of(&[2, 4, 1, 3]).regions(Some(regions));
        let text = "A * B B\nA C B *\n* C C D\nC D * D\n";
        assert_eq!(board_text(&board, Paint::Plain), text);
        let mut drawing = Drawing::new(120.0, 120.0, "");
        draw_board(&mut drawing, &board, 0.0, 0.0, 120.0);
        let names: Vec<&str> = drawing.elements.iter().map(|it| it.pen().name).collect();
        let count = |name: &str| names.iter().filter(|other| other.starts_with(name)).count();
        let counts = ["piece", "outline", "queen", "dark", "name"].map(count);
        assert_eq!(counts, [4, 1, 4, 0, 0]);
    }

    #[test]
    fn each_region_has_its_own_colour() {
        for n in [4, 9, 26, 32] {
            // Each column is a region.
            let letters = ('A'..='Z').chain('a'..='f').take(n).collect::<String>();
            let regions = letters.repeat(n).parse().expect("it is a board");
            let board = Chessboard::of(&vec![0; n]).regions(Some(regions));
            let mut drawing = Drawing::new(120.0, 120.0, "");
            draw_board(&mut drawing, &board, 0.0, 0.0, 120.0);
            let elements = drawing.elements.iter();
            let pieces = elements.filter(|it| it.pen().name.starts_with("piece"));
            let colors: HashSet<[u8; 3]> = pieces.map(|it| it.pen().color).collect();
            assert_eq!(colors.len(), n);
        }
    }
}
