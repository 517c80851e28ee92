//! Any text as regions, as cages, as a puzzle of some shape or as a file of puzzles that bring
//! regions or cages of their own: an error, or what is the same after it has been written and read.
//! The first byte says as what, so that each is tried quickly.

#![no_main]

use countless::engine::Run;
use countless::sudoku::{Ask, InputOrigin, Question, Rate, ReadOptions, Solve};
use countless::variants::{ShapeDrawing, Shape, ShapeOptions};
use libfuzzer_sys::fuzz_target;

/// More than this is not searched: it may take too long.
const SIZE: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let Some((&how, bytes)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let size = [SIZE, 6, 9, 12][usize::from(how >> 2 & 3)];
    let plain = ShapeOptions::new().size(size);
    let drawing = Some(ShapeDrawing {
        name: "input".to_owned(),
        text: text.to_owned(),
    });
    match how & 3 {
        0 => read(text, size, how >> 4),
        1 => try_shape(text, &plain.regions(drawing)),
        2 => try_shape(text, &plain.cages(drawing)),
        _ => try_shape(text, &plain.samurai(size == SIZE)),
    }
});

/// The text as regions or cages, and as a puzzle of this shape.
fn try_shape(text: &str, options: &ShapeOptions) {
    let Ok(shape) = Shape::new(options) else {
        return;
    };
    if let Some(line) = shape.cages_text() {
        let drawing = ShapeDrawing {
            name: "again".to_owned(),
            text: line.clone(),
        };
        let again = options.clone().cages(Some(drawing));
        let again = Shape::new(&again).expect("it is ours");
        assert_eq!(again.cages_text(), Some(line));
    }
    if let Ok(digits) = shape.parse(text) {
        let again = shape.parse(&shape.write(&digits));
        assert_eq!(again.expect("it is ours"), digits);
    }
}

/// The text as a file of puzzles; those of the least size are solved or rated.
fn read(text: &str, size: usize, own: u8) {
    let own_regions = own & 1 == 1;
    let options = ShapeOptions::new().size(size).own_regions(own_regions);
    let shape = Shape::new(&options.own_cages(own & 2 == 2));
    let origin = InputOrigin::Text {
        name: "input".into(),
        text: text.to_owned(),
    };
    let shape = shape.expect("there is one");
    if own & 4 == 4 {
        answer(Rate::new(), shape, origin, size);
    } else {
        answer(Solve::new(), shape, origin, size);
    }
}

/// Asks a question about all puzzles.
fn answer<Q: Question>(question: Q, shape: Shape, origin: InputOrigin, size: usize) {
    let reading = ReadOptions::new();
    let Ok(ask) = Ask::open_as(question, shape.into(), vec![origin], reading) else {
        return;
    };
    if size == SIZE {
        let solved = Run::new().threads(1).count(&ask);
        solved.expect("it can be read");
    }
}
