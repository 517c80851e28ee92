//! Questions about texts with sudokus.

use std::sync::Arc;

use countless_sudoku::Repeats;
use countless_variants::questions::visit_text;
use countless_variants::{AnyPuzzle, Shape};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fault::{Answer, Fault, unknown};
use super::layout_members::{EACH, LayoutMembers};
use super::places::{Places, digits_of, grid_text, texts};
use super::request::number_to;

/// Largest size of a layout.
const LARGEST: usize = 16;

/// Question about a text.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    ask: String,
    text: String,
    limit: Option<u64>,
    layout: LayoutMembers,
}

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    match &*request.ask {
        "read-text" => request.read(&request.layout, Repeats::Passed),
        "read-any" => request.read_any(),
        name => Err(unknown(name)),
    }
}

impl Request {
    /// Reads puzzles of a layout.
    fn read(&self, layout: &LayoutMembers, repeats: Repeats) -> Answer {
        let limit = number_to("limit", self.limit, 100, 10_000)? as usize;
        let shape = Arc::new(layout.shape()?);
        let (mut puzzles, mut rejects, mut more) = (Vec::new(), Vec::new(), false);
        let mut first = None;
        visit_text(&self.text, "text", &shape, repeats, &mut |record| {
            if puzzles.len() == limit || rejects.len() == limit {
                more = true;
                return;
            }
            match record.puzzle {
                Ok(puzzle) => {
                    let mut json = puzzle_json(&puzzle);
                    json["line"] = record.line.into();
                    json["tag"] = record.tag.into();
                    json["layout"] = json!(of_puzzle(layout, &puzzle.shape()));
                    puzzles.push(json);
                }
                Err(bad) => {
                    let (line, column) = (bad.line, bad.column);
                    first.get_or_insert_with(|| Fault::at(line, column, &bad.reason));
                    rejects.push(json!({ "line": line, "column": column, "reason": bad.reason }));
                }
            }
        })?;
        if puzzles.is_empty() {
            return Err(first.unwrap_or_else(|| Fault::new("no puzzle: the text is empty")));
        }
        Ok(json!({ "puzzles": puzzles, "rejects": rejects, "more": more }))
    }

    /// Reads puzzles of any size, which may have their own regions and cages, or a drawing of regions
    /// or of cages.
    fn read_any(&self) -> Answer {
        let each = || Some(EACH.to_owned());
        let text = || Some(self.text.clone());
        for size in 2..=LARGEST {
            for (regions, cages) in [
                (each(), each()),
                (None, each()),
                (each(), None),
                (None, None),
                (None, text()),
                (text(), None),
            ] {
                let is_drawing = [&regions, &cages].contains(&&text());
                let layout = LayoutMembers {
                    size,
                    regions,
                    cages,
                    ..LayoutMembers::default()
                };
                let found = if is_drawing {
                    layout.shape().map(|shape| blank(&layout, &shape))
                } else {
                    self.read(&layout, Repeats::Refused)
                };
                if found.is_ok() {
                    return found;
                }
            }
        }
        Err(Fault::new("no puzzle of any layout was found"))
    }
}

/// Answer with an empty puzzle.
fn blank(layout: &LayoutMembers, shape: &Shape) -> Value {
    let puzzle = grid_text(&vec![0; shape.cells()]);
    let layout = of_puzzle(layout, shape);
    json!({ "puzzles": [{ "line": 1, "puzzle": puzzle, "layout": layout }], "rejects": [], "more": false })
}

/// The layout of a puzzle among those of a layout.
fn of_puzzle(layout: &LayoutMembers, shape: &Shape) -> LayoutMembers {
    LayoutMembers {
        regions: shape.regions_text(),
        cages: shape.cages_text(),
        ..layout.clone()
    }
}

/// Clues, and candidates that are left out by pencil marks.
fn puzzle_json(puzzle: &AnyPuzzle) -> Value {
    let (digits, marks) = match puzzle {
        AnyPuzzle::Variant(puzzle) => (puzzle.digits.clone(), None),
        AnyPuzzle::Classic(puzzle) => {
            let marks = puzzle.marks().cells().map(u32::from);
            (digits_of(&marks), puzzle.grid().is_none().then_some(marks))
        }
    };
    let removed = marks.map(|marks| {
        let possible = Places::of(&puzzle.shape()).candidates(&digits).into_iter();
        let removed = possible.zip(marks);
        texts(removed.map(|(possible, marks)| possible & !marks).collect())
    });
    json!({ "puzzle": grid_text(&digits), "removed": removed })
}
