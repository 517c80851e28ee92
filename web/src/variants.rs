//! Questions about sudokus of other layouts and rules.

use countless_engine::Run;
use countless_engine::ledger::Shard;
use countless_sudoku::{Cell, Level, Status, Step, Technique, TraceEnd, TraceOptions};
use countless_variants::{
    GenerateVariants, RepeatedDigit, Review, Shape, ShapeDrawing, ShapeOptions,
};
use serde_json::{Value, json};

use super::fault::{Fault, expected, unknown};
use super::report::{Ticker, Window, count, report, run};
use super::request::Request;
use super::sudoku::{
    add_names, add_rating, ended, hint_json, rating_json, report_step, step_json, techniques_used,
};
use super::sudoku_board::{masks, texts};

type Answer = Result<Value, Fault>;

/// Least number of parts of a count.
const PARTS: usize = 64;

/// Answers a question about a layout.
pub fn answer(question: &str, layout: Request, mut request: Request) -> Answer {
    let shape = shape(layout)?;
    match question {
        "layout" => {
            request.end()?;
            return Ok(layout_of(&shape));
        }
        "read" => return read(&shape, request),
        "generate" => return generate(shape, request),
        _ => {}
    }
    let board = Board::take(&shape, &mut request)?;
    match question {
        "check" => board.check(request.flag("reveal")?, request),
        "steps" => board.steps(request),
        "count" => board.count(request),
        "list" => board.list(request),
        "candidates" | "hint" | "solve" | "rate" => {
            request.end()?;
            match question {
                "candidates" => Ok(board.candidates()),
                "hint" => board.hint(),
                "solve" => board.solve(),
                _ => board.rate(),
            }
        }
        name => Err(unknown(name)),
    }
}

/// Takes the layout of a request.
fn shape(mut layout: Request) -> Result<Shape, Fault> {
    let mut drawing = |name: &str| -> Result<Option<ShapeDrawing>, Fault> {
        let text = layout.text(name)?;
        let name = name.to_owned();
        Ok(text.map(|text| ShapeDrawing { name, text }))
    };
    let (regions, cages) = (drawing("regions")?, drawing("cages")?);
    let boxes = match layout.text("boxes")? {
        None => None,
        Some(text) => {
            let pair = text.split_once('x');
            let pair =
                pair.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
            Some(pair.ok_or_else(|| expected("boxes", "rows and columns such as 2x3"))?)
        }
    };
    let options = ShapeOptions::new()
        .size(layout.count_to("size", 9, 25)? as usize)
        .boxes(boxes)
        .diagonals(layout.flag("diagonals")?)
        .windows(layout.flag("windows")?)
        .samurai(layout.flag("samurai")?)
        .regions(regions)
        .cages(cages);
    layout.end()?;
    Ok(Shape::new(&options)?)
}

/// A cell of a layout.
fn cell(shape: &Shape, index: usize) -> Cell {
    let (row, column) = shape.position(index);
    Cell::in_layout(row + 1, column + 1)
}

fn cells(shape: &Shape, cells: &[u16]) -> Vec<Cell> {
    let cells = cells.iter().map(|&index| cell(shape, index.into()));
    cells.collect()
}

/// Equal digits in houses and cages.
fn clashes(repeated: &[RepeatedDigit]) -> Value {
    let clashes = repeated
        .iter()
        .map(|clash| json!({ "digit": clash.digit, "unit": clash.house, "cells": clash.cells }));
    clashes.collect()
}

fn layout_of(shape: &Shape) -> Value {
    let houses = shape.houses().map(|house| {
        let name = house.to_string();
        let kind = name.split(' ').next().map(str::to_owned);
        json!({ "name": name, "kind": kind, "cells": cells(shape, &house.cells) })
    });
    let cages = shape.cages();
    let cages = cages.map(|(own, sum)| json!({ "cells": cells(shape, own), "sum": sum }));
    let cages: Vec<Value> = cages.collect();
    let mut answer = json!({
        "rows": shape.side(),
        "columns": shape.side(),
        "digits": shape.digits(),
        "cells": (0..shape.cells()).map(|index| cell(shape, index)).collect::<Vec<_>>(),
        "houses": houses.collect::<Vec<_>>(),
        "cages": cages,
    });
    add_names(&mut answer, !cages.is_empty());
    answer
}

fn read(shape: &Shape, mut request: Request) -> Answer {
    let text = request.needed_text("text")?;
    request.count("limit")?;
    request.end()?;
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let digits = shape.parse_attempt(lines.join("\n").trim_end())?;
    let puzzle = json!({
        "line": 1, "puzzle": shape.write(&digits), "removed": null, "tag": null, "solution": null,
    });
    Ok(json!({ "puzzles": [puzzle], "rejects": [], "more": false }))
}

fn generate(shape: Shape, mut request: Request) -> Answer {
    let seed = request.count("seed")?.unwrap_or(0);
    let number = request.count_to("count", 1, 100)?;
    let level: Option<Level> = request.parsed("level")?;
    let clues = request.count("clues")?.map(|clues| clues as usize);
    request.end()?;
    let run = run();
    let mut generate = GenerateVariants::new(shape, number, seed, clues, &run)?;
    if let Some(level) = level {
        generate = generate.with_level(level)?;
    }
    let mut puzzles = Vec::new();
    run.for_each(&generate, |made| {
        puzzles.push(json!({
            "puzzle": made.puzzle,
            "solution": made.solution,
            "clues": made.clues,
            "level": level.map(Level::name),
            "er": null,
        }));
    })?;
    Ok(json!({ "puzzles": puzzles }))
}

/// Clues and entries, and candidates removed by hand.
struct Board<'a> {
    shape: &'a Shape,
    puzzle: Vec<u8>,
    attempt: Vec<u8>,
    removed: Vec<u32>,
    run: Run,
}

impl<'a> Board<'a> {
    fn take(shape: &'a Shape, request: &mut Request) -> Result<Self, Fault> {
        let grid = |name: &str, text: &str| {
            let digits = shape.parse_attempt(text);
            digits.map_err(|error| Fault::from(error).within(name))
        };
        let puzzle = grid("puzzle", &request.needed_text("puzzle")?)?;
        let attempt = request.text("attempt")?;
        let attempt = attempt.map(|text| grid("attempt", &text)).transpose()?;
        let removed = request.texts("removed")?;
        let removed = removed.map(|cells| masks(&cells, shape.cells(), shape.digits() as u32));
        Ok(Self {
            shape,
            attempt: attempt.unwrap_or_else(|| puzzle.clone()),
            puzzle,
            removed: removed
                .transpose()?
                .unwrap_or_else(|| vec![0; shape.cells()]),
            run: run(),
        })
    }

    /// The clues, and the entries where the puzzle is empty.
    fn digits(&self) -> Vec<u8> {
        let pairs = self.puzzle.iter().zip(&self.attempt);
        pairs
            .map(|(&clue, &entry)| if clue > 0 { clue } else { entry })
            .collect()
    }

    fn review(&self) -> Result<Review, Fault> {
        Ok(self.shape.review(&self.puzzle, &self.attempt, &self.run)?)
    }

    /// True if the digits are equal in no house. Only such a board is searched.
    fn is_lawful(&self) -> bool {
        self.shape.parse(&self.shape.write(&self.digits())).is_ok()
    }

    /// Status and a solution.
    fn solution(&self) -> Result<(Status, Vec<u8>), Fault> {
        if !self.is_lawful() {
            return Ok((Status::None, Vec::new()));
        }
        Ok(self.shape.solve(&self.digits(), &self.run)?)
    }

    fn entries(&self, cells: &[Cell], digits: &[u8]) -> Vec<Value> {
        let entry = |&cell: &Cell| {
            let index = self.shape.cell_at(cell.row() - 1, cell.column() - 1);
            json!({ "cell": cell, "digit": index.map(|index| digits[index]) })
        };
        cells.iter().map(entry).collect()
    }

    /// Right digits of empty cells that were removed by hand.
    fn removals(&self, review: &Review) -> Vec<Value> {
        let Some(solution) = review
            .solution
            .as_ref()
            .filter(|_| review.status == Status::Unique)
        else {
            return Vec::new();
        };
        let lost = (0..self.shape.cells()).filter(|&index| {
            self.attempt[index] == 0 && self.removed[index] >> (solution[index] - 1) & 1 == 1
        });
        let lost = lost.map(|index| cell(self.shape, index));
        self.entries(&lost.collect::<Vec<Cell>>(), solution)
    }

    fn candidates(&self) -> Value {
        let digits = self.digits();
        let full = (1 << self.shape.digits()) - 1;
        let mut masks: Vec<u32> = self.removed.iter().map(|removed| full & !removed).collect();
        for (mask, &digit) in masks.iter_mut().zip(&digits) {
            if digit > 0 {
                *mask = 1 << (digit - 1);
            }
        }
        let houses = self.shape.houses().map(|house| &house.cells[..]);
        let cages = self.shape.cages().map(|(cells, _)| cells);
        for group in houses.chain(cages) {
            let digit = |&cell: &u16| digits[usize::from(cell)];
            let seen = group.iter().map(digit).filter(|&digit| digit > 0);
            let seen = seen.fold(0, |seen, digit| seen | 1 << (digit - 1));
            for cell in group.iter().filter(|cell| digit(cell) == 0) {
                masks[usize::from(*cell)] &= !seen;
            }
        }
        let empty = (0..digits.len())
            .filter(|&index| digits[index] == 0)
            .count();
        let clashes = clashes(&self.shape.clashes(&digits));
        json!({ "candidates": texts(masks), "clashes": clashes, "empty": empty })
    }

    fn check(&self, reveal: bool, request: Request) -> Answer {
        request.end()?;
        let review = self.review()?;
        let mut wrong = self.entries(&review.wrong, &self.attempt);
        if let (true, Some(solution)) = (reveal, &review.solution) {
            let right = self.entries(&review.wrong, solution);
            for (entry, right) in wrong.iter_mut().zip(right) {
                entry["expected"] = right["digit"].clone();
            }
        }
        let sums = review
            .sums
            .iter()
            .map(|sum| json!({ "cells": sum.cells, "sum": sum.found, "expected": sum.expected }));
        Ok(json!({
            "right": review.is_right(),
            "solved": review.is_right() && review.blank.is_empty(),
            "solutions": review.status.name(),
            "agrees": review.agrees,
            "clashes": clashes(&review.clashes),
            "sums": sums.collect::<Vec<_>>(),
            "changed": review.changed,
            "wrong": wrong,
            "blank": review.blank,
            "removals": self.removals(&review),
        }))
    }

    fn hint(&self) -> Answer {
        let review = self.review()?;
        let removals = self.removals(&review);
        if !review.wrong.is_empty() || !removals.is_empty() {
            let mut answer = hint_json(review.status, None, None);
            answer["wrong"] = self.entries(&review.wrong, &self.attempt).into();
            answer["removals"] = removals.into();
            answer["sentence"] = Value::Null;
            return Ok(answer);
        }
        if !self.is_lawful() {
            return Ok(hint_json(review.status, None, Some(TraceEnd::NoSolution)));
        }
        let options = TraceOptions::new();
        let mut trace = self.shape.explain(&self.digits(), options, &self.run)?;
        let step =
            trace.find(|step| step.technique != Technique::Elimination && !self.is_done(step));
        Ok(hint_json(review.status, step.as_ref(), trace.end()))
    }

    /// True if a step removes only what was removed by hand.
    fn is_done(&self, step: &Step) -> bool {
        step.placed.is_empty()
            && step.removed.iter().all(|gone| {
                let index = self
                    .shape
                    .cell_at(gone.cell.row() - 1, gone.cell.column() - 1);
                index.is_some_and(|index| self.removed[index] >> (gone.digit - 1) & 1 == 1)
            })
    }

    fn steps(&self, mut request: Request) -> Answer {
        let upto: Option<Technique> = request.parsed("upto")?;
        let limit = request.count("limit")?.unwrap_or(u64::MAX);
        if request
            .text("scale")?
            .is_some_and(|scale| scale != "points")
        {
            return Err(Fault::new("scale: layouts have points only"));
        }
        request.end()?;
        let digits = self.digits();
        if !self.is_lawful() {
            let grid = self.shape.write(&digits);
            return Ok(ended(0, Status::None, TraceEnd::NoSolution, &grid));
        }
        let options = TraceOptions::new().steps(limit);
        let options = options.upto(upto.unwrap_or(Technique::ForcingNested));
        let mut trace = self.shape.explain(&digits, options, &self.run)?;
        let (mut number, mut used) = (0, Vec::new());
        while let Some(step) = trace.next() {
            number += 1;
            used.push(step.technique);
            report_step(step_json(&step), number, trace.possible());
        }
        let end = trace.end().unwrap_or(TraceEnd::Limit);
        let found = trace
            .possible()
            .into_iter()
            .map(|digits| match digits.count_ones() {
                1 => digits.trailing_zeros() as u8 + 1,
                _ => 0,
            });
        let found = self.shape.write(&found.collect::<Vec<u8>>());
        let status = match end {
            TraceEnd::NoSolution => Status::None,
            _ if trace.is_unique() => Status::Unique,
            _ => Status::Multiple,
        };
        let mut answer = ended(number, status, end, &found);
        if end == TraceEnd::Solved {
            add_rating(&mut answer, self.shape.rate(&digits, &self.run)?);
        }
        answer["techniques"] = techniques_used(used);
        Ok(answer)
    }

    fn solve(&self) -> Answer {
        let (status, solution) = self.solution()?;
        let mut common = solution.clone();
        if status == Status::Multiple {
            // Another digit in a cell, if a solution has one, is in no solution seen so far.
            for index in 0..common.len() {
                let others =
                    (1..=self.shape.digits() as u8).filter(|&digit| digit != common[index]);
                let mut digits = self.digits();
                let mut is_possible = |digit| -> Result<bool, Fault> {
                    digits[index] = digit;
                    let lawful = self.shape.parse(&self.shape.write(&digits)).is_ok();
                    Ok(lawful && self.shape.count(&digits, 1, &self.run)? > 0)
                };
                if self.digits()[index] == 0 {
                    for digit in others {
                        if is_possible(digit)? {
                            common[index] = 0;
                            break;
                        }
                    }
                }
            }
        }
        let is_solved = status != Status::None;
        let solutions = match status {
            Status::None => 0,
            Status::Unique => 1,
            _ => 2,
        };
        Ok(json!({
            "puzzle": self.shape.write(&self.puzzle),
            "status": status.name(),
            "solutions": solutions,
            "solution": is_solved.then(|| self.shape.write(&solution)),
            "common": is_solved.then(|| self.shape.write(&common)),
        }))
    }

    fn count(&self, mut request: Request) -> Answer {
        let limit = request.count("limit")?.unwrap_or(u64::MAX);
        let shard = request.shard()?;
        request.end()?;
        let mut parts = Vec::new();
        if self.is_lawful() {
            parts.push(self.digits());
        }
        if shard == Shard::WHOLE {
            let first = match parts.first() {
                Some(digits) => self.shape.count(digits, 2, &self.run)?,
                None => 0,
            };
            report(&json!({ "first": first }));
        }
        while (1..PARTS).contains(&parts.len()) {
            let Some(blank) = parts[0].iter().position(|&digit| digit == 0) else {
                break;
            };
            let digits = 1..=self.shape.digits() as u8;
            let filled = parts.iter().flat_map(|part| {
                digits.clone().map(move |digit| {
                    let mut part = part.clone();
                    part[blank] = digit;
                    part
                })
            });
            let lawful = |part: &Vec<u8>| self.shape.parse(&self.shape.write(part)).is_ok();
            parts = filled.filter(lawful).collect();
        }
        let total = parts.len() as u64 / shard.count();
        let own = parts.into_iter().zip(0..);
        let own = own.filter(|&(_, index)| shard.contains(index));
        let (mut solutions, mut ticker) = (0_u128, Ticker::new());
        for ((part, _), done) in own.zip(0..) {
            ticker.tick(done, Some(total), solutions);
            solutions += u128::from(self.shape.count(&part, limit, &self.run)?);
            if solutions >= limit.into() {
                return Ok(json!({ "solutions": count(limit.into()), "complete": false }));
            }
        }
        Ok(json!({ "solutions": count(solutions), "complete": true }))
    }

    fn list(&self, mut request: Request) -> Answer {
        let mut window = Window::take_from(&mut request)?;
        request.end()?;
        if self.is_lawful() {
            self.shape.list(&self.digits(), &self.run, &mut |solution| {
                window.take(|| self.shape.write(solution).into())
            });
        }
        Ok(window.answer())
    }

    fn rate(&self) -> Answer {
        let status = self.solution()?.0;
        let rating = match status {
            Status::Unique => self.shape.rate(&self.digits(), &self.run)?,
            _ => None,
        };
        Ok(rating_json(status, rating))
    }
}
