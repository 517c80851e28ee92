//! The characters in an SVG of ours, for the tests of the drawings and of the program.

/// The picture of a single figure: its side and the blank around it, in millimeters.
pub const SIDE: f64 = 120.0;
pub const BLANK: f64 = 4.0;

/// A character or a queen of an SVG: its class, itself, and a point of it.
pub struct Mark {
    pub class: String,
    #[allow(dead_code)] // not every test reads digits
    pub character: char,
    pub x: f64,
    pub y: f64,
}

/// The characters that stand alone, by the middle of their height, and the queens.
pub fn marks(svg: &str) -> Vec<Mark> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    document.descendants().filter_map(mark).collect()
}

fn mark(node: roxmltree::Node<'_, '_>) -> Option<Mark> {
    let class = class(node)?.to_owned();
    let number = |name: &str| -> f64 {
        let text = node.attribute(name).expect("it is there");
        text.parse().expect("a number")
    };
    match node.tag_name().name() {
        "text" => {
            let mut characters = node.text()?.chars();
            let character = characters.next()?;
            characters.next().is_none().then(|| Mark {
                class,
                character,
                x: number("x"),
                y: number("y") - 0.357 * number("font-size"),
            })
        }
        "path" if ["queen", "found"].contains(&class.as_str()) => {
            let start = node.attribute("d")?.strip_prefix('M')?;
            let mut numbers = start.split([' ', 'L']);
            let mut next = || numbers.next()?.parse().ok();
            Some(Mark {
                class,
                character: '♛',
                x: next()?,
                y: next()?,
            })
        }
        _ => None,
    }
}

/// The class of a node or of its group.
fn class<'a>(node: roxmltree::Node<'a, '_>) -> Option<&'a str> {
    let own = node.attribute("class");
    own.or_else(|| node.parent()?.attribute("class"))
}

/// The number of things with a class that begins with `start`.
#[allow(dead_code)] // not every test counts them
pub fn count(svg: &str, start: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let drawn = document
        .descendants()
        .filter(|node| ["path", "text"].contains(&node.tag_name().name()));
    let classes = drawn.filter_map(|node| class(node).map(str::to_owned));
    classes.filter(|class| class.starts_with(start)).count()
}

/// The texts of an SVG.
#[allow(dead_code)] // not every test reads words
pub fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}
