//! Texts of charts are on the page and do not overlap.

use kurbo::{Rect, Shape as _};

use super::*;
use crate::drawing::DrawingElement;

/// Positions of the texts of a drawing. Checks that all are on the page and do not overlap.
fn texts(drawing: &Drawing) -> Vec<(&str, Rect)> {
    let page = Rect::new(0.0, 0.0, drawing.width, drawing.height);
    let inks = drawing.elements.iter().flat_map(|element| match element {
        DrawingElement::Path { path, .. } => vec![path.bounding_box()],
        DrawingElement::Text(text) => {
            let outlines = text.outlines().filter(|path| !path.elements().is_empty());
            outlines.map(|path| path.bounding_box()).collect()
        }
    });
    for ink in inks {
        assert!(ink.union(page) == page, "{}: {ink:?}", drawing.title);
    }
    let mut texts: Vec<(&str, Rect)> = Vec::new();
    for element in &drawing.elements {
        let DrawingElement::Text(text) = element else {
            continue;
        };
        let (text, place) = (
            text.characters.as_str(),
            Rect::from_origin_size((text.x, text.y - text.height), (text.width(), text.height)),
        );
        for (other, beside) in &texts {
            let common = place.intersect(*beside);
            assert!(
                common.is_zero_area(),
                "{}: {text} on {other}",
                drawing.title
            );
        }
        texts.push((text, place));
    }
    assert_eq!(texts[0].0, drawing.title, "the title is on the page");
    texts
}

/// True if a drawing has this text.
fn has(drawing: &Drawing, text: &str) -> bool {
    texts(drawing).iter().any(|(other, _)| *other == text)
}

/// Lines with names that are too long and heights from `first` to `last`.
fn lines(count: usize, (first, last): (f64, f64)) -> LineChart {
    let mut lines = LineChart::default();
    for line in 0..count {
        let name = format!("a program with a long name, number {line}");
        for rows in 8..18 {
            let share = ((line + rows) % 10) as f64 / 9.0;
            lines.add(&name, (rows as f64, first * (last / first).powf(share)));
        }
    }
    lines
}

#[test]
fn lines_have_room_for_every_name_and_number() {
    for (count, first, last) in [(1, 1.0, 1e9), (8, 1e-9, 1e-8), (20, 1e-9, 1e12)] {
        let lines = lines(count, (first, last));
        let (heights, guide) = (|| [first, last].into_iter(), [(8.0, first), (17.0, last)]);
        let x = Axis::whole("rows", [1.0, 9_999.0].into_iter());
        let y = Axis::logarithmic("seconds", heights());
        let drawing = lines.drawing("logarithmic", Axes { x, y }, &guide);
        assert!(has(&drawing, "rows") && has(&drawing, "seconds"));
        let x = Axis::whole("rows", [8.0, 17.0].into_iter());
        let y = Axis::decimal("seconds", heights());
        let drawing = lines.drawing("decimal", Axes { x, y }, &guide);
        assert!(has(&drawing, "rows") && has(&drawing, "seconds"));
    }
}

#[test]
fn points_of_no_height_are_left_out() {
    let mut lines = LineChart::default();
    for height in [0.0, f64::NAN, f64::INFINITY, -1.0, 2.0] {
        lines.add("line", (1.0, height));
    }
    assert_eq!(lines.points().collect::<Vec<_>>(), [(1.0, 2.0)]);
}

#[test]
fn bars_have_room_for_names_and_numbers() {
    let mut bars = BarChart::default();
    for group in ["easy", &"a set of puzzles with a long name ".repeat(3)] {
        for (name, number) in [("short", 1.0), ("a program with a long name", 999_999.0)] {
            let (name, likely) = (name.to_owned(), (0.9 * number, 1.2 * number));
            bars.add(
                group,
                Bar {
                    name,
                    number,
                    likely,
                },
            );
        }
    }
    let drawing = bars.drawing("bars", "puzzles per second").expect("bars");
    assert!(has(&drawing, "puzzles per second"));
    let numbers = texts(&drawing)
        .iter()
        .filter(|text| text.0 == "1000 k")
        .count();
    assert_eq!(numbers, 2);
    assert!(BarChart::default().drawing("none", "s").is_none());
}

#[test]
fn histograms_have_room_for_their_numbers() {
    for (first, last) in [(1e-4, 2e-4), (3.0, 4e5), (1e-4, 1e11)] {
        let share = |n: u32| first + (last - first) * f64::from(n) / 1e3;
        let numbers: Vec<f64> = (0..1000).map(share).collect();
        let histogram = Histogram::of(&numbers, 1e-4).expect("numbers");
        let drawing = histogram.drawing("histogram", "time in ms", "subtrees");
        assert!(has(&drawing, "time in ms") && has(&drawing, "subtrees"));
        assert!(texts(&drawing).len() > 6);
    }
}

#[test]
fn heat_has_a_number_for_each_square_that_has_room() {
    let write = |number: u128| number.to_string();
    for (n, most, shown) in [(1, 5, 1), (4, u128::MAX, 0), (12, 9_999, 144), (99, 7, 0)] {
        let mut squares = vec![vec![1; n]; n];
        squares[0][0] = most;
        let drawing = HeatMap {
            squares: &squares,
            write,
        }
        .drawing("heat", "solutions");
        let drawing = drawing.expect("squares");
        for name in ["row", "column", "solutions"] {
            assert!(has(&drawing, name), "{name}");
        }
        let inside = Rect::new(36.0, 72.0, 604.0, 640.0);
        let texts = texts(&drawing).into_iter();
        let count = texts
            .filter(|(_, place)| inside.contains(place.center()))
            .count();
        assert_eq!(count, shown, "{n}");
    }
    assert!(
        HeatMap {
            squares: &[],
            write
        }
        .drawing("none", "solutions")
        .is_none()
    );
}
