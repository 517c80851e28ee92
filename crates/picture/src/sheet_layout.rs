//! Single pictures, and sheets of paper with several figures to a page.

use super::chessboard::{Chessboard, draw_board};
use super::diagram::Diagram;
use super::drawing::{Anchor, Drawing, Pen, text_width, with_ellipsis};
use super::grid_drawing::draw_grid;
use super::step_diagram::{StepDiagram, draw_step};
use super::tiling::{Tiling, draw_tiling};

/// Figure that can be drawn.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Sudoku.
    Grid(Box<Diagram>),
    /// Step of an explanation.
    Step(Box<StepDiagram>),
    /// Chess board with queens.
    Board(Chessboard),
    /// Board with pieces.
    Tiling(Tiling),
}

impl Figure {
    /// Height relative to the width, at most 1.
    fn height(&self) -> f64 {
        match self {
            Self::Grid(_) | Self::Step(_) | Self::Board(_) => 1.0,
            Self::Tiling(tiling) => tiling.height(),
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
const SIDE: f64 = 120.0;
const BLANK: f64 = 4.0;

const TITLE: Pen = Pen::text("title", [0x22, 0x22, 0x22], 4.0);
const CAPTION: Pen = Pen::text("caption", [0x22, 0x22, 0x22], 4.0);
const NOTE: Pen = Pen::text("note", [0x22, 0x22, 0x22], 0.0);

fn draw(drawing: &mut Drawing, figure: &Figure, x: f64, y: f64, side: f64) {
    match figure {
        Figure::Grid(diagram) => draw_grid(drawing, diagram, x, y, side),
        Figure::Step(scene) => draw_step(drawing, scene, x, y, side),
        Figure::Board(board) => draw_board(drawing, board, x, y, side),
        Figure::Tiling(tiling) => draw_tiling(drawing, tiling, x, y, side),
    }
}

/// Draws a single figure, below a heading if given. `title` describes it, but is not drawn.
pub fn picture(figure: &Figure, title: &str, heading: Option<&str>) -> Drawing {
    let side = SIDE + 2.0 * BLANK;
    let head = if heading.is_some() { HEAD } else { 0.0 };
    let height = SIDE * figure.height() + 2.0 * BLANK;
    let mut drawing = Drawing::new(side, height + head, title);
    if let Some(heading) = heading {
        let heading = with_ellipsis(heading, 4.5, SIDE);
        let place = (side / 2.0, BLANK + 4.0);
        drawing.text(&heading, place, Anchor::Middle, 4.5, TITLE);
    }
    draw(&mut drawing, figure, BLANK, BLANK + head, SIDE);
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

/// Arrangement of figures of one size on a page.
#[derive(Clone, Copy, Debug)]
pub struct SheetLayout {
    paper: Paper,
    columns: usize,
    /// Side of a figure, in millimeters.
    side: f64,
}

/// Margin of a page in millimeters, wide enough for any printer and punch.
const MARGIN: f64 = 16.0;
/// Height above the figures of a page for its title, in millimeters.
const HEAD: f64 = 12.0;
/// Height below the figures of a page for its number, in millimeters.
const FOOT: f64 = 8.0;

/// Height of captions, and gap between figures, for figures of this side.
fn caption_height(side: f64) -> f64 {
    (side * 0.045).clamp(1.4, 3.2)
}

fn gap(side: f64) -> f64 {
    (side * 0.12).clamp(2.0, 14.0)
}

impl SheetLayout {
    /// Finds the layout that makes `per_page` figures, at least one, as large as possible.
    pub fn new(paper: Paper, per_page: usize) -> Self {
        let sheets = (1..=per_page.max(1)).map(|columns| {
            let rows = per_page.max(1).div_ceil(columns);
            let width = paper.width - 2.0 * MARGIN;
            let height = paper.height - 2.0 * MARGIN - HEAD - FOOT;
            // Gaps grow with the figures: bisection finds the largest side that fits.
            let fits = |side: f64| {
                let wide = columns as f64 * (side + gap(side)) - gap(side);
                let high = rows as f64 * (side + gap(side) + 2.5 * caption_height(side));
                wide <= width && high - gap(side) <= height
            };
            let (mut side, mut too_large) = (0.0, width);
            for _ in 0..40 {
                let middle = f64::midpoint(side, too_large);
                if fits(middle) {
                    side = middle;
                } else {
                    too_large = middle;
                }
            }
            Self {
                paper,
                columns,
                side,
            }
        });
        let larger = |a: Self, b: Self| if b.side > a.side { b } else { a };
        sheets.reduce(larger).unwrap_or(Self {
            paper,
            columns: 1,
            side: 0.0,
        })
    }

    /// Draws a page: the title above, the figures row by row, and the number below.
    pub fn page(&self, title: &str, figures: &[CaptionedFigure], number: Option<usize>) -> Drawing {
        let Paper { width, height } = self.paper;
        let mut drawing = Drawing::new(width, height, title);
        let (caption, gap) = (caption_height(self.side), gap(self.side));
        let step = (self.side + gap, self.side + gap + 2.5 * caption);
        // The remaining width is divided between both sides.
        let left = (width - (self.columns as f64 * step.0 - gap)) / 2.0;
        let title = with_ellipsis(title, 4.5, width - 2.0 * left);
        drawing.text(&title, (left, MARGIN + 3.0), Anchor::Start, 4.5, TITLE);
        for (index, figure) in figures.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let x = left + column as f64 * step.0;
            let y = MARGIN + HEAD + row as f64 * step.1;
            self.draw_caption(&mut drawing, figure, (x, y + caption / 2.0), caption);
            draw(
                &mut drawing,
                &figure.figure,
                x,
                y + 2.5 * caption,
                self.side,
            );
        }
        if let Some(number) = number {
            let place = (width / 2.0, height - MARGIN);
            drawing.text(&number.to_string(), place, Anchor::Middle, 3.0, NOTE);
        }
        drawing
    }

    fn draw_caption(
        &self,
        drawing: &mut Drawing,
        figure: &CaptionedFigure,
        at: (f64, f64),
        height: f64,
    ) {
        let note = with_ellipsis(&figure.note, height, self.side * 0.6);
        let room = self.side - text_width(&note, height) - height;
        let caption = with_ellipsis(&figure.caption, height, room);
        drawing.text(&caption, at, Anchor::Start, height, CAPTION);
        let end = (at.0 + self.side, at.1);
        drawing.text(&note, end, Anchor::End, height, NOTE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::DrawingElement;
    use kurbo::{Rect, Shape as _};

    /// Positions of the boards on a page with `per_page` figures.
    fn boards(paper: Paper, per_page: usize) -> Vec<Rect> {
        let figure = CaptionedFigure {
            figure: Figure::Board(Chessboard::of(&[1])),
            caption: "7".to_owned(),
            note: "easy".to_owned(),
        };
        let figures = vec![figure; per_page];
        let page = SheetLayout::new(paper, per_page).page("Title", &figures, Some(1));
        let light = page.elements.iter().filter_map(|element| match element {
            DrawingElement::Path { path, pen } if pen.name == "light" => Some(path.bounding_box()),
            _ => None,
        });
        light.collect()
    }

    #[test]
    fn six_figures_stand_two_by_three() {
        let boards = boards(Paper::A4, 6);
        let same = |a: f64, b: f64| (a - b).abs() < 0.01;
        let row = boards.iter().filter(|board| same(board.y0, boards[0].y0));
        let column = boards.iter().filter(|board| same(board.x0, boards[0].x0));
        assert_eq!((row.count(), column.count()), (2, 3));
    }

    #[test]
    fn figures_lie_within_the_margins_and_apart() {
        for paper in [Paper::A4, Paper::LETTER] {
            for per_page in 1..=60 {
                let boards = boards(paper, per_page);
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
}
