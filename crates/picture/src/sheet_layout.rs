//! Single pictures, and sheets of paper with several figures to a page.

use super::chessboard::{Chessboard, draw_board};
use super::drawing::{Anchor, Drawing, Pen, text_width, with_ellipsis};
use super::grid_drawing::{Diagram, draw_grid};
use super::mosaic::{Mosaic, draw_mosaic};
use super::step_diagram::{StepDiagram, draw_step};
use super::tiling::{Tiling, draw_tiling};
use kurbo::Rect;

/// Figure that can be drawn.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Sudoku.
    Grid(Box<Diagram>),
    /// Step of an explanation.
    Step(Box<StepDiagram>),
    /// Chess board with queens.
    Board(Chessboard),
    /// Board of squares with pieces.
    Tiling(Tiling),
    /// Board of other cells with pieces.
    Mosaic(Mosaic),
}

impl Figure {
    /// Height relative to the width.
    fn height(&self) -> f64 {
        match self {
            Self::Grid(_) | Self::Step(_) | Self::Board(_) => 1.0,
            Self::Tiling(tiling) => tiling.height(),
            Self::Mosaic(mosaic) => mosaic.height(),
        }
    }
}

/// Figure and the text above it.
#[derive(Clone, Debug)]
pub struct CaptionedFigure {
    /// The figure.
    pub figure: Figure,
    /// Its number and name, on the left.
    pub caption: String,
    /// Information about it, on the right.
    pub note: String,
}

/// Side of a single figure and the blank around it, in millimeters.
pub(super) const SIDE: f64 = 120.0;
const BLANK: f64 = 4.0;

const TITLE: Pen = Pen::text("title", [0x22, 0x22, 0x22], 4.0);
const CAPTION: Pen = Pen::text("caption", [0x22, 0x22, 0x22], 4.0);
const NOTE: Pen = Pen::text("note", [0x22, 0x22, 0x22], 0.0);

/// Draws a figure as large as the area allows, centred at its top.
fn draw(drawing: &mut Drawing, figure: &Figure, area: Rect) {
    let side = area.width().min(area.height());
    let (x, y) = (area.center().x - side / 2.0, area.y0);
    match figure {
        Figure::Grid(diagram) => draw_grid(drawing, diagram, x, y, side),
        Figure::Step(scene) => draw_step(drawing, scene, x, y, side),
        Figure::Board(board) => draw_board(drawing, board, x, y, side),
        Figure::Tiling(tiling) => draw_tiling(drawing, tiling, area),
        Figure::Mosaic(mosaic) => draw_mosaic(drawing, mosaic, area),
    }
}

/// Draws a single figure, below a heading if given. `title` describes it, but is not drawn.
pub fn picture(figure: &Figure, title: &str, heading: Option<&str>) -> Drawing {
    let side = SIDE + 2.0 * BLANK;
    let head = if heading.is_some() { HEAD } else { 0.0 };
    let height = SIDE * figure.height().min(1.0);
    let mut drawing = Drawing::new(side, height + 2.0 * BLANK + head, title);
    if let Some(heading) = heading {
        let heading = with_ellipsis(heading, 4.5, SIDE);
        let place = (side / 2.0, BLANK + 4.0);
        drawing.text(&heading, place, Anchor::Middle, 4.5, TITLE);
    }
    let area = Rect::from_origin_size((BLANK, BLANK + head), (SIDE, height));
    draw(&mut drawing, figure, area);
    drawing
}

/// Size of a sheet of paper, in millimeters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Paper {
    /// ISO 216 A4.
    pub const A4: Self = Self {
        width: 210.0,
        height: 297.0,
    };
    /// North American letter.
    pub const LETTER: Self = Self {
        width: 215.9,
        height: 279.4,
    };
}

/// Arrangement of figures on a page. All have areas of one size.
#[derive(Clone, Copy, Debug)]
pub struct SheetLayout {
    paper: Paper,
    columns: usize,
    rows: usize,
    /// Size of the area of a figure, in millimeters.
    width: f64,
    height: f64,
}

/// Margin of a page in millimeters, wide enough for any printer and punch.
const MARGIN: f64 = 16.0;
/// Height above the figures of a page for its title, in millimeters.
const HEAD: f64 = 12.0;
/// Height below the figures of a page for its number, in millimeters.
const FOOT: f64 = 8.0;

impl SheetLayout {
    /// Finds the layout that makes `per_page` figures, at least one, as large as possible. Their
    /// areas have the shape of the highest of `figures`.
    pub fn new(paper: Paper, per_page: usize, figures: &[CaptionedFigure]) -> Self {
        let heights = figures.iter().map(|figure| figure.figure.height());
        let shape = heights.reduce(f64::max).unwrap_or(1.0);
        let per_page = per_page.max(1);
        let sheet = |columns| {
            // Gaps grow with the figures: bisection finds the largest width that fits.
            let (mut fitting, mut too_large) = (0.0, paper.width);
            let sheet = |width| Self {
                paper,
                columns,
                rows: per_page.div_ceil(columns),
                width,
                height: shape * width,
            };
            for _ in 0..40 {
                let middle = f64::midpoint(fitting, too_large);
                if sheet(middle).blank().iter().all(|blank| *blank >= 0.0) {
                    fitting = middle;
                } else {
                    too_large = middle;
                }
            }
            sheet(fitting)
        };
        let larger = |a: Self, b: Self| if b.width > a.width { b } else { a };
        (2..=per_page).map(sheet).fold(sheet(1), larger)
    }

    /// Width and height within the margins that remain; negative if the figures do not fit.
    fn blank(self) -> [f64; 2] {
        let [across, down] = self.steps();
        let wide = self.columns as f64 * across - self.gap();
        let high = self.rows as f64 * down - self.gap();
        [
            self.paper.width - 2.0 * MARGIN - wide,
            self.paper.height - 2.0 * MARGIN - HEAD - FOOT - high,
        ]
    }

    /// Mean of width and height, which gaps and captions depend on.
    fn size(self) -> f64 {
        (self.width * self.height).sqrt()
    }

    /// Gap between figures.
    fn gap(self) -> f64 {
        (self.size() * 0.12).clamp(2.0, 14.0)
    }

    /// Height of captions.
    fn caption(self) -> f64 {
        (self.size() * 0.045).clamp(1.4, 3.2)
    }

    /// Height of a caption and the blank below it.
    fn head(self) -> f64 {
        2.5 * self.caption()
    }

    /// Distances of figures side by side, and one below another.
    fn steps(self) -> [f64; 2] {
        [
            self.width + self.gap(),
            self.head() + self.height + self.gap(),
        ]
    }

    /// Draws a page: the title above, the figures row by row, and the number below.
    pub fn page(&self, title: &str, figures: &[CaptionedFigure], number: Option<usize>) -> Drawing {
        let Paper { width, height } = self.paper;
        let mut drawing = Drawing::new(width, height, title);
        let [across, down] = self.steps();
        // The remaining width is divided between both sides, the height between the rows.
        let [wide, high] = self.blank();
        let left = MARGIN + wide / 2.0;
        let down = down + (high / self.rows as f64).min(2.0 * self.gap());
        let title = with_ellipsis(title, 4.5, width - 2.0 * MARGIN);
        let start = left.min(width - MARGIN - text_width(&title, 4.5));
        drawing.text(&title, (start, MARGIN + 3.0), Anchor::Start, 4.5, TITLE);
        for (index, figure) in figures.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let x = left + column as f64 * across;
            let y = MARGIN + HEAD + row as f64 * down;
            self.draw_caption(&mut drawing, figure, (x, y + self.caption() / 2.0));
            let area = Rect::from_origin_size((x, y + self.head()), (self.width, self.height));
            draw(&mut drawing, &figure.figure, area);
        }
        if let Some(number) = number {
            let place = (width / 2.0, height - MARGIN);
            drawing.text(&number.to_string(), place, Anchor::Middle, 3.0, NOTE);
        }
        drawing
    }

    fn draw_caption(&self, drawing: &mut Drawing, figure: &CaptionedFigure, at: (f64, f64)) {
        let height = self.caption();
        let note = with_ellipsis(&figure.note, height, self.width * 0.6);
        let room = self.width - text_width(&note, height) - height;
        let caption = with_ellipsis(&figure.caption, height, room);
        drawing.text(&caption, at, Anchor::Start, height, CAPTION);
        drawing.text(&note, (at.0 + self.width, at.1), Anchor::End, height, NOTE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::DrawingElement;
    use kurbo::Shape as _;

    /// Boards of this number of rows and columns on a page.
    fn page(paper: Paper, per_page: usize, [rows, columns]: [usize; 2]) -> Drawing {
        let tiling = Tiling {
            columns,
            pieces: vec![Some(0); rows * columns],
            names: vec![String::new()],
            ..Tiling::default()
        };
        let figure = CaptionedFigure {
            figure: Figure::Tiling(tiling),
            caption: "7".to_owned(),
            note: "easy".to_owned(),
        };
        let figures = vec![figure; per_page];
        SheetLayout::new(paper, per_page, &figures).page("Title", &figures, Some(1))
    }

    /// Areas of the boards.
    fn boards(page: &Drawing) -> Vec<Rect> {
        let outlines = page.elements.iter().filter_map(|element| match element {
            DrawingElement::Path { path, pen } if pen.name == "outline" => {
                Some(path.bounding_box())
            }
            _ => None,
        });
        outlines.collect()
    }

    #[test]
    fn figures_stand_in_rows_and_columns_that_suit_their_shape() {
        for (per_page, board, places) in [
            (6, [8, 8], (2, 3)),
            (6, [4, 12], (1, 6)),
            (6, [12, 4], (3, 2)),
            (12, [6, 10], (3, 4)),
            (9, [1, 100], (1, 9)),
        ] {
            let boards = boards(&page(Paper::A4, per_page, board));
            let same = |a: f64, b: f64| (a - b).abs() < 0.01;
            let row = boards.iter().filter(|board| same(board.y0, boards[0].y0));
            let column = boards.iter().filter(|board| same(board.x0, boards[0].x0));
            assert_eq!((row.count(), column.count()), places, "{board:?}");
        }
    }

    #[test]
    fn figures_lie_within_the_margins_and_apart() {
        for (paper, board) in [
            (Paper::A4, [8, 8]),
            (Paper::LETTER, [8, 8]),
            (Paper::A4, [3, 20]),
            (Paper::LETTER, [20, 3]),
        ] {
            for per_page in 1..=60 {
                let boards = boards(&page(paper, per_page, board));
                assert_eq!(boards.len(), per_page);
                let inside = Rect::new(
                    MARGIN - 0.01,
                    MARGIN + HEAD,
                    paper.width - MARGIN + 0.01,
                    paper.height - MARGIN - FOOT + 0.01,
                );
                for (index, board) in boards.iter().enumerate() {
                    assert_eq!(board.union(inside), inside, "{per_page}: {board:?}");
                    assert!(
                        boards[..index]
                            .iter()
                            .all(|other| other.intersect(*board).is_zero_area())
                    );
                }
            }
        }
    }

    #[test]
    fn figures_reach_the_right_or_the_lower_margin() {
        for board in [[8, 8], [6, 10], [5, 12], [3, 20], [10, 6], [15, 4]] {
            for per_page in [1, 2, 6, 12] {
                let page = page(Paper::A4, per_page, board);
                let all = boards(&page).into_iter().reduce(|a, b| a.union(b));
                let all = all.expect("there are boards");
                let right = page.width - MARGIN - all.x1;
                let below = page.height - MARGIN - FOOT - all.y1;
                assert!(
                    right.min(below).abs() < 0.01,
                    "{board:?} {per_page}: {all:?}"
                );
            }
        }
    }
}
