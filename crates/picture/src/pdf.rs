//! Drawings as pages of a PDF document, with only the glyphs of their texts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::drawing::{
    CAPITALS, DATA, Drawing, DrawingElement, FACE, Glyph, NAME, Pen, SIZE, TextElement,
};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use kurbo::PathEl;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, TextRenderingMode, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

/// Points per millimeter; an inch has 72.
const POINTS: f64 = 72.0 / 25.4;

/// Writes a PDF document with one page for each drawing, under the title of the first. Its text can
/// be selected and searched.
///
/// # Errors
///
/// An [`io::Error`] if compression fails, or the error of `before_each`.
pub fn pdf<E: From<io::Error>>(
    pages: &[Drawing],
    mut before_each: impl FnMut() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let [catalog, tree, info, font_id] = [1, 2, 3, 4].map(Ref::new);
    let mut document = Pdf::new();
    let font = PdfFont::of(pages);
    let first_page = font.write(&mut document, font_id)?;
    let page_refs = (0..pages.len() as i32).map(|page| Ref::new(first_page.get() + 2 * page));
    document.catalog(catalog).pages(tree);
    document
        .pages(tree)
        .kids(page_refs.clone())
        .count(pages.len() as i32);
    let title = pages.first().map_or("", |page| &page.title);
    document.document_info(info).title(TextStr(title));
    for (page, id) in pages.iter().zip(page_refs) {
        before_each()?;
        let content_id = Ref::new(id.get() + 1);
        let [width, height] = [page.width, page.height].map(|length| (length * POINTS) as f32);
        document
            .page(id)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .parent(tree)
            .contents(content_id)
            .resources()
            .fonts()
            .pair(FONT, font_id);
        deflated(&mut document, content_id, &content(page, &font))?;
    }
    Ok(document.finish())
}

/// Instructions that draw a page.
fn content(page: &Drawing, font: &PdfFont) -> Vec<u8> {
    let mut content = Content::new();
    // The origin of a PDF page is at the bottom.
    let (scale, top) = (POINTS as f32, (page.height * POINTS) as f32);
    content.transform([scale, 0.0, 0.0, -scale, 0.0, top]);
    content.set_line_cap(LineCapStyle::RoundCap);
    content.set_line_join(LineJoinStyle::RoundJoin);
    let mut current = None;
    for element in &page.elements {
        let width = match element {
            DrawingElement::Path { pen, .. } => pen.width,
            DrawingElement::Text(text) => text.line_width(),
        };
        let pen = Pen {
            width,
            ..element.pen()
        };
        if current != Some(pen) {
            let [red, green, blue] = pen.color.map(|part| f32::from(part) / 255.0);
            content.set_stroke_rgb(red, green, blue);
            content.set_fill_rgb(red, green, blue);
            content.set_line_width(pen.width as f32);
            current = Some(pen);
        }
        match element {
            DrawingElement::Path { path, .. } => {
                outline(&mut content, path);
                match (pen.filled, pen.width > 0.0) {
                    (true, true) => content.fill_even_odd_and_stroke(),
                    (true, false) => content.fill_even_odd(),
                    (false, true) => content.stroke(),
                    (false, false) => content.end_path(),
                };
            }
            DrawingElement::Text(text) => {
                let mode = if pen.width > 0.0 {
                    TextRenderingMode::FillStroke
                } else {
                    TextRenderingMode::Fill
                };
                content
                    .begin_text()
                    .set_font(FONT, text.size() as f32)
                    .set_text_rendering_mode(mode)
                    // Text must be upright on a page that is mirrored.
                    .set_text_matrix([1.0, 0.0, 0.0, -1.0, text.x as f32, text.y as f32])
                    .show(Str(&font.encoded(text)))
                    .end_text();
            }
        }
    }
    content.finish().to_vec()
}

fn at(point: kurbo::Point) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}

fn cubic(content: &mut Content, curve: kurbo::CubicBez) -> &mut Content {
    let ((ax, ay), (bx, by), (x, y)) = (at(curve.p1), at(curve.p2), at(curve.p3));
    content.cubic_to(ax, ay, bx, by, x, y)
}

fn outline(content: &mut Content, path: &kurbo::BezPath) {
    let mut last = kurbo::Point::ORIGIN;
    for &element in path.elements() {
        match element {
            PathEl::MoveTo(to) => content.move_to(at(to).0, at(to).1),
            PathEl::LineTo(to) => content.line_to(at(to).0, at(to).1),
            // PDF has cubic curves only.
            PathEl::QuadTo(a, to) => cubic(content, kurbo::QuadBez::new(last, a, to).raise()),
            PathEl::CurveTo(a, b, to) => cubic(content, kurbo::CubicBez::new(last, a, b, to)),
            PathEl::ClosePath => content.close_path(),
        };
        last = element.end_point().unwrap_or(last);
    }
}

/// Writes a compressed stream.
pub fn deflated(document: &mut Pdf, id: Ref, data: &[u8]) -> io::Result<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    let bytes = encoder.finish()?;
    document.stream(id, &bytes).filter(Filter::FlateDecode);
    Ok(())
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chessboard, Figure, picture};

    #[test]
    fn a_document_is_a_pdf() -> io::Result<()> {
        let drawing = picture(
            &Figure::Board(Chessboard::of(&[2, 4, 1, 3])),
            "4 queens",
            None,
        );
        assert!(pdf::<io::Error>(&[drawing], || Ok(()))?.starts_with(b"%PDF-"));
        Ok(())
    }
}
