//! Questions about classic sudokus.

use std::ops::ControlFlow;

use countless_engine::ledger::Shard;
use countless_sudoku::puzzles::{ReadOptions, visit_text};
use countless_sudoku::{
    Cell, ErRange, ExplainerRating, ExplainerTrace, Generate, GenerateOptions, GridHouse, Level,
    Pattern, PencilMarks, Puzzle, Rating, Solver, Status, Step, Symmetry, Technique, Trace,
    TraceEnd, TraceOptions, rate_explainer_marks, rate_unique_marks, split,
};
use serde_json::{Value, json};

use super::fault::{Fault, expected, unknown};
use super::report::{Ticker, Window, count, report};
use super::request::Request;
use super::sudoku_board::{Board, clashes, common, solve, texts};

type Answer = Result<Value, Fault>;

/// Number of parts of a count.
const PARTS: usize = 256;
/// Solutions between two looks at the clock.
const PER_LOOK: u128 = 1 << 14;

/// Answers a question.
pub fn answer(question: &str, request: Request) -> Answer {
    match question {
        "layout" => {
            request.end()?;
            Ok(layout())
        }
        "read" => read(request),
        "generate" => generate(request),
        "candidates" => on_board(request, |board| Ok(candidates(board))),
        "check" => check(request),
        "hint" => on_board(request, |board| Ok(hint(board))),
        "steps" => steps(request),
        "solve" => on_board(request, |board| Ok(solved(board))),
        "count" => counted(request),
        "list" => list(request),
        "rate" => rate(request),
        "canon" => on_board(request, canonical),
        name => Err(unknown(name)),
    }
}

/// Answers a question without members besides those of the board.
fn on_board(mut request: Request, answer: impl FnOnce(&Board) -> Answer) -> Answer {
    let board = Board::take(&mut request)?;
    request.end()?;
    answer(&board)
}

fn layout() -> Value {
    let houses = GridHouse::all().map(|house| {
        let kind = house.to_string();
        let cells = house.cells().map(|cell| cell.to_string());
        json!({ "name": kind, "kind": kind.split(' ').next(), "cells": cells })
    });
    let cells = Cell::all().map(|cell| cell.to_string());
    let mut answer = json!({
        "rows": 9,
        "columns": 9,
        "digits": 9,
        "cells": cells.collect::<Vec<_>>(),
        "houses": houses.collect::<Vec<_>>(),
        "cages": [],
    });
    add_names(&mut answer, false);
    answer
}

/// Adds the names of levels, techniques and symmetries.
pub fn add_names(answer: &mut Value, cages: bool) {
    let techniques = Technique::ALL.into_iter();
    let techniques = techniques.filter(|technique| cages || !technique.needs_cages());
    answer["techniques"] = techniques.map(named).collect();
    answer["levels"] = Level::ALL.iter().map(|level| level.name()).collect();
    answer["symmetries"] = Symmetry::ALL.iter().map(|&(_, name)| name).collect();
}

fn named(technique: Technique) -> Value {
    let level = technique.level().name();
    json!({ "name": technique.name(), "title": technique.title(), "level": level })
}

fn read(mut request: Request) -> Answer {
    let text = request.needed_text("text")?;
    let limit = request.count_to("limit", 100, 10_000)? as usize;
    request.end()?;
    let (mut puzzles, mut rejects, mut more) = (Vec::new(), Vec::new(), false);
    visit_text(&text, "text", &ReadOptions::new(), &mut |record| {
        if puzzles.len() == limit || rejects.len() == limit {
            more = true;
            return;
        }
        match record.puzzle {
            Ok(puzzle) => {
                let (clues, removed) = clues_and_removed(&puzzle);
                puzzles.push(json!({
                    "line": record.line,
                    "puzzle": clues.puzzle.to_string(),
                    "removed": removed.then(|| texts(clues.removed.map(u32::from))),
                    "tag": record.tag,
                    "solution": record.solution,
                }));
            }
            Err(bad) => rejects.push(json!({
                "line": bad.line,
                "column": bad.column,
                "reason": bad.reason.to_string(),
            })),
        }
    })?;
    match rejects.first() {
        None if puzzles.is_empty() => Err(Fault::new("no puzzle: the text is empty")),
        Some(first) if puzzles.is_empty() => {
            let reason = first["reason"].as_str().unwrap_or_default();
            let column = first["column"].as_u64().unwrap_or(1) as usize;
            Err(Fault::at(
                first["line"].as_u64().unwrap_or(1),
                column,
                reason,
            ))
        }
        _ => Ok(json!({ "puzzles": puzzles, "rejects": rejects, "more": more })),
    }
}

/// The board of a puzzle as read, and whether it has pencil marks.
fn clues_and_removed(puzzle: &Puzzle) -> (Board, bool) {
    let marks = puzzle.marks();
    let mut clues = countless_sudoku::Grid::BLANK;
    for (cell, digits) in marks.cells().iter().enumerate() {
        if digits.is_power_of_two() {
            clues = clues.with_cell(cell, digits.trailing_zeros() as u8 + 1);
        }
    }
    let mut board = Board {
        puzzle: clues,
        attempt: clues,
        removed: [0; countless_sudoku::CELLS],
    };
    for (cell, all) in board.candidates().into_iter().enumerate() {
        board.removed[cell] = all as u16 & !marks.cells()[cell];
    }
    (board, puzzle.grid().is_none())
}

fn candidates(board: &Board) -> Value {
    let grid = board.grid();
    json!({
        "candidates": texts(board.candidates()),
        "clashes": clashes(&grid),
        "empty": 81 - grid.clues(),
    })
}

/// Cells with digits.
fn entries(cells: &[(Cell, u8)]) -> Vec<Value> {
    let entry = |(cell, digit): &(Cell, u8)| json!({ "cell": cell, "digit": digit });
    cells.iter().map(entry).collect()
}

fn check(mut request: Request) -> Answer {
    let board = Board::take(&mut request)?;
    let reveal = request.flag("reveal")?;
    request.end()?;
    let review = board.review();
    let clashes = clashes(&board.attempt);
    let is_lawful = clashes.as_array().is_some_and(Vec::is_empty);
    let right = review.agrees && review.changed.is_empty() && is_lawful;
    let blank = Cell::all().filter(|&cell| board.puzzle[cell] == 0 && board.attempt[cell] == 0);
    let blank: Vec<Cell> = blank.collect();
    let mut wrong = entries(&review.wrong);
    if let (true, Some(solution)) = (reveal, &review.solution) {
        for (entry, (cell, _)) in wrong.iter_mut().zip(&review.wrong) {
            entry["expected"] = solution[*cell].into();
        }
    }
    Ok(json!({
        "right": right,
        "solved": right && blank.is_empty(),
        "solutions": Status::of_count(Some(review.status)).name(),
        "agrees": review.agrees,
        "clashes": clashes,
        "changed": review.changed,
        "wrong": wrong,
        "blank": blank,
        "removals": entries(&review.removals),
    }))
}

/// A step in JSON.
pub fn step_json(step: &Step) -> Value {
    let mut json = json!(step);
    json["title"] = step.title().into();
    json["level"] = step.technique.level().name().into();
    json["place"] = step.place().into();
    json
}

/// Answer of a hint: the step, or the reason why there is none.
pub fn hint_json(status: Status, step: Option<&Step>, end: Option<TraceEnd>) -> Value {
    let sentence = match end {
        _ if step.is_some() => None,
        Some(TraceEnd::NoSolution) => Some("The puzzle has no solution."),
        Some(TraceEnd::Solved) => Some("The puzzle is solved."),
        _ => Some("No technique applies."),
    };
    json!({
        "status": status.name(),
        "wrong": [],
        "removals": [],
        "sentence": sentence,
        "step": step.map(step_json),
    })
}

fn hint(board: &Board) -> Value {
    let review = board.review();
    let status = Status::of_count(Some(review.status));
    if !review.wrong.is_empty() || !review.removals.is_empty() {
        let mut answer = hint_json(status, None, None);
        answer["wrong"] = entries(&review.wrong).into();
        answer["removals"] = entries(&review.removals).into();
        answer["sentence"] = Value::Null;
        return answer;
    }
    let marks = board.marks();
    if !board.grid().is_consistent() {
        return hint_json(status, None, Some(TraceEnd::NoSolution));
    }
    let mut trace = Trace::of(&puzzle_of(marks), TraceOptions::new());
    let step = trace.find(|step| step.technique != Technique::Elimination);
    hint_json(status, step.as_ref(), trace.end())
}

fn puzzle_of(marks: PencilMarks) -> Puzzle {
    match marks.as_grid() {
        Some(grid) => Puzzle::Grid(grid),
        None => Puzzle::Pencilled(Box::new(marks)),
    }
}

/// True if the scale is that of Sudoku Explainer.
fn is_explainer(request: &mut Request) -> Result<bool, Fault> {
    match request.text("scale")?.as_deref() {
        None | Some("points") => Ok(false),
        Some("se") => Ok(true),
        Some(_) => Err(expected("scale", "points or se")),
    }
}

/// Reports a step, its number and the candidates after it.
pub fn report_step(mut step: Value, number: u64, candidates: impl IntoIterator<Item = u32>) {
    step["number"] = number.into();
    step["candidates"] = texts(candidates);
    report(&json!({ "step": step }));
}

fn steps(mut request: Request) -> Answer {
    let board = Board::take(&mut request)?;
    let explainer = is_explainer(&mut request)?;
    let upto: Option<Technique> = request.parsed("upto")?;
    let limit = request.count("limit")?.unwrap_or(u64::MAX);
    request.end()?;
    if explainer {
        if upto.is_some() {
            return Err(Fault::new("upto: a technique of the scale points"));
        }
        return Ok(explainer_steps(&board, limit));
    }
    let marks = board.marks();
    if !board.grid().is_consistent() {
        return Ok(ended(
            0,
            Status::None,
            TraceEnd::NoSolution,
            &board.grid().to_string(),
        ));
    }
    let upto = upto.unwrap_or(Technique::ForcingNested);
    let puzzle = puzzle_of(marks);
    let mut trace = Trace::of(&puzzle, TraceOptions::new().upto(upto).steps(limit));
    let (mut number, mut used) = (0, Vec::new());
    while let Some(step) = trace.next() {
        number += 1;
        used.push(step.technique);
        report_step(step_json(&step), number, trace.candidates().map(u32::from));
    }
    let end = trace.end().unwrap_or(TraceEnd::Limit);
    let status = match end {
        TraceEnd::NoSolution => Status::None,
        _ if trace.is_unique() => Status::Unique,
        _ => Status::Multiple,
    };
    let mut answer = ended(number, status, end, &trace.grid().to_string());
    if end == TraceEnd::Solved {
        add_rating(&mut answer, puzzle.rate());
    }
    answer["techniques"] = techniques_used(used);
    Ok(answer)
}

/// Techniques with their numbers of steps, from the easiest.
pub fn techniques_used(mut used: Vec<Technique>) -> Value {
    used.sort_unstable();
    let groups = used.chunk_by(|one, other| one == other);
    let groups = groups.map(|group| json!({ "technique": group[0], "steps": group.len() }));
    groups.collect()
}

/// Answer about the steps of an explanation.
pub fn ended(steps: u64, status: Status, end: TraceEnd, grid: &str) -> Value {
    let name = match end {
        TraceEnd::Solved => "solved",
        TraceEnd::Wall => "wall",
        TraceEnd::NoSolution => "no solution",
        TraceEnd::Limit => "limit",
    };
    let solution = (end == TraceEnd::Solved).then_some(grid);
    json!({
        "steps": steps,
        "end": name,
        "unique": status == Status::Unique,
        "status": status.name(),
        "grid": grid,
        "solution": solution,
        "level": null,
        "rating": null,
        "hardest": null,
        "techniques": [],
    })
}

/// Adds level, rating and hardest technique.
pub fn add_rating(answer: &mut Value, rating: Option<Rating>) {
    answer["level"] = json!(rating.map(|rating| rating.level()));
    answer["rating"] = json!(rating.map(|rating| f64::from(rating.score()) / 1000.0));
    answer["hardest"] = json!(rating.filter(|it| it.solved).map(|rating| rating.hardest));
}

/// A rating as a number with one decimal.
fn tenths(rating: u16) -> Value {
    json!(f64::from(rating) / 10.0)
}

fn explainer_steps(board: &Board, limit: u64) -> Value {
    let marks = board.marks();
    let status = status_of(&marks);
    if status != Status::Unique {
        return json!({
            "steps": 0, "status": status.name(), "level": null, "er": null, "ep": null, "ed": null,
        });
    }
    let mut trace = ExplainerTrace::new(&marks);
    let mut number = 0;
    while let Some(step) = trace.next() {
        if number < limit {
            number += 1;
            report_step(step_json(&step), number, trace.candidates().map(u32::from));
        }
    }
    let rating = trace.rating();
    json!({
        "steps": number,
        "status": status.name(),
        "level": rating.level(),
        "er": tenths(rating.er),
        "ep": tenths(rating.ep),
        "ed": tenths(rating.ed),
    })
}

fn status_of(marks: &PencilMarks) -> Status {
    Status::of_count(Some(solve(marks).0))
}

fn solved(board: &Board) -> Value {
    let marks = board.marks();
    let (solutions, solution) = solve(&marks);
    json!({
        "puzzle": board.puzzle.to_string(),
        "status": Status::of_count(Some(solutions)).name(),
        "solutions": count(solutions),
        "solution": solution.map(|solution| solution.to_string()),
        "common": common(&marks).map(|common| common.to_string()),
    })
}

fn counted(mut request: Request) -> Answer {
    let board = Board::take(&mut request)?;
    let limit = request.count("limit")?.map_or(u128::MAX, u128::from);
    let shard = request.shard()?;
    request.end()?;
    let marks = board.marks();
    if shard == Shard::WHOLE {
        report(&json!({ "first": count(Solver::new().count(marks, 2)) }));
    }
    let parts = split(&marks, PARTS);
    let total = parts.len() as u64 / shard.count();
    let own = parts.into_iter().zip(0..);
    let own = own.filter(|&(_, index)| shard.contains(index));
    let (mut solutions, mut ticker, mut solver) = (0, Ticker::new(), Solver::new());
    for ((part, _), done) in own.zip(0..) {
        let mut next_look = 0;
        solutions += solver.count_while(part, &mut |found| {
            if found >= next_look {
                next_look = found + PER_LOOK;
                ticker.tick(done, Some(total), solutions + found);
            }
            if solutions + found < limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if solutions >= limit {
            return Ok(json!({ "solutions": count(limit), "complete": false }));
        }
        ticker.tick(done + 1, Some(total), solutions);
    }
    Ok(json!({ "solutions": count(solutions), "complete": true }))
}

fn list(mut request: Request) -> Answer {
    let board = Board::take(&mut request)?;
    let mut window = Window::take_from(&mut request)?;
    request.end()?;
    let mut solver = Solver::new();
    solver.list(board.marks(), window.needed(), &mut |solution| {
        window.take(|| solution.to_string().into())
    });
    Ok(window.answer())
}

fn rate(mut request: Request) -> Answer {
    let board = Board::take(&mut request)?;
    let explainer = is_explainer(&mut request)?;
    request.end()?;
    let marks = board.marks();
    let status = status_of(&marks);
    let unique = (status == Status::Unique).then_some(marks);
    if explainer {
        let rating = unique.map(|marks| rate_explainer_marks(&marks));
        return Ok(json!({
            "status": status.name(),
            "level": rating.map(ExplainerRating::level),
            "er": rating.map(|rating| tenths(rating.er)),
            "ep": rating.map(|rating| tenths(rating.ep)),
            "ed": rating.map(|rating| tenths(rating.ed)),
        }));
    }
    Ok(rating_json(
        status,
        unique.map(|marks| rate_unique_marks(&marks)),
    ))
}

/// Answer about a rating in points.
pub fn rating_json(status: Status, rating: Option<Rating>) -> Value {
    let mut answer = json!({
        "status": status.name(),
        "steps": rating.map(|rating| rating.steps),
        "effort": rating.map(|rating| rating.effort),
    });
    add_rating(&mut answer, rating);
    answer
}

fn generate(mut request: Request) -> Answer {
    let symmetry = match request.text("symmetry")?.as_deref() {
        None => Some(Symmetry::None),
        Some("random") => None,
        Some(name) => {
            let found = name.parse::<Symmetry>();
            Some(found.map_err(|error| Fault::of("symmetry", &error))?)
        }
    };
    let clues = request.count("clues")?;
    let options = GenerateOptions::new()
        .seed(request.count("seed")?.unwrap_or(0))
        .count(request.count_to("count", 1, 100)?)
        .clues(clues.map(|clues| clues.min(usize::MAX as u64) as usize))
        .level(request.parsed("level")?)
        .technique(request.parsed("technique")?)
        .er(request.parsed::<ErRange>("er")?)
        .symmetry(symmetry)
        .pattern(request.parsed::<Pattern>("pattern")?)
        .minimal(request.flag("minimal")?)
        .unique(request.choice("unique")?.unwrap_or(true));
    request.end()?;
    let generate = Generate::new(options).map_err(|error| Fault::new(error.to_string()))?;
    let puzzles = generate.puzzles().into_iter().map(|made| {
        json!({
            "puzzle": made.puzzle.to_string(),
            "solution": made.solution.to_string(),
            "clues": made.clues,
            "level": made.level.map(Level::name),
            "er": made.er.map(tenths),
        })
    });
    Ok(json!({ "puzzles": puzzles.collect::<Vec<Value>>() }))
}

fn canonical(board: &Board) -> Answer {
    let grid = board.grid();
    let form = grid.canonical();
    let form = form.ok_or_else(|| Fault::new("the puzzle has equal digits in a house"))?;
    let text = form.form.to_string().replace('0', ".");
    Ok(json!({
        "puzzle": grid.to_string(),
        "canonical": text,
        "automorphisms": form.automorphisms,
    }))
}
