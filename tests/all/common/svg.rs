//! Reader of the characters in an SVG, for the tests of drawings and of the program.

/// Side of the drawing of a single figure, and of its margin, in millimeters.
pub const SIDE: f64 = 120.0;
pub const BLANK: f64 = 4.0;

/// Character or queen of an SVG: class, character, and position.
pub struct Mark {
    pub class: String,
    #[allow(dead_code)] // not every test reads digits
    pub character: char,
    pub x: f64,
    pub y: f64,
}

/// Single characters, at the middle of their height, and queens.
pub fn marks(svg: &str) -> Vec<Mark> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    document.descendants().filter_map(mark).collect()
}

fn mark(node: roxmltree::Node<'_, '_>) -> Option<Mark> {
    let class = inherited(node, "class")?.to_owned();
    let number = |name: &str| -> f64 {
        let text = inherited(node, name).expect("it is there");
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

/// Attribute of a node or of its group.
fn inherited<'a>(node: roxmltree::Node<'a, '_>, name: &str) -> Option<&'a str> {
    let own = node.attribute(name);
    own.or_else(|| node.parent()?.attribute(name))
}

/// Number of elements with a class that begins with `start`.
#[allow(dead_code)] // not every test counts elements
pub fn count(svg: &str, start: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let drawn = document
        .descendants()
        .filter(|node| ["path", "text"].contains(&node.tag_name().name()));
    let classes = drawn.filter_map(|node| inherited(node, "class"));
    classes.filter(|class| class.starts_with(start)).count()
}

/// Texts of an SVG.
#[allow(dead_code)] // not every test reads texts
pub fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}
