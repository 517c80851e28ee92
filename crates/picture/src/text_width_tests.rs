//! Texts of every kind of drawing lie on the page, whatever their characters and the fonts of the
//! reader: SVG gives the width of each.

use std::sync::{Arc, LazyLock};

use countless_sudoku::{Grid, Trace, TraceOptions};
use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use proptest::prelude::*;

use super::chart::{Axes, Axis, Bar, BarChart, HeatMap, Histogram, LineChart};
use super::{
    CaptionedFigure, Chessboard, Diagram, Drawing, Figure, Paper, SheetLayout, StepDiagram, Tiling,
    Walkthrough, picture, walkthrough_pages, walkthrough_scroll,
};

/// Its hardest technique is an alternating inference chain.
const PUZZLE: &str =
    "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";

/// Diagrams of the first step, and of the steps with chains.
static STEPS: LazyLock<Vec<StepDiagram>> = LazyLock::new(|| {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let empty = Diagram::of(&puzzle.into()).with_candidates();
    let steps = Trace::new(&puzzle, TraceOptions::new()).enumerate();
    let shown = steps.filter(|(number, step)| *number == 0 || !step.chains.is_empty());
    let diagrams = shown.map(|(_, step)| StepDiagram::new(empty.clone(), step));
    diagrams.collect()
});

/// Figure of each kind, with this name where a figure has names.
fn figures(name: &str) -> Vec<Figure> {
    let cages = ShapeDrawing {
        name: "cages".to_owned(),
        text: format!("{}{}\nA=45", "A".repeat(9), ".".repeat(72)),
    };
    let killer = Shape::new(&ShapeOptions::new().cages(Some(cages))).expect("a cage");
    let regions = "AABBACBBCCCDCDDD".parse().expect("a board");
    let four = Chessboard::of(&[2, 4, 1, 3]);
    let tiling = |columns: usize, cells: usize| Tiling {
        columns,
        pieces: (0..cells).map(|cell| Some(cell % 2)).collect(),
        names: vec![name.to_owned(), "b".to_owned()],
        colors: Vec::new(),
    };
    let killer = Diagram::of_variant(Arc::new(killer), &[0; 81]).with_candidates();
    vec![
        Figure::Grid(Box::new(killer)),
        Figure::Step(Box::new(STEPS[0].clone())),
        Figure::Board(Chessboard::of(&[0; 40]).coordinates(true)),
        Figure::Board(four.clone().regions(Some(regions)).coordinates(true)),
        Figure::Board(four),
        Figure::Tiling(tiling(10, 30)),
        Figure::Tiling(tiling(2, 40)),
    ]
}

/// Charts of every kind.
fn charts(title: &str, name: &str) -> Vec<Drawing> {
    let numbers = [1.0, 3e4];
    let axes = || Axes {
        x: Axis::whole("rows", numbers.into_iter()),
        y: Axis::logarithmic("seconds", numbers.into_iter()),
    };
    let (mut lines, mut bars) = (LineChart::default(), BarChart::default());
    for number in numbers {
        lines.add(name, (number, number));
        let bar = Bar {
            name: name.to_owned(),
            number,
            likely: (number, 2.0 * number),
        };
        bars.add(name, bar);
    }
    let heat = HeatMap {
        squares: &[vec![1, 2], vec![3, u128::MAX]],
        write: |number| number.to_string(),
    };
    let histogram = Histogram::of(&numbers, 0.1);
    let histogram = histogram.map(|it| it.drawing(title, "time in ms", "puzzles"));
    let optional = [
        bars.drawing(title, "puzzles per second"),
        heat.drawing(title, "solutions"),
        histogram,
    ];
    let drawn = optional.into_iter().flatten();
    drawn.chain([lines.drawing(title, axes(), &[])]).collect()
}

/// Drawings of every kind.
fn drawings(title: &str, name: &str, per_page: usize) -> Vec<Drawing> {
    let figures = figures(name);
    let alone = figures.iter().map(|it| picture(it, title, Some(title)));
    let mut drawings: Vec<Drawing> = alone.collect();
    for figure in figures {
        let captioned = CaptionedFigure {
            figure,
            caption: name.to_owned(),
            note: title.to_owned(),
        };
        let page = vec![captioned; per_page];
        let sheet = SheetLayout::new(Paper::LETTER, per_page, &page);
        drawings.push(sheet.page(title, &page, Some(9)));
    }
    let story = Walkthrough {
        title: title.to_owned(),
        steps: STEPS.clone(),
        end: name.to_owned(),
    };
    let single = Walkthrough {
        steps: vec![STEPS[1].clone()],
        ..story.clone()
    };
    drawings.extend(walkthrough_pages(std::slice::from_ref(&story), Paper::A4));
    drawings.extend([story, single].iter().map(walkthrough_scroll));
    drawings.extend(charts(title, name));
    drawings
}

/// Checks the texts of an SVG: their number, their widths and their places.
fn check(svg: &str, texts: usize) -> Result<(), TestCaseError> {
    let document = roxmltree::Document::parse(svg).expect("the SVG is XML");
    let view = document
        .root_element()
        .attribute("viewBox")
        .expect("a size");
    let view: Vec<f64> = view
        .split(' ')
        .map(|it| it.parse().expect("a number"))
        .collect();
    let nodes = document.descendants();
    let nodes: Vec<_> = nodes.filter(|it| it.tag_name().name() == "text").collect();
    prop_assert_eq!(nodes.len(), texts);
    for node in nodes {
        let inherited = |name| node.ancestors().find_map(|it| it.attribute(name));
        let number = |name| {
            let value = inherited(name).and_then(|it| it.parse::<f64>().ok());
            value.ok_or_else(|| TestCaseError::fail(format!("{name}: {node:?}")))
        };
        let own = |name| node.attribute(name).map(|_| number(name)).transpose();
        let width = own("textLength")?.expect("every text has a width");
        prop_assert_eq!(node.attribute("lengthAdjust"), Some("spacingAndGlyphs"));
        let left = number("x")?
            - match inherited("text-anchor") {
                Some("start") => 0.0,
                Some("middle") => width / 2.0,
                Some("end") => width,
                other => return Err(TestCaseError::fail(format!("{other:?}"))),
            };
        let bold = number("stroke-width").unwrap_or(0.0) / 2.0;
        prop_assert!(left - bold >= 0.0, "{:?}", node);
        prop_assert!(left + width + bold <= view[2], "{:?} {}", node, view[2]);
        let (base, size) = (number("y")?, number("font-size")?);
        prop_assert!(
            base - size >= 0.0 && base + 0.3 * size <= view[3],
            "{:?}",
            node
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn texts_of_every_drawing_have_a_width_that_the_page_has_room_for(
        title in "(?s).{0,120}",
        name in "(?s).{0,60}|W{1,40}|[a-z]{1,3}",
        per_page in 1_usize..7,
    ) {
        for drawing in drawings(&title, &name, per_page) {
            let texts = drawing.elements.iter().filter(|it| it.text().is_some()).count();
            for svg in [drawing.to_svg(), drawing.to_page_svg(), drawing.to_inline_svg()] {
                check(&svg, texts)?;
            }
        }
    }

    #[test]
    fn missing_characters_are_those_without_a_glyph(known in "[ -~äßŁœΔω]{0,20}", missing in "[数独אब🂡]{0,9}") {
        let title = format!("{missing}{known}");
        let mut expected: Vec<char> = missing.chars().collect();
        expected.sort_unstable();
        expected.dedup();
        for drawing in charts(&title, &known) {
            let found: Vec<char> = drawing.missing_characters().into_iter().collect();
            prop_assert_eq!(&found, &expected);
        }
    }
}
