//! Drawings as SVG images that follow the light of their readers.

use super::drawing::{Anchor, Drawing, Element, Pen, Text, text_width};
use super::escaped;
use super::svg::{data, digits, hex};

/// The height of capitals of most fonts, of the size of the font.
const CAPITALS: f64 = 0.72;

impl Drawing {
    /// The drawing as an image for pages: as wide as they let it be, and with text that can be
    /// searched and copied. On dark pages light becomes dark, and hues stay.
    pub fn to_page_svg(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" \
             aria-label=\"{}\" font-family=\"sans-serif\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n<style>@media screen and (prefers-color-scheme:dark)\
             {{svg{{filter:invert(.94) hue-rotate(180deg)}}}}</style>\n{}</svg>\n",
            digits(self.width),
            digits(self.height),
            escaped(&self.title),
            self.elements.iter().map(element).collect::<String>()
        )
    }
}

fn element(element: &Element) -> String {
    match element {
        Element::Path { path, pen } => format!("<path d=\"{}\"{}/>\n", data(path), colors(pen)),
        Element::Text(text) => words(text),
    }
}

fn colors(pen: &Pen) -> String {
    let (color, width) = (hex(pen.color), digits(pen.width));
    let fill = pen.filled.then(|| format!(" fill=\"{color}\""));
    let stroke = format!(" stroke=\"{color}\" stroke-width=\"{width}\"");
    fill.into_iter()
        .chain((width > 0.0).then_some(stroke))
        .collect()
}

fn words(text: &Text) -> String {
    let height = 100.0 * text.scale;
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>\n",
        digits(text.x + text.anchor.share() * text_width(&text.characters, height)),
        digits(text.y + height),
        digits(height / CAPITALS),
        hex(text.pen.color),
        escaped(&text.characters)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_text_at_their_anchors() {
        let mut drawing = Drawing::new(50.0, 40.0, "a & b");
        let pen = Pen::line("text", [0, 16, 255], 10.0);
        drawing.text("<12>", (40.0, 20.0), Anchor::End, 7.2, pen);
        let svg = drawing.to_page_svg();
        assert!(svg.contains("viewBox=\"0 0 50 40\" role=\"img\" aria-label=\"a &amp; b\""));
        assert!(svg.contains("(prefers-color-scheme:dark){svg{filter:invert"));
        let text = "<text x=\"40\" y=\"23.6\" font-size=\"10\" text-anchor=\"end\" \
                    fill=\"#0010ff\">&lt;12&gt;</text>";
        assert!(svg.contains(text), "{svg}");
    }
}
