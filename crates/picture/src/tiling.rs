//! Boards covered with pieces, and the colours and hatches of pieces and regions.

use super::drawing::{Anchor, Drawing, Pen, fitting_height, with_ellipsis};
use kurbo::{BezPath, Point, Rect, Shape as _};

/// Board for drawing: cells, and the pieces that cover them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiling {
    /// Number of cells in a row.
    pub columns: usize,
    /// Piece on each cell, row by row; `None` for a missing or empty cell.
    pub pieces: Vec<Option<usize>>,
    /// Name of each piece.
    pub names: Vec<String>,
    /// Number of the colour of each piece, below [`COLORS`](Self::COLORS), so that a piece has the
    /// same on all pages. `None` chooses one that its neighbours do not have.
    pub colors: Vec<Option<usize>>,
    /// True if pieces at opposite edges are neighbours.
    pub is_torus: bool,
}

impl Tiling {
    /// Number of colours that look different: 32, each plain and with three hatches.
    pub const COLORS: usize = PieceStyle::COUNT;

    fn rows(&self) -> usize {
        self.pieces.len() / self.columns.max(1)
    }

    /// Piece at a row and column counted from 1; `None` outside of the board.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        let on_board = row < self.rows() && column < self.columns;
        self.pieces
            .get(row * self.columns + column)
            .copied()?
            .filter(|_| on_board)
    }

    /// Lines between pieces that meet at a corner, as an index into [`CORNERS`].
    pub(super) fn lines_at(&self, row: usize, column: usize) -> usize {
        let [a, b, c, d] = [(0, 0), (0, 1), (1, 1), (1, 0)]
            .map(|(down, right)| self.at(row + down, column + right));
        let lines = [a != b, b != c, c != d, d != a];
        (0..4).map(|bit| usize::from(lines[bit]) << bit).sum()
    }

    /// Cells of a piece, row by row.
    fn cells(&self, piece: usize) -> Vec<(usize, usize)> {
        let cells = self.pieces.iter().enumerate();
        let cells = cells.filter(|(_, on)| **on == Some(piece));
        cells
            .map(|(cell, _)| (cell / self.columns, cell % self.columns))
            .collect()
    }

    /// Height of the drawing relative to its width.
    pub(super) fn height(&self) -> f64 {
        self.rows() as f64 / self.columns.max(1) as f64
    }

    /// Longest straight lines along edges, given by their corners at both ends. `is` selects the
    /// edges by the pieces on both sides.
    pub(super) fn edge_lines(
        &self,
        is: impl Fn(Option<usize>, Option<usize>) -> bool,
    ) -> Vec<[(usize, usize); 2]> {
        let (rows, columns) = (self.rows(), self.columns);
        let mut lines = Vec::new();
        let mut add =
            |across: usize, along: usize, edge: &dyn Fn(usize, usize) -> [(usize, usize); 3]| {
                for line in 0..=across {
                    let mut start = None;
                    for step in 0..=along {
                        let [corner, here, other] = edge(line, step);
                        let is_edge =
                            step < along && is(self.at(here.0, here.1), self.at(other.0, other.1));
                        match start {
                            None if is_edge => start = Some(corner),
                            Some(from) if !is_edge => {
                                lines.push([from, corner]);
                                start = None;
                            }
                            _ => {}
                        }
                    }
                }
            };
        add(rows, columns, &|row, column| {
            [(row, column), (row + 1, column + 1), (row, column + 1)]
        });
        add(columns, rows, &|column, row| {
            [(row, column), (row + 1, column + 1), (row + 1, column)]
        });
        lines
    }

    /// Numbers of the colours of the pieces.
    fn piece_colors(&self) -> Vec<usize> {
        let wrapped = |at: usize, count: usize| {
            if self.is_torus {
                (at + count - 1) % count + 1
            } else {
                at
            }
        };
        piece_colors(self.names.len(), &self.colors, &|piece| {
            let cells = self.cells(piece).into_iter();
            let around = cells.flat_map(|(row, column)| {
                let (row, column) = (row + 1, column + 1);
                [
                    (row - 1, column),
                    (row, column - 1),
                    (row, column + 1),
                    (row + 1, column),
                ]
            });
            around
                .map(|(row, column)| (wrapped(row, self.rows()), wrapped(column, self.columns)))
                .filter_map(|(row, column)| self.at(row, column))
                .collect()
        })
    }
}

/// Numbers of the colours of pieces: those that are given, and otherwise one of few that the fewest
/// neighbours before the piece have.
pub(super) fn piece_colors(
    pieces: usize,
    given: &[Option<usize>],
    neighbours: &dyn Fn(usize) -> Vec<usize>,
) -> Vec<usize> {
    let mut colors: Vec<usize> = Vec::with_capacity(pieces);
    for piece in 0..pieces {
        let color = given.get(piece).copied().flatten().unwrap_or_else(|| {
            let mut times = [0; FEW_COLORS];
            for other in neighbours(piece) {
                let color = colors.get(other);
                if let Some(times) = color.and_then(|&color| times.get_mut(color)) {
                    *times += 1;
                }
            }
            // Starts at another colour each time, so that all are used.
            let all = (0..FEW_COLORS).map(|next| (piece + next) % FEW_COLORS);
            all.min_by_key(|&color| times[color]).unwrap_or(0)
        });
        colors.push(color);
    }
    colors
}

/// Characters of corners, by the lines that meet: bits 0 to 3 are those up, right, down and left.
pub(super) const CORNERS: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// Lines around the pieces of a tiling as text, with a field in each cell.
pub(super) struct TextLines<'a> {
    pub tiling: &'a Tiling,
    pub corners: &'a [char; 16],
    /// True for each column that has room for a line before it; at last, for a line at the end.
    pub walls: Vec<bool>,
    /// Number of characters of the fields of each column.
    pub widths: Vec<usize>,
    /// True if all rows have room for a line between them.
    pub is_open: bool,
}

impl TextLines<'_> {
    pub fn text(&self, mut field: impl FnMut(usize, usize) -> String) -> String {
        let (tiling, rows) = (self.tiling, self.tiling.rows());
        let mut text = String::new();
        let mut push_line = |line: String| {
            text += line.trim_end();
            text.push('\n');
        };
        for row in 0..=rows {
            let (mut above, mut cells) = (String::new(), String::new());
            let mut has_line = self.is_open;
            for (column, &has_wall) in self.walls.iter().enumerate() {
                let lines = tiling.lines_at(row, column);
                if has_wall {
                    above.push(self.corners[lines]);
                    cells.push(self.corners[if lines & 4 > 0 { 0b0101 } else { 0 }]);
                }
                if let Some(&width) = self.widths.get(column) {
                    let floor = self.corners[if lines & 2 > 0 { 0b1010 } else { 0 }];
                    above.extend(std::iter::repeat_n(floor, width));
                    has_line |= lines & 2 > 0;
                    if row < rows {
                        cells += &field(row, column);
                    }
                }
            }
            if has_line {
                push_line(above);
            }
            if row < rows {
                push_line(cells);
            }
        }
        text
    }
}

/// Draws a tiling as text: lines around the pieces, and the name of each on its first cell.
pub fn tiling_text(tiling: &Tiling) -> String {
    let longest = tiling.names.iter().map(|name| name.chars().count()).max();
    let width = longest.unwrap_or(0).clamp(1, 12) + 2;
    let mut named = vec![false; tiling.names.len()];
    let lines = TextLines {
        tiling,
        corners: &CORNERS,
        walls: vec![true; tiling.columns + 1],
        widths: vec![width; tiling.columns],
        is_open: true,
    };
    lines.text(|row, column| {
        let piece = tiling.at(row + 1, column + 1);
        let name = piece.filter(|&piece| !std::mem::replace(&mut named[piece], true));
        let name = name.map_or("", |piece| &tiling.names[piece]);
        let name: String = name.chars().take(width - 2).collect();
        format!("{name:^width$}")
    })
}

/// Fills the pieces with their colours, and returns the cells of each.
pub(super) fn fill_pieces(
    drawing: &mut Drawing,
    tiling: &Tiling,
    square: impl Fn(usize, usize) -> Rect,
) -> Vec<BezPath> {
    let colors = tiling.piece_colors().into_iter().enumerate();
    let shapes = colors.map(|(piece, color)| {
        let (mut shape, mut hatches) = (BezPath::new(), BezPath::new());
        let style = PieceStyle::of(color);
        let mut width = 0.0;
        for (row, column) in tiling.cells(piece) {
            let square = square(row, column);
            shape.extend(square.path_elements(0.1));
            hatches.extend(style.hatches(square));
            width = square.width() / 40.0;
        }
        drawing.path(shape.clone(), style.fill);
        if !hatches.elements().is_empty() {
            drawing.path(hatches, Pen::line("hatch", [0x66, 0x66, 0x66], width));
        }
        shape
    });
    shapes.collect()
}

/// Path of lines from corner to corner.
pub(super) fn line_path(
    lines: &[[(usize, usize); 2]],
    corner: impl Fn(usize, usize) -> Point,
) -> BezPath {
    let mut path = BezPath::new();
    for &[from, to] in lines {
        path.move_to(corner(from.0, from.1));
        path.line_to(corner(to.0, to.1));
    }
    path
}

const NAME: Pen = Pen::text("name", [0x22, 0x22, 0x22], 0.0);

/// Draws a tiling as large as the area allows, centred at its top.
pub(super) fn draw_tiling(drawing: &mut Drawing, tiling: &Tiling, area: Rect) {
    let (rows, columns) = (tiling.rows(), tiling.columns);
    let across = area.width() / columns.max(1) as f64;
    let cell = across.min(area.height() / rows.max(1) as f64);
    let (x, y) = (area.center().x - columns as f64 * cell / 2.0, area.y0);
    let corner = |row: usize, column: usize| {
        let (down, right) = (row as f64 * cell, column as f64 * cell);
        Point::new(x + right, y + down)
    };
    let square = |row, column| Rect::from_points(corner(row, column), corner(row + 1, column + 1));
    let thin = Pen::line("cell", [0xb0, 0xb0, 0xb0], cell / 60.0);
    for shape in fill_pieces(drawing, tiling, square) {
        drawing.path(shape, thin);
    }
    let outlines = line_path(&tiling.edge_lines(|here, other| here != other), corner);
    drawing.path(
        outlines,
        Pen::line("outline", [0x22, 0x22, 0x22], cell / 15.0),
    );
    let width = 0.9 * cell;
    let height = fitting_height(&tiling.names, 0.36 * cell, width);
    let named = tiling.names.iter().enumerate();
    for (piece, name) in named.filter(|(_, name)| !name.is_empty()) {
        let cells = tiling.cells(piece);
        let mean = |of: fn(&(usize, usize)) -> usize| {
            cells.iter().map(|cell| of(cell) as f64).sum::<f64>() / cells.len() as f64
        };
        let (row, column) = (mean(|cell| cell.0), mean(|cell| cell.1));
        let distance = |cell: &(usize, usize)| (cell.0 as f64 - row).hypot(cell.1 as f64 - column);
        let nearest = cells
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(&(row, column)) = nearest {
            let name = with_ellipsis(name, height, width);
            let center = square(row, column).center();
            drawing.text(&name, (center.x, center.y), Anchor::Middle, height, NAME);
        }
    }
}

/// Colours, each with its own name.
///
/// Every colour is as far as possible from all before it, so that the first K of them are easy to
/// distinguish for every K. The distance is that of Oklab (Ottosson, 2020) for normal vision, or
/// twice that for protanopia or deuteranopia (Machado, Oliveira and Fernandes, 2009), whichever is
/// least. All are light enough for dark text and queens: lightness .78 to .97, chroma at most .13.
const COLORS: [Pen; 32] = [
    Pen::fill("piece-1", [0xb4, 0xd2, 0xf0]),
    Pen::fill("piece-2", [0xff, 0xf0, 0x87]),
    Pen::fill("piece-3", [0xf0, 0xa5, 0x5a]),
    Pen::fill("piece-4", [0x5a, 0xd2, 0xa5]),
    Pen::fill("piece-5", [0x78, 0xff, 0xe1]),
    Pen::fill("piece-6", [0xc3, 0xa5, 0xff]),
    Pen::fill("piece-7", [0xb4, 0xe1, 0x87]),
    Pen::fill("piece-8", [0xff, 0xb4, 0xc3]),
    Pen::fill("piece-9", [0xff, 0xe1, 0xc3]),
    Pen::fill("piece-10", [0xd2, 0xff, 0xff]),
    Pen::fill("piece-11", [0xb4, 0xc3, 0x87]),
    Pen::fill("piece-12", [0xc3, 0xb4, 0xd2]),
    Pen::fill("piece-13", [0xe1, 0xe1, 0xff]),
    Pen::fill("piece-14", [0x96, 0xd2, 0xc3]),
    Pen::fill("piece-15", [0xe1, 0xc3, 0x5a]),
    Pen::fill("piece-16", [0xe1, 0xff, 0xc3]),
    Pen::fill("piece-17", [0xe1, 0xb4, 0xa5]),
    Pen::fill("piece-18", [0x5a, 0xd2, 0xff]),
    Pen::fill("piece-19", [0xd2, 0xd2, 0xa5]),
    Pen::fill("piece-20", [0xe1, 0xb4, 0xff]),
    Pen::fill("piece-21", [0xe1, 0xd2, 0xd2]),
    Pen::fill("piece-22", [0x87, 0xc3, 0xe1]),
    Pen::fill("piece-23", [0x87, 0xf0, 0xf0]),
    Pen::fill("piece-24", [0xb4, 0xf0, 0xb4]),
    Pen::fill("piece-25", [0xe1, 0xc3, 0xe1]),
    Pen::fill("piece-26", [0xf0, 0xe1, 0x96]),
    Pen::fill("piece-27", [0xf0, 0xa5, 0xe1]),
    Pen::fill("piece-28", [0xd2, 0xf0, 0xd2]),
    Pen::fill("piece-29", [0xa5, 0xd2, 0x78]),
    Pen::fill("piece-30", [0xf0, 0xd2, 0x69]),
    Pen::fill("piece-31", [0xe1, 0xa5, 0xc3]),
    Pen::fill("piece-32", [0x96, 0xe1, 0xff]),
];

/// Number of colours that are enough if only neighbours have to differ.
const FEW_COLORS: usize = 6;

/// Colour and hatch of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PieceStyle {
    pub fill: Pen,
    /// Bits for strokes across the upper left and lower right corners, and across the other two.
    strokes: usize,
}

impl PieceStyle {
    /// Number of styles: each colour plain, with strokes, with others, and with both.
    pub const COUNT: usize = 4 * COLORS.len();

    /// Style of a number from 0 on. The first 32 are plain.
    pub fn of(number: usize) -> Self {
        Self {
            fill: COLORS[number % COLORS.len()],
            strokes: number / COLORS.len() % 4,
        }
    }

    /// Strokes across corners of a square, beside the name in its middle.
    pub fn hatches(self, square: Rect) -> BezPath {
        let reach = 0.3 * square.width();
        let mut path = BezPath::new();
        for (bit, (left, right, inwards)) in [
            (1, (square.x0, square.x1, reach)),
            (2, (square.x1, square.x0, -reach)),
        ] {
            if self.strokes & bit != 0 {
                path.move_to((left, square.y0 + reach));
                path.line_to((left + inwards, square.y0));
                path.move_to((right, square.y1 - reach));
                path.line_to((right - inwards, square.y1));
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Tiling {
        Tiling {
            columns: 3,
            pieces: vec![Some(0), Some(0), Some(1), None, Some(0), Some(1)],
            names: vec!["L".to_owned(), "I".to_owned()],
            colors: vec![Some(1), None],
            is_torus: false,
        }
    }

    #[test]
    fn lines_go_around_the_pieces() {
        let text = "\
┌───────┬───┐
│ L     │ I │
└───┐   │   │
    │   │   │
    └───┴───┘
";
        assert_eq!(tiling_text(&example()), text);
        assert_eq!(tiling_text(&Tiling::default()), "\n");
    }

    #[test]
    fn neighbours_differ_in_colour() {
        let columns = 12;
        let pieces: Vec<Option<usize>> = (0..144)
            .map(|cell| Some(cell % columns / 2 + 6 * (cell / columns / 2)))
            .collect();
        let names = vec![String::new(); 36];
        let tiling = Tiling {
            columns,
            pieces,
            names,
            colors: Vec::new(),
            is_torus: true,
        };
        let colors = tiling.piece_colors();
        for row in 1..=12 {
            for column in 1..=12 {
                for (down, right) in [(1, 0), (0, 1)] {
                    let pair = [
                        tiling.at(row, column),
                        tiling.at((row + down - 1) % 12 + 1, (column + right - 1) % 12 + 1),
                    ];
                    if let [Some(a), Some(b)] = pair {
                        assert!(a == b || colors[a] != colors[b], "{a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_outlines_and_names_are_drawn() {
        let mut drawing = Drawing::new(120.0, 120.0, "");
        draw_tiling(&mut drawing, &example(), Rect::new(0.0, 0.0, 120.0, 120.0));
        let names: Vec<&str> = drawing.elements.iter().map(|it| it.pen().name).collect();
        let count = |name| names.iter().filter(|other| **other == name).count();
        let counts = ["piece-2", "piece-3", "cell", "outline", "name"].map(count);
        assert_eq!(counts, [1, 1, 2, 1, 2]);
    }
}

#[cfg(test)]
mod piece_style_tests {
    use super::*;

    /// Lightness and the two axes of colour in Oklab.
    fn oklab(color: [u8; 3]) -> [f64; 3] {
        let linear = color.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let product = |matrix: [[f64; 3]; 3], vector: [f64; 3]| {
            matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>())
        };
        let cones = product(
            [
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            linear,
        );
        product(
            [
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    #[test]
    fn colours_are_far_apart_and_light() {
        let colors = COLORS.map(|pen| oklab(pen.color));
        let distance = |a: [f64; 3], b: [f64; 3]| {
            let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
            square.sqrt()
        };
        // A difference of .02 is just noticeable.
        for (count, least) in [(6, 0.12), (9, 0.09), (12, 0.075), (26, 0.049), (32, 0.045)] {
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
            let distances = pairs.map(|(a, b)| distance(colors[a], colors[b]));
            let nearest = distances.fold(f64::INFINITY, f64::min);
            assert!(nearest > least, "{count} colours: {nearest}");
        }
        for [lightness, a, b] in colors {
            assert!((0.78..0.98).contains(&lightness) && a.hypot(b) < 0.131);
        }
    }

    #[test]
    fn styles_differ() {
        let square = Rect::new(0.0, 0.0, 1.0, 1.0);
        let style = |number| {
            let style = PieceStyle::of(number);
            (style.fill.color, style.hatches(square).to_svg())
        };
        let mut styles: Vec<_> = (0..PieceStyle::COUNT).map(style).collect();
        styles.sort_unstable();
        styles.dedup();
        assert_eq!(styles.len(), PieceStyle::COUNT);
        for (number, (_, hatches)) in (0..COLORS.len()).map(style).enumerate() {
            assert!(hatches.is_empty());
            assert_eq!(COLORS[number].name, format!("piece-{}", number + 1));
        }
    }
}
