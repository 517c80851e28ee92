//! A page of lines and characters, to be written as SVG, PNG or PDF.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};

use super::glyphs::{GAP, Glyph};

/// A page: its size in millimeters, and what is drawn on it, in that order.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    /// What it shows, in words.
    pub(super) title: String,
    pub(super) elements: Vec<Element>,
}

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// What is drawn with it; its class in SVG.
    pub name: &'static str,
    /// Red, green and blue.
    pub color: [u8; 3],
    /// Millimeters; of text, hundredths of its height.
    pub width: f64,
    /// Whether shapes are filled, by the even-odd rule.
    pub filled: bool,
}

impl Pen {
    /// One that draws lines.
    pub const fn line(name: &'static str, color: [u8; 3], width: f64) -> Self {
        Self {
            name,
            color,
            width,
            filled: false,
        }
    }

    /// One that fills shapes.
    pub const fn fill(name: &'static str, color: [u8; 3]) -> Self {
        Self {
            name,
            color,
            width: 0.0,
            filled: true,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Element {
    Path { path: BezPath, pen: Pen },
    Text(Text),
}

/// Characters side by side.
#[derive(Clone, Debug)]
pub struct Text {
    pub characters: String,
    /// The upper left corner of the first character.
    pub x: f64,
    pub y: f64,
    /// Where it stays if a font makes it longer.
    pub anchor: Anchor,
    /// Millimeters to a unit of a glyph.
    pub scale: f64,
    pub pen: Pen,
}

/// Which part of a text lies at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The share of the text that lies before it.
    pub fn share(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A path in millimeters and the width of its line.
#[derive(Clone, Debug)]
pub struct Stroke {
    pub path: BezPath,
    pub width: f64,
    pub pen: Pen,
}

impl Drawing {
    /// An empty page, in millimeters.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            width,
            height,
            title: title.to_owned(),
            elements: Vec::new(),
        }
    }

    /// The width, in millimeters; of a chart, in pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// What it shows, in words.
    pub fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn path(&mut self, path: BezPath, pen: Pen) {
        self.elements.push(Element::Path { path, pen });
    }

    pub(super) fn rectangle(&mut self, rectangle: Rect, pen: Pen) {
        self.path(rectangle.to_path(0.1), pen);
    }

    /// Draws from point to point.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = Point>, pen: Pen) {
        let element = |(number, point)| match number {
            0 => PathEl::MoveTo(point),
            _ => PathEl::LineTo(point),
        };
        self.path(points.into_iter().enumerate().map(element).collect(), pen);
    }

    /// Writes a text whose capitals are `height` high and lie halfway above `y`.
    pub(super) fn text(
        &mut self,
        text: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        height: f64,
        pen: Pen,
    ) {
        self.elements.push(Element::Text(Text {
            characters: text.to_owned(),
            x: x - anchor.share() * text_width(text, height),
            y: y - height / 2.0,
            anchor,
            scale: height / 100.0,
            pen,
        }));
    }

    /// Everything as paths.
    pub(super) fn strokes(&self) -> impl Iterator<Item = Stroke> {
        self.elements.iter().flat_map(|element| match element {
            Element::Path { path, pen } => vec![Stroke {
                path: path.clone(),
                width: pen.width,
                pen: *pen,
            }],
            Element::Text(text) => text.strokes(),
        })
    }
}

impl Text {
    /// The characters, and how many units each lies to the right of the first.
    pub fn placed(&self) -> impl Iterator<Item = (char, Glyph, f64)> {
        let glyphs = self.characters.chars().map(|c| (c, Glyph::of(c)));
        glyphs.scan(0.0, |next, (character, glyph)| {
            let offset = *next;
            *next += glyph.width + GAP;
            Some((character, glyph, offset))
        })
    }

    fn strokes(&self) -> Vec<Stroke> {
        let place = Affine::translate((self.x, self.y)) * Affine::scale(self.scale);
        let stroke = |(_, glyph, offset): (char, Glyph, f64)| Stroke {
            path: place * Affine::translate((offset, 0.0)) * glyph.path(),
            width: self.pen.width * self.scale,
            pen: self.pen,
        };
        self.placed().map(stroke).collect()
    }
}

/// The width of a text whose capitals are `height` high.
pub fn text_width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|c| Glyph::of(c).width + GAP).sum();
    (units - GAP).max(0.0) * height / 100.0
}

/// The text, or as much of it as fits the width, and an ellipsis.
pub fn fitted(text: &str, height: f64, width: f64) -> String {
    if text_width(text, height) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for character in text.chars() {
        kept.push(character);
        if text_width(&kept, height) + text_width(" …", height) > width {
            kept.pop();
            break;
        }
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chessboard, Figure, picture};

    #[test]
    fn a_board_is_drawn_as_svg_and_png() -> std::io::Result<()> {
        let drawing = picture(
            &Figure::Board(Chessboard::of(&[2, 4, 1, 3])),
            "4 queens",
            None,
        );
        assert!(drawing.to_svg().contains("<title>4 queens</title>"));
        assert!(drawing.to_png(64)?.starts_with(b"\x89PNG"));
        Ok(())
    }

    #[test]
    fn long_texts_are_cut_to_fit() {
        let long = "a puzzle with a very long name indeed";
        assert_eq!(fitted(long, 3.0, 500.0), long);
        for width in [5.0, 10.0, 20.0, 40.0] {
            let cut = fitted(long, 3.0, width);
            assert!(
                cut.ends_with('…') && text_width(&cut, 3.0) <= width,
                "{cut}"
            );
        }
    }

    #[test]
    fn texts_are_anchored() {
        let mut drawing = Drawing::new(100.0, 100.0, "");
        let pen = Pen::line("pen", [0; 3], 0.0);
        for anchor in [Anchor::Start, Anchor::Middle, Anchor::End] {
            drawing.text("HH", (50.0, 50.0), anchor, 10.0, pen);
        }
        let boxes: Vec<Rect> = drawing.strokes().map(|s| s.path.bounding_box()).collect();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(boxes[0].x0, 50.0) && close(boxes[5].x1, 50.0));
        assert!(close(boxes[2].x0 + boxes[3].x1, 100.0));
        assert!(boxes.iter().all(|b| close(b.y0, 45.0) && close(b.y1, 55.0)));
    }
}
