//! Drawings as SVG.

use std::collections::BTreeMap;

use kurbo::{BezPath, PathEl, Point};

use super::drawing::{Drawing, Element, Pen, Text};
use super::glyphs::Glyph;
use crate::escaped;

impl Drawing {
    /// The drawing as an SVG document, in millimeters.
    ///
    /// Every kind of thing has a class of its own, such as `given` or `candidate`, and
    /// every character is a shape that is defined once, called `g` and its code point.
    pub fn to_svg(&self) -> String {
        let (width, height) = (digits(self.width), digits(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n{}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            escaped(&self.title),
            styles(&self.pens(), &self.glyphs()),
            self.elements.iter().map(element).collect::<String>()
        )
    }

    /// The drawing as an element of a page that has what its drawings share.
    pub fn to_inline_svg(&self) -> String {
        let (width, height) = (digits(self.width), digits(self.height));
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escaped(&self.title),
            self.elements.iter().map(element).collect::<String>()
        )
    }

    fn pens(&self) -> BTreeMap<&'static str, Pen> {
        let pens = self.elements.iter().map(|element| match element {
            Element::Path { pen, .. } | Element::Text(Text { pen, .. }) => *pen,
        });
        pens.map(|pen| (pen.name, pen)).collect()
    }

    fn glyphs(&self) -> BTreeMap<char, Glyph> {
        let texts = self.elements.iter().filter_map(|element| match element {
            Element::Text(text) => Some(text),
            Element::Path { .. } => None,
        });
        let placed = texts.flat_map(Text::placed);
        placed.map(|(c, glyph, _)| (c, glyph)).collect()
    }
}

/// The styles and characters of several drawings in a page, as an element that shows nothing.
pub fn shared(drawings: &[&Drawing]) -> String {
    let pens = drawings.iter().flat_map(|drawing| drawing.pens()).collect();
    let glyphs = drawings.iter().flat_map(|drawing| drawing.glyphs());
    let styles = styles(&pens, &glyphs.collect());
    format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">\n{styles}</svg>\n")
}

fn styles(pens: &BTreeMap<&'static str, Pen>, glyphs: &BTreeMap<char, Glyph>) -> String {
    let define = |(character, glyph): (&char, &Glyph)| {
        let (id, data) = (u32::from(*character), glyph.data);
        format!("<path id=\"g{id:x}\" d=\"{data}\"/>\n")
    };
    format!(
        "<style>\n* {{ stroke-linecap: round; stroke-linejoin: round }}\n{}</style>\n\
         <defs>\n{}</defs>\n",
        pens.values().map(style).collect::<String>(),
        glyphs.iter().map(define).collect::<String>()
    )
}

fn style(pen: &Pen) -> String {
    let (name, color, width) = (pen.name, hex(pen.color), digits(pen.width));
    let fill = if pen.filled { &color } else { "none" };
    let stroke = format!("; stroke: {color}; stroke-width: {width}");
    let stroke = if pen.width > 0.0 { &stroke } else { "" };
    format!(".{name} {{ fill: {fill}; fill-rule: evenodd{stroke} }}\n")
}

fn element(element: &Element) -> String {
    match element {
        Element::Path { path, pen } => {
            format!("<path class=\"{}\" d=\"{}\"/>\n", pen.name, data(path))
        }
        Element::Text(text) => characters(text),
    }
}

fn characters(text: &Text) -> String {
    let place = format!(
        "class=\"{}\" transform=\"translate({} {}) scale({})\"",
        text.pen.name,
        digits(text.x),
        digits(text.y),
        digits(text.scale)
    );
    let mut placed = text.placed();
    if let (Some((character, ..)), None) = (placed.next(), placed.next()) {
        return format!("<use href=\"#g{:x}\" {place}/>\n", u32::from(character));
    }
    let used = |(character, _, offset): (char, Glyph, f64)| {
        let (id, x) = (u32::from(character), digits(offset));
        format!("<use href=\"#g{id:x}\" x=\"{x}\"/>")
    };
    let (label, used) = (escaped(&text.characters), text.placed().map(used));
    format!(
        "<g {place} aria-label=\"{label}\">{}</g>\n",
        used.collect::<String>()
    )
}

/// A path as SVG has it.
pub(super) fn data(path: &BezPath) -> String {
    let data: String = path.elements().iter().map(command).collect();
    data.trim_start().to_owned()
}

fn command(element: &PathEl) -> String {
    let at = |point: &Point| format!("{} {}", digits(point.x), digits(point.y));
    match element {
        PathEl::MoveTo(to) => format!(" M{}", at(to)),
        PathEl::LineTo(to) => format!(" L{}", at(to)),
        PathEl::QuadTo(a, to) => format!(" Q{} {}", at(a), at(to)),
        PathEl::CurveTo(a, b, to) => format!(" C{} {} {}", at(a), at(b), at(to)),
        PathEl::ClosePath => " Z".to_owned(),
    }
}

/// A color as SVG has it.
pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number with the seven digits that are enough for any screen or printer.
pub(super) fn digits(number: f64) -> f32 {
    number as f32
}
