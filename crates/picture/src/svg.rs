//! Drawings as SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::drawing::{Drawing, Element, Pen, Text};
use super::glyphs::Glyph;
use crate::escaped;

impl Drawing {
    /// The drawing as an SVG document, in millimeters.
    ///
    /// Every kind of thing has a class of its own, such as `given` or `candidate`, and
    /// every character is a shape that is defined once, called `g` and its code point.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    /// The drawing as an element of a page that has what its drawings share.
    pub fn to_inline_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_inline_svg(&mut svg);
        svg
    }

    fn write_svg(&self, svg: &mut String) -> std::fmt::Result {
        let (width, height) = (Number(self.width), Number(self.height));
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>",
            escaped(&self.title)
        )?;
        write_shared(svg, &self.pens(), &self.glyphs())?;
        writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        self.write_elements(svg)?;
        writeln!(svg, "</svg>")
    }

    fn write_inline_svg(&self, svg: &mut String) -> std::fmt::Result {
        let (width, height) = (Number(self.width), Number(self.height));
        writeln!(
            svg,
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>",
            escaped(&self.title)
        )?;
        self.write_elements(svg)?;
        writeln!(svg, "</svg>")
    }

    fn write_elements(&self, svg: &mut String) -> std::fmt::Result {
        for element in &self.elements {
            match element {
                Element::Path { path, pen } => {
                    let data = path.elements().iter().map(command).collect::<String>();
                    writeln!(svg, "<path class=\"{}\" d=\"{}\"/>", pen.name, data.trim())?;
                }
                Element::Text(text) => write_text(svg, text)?,
            }
        }
        Ok(())
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
    let mut svg = String::from("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">\n");
    // Writing to a String cannot fail.
    let _ = write_shared(&mut svg, &pens, &glyphs.collect());
    svg + "</svg>\n"
}

fn write_shared(
    svg: &mut String,
    pens: &BTreeMap<&'static str, Pen>,
    glyphs: &BTreeMap<char, Glyph>,
) -> std::fmt::Result {
    writeln!(
        svg,
        "<style>\n* {{ stroke-linecap: round; stroke-linejoin: round }}"
    )?;
    for pen in pens.values() {
        writeln!(svg, ".{} {{ {} }}", pen.name, style(pen))?;
    }
    writeln!(svg, "</style>\n<defs>")?;
    for (character, glyph) in glyphs {
        let (id, data) = (u32::from(*character), glyph.data);
        writeln!(svg, "<path id=\"g{id:x}\" d=\"{data}\"/>")?;
    }
    writeln!(svg, "</defs>")
}

fn style(pen: &Pen) -> String {
    let [red, green, blue] = pen.color;
    let color = format!("#{red:02x}{green:02x}{blue:02x}");
    let fill = if pen.filled { &color } else { "none" };
    let mut style = format!("fill: {fill}; fill-rule: evenodd");
    if pen.width > 0.0 {
        let width = Number(pen.width);
        let _ = write!(style, "; stroke: {color}; stroke-width: {width}");
    }
    style
}

fn write_text(svg: &mut String, text: &Text) -> std::fmt::Result {
    let place = format!(
        "class=\"{}\" transform=\"translate({} {}) scale({})\"",
        text.pen.name,
        Number(text.x),
        Number(text.y),
        Number(text.scale)
    );
    let mut placed = text.placed();
    if let (Some((character, ..)), None) = (placed.next(), placed.next()) {
        let id = u32::from(character);
        return writeln!(svg, "<use href=\"#g{id:x}\" {place}/>");
    }
    write!(
        svg,
        "<g {place} aria-label=\"{}\">",
        escaped(&text.characters)
    )?;
    for (character, _, offset) in text.placed() {
        let id = u32::from(character);
        write!(svg, "<use href=\"#g{id:x}\" x=\"{}\"/>", Number(offset))?;
    }
    writeln!(svg, "</g>")
}

fn command(element: &kurbo::PathEl) -> String {
    use kurbo::PathEl::{ClosePath, CurveTo, LineTo, MoveTo, QuadTo};
    let at = |point: &kurbo::Point| format!("{} {}", Number(point.x), Number(point.y));
    match element {
        MoveTo(to) => format!(" M{}", at(to)),
        LineTo(to) => format!(" L{}", at(to)),
        QuadTo(a, to) => format!(" Q{} {}", at(a), at(to)),
        CurveTo(a, b, to) => format!(" C{} {} {}", at(a), at(b), at(to)),
        ClosePath => " Z".to_owned(),
    }
}

/// A number with the seven digits that are enough for any screen or printer.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0 as f32)
    }
}
