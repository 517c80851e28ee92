//! Font of a PDF document: only the glyphs of its texts.

use std::collections::BTreeMap;
use std::io;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::drawing::{Drawing, DrawingElement, TextElement};
use super::font::{CAPITALS, DATA, FACE, Glyph, NAME, SIZE};
use super::pdf_stream::deflated;

/// Name of the font in the resources of a page.
pub const FONT: Name<'static> = Name(b"F");

/// Number of objects of a font in a document.
const OBJECTS: i32 = 5;

/// Glyphs with their numbers in a document.
#[derive(Debug)]
pub struct PdfFont {
    numbers: GlyphRemapper,
    /// A character of each number, and its glyph.
    characters: BTreeMap<u16, (char, Glyph)>,
}

impl PdfFont {
    /// Collects the glyphs of all texts of some pages.
    pub fn of(pages: &[Drawing]) -> Self {
        let mut font = Self {
            numbers: GlyphRemapper::new(),
            characters: BTreeMap::new(),
        };
        let elements = pages.iter().flat_map(|page| &page.elements);
        let texts = elements.filter_map(DrawingElement::text);
        for (character, glyph) in texts.flat_map(TextElement::glyphs) {
            let number = font.numbers.remap(glyph.id.0);
            font.characters.entry(number).or_insert((character, glyph));
        }
        font
    }

    /// Encodes a text as the numbers of its glyphs, two bytes each.
    pub fn encoded(&self, text: &TextElement) -> Vec<u8> {
        let numbers = text.glyphs().map(|(_, glyph)| self.numbers.get(glyph.id.0));
        numbers
            .flat_map(|number| number.unwrap_or_default().to_be_bytes())
            .collect()
    }

    /// Writes the font as objects from `first` on, and returns the reference after the last. The
    /// first object is the font.
    ///
    /// # Errors
    ///
    /// An [`io::Error`] if compression fails.
    pub fn write(&self, document: &mut Pdf, first: Ref) -> io::Result<Ref> {
        let [font, cid_font, descriptor, map, file] =
            [0, 1, 2, 3, 4].map(|object| Ref::new(first.get() + object));
        // Six capitals mark the subset of a font (ISO 32000-1, 9.6.4).
        let name = format!("SUBSET+{NAME}");
        let name = Name(name.as_bytes());
        document
            .type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid_font)
            .to_unicode(map);
        let mut cid = document.cid_font(cid_font);
        cid.subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(IDENTITY)
            .font_descriptor(descriptor)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for (&number, (_, glyph)) in &self.characters {
            widths.consecutive(number, [thousandths(glyph.advance)]);
        }
        widths.finish();
        cid.finish();
        let bounds = FACE.global_bounding_box();
        let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
            .map(|at| thousandths(at.into()));
        document
            .font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(thousandths(FACE.ascender().into()))
            .descent(thousandths(FACE.descender().into()))
            .cap_height(thousandths(CAPITALS))
            .stem_v(STEM)
            .font_file2(file);
        let mut unicode = UnicodeCmap::new(Name(b"Characters"), IDENTITY);
        for (&number, &(character, _)) in &self.characters {
            unicode.pair(number, character);
        }
        deflated(document, map, &unicode.finish())?;
        let subset = subsetter::subset(DATA, 0, &self.numbers).map_err(io::Error::other)?;
        deflated(document, file, &subset)?;
        Ok(Ref::new(first.get() + OBJECTS))
    }
}

/// Converts a length of the font to thousandths of its size.
fn thousandths(length: f64) -> f32 {
    (length * 1000.0 / SIZE) as f32
}

/// Width of vertical stems, in thousandths of the size.
const STEM: f32 = 90.0;

/// Character collection of glyph numbers without further meaning.
const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};
