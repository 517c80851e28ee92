//! Drawings as pages of a PDF document.

use std::io;

use kurbo::PathEl;
use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Pdf, Rect, Ref, Str, TextStr};

use super::drawing::{Drawing, DrawingElement, Pen};
use super::pdf_font::{FONT, PdfFont};
use super::pdf_stream::deflated;

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
