//! The characters in an SVG of ours, for the tests of the drawings and of the program.

/// The picture of a single figure: its side and the blank around it, in millimeters.
pub const SIDE: f64 = 120.0;
pub const BLANK: f64 = 4.0;

/// A character of an SVG: its class, itself, and its upper left corner.
pub struct Mark {
    pub class: String,
    #[allow(dead_code)] // not every test reads digits
    pub character: char,
    pub x: f64,
    pub y: f64,
}

/// The characters that stand alone.
pub fn marks(svg: &str) -> Vec<Mark> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let alone = document.descendants().filter(|node| {
        node.has_tag_name(("http://www.w3.org/2000/svg", "use")) && node.has_attribute("class")
    });
    alone
        .map(|node| {
            let attribute = |name: &str| node.attribute(name).expect("it is there").to_owned();
            let href = attribute("href");
            let defined = document
                .descendants()
                .any(|other| other.attribute("id") == Some(&href[1..]));
            assert!(defined, "{href}");
            let code = u32::from_str_radix(&href[2..], 16).expect("a code point");
            let transform = attribute("transform");
            let place = transform
                .strip_prefix("translate(")
                .and_then(|rest| rest.split_once(')'))
                .expect("a translation")
                .0;
            let (x, y) = place.split_once(' ').expect("two numbers");
            Mark {
                class: attribute("class"),
                character: char::from_u32(code).expect("a character"),
                x: x.parse().expect("a number"),
                y: y.parse().expect("a number"),
            }
        })
        .collect()
}
