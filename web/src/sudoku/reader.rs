//! Questions about texts with sudokus.

use std::sync::Arc;

use anyhow::{Context, bail};
use countless_engine::Error;
use countless_sudoku::{HouseKind, Puzzle, ReadOptions, Repeats};
use countless_variants::questions::visit_text;
use countless_variants::{
    AnyPuzzle, Shape, ShapeDrawing, ShapeOptions, candidate_texts, digits_text, single_digits,
};
use serde_json::{Value, json};

use super::super::report::Answer;
use super::super::request::{Request, number_to};

/// Largest size of a layout.
const LARGEST: usize = 16;

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    let limit = number_to("limit", request.limit, 100, 10_000)? as usize;
    if request.ask == "read-text" {
        let options = request.layout.clone().unwrap_or_default();
        return read(&request.text, &options, Repeats::Passed, limit);
    }
    let found = (2..=LARGEST).find_map(|size| read_any(&request.text, size, limit));
    found.context("no puzzle of any layout was found")
}

/// Reads puzzles of a size, which may have their own regions and cages. A drawing of regions or of
/// cages is an empty puzzle.
fn read_any(text: &str, size: usize, limit: usize) -> Option<Value> {
    let blank = ".".repeat(size * size);
    let sized = || ShapeOptions::new().size(size);
    let drawing = || Some(ShapeDrawing::from(text.to_owned()));
    let own = [(true, true), (false, true), (true, false), (false, false)];
    let own = own.map(|(regions, cages)| (text, sized().own_regions(regions).own_cages(cages)));
    let drawn = [sized().cages(drawing()), sized().regions(drawing())];
    let drawn = drawn.map(|options| (&*blank, options));
    let mut all = own.into_iter().chain(drawn);
    all.find_map(|(text, options)| read(text, &options, Repeats::Refused, limit).ok())
}

/// Reads puzzles of a layout.
fn read(text: &str, options: &ShapeOptions, repeats: Repeats, limit: usize) -> Answer {
    let shape = Arc::new(Shape::new(options)?);
    let (mut puzzles, mut rejects, mut more) = (Vec::new(), Vec::new(), false);
    let reading = ReadOptions::new();
    visit_text(text, "text", &shape, reading, repeats, &mut |record| {
        if puzzles.len() == limit || rejects.len() == limit {
            more = true;
            return;
        }
        match record.puzzle {
            Ok(puzzle) => {
                let mut json = puzzle_json(&puzzle);
                json["line"] = record.line.into();
                json["tag"] = record.tag.into();
                puzzles.push(json);
            }
            Err(bad) => rejects.push(bad),
        }
    })?;
    if puzzles.is_empty() {
        let bad = rejects.first().context("no puzzle: the text is empty")?;
        bail!(Error::parse("text", bad.line, bad.column, &bad.reason));
    }
    let rejects = rejects
        .iter()
        .map(|bad| json!({ "line": bad.line, "column": bad.column, "reason": bad.reason }));
    Ok(json!({ "puzzles": puzzles, "rejects": rejects.collect::<Value>(), "more": more }))
}

/// A puzzle in JSON. Of pencil marks, removed candidates are those that no house excludes.
fn puzzle_json(puzzle: &AnyPuzzle) -> Value {
    let shape = puzzle.shape();
    let (digits, marks) = match puzzle {
        AnyPuzzle::Variant(puzzle) => (puzzle.digits.clone(), None),
        AnyPuzzle::Classic(Puzzle::Grid(grid)) => (grid.digits().to_vec(), None),
        AnyPuzzle::Classic(Puzzle::Pencilled(marks)) => {
            let marks = marks.cells().map(u32::from);
            (single_digits(&marks), Some(marks))
        }
    };
    let removed = marks.map(|marks| {
        let possible = shape.candidates(&digits).into_iter().zip(marks);
        let removed = possible.map(|(possible, marks)| possible & !marks);
        candidate_texts(&removed.collect::<Vec<u32>>())
    });
    let has = |kind| shape.houses().any(|house| house.kind == kind);
    let layout = json!({
        "size": shape.digits(),
        "diagonals": has(HouseKind::Diagonal),
        "windows": has(HouseKind::Window),
        "regions": shape.regions_text(),
        "cages": shape.cages_text(),
    });
    json!({ "puzzle": digits_text(&digits), "removed": removed, "layout": layout })
}
