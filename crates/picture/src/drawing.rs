//! Page of lines and characters, which is written as SVG, PNG or PDF.
//!
//! The font, Noto Sans Regular, is part of the program. So the layout of a drawing does not depend
//! on the fonts of a machine.
//!
//! ```text
//!        ┬   ┌───╮              Lengths are in units of the font. Its size has 2,048, the height
//!   1462 │   ├───╯              of capitals and digits 1,462. The base line is at 0, and outlines
//!        ┴ ──┴─────── base      have y upwards.
//!            ├─────┤
//!            advance
//! ```

use std::collections::BTreeSet;
use std::io;
use std::sync::LazyLock;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Page with its size in millimeters. Its elements are drawn in their order.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Description of the drawing in words.
    pub(super) title: String,
    pub(super) elements: Vec<DrawingElement>,
}

/// Style of lines, areas and text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Name of the kind of element; its class in SVG.
    pub name: &'static str,
    /// Red, green and blue.
    pub color: [u8; 3],
    /// Width of lines in millimeters. For text: width of a line around its characters, which makes
    /// them bolder, in hundredths of the height of capitals.
    pub width: f64,
    /// True if areas are filled: paths by the even-odd rule, characters by the nonzero rule.
    pub filled: bool,
}

impl Pen {
    /// Creates a pen for lines.
    pub const fn line(name: &'static str, color: [u8; 3], width: f64) -> Self {
        Self {
            name,
            color,
            width,
            filled: false,
        }
    }

    /// Creates a pen that fills areas.
    pub const fn fill(name: &'static str, color: [u8; 3]) -> Self {
        Self {
            filled: true,
            ..Self::line(name, color, 0.0)
        }
    }

    /// Creates a pen for text. `width` makes it bolder than the font, in hundredths of the height
    /// of capitals.
    pub const fn text(name: &'static str, color: [u8; 3], width: f64) -> Self {
        Self {
            filled: true,
            ..Self::line(name, color, width)
        }
    }
}

#[derive(Clone, Debug)]
pub enum DrawingElement {
    Path { path: BezPath, pen: Pen },
    Text(TextElement),
}

impl DrawingElement {
    /// Pen of the element.
    pub fn pen(&self) -> Pen {
        match self {
            Self::Path { pen, .. } | Self::Text(TextElement { pen, .. }) => *pen,
        }
    }

    /// The element if it is a text.
    pub fn text(&self) -> Option<&TextElement> {
        match self {
            Self::Text(text) => Some(text),
            Self::Path { .. } => None,
        }
    }
}

/// Line of text.
#[derive(Clone, Debug)]
pub struct TextElement {
    pub characters: String,
    /// Left end of the base line.
    pub x: f64,
    pub y: f64,
    /// Point that stays in place if a font makes the text longer.
    pub anchor: Anchor,
    /// Height of capitals, in millimeters.
    pub height: f64,
    pub pen: Pen,
}

/// Part of a text that lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// Share of the text before its point.
    pub fn share(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

impl Drawing {
    /// Creates an empty page; lengths in millimeters.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            width,
            height,
            title: title.to_owned(),
            elements: Vec::new(),
        }
    }

    /// Width in millimeters, or in pixels for a chart.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Characters of the texts that the font lacks. PNG and PDF show them as hollow boxes.
    ///
    /// ```
    /// use countless_picture::{Chessboard, Figure, picture};
    ///
    /// let board = Figure::Board(Chessboard::of(&[2, 4, 1, 3]));
    /// let drawing = picture(&board, "", Some("数独 für Łódź"));
    /// assert_eq!(drawing.missing_characters().into_iter().collect::<String>(), "数独");
    /// ```
    pub fn missing_characters(&self) -> BTreeSet<char> {
        let texts = self.elements.iter().filter_map(DrawingElement::text);
        let glyphs = texts.flat_map(TextElement::glyphs);
        let missing = glyphs.filter(|(_, glyph)| glyph.is_missing());
        missing.map(|(character, _)| character).collect()
    }

    pub(super) fn path(&mut self, path: BezPath, pen: Pen) {
        self.elements.push(DrawingElement::Path { path, pen });
    }

    pub(super) fn rectangle(&mut self, rectangle: Rect, pen: Pen) {
        self.path(rectangle.to_path(0.1), pen);
    }

    /// Draws a line from point to point.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = Point>, pen: Pen) {
        self.path(polyline(points), pen);
    }

    /// Writes a text, unless it is empty. Its capitals are `height` high, and `y` is the middle of
    /// their height.
    pub(super) fn text(
        &mut self,
        text: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        height: f64,
        pen: Pen,
    ) {
        if text.is_empty() {
            return;
        }
        self.elements.push(DrawingElement::Text(TextElement {
            characters: text.to_owned(),
            x: x - anchor.share() * text_width(text, height),
            y: y + height / 2.0,
            anchor,
            height,
            pen,
        }));
    }
}

/// Path from point to point.
pub fn polyline(points: impl IntoIterator<Item = Point>) -> BezPath {
    let element = |(number, point)| match number {
        0 => PathEl::MoveTo(point),
        _ => PathEl::LineTo(point),
    };
    points.into_iter().enumerate().map(element).collect()
}

impl TextElement {
    /// Characters with their glyphs.
    pub fn glyphs(&self) -> impl Iterator<Item = (char, Glyph)> {
        self.characters.chars().map(|c| (c, Glyph::of(c)))
    }

    /// Size of the font, in millimeters.
    pub fn size(&self) -> f64 {
        self.height * (SIZE / CAPITALS)
    }

    /// Horizontal position of the anchor.
    pub fn anchor_x(&self) -> f64 {
        self.x + self.anchor.share() * self.width()
    }

    /// Distance from the left end to the right end.
    pub fn width(&self) -> f64 {
        text_width(&self.characters, self.height)
    }

    /// Width of the line around the characters, in millimeters.
    pub fn line_width(&self) -> f64 {
        self.pen.width * self.height / 100.0
    }

    /// Outlines of the characters on the page.
    pub fn outlines(&self) -> impl Iterator<Item = BezPath> {
        let unit = self.size() / SIZE;
        let place = Affine::translate((self.x, self.y)) * Affine::scale_non_uniform(unit, -unit);
        let mut next = 0.0;
        self.glyphs().map(move |(_, glyph)| {
            let offset = next;
            next += glyph.advance;
            place * Affine::translate((offset, 0.0)) * glyph.outline()
        })
    }
}

/// Width of a text with capitals of this height.
pub fn text_width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|c| Glyph::of(c).advance).sum();
    units * height / CAPITALS
}

/// Returns the text, or as much of it as fits the width, with an ellipsis.
pub fn with_ellipsis(text: &str, height: f64, width: f64) -> String {
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

/// Height of texts that fit the width if at least half of `height` is enough, and at most `height`.
pub fn fitting_height(texts: &[String], height: f64, width: f64) -> f64 {
    let widths = texts.iter().map(|text| text_width(text, height));
    let widest = widths.fold(0.0, f64::max);
    // A little less, because of rounding.
    (0.999 * width / widest).clamp(0.5, 1.0) * height
}

impl Drawing {
    /// Width in pixels of a PNG with 300 dots per inch.
    pub fn print_width(&self) -> u32 {
        (self.width / 25.4 * 300.0).round() as u32
    }

    /// Draws a PNG image, `width` pixels wide, on white.
    ///
    /// # Errors
    ///
    /// An [`io::Error`] if the image is empty or too large for memory.
    pub fn to_png(&self, width: u32) -> io::Result<Vec<u8>> {
        let pixels = f64::from(width) / self.width;
        let height = (self.height * pixels).round() as u32;
        let mut image = Pixmap::new(width, height).ok_or_else(|| {
            let what = format!("an image of {width} by {height} pixels cannot be held");
            io::Error::new(io::ErrorKind::InvalidInput, what)
        })?;
        image.fill(Color::WHITE);
        let scale = Transform::from_scale(pixels as f32, pixels as f32);
        for element in &self.elements {
            match element {
                DrawingElement::Path { path, pen } => {
                    draw(&mut image, path, *pen, FillRule::EvenOdd, scale);
                }
                DrawingElement::Text(text) => {
                    let width = text.line_width();
                    let pen = Pen { width, ..text.pen };
                    for path in text.outlines() {
                        draw(&mut image, &path, pen, FillRule::Winding, scale);
                    }
                }
            }
        }
        image.encode_png().map_err(io::Error::other)
    }
}

fn draw(image: &mut Pixmap, shape: &kurbo::BezPath, pen: Pen, rule: FillRule, scale: Transform) {
    let Some(path) = path(shape) else {
        return; // A blank.
    };
    let mut paint = Paint::default();
    let [red, green, blue] = pen.color;
    paint.set_color_rgba8(red, green, blue, 255);
    if pen.filled {
        image.fill_path(&path, &paint, rule, scale, None);
    }
    if pen.width > 0.0 {
        let line = Stroke {
            width: pen.width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        image.stroke_path(&path, &paint, &line, scale, None);
    }
}

fn path(path: &kurbo::BezPath) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let at = |point: kurbo::Point| (point.x as f32, point.y as f32);
    for &element in path.elements() {
        match element {
            PathEl::MoveTo(to) => builder.move_to(at(to).0, at(to).1),
            PathEl::LineTo(to) => builder.line_to(at(to).0, at(to).1),
            PathEl::QuadTo(a, to) => builder.quad_to(at(a).0, at(a).1, at(to).0, at(to).1),
            PathEl::CurveTo(a, b, to) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

/// Name of the font in PDF documents.
pub const NAME: &str = "NotoSans-Regular";
/// The font as a TrueType file.
pub const DATA: &[u8] = notosans::REGULAR_TTF;
/// Font families for documents with text but without a font, the best first.
pub const FAMILIES: &str = "Noto Sans, Open Sans, Arial, Liberation Sans, DejaVu Sans, sans-serif";
/// Height of capitals and digits, in units of the font.
pub const CAPITALS: f64 = 1462.0;
/// Size of the font, in its units.
pub const SIZE: f64 = 2048.0;

/// Tables of the font.
pub static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(DATA, 0).expect("the font is a TrueType file"));

/// Glyph of the font and its width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    pub id: GlyphId,
    /// Distance to the next glyph.
    pub advance: f64,
}

impl Glyph {
    /// Glyph of a character: a blank for a control character, and a hollow box if the font lacks
    /// the character.
    pub fn of(character: char) -> Self {
        let drawn = if character.is_control() {
            ' '
        } else {
            character
        };
        let id = FACE.glyph_index(drawn).unwrap_or_default();
        let advance = FACE.glyph_hor_advance(id).unwrap_or_default();
        Self {
            id,
            advance: advance.into(),
        }
    }

    /// True if the font lacks the character of the glyph.
    pub fn is_missing(self) -> bool {
        self.id == GlyphId(0)
    }

    /// Outline, filled by the nonzero rule; empty for a blank.
    pub fn outline(self) -> BezPath {
        let mut outline = GlyphOutline::default();
        // `None` for a glyph without an outline.
        FACE.outline_glyph(self.id, &mut outline);
        outline.0
    }
}

#[derive(Default)]
struct GlyphOutline(BezPath);

impl OutlineBuilder for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(at(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(at(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(at(x1, y1), at(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.curve_to(at(x1, y1), at(x2, y2), at(x, y));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}

fn at(x: f32, y: f32) -> (f64, f64) {
    (x.into(), y.into())
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
        assert_eq!(with_ellipsis(long, 3.0, 500.0), long);
        for width in [5.0, 10.0, 20.0, 40.0] {
            let cut = with_ellipsis(long, 3.0, width);
            assert!(
                cut.ends_with('…') && text_width(&cut, 3.0) <= width,
                "{cut}"
            );
            let texts = ["short".to_owned(), long.to_owned()];
            let height = fitting_height(&texts, 3.0, width);
            assert!((1.5..=3.0).contains(&height));
            let is_whole = with_ellipsis(long, height, width) == long;
            assert_eq!(is_whole, 2.0 * width >= text_width(long, 3.0));
        }
    }

    #[test]
    fn texts_are_anchored() {
        let mut drawing = Drawing::new(100.0, 100.0, "");
        let pen = Pen::text("pen", [0; 3], 0.0);
        for anchor in [Anchor::Start, Anchor::Middle, Anchor::End] {
            drawing.text("HH", (50.0, 50.0), anchor, 10.0, pen);
        }
        let ink = |element: &DrawingElement| {
            let boxes = element.text()?.outlines().map(|path| path.bounding_box());
            boxes.reduce(|a, b| a.union(b))
        };
        let ink: Vec<Rect> = drawing.elements.iter().filter_map(ink).collect();
        let close = |a: f64, b: f64| (a - b).abs() < 0.03;
        // The blanks at both ends of a letter are nearly equal.
        let blank = ink[0].x0 - 50.0;
        assert!(blank > 0.0 && close(ink[2].x1, 50.0 - blank));
        assert!(close(ink[1].x0 + ink[1].x1, 100.0));
        assert!(ink.iter().all(|b| close(b.y0, 45.0) && close(b.y1, 55.0)));
        assert!(close(text_width("HH", 10.0), ink[0].width() + 2.0 * blank));
    }
}

#[cfg(test)]
mod font_tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_font() {
        assert_eq!(FACE.units_per_em(), SIZE as u16);
        assert_eq!(FACE.capital_height(), Some(CAPITALS as i16));
        for character in ['1', '8', 'H', 'Z'] {
            let ink = Glyph::of(character).outline().bounding_box();
            assert!(ink.y0.abs() < 30.0, "{character}: {ink:?}");
            assert!((ink.y1 - CAPITALS).abs() < 30.0, "{character}: {ink:?}");
        }
    }

    #[test]
    fn scripts_of_europe_have_glyphs() {
        let unknown = Glyph::of('\u{fffe}');
        assert!(unknown.is_missing());
        assert!(!unknown.outline().elements().is_empty());
        let known = (' '..='~').chain("äÅéœŁščßÜñ ΓΔΩω ЖЯж ·×–—…’²".chars());
        for character in known {
            assert!(!Glyph::of(character).is_missing(), "{character}");
        }
        assert_eq!(Glyph::of('\n'), Glyph::of(' '));
        assert!(Glyph::of(' ').outline().elements().is_empty());
        assert!(Glyph::of(' ').advance > 0.0);
    }
}
