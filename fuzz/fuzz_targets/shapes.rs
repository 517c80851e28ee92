//! Any text as regions, as cages, as a puzzle of some shape and as a file of puzzles that bring
//! regions or cages of their own: an error, or what is the same after it has been written and read.

#![no_main]

use countless::engine::Run;
use countless::shapes::{Batch, Drawing, Shape, ShapeOptions};
use countless::sudoku::{BatchOptions, Origin};
use libfuzzer_sys::fuzz_target;

/// More than this is not searched: it may take too long.
const SIZE: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let drawing = Some(Drawing {
        name: "input".to_owned(),
        text: text.to_owned(),
    });
    for size in [SIZE, 6, 9, 12] {
        let plain = ShapeOptions {
            size,
            ..ShapeOptions::default()
        };
        let all = [
            ShapeOptions {
                samurai: size == SIZE,
                ..plain.clone()
            },
            ShapeOptions {
                regions: drawing.clone(),
                ..plain.clone()
            },
            ShapeOptions {
                cages: drawing.clone(),
                ..plain.clone()
            },
        ];
        for options in all {
            let Ok(shape) = Shape::new(&options) else {
                continue;
            };
            if let Some(line) = shape.written_cages() {
                let drawing = Drawing {
                    name: "again".to_owned(),
                    text: line.clone(),
                };
                let again = ShapeOptions {
                    cages: Some(drawing),
                    ..options.clone()
                };
                let again = Shape::new(&again).expect("it is ours");
                assert_eq!(again.written_cages(), Some(line));
            }
            if let Ok(digits) = shape.parse(text) {
                let again = shape.parse(&shape.write(&digits));
                assert_eq!(again.expect("it is ours"), digits);
            }
        }
    }
    for (own_regions, own_cages) in [(false, false), (true, false), (false, true), (true, true)] {
        let shape = Shape::new(&ShapeOptions {
            size: SIZE,
            own_regions,
            own_cages,
            ..ShapeOptions::default()
        });
        let origin = Origin::Text {
            name: "input".into(),
            text: text.to_owned(),
        };
        let shape = shape.expect("there is one");
        let Ok(batch) = Batch::open(shape, vec![origin], None, BatchOptions::default()) else {
            continue;
        };
        let solved = Run::new().threads(1).count(&batch);
        solved.expect("it can be read");
    }
});
