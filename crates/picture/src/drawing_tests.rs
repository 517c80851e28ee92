//! Positions of digits in drawings and texts of random puzzles. Texts of every kind of drawing lie on
//! the page, whatever their characters and the fonts of the reader: SVG gives the width of each.

use std::sync::{Arc, LazyLock};

use super::chart::{Axes, Axis, Bar, BarChart, HeatMap, Histogram, LineChart};
use super::grid_drawing::CellContent;
use super::{
    CaptionedFigure, Chessboard, Diagram, Drawing, Figure, GridStyle, Paint, Paper, SheetLayout,
    StepDiagram, Tiling, Walkthrough, grid_text, picture, walkthrough_pages, walkthrough_scroll,
};
use countless_sudoku::puzzles::{ChunkReader, ReadOptions};
use countless_sudoku::{Grid, PencilMarks, Puzzle, Trace, TraceOptions};
use countless_table::Input;
use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use proptest::prelude::*;
use svg::{BLANK, SIDE, marks};

#[path = "../../../tests/all/common/svg.rs"]
mod svg;

const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Content of each cell, as an SVG of a grid shows it.
fn cells(svg: &str) -> [CellContent; 81] {
    let mut cells = [CellContent::Empty; 81];
    for mark in marks(svg) {
        let digit = mark.character.to_digit(10).expect("a digit") as u8;
        let (across, down) = ((mark.x - BLANK) / SIDE, (mark.y - BLANK) / SIDE);
        let cell = 9 * (9.0 * down) as usize + (9.0 * across) as usize;
        cells[cell] = match (mark.class.as_str(), cells[cell]) {
            ("given", CellContent::Empty) => CellContent::Given(digit),
            ("solved", CellContent::Empty) => CellContent::Solved(digit),
            ("candidate", before) => {
                let third = |part: f64| (27.0 * part) as u8 % 3;
                assert_eq!(3 * third(down) + third(across) + 1, digit);
                let set = match before {
                    CellContent::Empty => 0,
                    CellContent::Candidates(set) => set,
                    _ => panic!("candidates beside a digit"),
                };
                CellContent::Candidates(set | 1 << (digit - 1))
            }
            (class, before) => panic!("{class} over {before:?}"),
        };
    }
    cells
}

fn drawn(diagram: Diagram) -> String {
    picture(
        &Figure::Grid(Box::new(diagram)),
        "a grid & its <title>",
        None,
    )
    .to_svg()
}

/// Puzzles and solutions: a solution with its digits exchanged, and some of them removed.
fn puzzles() -> impl Strategy<Value = (Grid, Grid)> {
    let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    (digits, prop::collection::vec(any::<bool>(), 81)).prop_map(|(digits, kept)| {
        let solution: Grid = SOLUTION.parse().expect("a grid");
        let solution = solution.digits().map(|digit| digits[digit as usize - 1]);
        let mut puzzle = solution;
        for (digit, kept) in puzzle.iter_mut().zip(kept) {
            *digit *= u8::from(kept);
        }
        let grid = |digits| Grid::new(digits).expect("digits");
        (grid(puzzle), grid(solution))
    })
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_svg_has_every_digit_in_its_cell((puzzle, solution) in puzzles()) {
        let shown = cells(&drawn(Diagram::of(&puzzle.into())));
        let answer = cells(&drawn(Diagram::of(&puzzle.into()).with_solution(solution.digits())));
        for cell in 0..81 {
            let given = CellContent::Given(puzzle.digits()[cell]);
            let blank = puzzle.digits()[cell] == 0;
            prop_assert_eq!(shown[cell], if blank { CellContent::Empty } else { given });
            prop_assert_eq!(answer[cell], if blank { CellContent::Solved(solution.digits()[cell]) } else { given });
        }
    }

    #[test]
    fn candidates_are_what_the_clues_leave((puzzle, _) in puzzles()) {
        let diagram = Diagram::of(&puzzle.into()).with_candidates();
        for (cell, shown) in cells(&drawn(diagram.clone())).into_iter().enumerate() {
            let seen = |digit| (0..81).any(|other| puzzle.digits()[other] == digit && sees(cell, other));
            let left = (1..=9).filter(|&digit| !seen(digit));
            let left = left.fold(0, |set, digit| set | 1 << (digit - 1));
            let expected = match puzzle.digits()[cell] {
                0 => CellContent::Candidates(left),
                digit => CellContent::Given(digit),
            };
            prop_assert_eq!(shown, expected);
        }
        // The text has equal digits in equal order.
        let text = grid_text(&diagram, GridStyle::Ascii, Paint::Plain);
        let rows = text.lines().filter(|line| line.starts_with('|'));
        let fields: Vec<String> = rows
            .flat_map(|row| row.split(['|', ' ']).filter(|field| !field.is_empty()))
            .map(str::to_owned)
            .collect();
        let wanted = diagram.cells().iter().map(|&cell| match cell {
            CellContent::Candidates(set) => (1..=9)
                .filter(|digit| set >> (digit - 1) & 1 == 1)
                .map(|digit| digit.to_string())
                .collect(),
            CellContent::Given(digit) => digit.to_string(),
            other => format!("{other:?}"),
        });
        prop_assert_eq!(fields, wanted.collect::<Vec<String>>());
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        prop_assert!(widths.iter().all(|width| *width == widths[0]), "{}", text);
    }

    #[test]
    fn a_grid_as_text_is_read_back((puzzle, _) in puzzles(), ascii in any::<bool>()) {
        let style = if ascii { GridStyle::Ascii } else { GridStyle::Unicode };
        let text = grid_text(&Diagram::of(&puzzle.into()), style, Paint::Plain);
        let input = Input::new("text", std::io::Cursor::new(text), None)?;
        let reader = ChunkReader::new(input, &ReadOptions::new())?;
        let layout = reader.format().clone();
        let mut read = Vec::new();
        for chunk in reader {
            layout.parse(&chunk?, |record| read.push(record.puzzle));
        }
        prop_assert_eq!(read, [Ok(Puzzle::Grid(puzzle))]);
    }

    #[test]
    fn pencil_marks_are_drawn_as_they_are(sets in prop::collection::vec(0..512_u16, 81)) {
        let text: String = sets
            .iter()
            .flat_map(|set| (1..=9).map(move |d| (set >> (d - 1) & 1, d)))
            .map(|(some, digit)| if some == 1 { digit.to_string() } else { ".".to_owned() })
            .collect();
        let marks: PencilMarks = text.parse()?;
        let diagram = Diagram::of(&Puzzle::Pencilled(Box::new(marks)).into());
        for (shown, set) in cells(&drawn(diagram)).into_iter().zip(sets) {
            prop_assert_eq!(shown, match set.count_ones() {
                0 => CellContent::Empty,
                1 => CellContent::Given(set.trailing_zeros() as u8 + 1),
                _ => CellContent::Candidates(set.into()),
            });
        }
    }
}

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
        ..Tiling::default()
    };
    let killer = Diagram::of_digits(Arc::new(killer), &[0; 81]).with_candidates();
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
