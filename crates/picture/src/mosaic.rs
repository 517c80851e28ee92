//! Cells of any shape, and the pieces that cover them.

use std::collections::BTreeMap;

use kurbo::{BezPath, Point, Rect};

use super::drawing::{Anchor, Drawing, Pen, fitting_height, polyline, with_ellipsis};
use super::tiling::{PieceStyle, piece_colors};

/// Polygons or sticks for drawing, and the pieces that cover them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mosaic {
    /// Corners on the page: to the right and down, in sides of a cell.
    pub corners: Vec<[f64; 2]>,
    /// Cells of the board.
    pub cells: Vec<MosaicCell>,
    /// Name of each piece.
    pub names: Vec<String>,
    /// Number of the colour of each piece, below [`Tiling::COLORS`](super::Tiling::COLORS). `None`
    /// chooses one that its neighbours do not have.
    pub colors: Vec<Option<usize>>,
}

/// Cell of a mosaic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MosaicCell {
    /// Numbers of its corners, in order around it; two for a stick.
    pub corners: Vec<usize>,
    /// Row and column in a text, from 0 on.
    pub place: [usize; 2],
    /// Layer. A piece has its name once in each of its layers.
    pub layer: usize,
    /// Piece that covers it.
    pub piece: Option<usize>,
}

/// Edge between two corners, with the pieces on its sides.
type Edges = BTreeMap<[usize; 2], Vec<Option<usize>>>;

impl Mosaic {
    /// True if cells are sticks.
    fn has_sticks(&self) -> bool {
        self.cells.iter().all(|cell| cell.corners.len() == 2)
    }

    /// Left, upper, right and lower end.
    fn bounds(&self) -> Rect {
        let points = self.corners.iter().map(|&[x, y]| Rect::new(x, y, x, y));
        let bounds = points.reduce(|a, b| a.union(b)).unwrap_or_default();
        if self.has_sticks() {
            bounds.inflate(0.2, 0.2)
        } else {
            bounds
        }
    }

    /// Height of the drawing relative to its width.
    pub(super) fn height(&self) -> f64 {
        let bounds = self.bounds();
        bounds.height() / bounds.width().max(f64::MIN_POSITIVE)
    }

    /// Edges with the pieces beside them. The edge of the board has one.
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for cell in &self.cells {
            for (at, &corner) in cell.corners.iter().enumerate() {
                let next = cell.corners[(at + 1) % cell.corners.len()];
                let edge = [corner.min(next), corner.max(next)];
                edges.entry(edge).or_default().push(cell.piece);
            }
        }
        edges
    }

    /// Pairs of neighbours: pieces on both sides of an edge, or at one end of sticks.
    fn neighbours(&self) -> Vec<[usize; 2]> {
        let mut meetings: BTreeMap<[usize; 2], Vec<Option<usize>>> = BTreeMap::new();
        if self.has_sticks() {
            for cell in &self.cells {
                for &corner in &cell.corners {
                    let pieces = meetings.entry([corner, corner]).or_default();
                    pieces.push(cell.piece);
                }
            }
        } else {
            meetings = self.edges();
        }
        let mut pairs = Vec::new();
        for pieces in meetings.values() {
            let pieces: Vec<usize> = pieces.iter().copied().flatten().collect();
            for &first in &pieces {
                pairs.extend(pieces.iter().map(|&second| [first, second]));
            }
        }
        pairs.retain(|[first, second]| first != second);
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Numbers of the colours of the pieces.
    fn piece_colors(&self) -> Vec<usize> {
        let neighbours = self.neighbours();
        piece_colors(self.names.len(), &self.colors, &|piece| {
            let mine = neighbours.iter().filter(|pair| pair[0] == piece);
            mine.map(|pair| pair[1]).collect()
        })
    }

    fn cells_of(&self, piece: usize) -> impl Iterator<Item = &MosaicCell> {
        self.cells
            .iter()
            .filter(move |cell| cell.piece == Some(piece))
    }

    /// Names of the pieces in a text: their own if all differ, else letters.
    fn signs(&self) -> Vec<String> {
        let mut names: Vec<&String> = self.names.iter().filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() == self.names.len() {
            return self.names.clone();
        }
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
        let signs = (0..self.names.len()).map(|piece| letters[piece % letters.len()].to_string());
        signs.collect()
    }
}

/// Draws a mosaic as text: the name of its piece at the place of each cell, and a dot for an empty
/// cell. Pieces with equal names or without a name have letters.
pub fn mosaic_text(mosaic: &Mosaic) -> String {
    let signs = mosaic.signs();
    let longest = signs.iter().map(|sign| sign.chars().count()).max();
    let width = longest.unwrap_or(1).max(1);
    // One letter for each place needs no blank between.
    let step = if width == 1 { 1 } else { width + 1 };
    let last = |axis: usize| mosaic.cells.iter().map(|cell| cell.place[axis]).max();
    let (Some(rows), Some(columns)) = (last(0), last(1)) else {
        return String::new();
    };
    let blank = " ".repeat(step);
    let mut text = vec![vec![blank; columns + 1]; rows + 1];
    for cell in &mosaic.cells {
        let sign = cell.piece.map_or(".", |piece| &signs[piece]);
        text[cell.place[0]][cell.place[1]] = format!("{sign:step$}");
    }
    let lines = text
        .iter()
        .map(|row| row.concat().trim_end().to_owned() + "\n");
    lines.collect()
}

const NAME: Pen = Pen::text("name", [0x22, 0x22, 0x22], 0.0);

/// Draws a mosaic as large as the area allows, centred at its top.
pub(super) fn draw_mosaic(drawing: &mut Drawing, mosaic: &Mosaic, area: Rect) {
    let bounds = mosaic.bounds();
    let side = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let left = area.center().x - bounds.center().x * side;
    let top = area.y0 - bounds.y0 * side;
    let corner = |number: usize| {
        let [x, y] = mosaic.corners[number];
        Point::new(left + x * side, top + y * side)
    };
    if mosaic.has_sticks() {
        draw_sticks(drawing, mosaic, side, &corner);
    } else {
        draw_polygons(drawing, mosaic, side, &corner);
    }
}

/// Mean of the corners of a cell.
fn centre(cell: &MosaicCell, corner: &dyn Fn(usize) -> Point) -> Point {
    let corners = cell.corners.iter().map(|&number| corner(number).to_vec2());
    let sum = corners.fold(kurbo::Vec2::ZERO, |sum, corner| sum + corner);
    (sum / cell.corners.len().max(1) as f64).to_point()
}

fn draw_polygons(
    drawing: &mut Drawing,
    mosaic: &Mosaic,
    side: f64,
    corner: &dyn Fn(usize) -> Point,
) {
    // Radius of a circle within each cell.
    let cells = mosaic.cells.iter().filter_map(|cell| {
        let middle = corner(*cell.corners.first()?).midpoint(corner(*cell.corners.get(1)?));
        Some(middle.distance(centre(cell, corner)))
    });
    let radius = cells.reduce(f64::min).unwrap_or(side);
    let outline_of = |path: &mut BezPath, cell: &MosaicCell| {
        path.extend(polyline(cell.corners.iter().map(|&number| corner(number))));
        path.close_path();
    };
    let thin = Pen::line("cell", [0xb0, 0xb0, 0xb0], radius / 30.0);
    let mut empty = BezPath::new();
    for cell in mosaic.cells.iter().filter(|cell| cell.piece.is_none()) {
        outline_of(&mut empty, cell);
    }
    if !empty.elements().is_empty() {
        drawing.path(empty, thin);
    }
    for (piece, color) in mosaic.piece_colors().into_iter().enumerate() {
        let (mut shape, mut hatches) = (BezPath::new(), BezPath::new());
        let style = PieceStyle::of(color);
        for cell in mosaic.cells_of(piece) {
            outline_of(&mut shape, cell);
            let square = Rect::from_center_size(centre(cell, corner), (1.4 * radius, 1.4 * radius));
            hatches.extend(style.hatches(square));
        }
        drawing.path(shape.clone(), style.fill);
        if !hatches.elements().is_empty() {
            drawing.path(
                hatches,
                Pen::line("hatch", [0x66, 0x66, 0x66], radius / 20.0),
            );
        }
        drawing.path(shape, thin);
    }
    let mut outlines = BezPath::new();
    for ([from, to], pieces) in mosaic.edges() {
        if !matches!(pieces[..], [one, other] if one == other) {
            outlines.move_to(corner(from));
            outlines.line_to(corner(to));
        }
    }
    let pen = Pen::line("outline", [0x22, 0x22, 0x22], radius / 8.0);
    drawing.path(outlines, pen);
    draw_names(drawing, mosaic, 0.72 * radius, 1.6 * radius, corner);
}

/// Share of a stick that is left blank where its piece ends.
const BLANK: f64 = 0.2;

fn draw_sticks(drawing: &mut Drawing, mosaic: &Mosaic, side: f64, corner: &dyn Fn(usize) -> Point) {
    let mut board = BezPath::new();
    for cell in &mosaic.cells {
        board.move_to(corner(cell.corners[0]));
        board.line_to(corner(cell.corners[1]));
    }
    drawing.path(board, Pen::line("cell", [0xb0, 0xb0, 0xb0], side / 50.0));
    for (piece, color) in mosaic.piece_colors().into_iter().enumerate() {
        let style = PieceStyle::of(color);
        let mut path = BezPath::new();
        for cell in mosaic.cells_of(piece) {
            let ends = [cell.corners[0], cell.corners[1]];
            let [from, to] = ends.map(corner);
            let short = |end: usize| {
                let same = mosaic
                    .cells_of(piece)
                    .filter(|other| other.corners.contains(&end));
                if same.count() > 1 { 0.0 } else { BLANK }
            };
            path.move_to(from.lerp(to, short(ends[0])));
            path.line_to(to.lerp(from, short(ends[1])));
        }
        drawing.path(
            path.clone(),
            Pen::line("outline", [0x22, 0x22, 0x22], side / 6.0),
        );
        let fill = style.fill;
        drawing.path(path, Pen::line(fill.name, fill.color, side / 8.5));
    }
    draw_names(drawing, mosaic, 0.085 * side, 0.5 * side, corner);
}

/// Writes the name of each piece on the cell nearest to its middle, in each layer.
fn draw_names(
    drawing: &mut Drawing,
    mosaic: &Mosaic,
    height: f64,
    width: f64,
    corner: &dyn Fn(usize) -> Point,
) {
    let height = fitting_height(&mosaic.names, height, width);
    let named = mosaic.names.iter().enumerate();
    for (piece, name) in named.filter(|(_, name)| !name.is_empty()) {
        let name = with_ellipsis(name, height, width);
        let mut layers: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
        for cell in mosaic.cells_of(piece) {
            let centres = layers.entry(cell.layer).or_default();
            centres.push(centre(cell, corner));
        }
        for centres in layers.values() {
            let sum = centres
                .iter()
                .fold(kurbo::Vec2::ZERO, |sum, it| sum + it.to_vec2());
            let mean = (sum / centres.len() as f64).to_point();
            let distance = |point: &Point| point.distance(mean);
            let nearest = centres
                .iter()
                .min_by(|a, b| distance(a).total_cmp(&distance(b)));
            if let Some(point) = nearest {
                drawing.text(&name, (point.x, point.y), Anchor::Middle, height, NAME);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles side by side, and one above that is empty.
    fn example() -> Mosaic {
        let cell = |corners: [usize; 3], place, piece| MosaicCell {
            corners: corners.to_vec(),
            place,
            piece,
            layer: 0,
        };
        Mosaic {
            corners: vec![[0.0, 1.0], [1.0, 1.0], [0.5, 0.0], [1.5, 0.0], [1.0, -1.0]],
            cells: vec![
                cell([0, 1, 2], [1, 0], Some(0)),
                cell([1, 2, 3], [1, 1], Some(1)),
                cell([2, 3, 4], [0, 1], None),
            ],
            names: vec!["A".to_owned(), "B".to_owned()],
            colors: Vec::new(),
        }
    }

    /// Three sticks of a square: two are a piece.
    fn sticks() -> Mosaic {
        let cell = |corners: [usize; 2], place, piece| MosaicCell {
            corners: corners.to_vec(),
            place,
            piece: Some(piece),
            layer: 0,
        };
        Mosaic {
            corners: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
            cells: vec![
                cell([0, 1], [0, 1], 0),
                cell([1, 2], [1, 2], 0),
                cell([2, 3], [2, 1], 1),
            ],
            names: vec![String::new(), String::new()],
            colors: Vec::new(),
        }
    }

    fn count(mosaic: &Mosaic) -> [usize; 6] {
        let mut drawing = Drawing::new(120.0, 120.0, "");
        draw_mosaic(&mut drawing, mosaic, Rect::new(0.0, 0.0, 120.0, 120.0));
        let names: Vec<&str> = drawing.elements.iter().map(|it| it.pen().name).collect();
        let count = |name| names.iter().filter(|other| **other == name).count();
        ["piece-1", "piece-2", "cell", "outline", "hatch", "name"].map(count)
    }

    #[test]
    fn cells_have_the_names_of_their_pieces() {
        assert_eq!(mosaic_text(&example()), " .\nAB\n");
        assert_eq!(mosaic_text(&sticks()), " A\n  A\n B\n");
        let mut long = example();
        long.names[1] = "second".to_owned();
        assert_eq!(mosaic_text(&long), "       .\nA      second\n");
        assert_eq!(mosaic_text(&Mosaic::default()), "");
    }

    #[test]
    fn pieces_outlines_and_names_are_drawn() {
        assert_eq!(count(&example()), [1, 1, 3, 1, 0, 2]);
        assert_eq!(count(&sticks()), [1, 1, 1, 2, 0, 0]);
        // The board ends where one cell is beside an edge.
        let edges = example().edges();
        let inner = edges.values().filter(|pieces| pieces.len() == 2);
        assert_eq!((edges.len(), inner.count()), (7, 2));
    }

    #[test]
    fn each_layer_has_the_name_of_a_piece() {
        let mut mosaic = example();
        mosaic.cells[1].piece = Some(0);
        assert_eq!(count(&mosaic)[5], 1);
        mosaic.cells[1].layer = 1;
        assert_eq!(count(&mosaic)[5], 2);
    }

    #[test]
    fn neighbours_differ_in_colour() {
        for mosaic in [example(), sticks()] {
            let colors = mosaic.piece_colors();
            assert_eq!(mosaic.neighbours(), [[0, 1], [1, 0]]);
            assert_ne!(colors[0], colors[1]);
        }
    }
}
