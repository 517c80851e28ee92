//! A drawing that the crate plotters draws charts on.

use std::convert::Infallible;

use kurbo::{Affine, BezPath, Circle, Point, Rect, Shape as _};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use super::drawing::{Anchor, Drawing, Pen, text_width};

/// The height of capitals, of the size of a text. The size counts the blank between lines, too,
/// and about the same letters come out as where the backend for SVG asks for a font.
const CAPITALS: f64 = 0.58;

/// The pen of texts, in hundredths of their height.
const TEXT: f64 = 10.0;

/// Puts what is drawn into a [`Drawing`], one unit to the pixel, the characters in our own
/// shapes: so a chart looks the same on a machine without any font. It is for pixels: in SVG all
/// would have one class. What is translucent counts as opaque; nothing in our charts is.
#[derive(Debug)]
pub struct Canvas<'a>(pub &'a mut Drawing);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas<'_> {
    fn add(&mut self, path: BezPath, color: BackendColor, width: f64, filled: bool) {
        if color.alpha > 0.0 {
            self.0.path(path, pen(color, width, filled));
        }
    }

    /// Adds a shape that is either filled or outlined.
    fn shape<S: BackendStyle>(&mut self, path: BezPath, style: &S, filled: bool) {
        let width = if filled { 0 } else { style.stroke_width() };
        self.add(path, style.color(), width.into(), filled);
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width as u32, self.0.height as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        let pixel = Rect::from_origin_size(at((x, y)), (1.0, 1.0));
        self.add(pixel.to_path(0.1), color, 0.0, true);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let rectangle = Rect::from_points(at(upper_left), at(bottom_right));
        self.shape(rectangle.to_path(0.1), style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.shape(lines(path), style, false);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let circle = Circle::new(at(center), radius.into());
        self.shape(circle.to_path(0.01), style, fill);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let mut path = lines(corners);
        path.close_path();
        self.shape(path, style, true);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        point: BackendCoord,
    ) -> Drawn {
        if style.color().alpha == 0.0 {
            return Ok(());
        }
        let height = CAPITALS * style.size();
        let (anchor, turn) = (style.anchor(), turn(&style.transform()));
        let side = match anchor.h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let middle = match anchor.v_pos {
            VPos::Top => style.size() / 2.0,
            VPos::Center => 0.0,
            VPos::Bottom => -style.size() / 2.0,
        };
        let mut line = Drawing::new(0.0, 0.0, "");
        let pen = pen(style.color(), TEXT, false);
        line.text(text, (0.0, middle), side, height, pen);
        let place = Affine::translate(at(point).to_vec2()) * Affine::rotate(turn);
        for stroke in line.strokes() {
            self.add(place * stroke.path, style.color(), stroke.width, false);
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let width = text_width(text, CAPITALS * style.size());
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}

fn at((x, y): BackendCoord) -> Point {
    Point::new(x.into(), y.into())
}

fn lines(points: impl IntoIterator<Item = BackendCoord>) -> BezPath {
    let mut path = BezPath::new();
    for (number, point) in points.into_iter().enumerate() {
        if number == 0 {
            path.move_to(at(point));
        } else {
            path.line_to(at(point));
        }
    }
    path
}

fn pen(color: BackendColor, width: f64, filled: bool) -> Pen {
    let (red, green, blue) = color.rgb;
    Pen {
        name: "chart",
        color: [red, green, blue],
        width,
        filled,
    }
}

/// Radians, clockwise.
fn turn(transform: &FontTransform) -> f64 {
    let degrees: f64 = match transform {
        FontTransform::None => 0.0,
        FontTransform::Rotate90 => 90.0,
        FontTransform::Rotate180 => 180.0,
        FontTransform::Rotate270 => 270.0,
    };
    degrees.to_radians()
}

#[cfg(test)]
mod tests {
    use plotters::drawing::IntoDrawingArea;
    use plotters::element::{Circle, Rectangle, Text};
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    use plotters::style::{BLACK, Color, IntoFont, TextStyle};

    use super::*;

    fn drawn(
        draw: impl Fn(&plotters::drawing::DrawingArea<Canvas<'_>, plotters::coord::Shift>),
    ) -> Vec<Rect> {
        let mut drawing = Drawing::new(200.0, 100.0, "");
        draw(&Canvas(&mut drawing).into_drawing_area());
        drawing
            .strokes()
            .map(|stroke| stroke.path.bounding_box())
            .collect()
    }

    #[test]
    fn shapes_lie_where_they_should() {
        let boxes = drawn(|area| {
            let rectangle = Rectangle::new([(10, 20), (30, 60)], BLACK.filled());
            let circle = Circle::new((100, 50), 5, BLACK.filled());
            area.draw(&rectangle).expect("it is drawn");
            area.draw(&circle).expect("it is drawn");
        });
        assert_eq!(boxes[0], Rect::new(10.0, 20.0, 30.0, 60.0));
        let [left, right] = [boxes[1].x0, boxes[1].x1].map(f64::round);
        assert_eq!((boxes.len(), left, right), (2, 95.0, 105.0));
    }

    #[test]
    fn texts_are_anchored_and_turned() {
        let whole = |style: TextStyle<'static>| {
            let letters = drawn(|area| {
                let text = Text::new("HOHO", (100, 50), style.clone());
                area.draw(&text).expect("it is drawn");
            });
            letters
                .into_iter()
                .reduce(|a, b| a.union(b))
                .expect("letters")
        };
        let style = |h, v| {
            let style = ("sans-serif", 20).into_font().color(&BLACK);
            style.pos(Pos::new(h, v))
        };
        let close = |a: f64, b: f64| (a - b).abs() < 0.01;
        let left = whole(style(HPos::Left, VPos::Center));
        assert!(
            close(left.x0, 100.0) && close(left.center().y, 50.0),
            "{left:?}"
        );
        let right = whole(style(HPos::Right, VPos::Bottom));
        assert!(close(right.x1, 100.0) && right.y1 <= 50.0, "{right:?}");
        let turned = style(HPos::Center, VPos::Center).transform(FontTransform::Rotate270);
        let turned = whole(turned);
        assert!(close(turned.height(), left.width()) && close(turned.center().y, 50.0));
    }
}
