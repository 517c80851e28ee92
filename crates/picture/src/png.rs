//! Drawings as PNG.

use std::io;

use kurbo::PathEl;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform,
};

use super::drawing::{Drawing, DrawingElement, Pen};

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
