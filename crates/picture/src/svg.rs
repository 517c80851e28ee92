//! Drawings as SVG: files, elements of a page, and images for pages.

use super::drawing::{Anchor, Drawing, DrawingElement, FAMILIES, TextElement};
use kurbo::{BezPath, PathEl, Point};

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Rule for dark pages: light becomes dark, and hues stay.
const DARK: &str = "@media screen and (prefers-color-scheme:dark)\
                    {svg{filter:invert(.94) hue-rotate(180deg)}}";

impl Drawing {
    /// Writes an SVG document, in millimeters.
    ///
    /// Each kind of element has its own class, such as `given` or `candidate`. Text is text, in
    /// Noto Sans or the closest font of the reader's machine. Its width is given, so that it is as
    /// wide as in Noto Sans.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.size();
        format!(
            "<svg xmlns=\"{NAMESPACE}\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" {}>\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            defaults(),
            escaped(&self.title),
            self.groups()
        )
    }

    /// Writes an element of an HTML page, as wide as the page allows.
    pub fn to_inline_svg(&self) -> String {
        let [width, height] = self.size();
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" {}>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escaped(&self.title),
            defaults(),
            self.groups()
        )
    }

    /// Writes an image for pages, as wide as they allow. It is dark on dark pages.
    pub fn to_page_svg(&self) -> String {
        let [width, height] = self.size();
        format!(
            "<svg xmlns=\"{NAMESPACE}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{}\" {}>\n<style>{DARK}</style>\n{}</svg>\n",
            escaped(&self.title),
            defaults(),
            self.groups()
        )
    }

    fn size(&self) -> [f32; 2] {
        [self.width, self.height].map(rounded)
    }

    /// All elements. Consecutive ones with equal attributes form a group.
    fn groups(&self) -> String {
        let runs = self
            .elements
            .chunk_by(|a, b| attributes(a) == attributes(b));
        runs.map(group).collect()
    }
}

/// Default attributes of all elements.
fn defaults() -> String {
    format!(
        "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         text-anchor=\"middle\" font-family=\"{FAMILIES}\""
    )
}

/// Elements with equal attributes, in a group unless there is only one.
fn group(elements: &[DrawingElement]) -> String {
    match elements {
        [] => String::new(),
        [only] => element(only, &attributes(only)),
        [first, ..] => {
            let content: String = elements.iter().map(|it| element(it, "")).collect();
            format!("<g{}>\n{content}</g>\n", attributes(first))
        }
    }
}

/// Attributes that an element has in common with others of its kind.
fn attributes(element: &DrawingElement) -> String {
    let pen = element.pen();
    let color = hex(pen.color);
    let mut attributes = vec![("class", pen.name.to_owned())];
    if pen.filled {
        attributes.push(("fill", color.clone()));
    }
    let line_width = match element {
        DrawingElement::Path { .. } => {
            if pen.filled {
                attributes.push(("fill-rule", "evenodd".to_owned()));
            }
            pen.width
        }
        DrawingElement::Text(text) => {
            attributes.push(("font-size", rounded(text.size()).to_string()));
            match text.anchor {
                Anchor::Start => attributes.push(("text-anchor", "start".to_owned())),
                Anchor::Middle => {}
                Anchor::End => attributes.push(("text-anchor", "end".to_owned())),
            }
            text.line_width()
        }
    };
    if line_width > 0.0 {
        attributes.push(("stroke", color));
        attributes.push(("stroke-width", rounded(line_width).to_string()));
    }
    let written = attributes
        .into_iter()
        .map(|(name, value)| format!(" {name}=\"{value}\""));
    written.collect()
}

fn element(element: &DrawingElement, attributes: &str) -> String {
    match element {
        DrawingElement::Path { path, .. } => format!("<path{attributes} d=\"{}\"/>\n", data(path)),
        DrawingElement::Text(text) => text_element(text, attributes),
    }
}

/// Text at its anchor. A reader fits the characters of its own font to the width.
fn text_element(text: &TextElement, attributes: &str) -> String {
    format!(
        "<text{attributes} x=\"{}\" y=\"{}\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
        rounded(text.anchor_x()),
        rounded(text.y),
        rounded(text.width()),
        escaped(&text.characters)
    )
}

/// Path data.
fn data(path: &BezPath) -> String {
    let data: String = path.elements().iter().map(path_command).collect();
    data.trim_start().to_owned()
}

fn path_command(element: &PathEl) -> String {
    let at = |point: &Point| format!("{} {}", rounded(point.x), rounded(point.y));
    match element {
        PathEl::MoveTo(to) => format!(" M{}", at(to)),
        PathEl::LineTo(to) => format!(" L{}", at(to)),
        PathEl::QuadTo(a, to) => format!(" Q{} {}", at(a), at(to)),
        PathEl::CurveTo(a, b, to) => format!(" C{} {} {}", at(a), at(b), at(to)),
        PathEl::ClosePath => " Z".to_owned(),
    }
}

/// Colour in hexadecimal.
fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Number with seven digits, enough for any screen or printer.
fn rounded(number: f64) -> f32 {
    number as f32
}

/// Escapes a text for HTML and XML, inside and outside of quotation marks. Characters that XML does
/// not allow, above all control characters, become blanks or replacement characters.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Pen;
    use crate::drawing::{CAPITALS, SIZE};

    #[test]
    fn texts_stay_text_at_their_anchors() {
        let mut drawing = Drawing::new(50.0, 40.0, "a & b");
        let height = CAPITALS * 10.0 / SIZE;
        let pen = Pen::text("words", [0, 16, 255], 0.0);
        drawing.text("<12>", (40.0, 20.0), Anchor::End, height, pen);
        let width = rounded(crate::drawing::text_width("<12>", height));
        let text = format!(
            "<text class=\"words\" fill=\"#0010ff\" \
             font-size=\"10\" text-anchor=\"end\" x=\"40\" y=\"23.569336\" \
             textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\">&lt;12&gt;</text>\n"
        );
        for svg in [
            drawing.to_svg(),
            drawing.to_page_svg(),
            drawing.to_inline_svg(),
        ] {
            assert!(svg.contains(&text), "{svg}");
        }
        let page = drawing.to_page_svg();
        assert!(page.contains("viewBox=\"0 0 50 40\" role=\"img\" aria-label=\"a &amp; b\""));
        assert!(page.contains("(prefers-color-scheme:dark){svg{filter:invert"));
    }
}

#[cfg(test)]
mod escaped_text_tests {
    use super::escaped;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
        assert_eq!(escaped("a\u{1b}b\u{ffff}"), "a b\u{fffd}");
    }
}
