//! Font of drawings: Noto Sans Regular, which is part of the program. So the layout of a drawing
//! does not depend on the fonts of a machine.
//!
//! ```text
//!        ┬   ┌───╮              Lengths are in units of the font. Its size has 2,048, the height
//!   1462 │   ├───╯              of capitals and digits 1,462. The base line is at 0, and outlines
//!        ┴ ──┴─────── base      have y upwards.
//!            ├─────┤
//!            advance
//! ```

use std::sync::LazyLock;

use kurbo::BezPath;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

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
    use kurbo::Shape as _;

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
