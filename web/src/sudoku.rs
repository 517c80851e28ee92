//! Questions about sudokus.

use std::ops::ControlFlow;

use countless_engine::ledger::Shard;
use countless_sudoku::{Rating, Status, Step, Technique, TraceEnd};
use serde_json::{Value, json};

use super::fault::{Answer, Fault, expected, unknown};
use super::places::{Places, digits_of, grid_text, texts};
use super::report::{Window, count, progress, report};
use super::request::shard_of;
use super::rules::{Explained, Rules, StepVisitor};
use super::sudoku_board::Board;
use super::sudoku_request::Request;

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    #[cfg(feature = "variants")]
    if let Some(layout) = &request.layout {
        return answer_in(&layout.shape()?, request);
    }
    if cfg!(feature = "sudoku") {
        answer_in(&super::classic::Classic, request)
    } else {
        Err(expected("layout", "a layout"))
    }
}

fn answer_in(rules: &dyn Rules, request: &Request) -> Answer {
    let board = || Board::of(rules, request);
    match &*request.ask {
        "layout" => Ok(layout(&rules.places())),
        "generate" => rules.generate(request),
        "candidates" => Ok(candidates(&board()?)),
        "check" => check(&board()?, request.reveal),
        "hint" => hint(rules, &board()?),
        "steps" => steps(rules, &board()?),
        "solve" => solved(&board()?),
        "count" => counted(rules, &board()?, request),
        "list" => list(rules, &board()?, request),
        "rate" => rate(rules, &board()?),
        name => Err(unknown(name)),
    }
}

fn layout(places: &Places) -> Value {
    let named = |cells: &[u16]| -> Value {
        let cells = cells.iter();
        cells
            .map(|&cell| json!(places.cells[usize::from(cell)]))
            .collect()
    };
    let houses = places.houses().iter().map(|(name, cells)| {
        json!({ "name": name, "kind": name.split(' ').next(), "cells": named(cells) })
    });
    let cages = places.cages().iter().zip(&places.sums);
    let cages = cages.map(|((_, cells), sum)| json!({ "cells": named(cells), "sum": sum }));
    let techniques = Technique::ALL.into_iter();
    let techniques =
        techniques.filter(|technique| !places.sums.is_empty() || !technique.needs_cages());
    let techniques = techniques.map(|technique| {
        let level = technique.level().name();
        json!({ "name": technique.name(), "title": technique.title(), "level": level })
    });
    json!({
        "houses": houses.collect::<Value>(),
        "cages": cages.collect::<Value>(),
        "techniques": techniques.collect::<Value>(),
    })
}

fn candidates(board: &Board<'_>) -> Value {
    let empty = board.attempt.split(|&digit| digit > 0);
    json!({
        "candidates": texts(board.candidates()),
        "clashes": board.places.clashes(&board.attempt),
        "empty": empty.flatten().count(),
    })
}

fn check(board: &Board<'_>, reveal: bool) -> Answer {
    let review = board.review()?;
    let mut wrong = board.entries(&review.wrong, &board.attempt);
    if let (true, Some(solution)) = (reveal, &review.solution) {
        let right = board.entries(&review.wrong, solution);
        for (entry, right) in wrong.iter_mut().zip(right) {
            entry["expected"] = right["digit"].clone();
        }
    }
    let is_lawful = board.places.are_lawful(&board.attempt);
    let mut answer = json!(review);
    answer["solved"] = (review.is_right() && is_lawful && review.blank.is_empty()).into();
    answer["wrong"] = wrong.into();
    answer["removals"] = board.removals()?.into();
    Ok(answer)
}

/// A step in JSON.
fn step_json(step: &Step) -> Value {
    let mut json = json!(step);
    json["title"] = step.title().into();
    json["level"] = step.technique.level().name().into();
    json["place"] = step.place().into();
    json
}

/// Explains a board, unless it breaks a rule.
fn explain(
    rules: &dyn Rules,
    board: &Board<'_>,
    visit: StepVisitor<'_>,
) -> Result<Explained, Fault> {
    if board.places.are_lawful(&board.attempt) {
        return rules.explain(&board.marks(), visit);
    }
    Ok(Explained {
        end: TraceEnd::NoSolution,
        is_unique: false,
    })
}

fn hint(rules: &dyn Rules, board: &Board<'_>) -> Answer {
    let (review, removals) = (board.review()?, board.removals()?);
    let wrong = board.entries(&review.wrong, &board.attempt);
    let (mut found, mut sentence) = (Value::Null, None);
    if wrong.is_empty() && removals.is_empty() {
        let explained = explain(rules, board, &mut |step, _| {
            if step.technique == Technique::Elimination || is_done(board, &step) {
                return ControlFlow::Continue(());
            }
            found = step_json(&step);
            ControlFlow::Break(())
        })?;
        sentence = match explained.end {
            _ if found.is_object() => None,
            TraceEnd::NoSolution => Some("The puzzle has no solution."),
            TraceEnd::Solved => Some("The puzzle is solved."),
            _ => Some("No technique applies."),
        };
    }
    Ok(json!({ "wrong": wrong, "removals": removals, "sentence": sentence, "step": found }))
}

/// True if a step removes only what was removed by hand.
fn is_done(board: &Board<'_>, step: &Step) -> bool {
    let is_removed = |cell| {
        let index = board.places.cells.iter().position(|&other| other == cell);
        index.map_or(0, |index| board.removed[index])
    };
    let mut removed = step.removed.iter();
    step.placed.is_empty() && removed.all(|it| is_removed(it.cell) >> (it.digit - 1) & 1 == 1)
}

fn steps(rules: &dyn Rules, board: &Board<'_>) -> Answer {
    let explained = explain(rules, board, &mut |step, candidates| {
        let mut json = step_json(&step);
        json["candidates"] = texts(candidates);
        report(&json!({ "step": json }));
        ControlFlow::Continue(())
    })?;
    let is_rated = explained.end == TraceEnd::Solved && explained.is_unique;
    let rating = if is_rated {
        rules.rate(&board.marks())?
    } else {
        None
    };
    Ok(json!({
        "end": explained.end.name(),
        "level": rating.map(|rating| rating.level()),
        "rating": rating.map(points),
    }))
}

fn points(rating: Rating) -> f64 {
    f64::from(rating.score()) / 1000.0
}

fn solved(board: &Board<'_>) -> Answer {
    let marks = board.marks();
    let (status, solution) = board.solve(&marks)?;
    Ok(json!({
        "status": status.name(),
        "solution": solution.map(|solution| grid_text(&solution)),
        "common": board.common(&marks)?.map(|common| grid_text(&common)),
    }))
}

fn counted(rules: &dyn Rules, board: &Board<'_>, request: &Request) -> Answer {
    let shard = shard_of(request.shard.as_deref())?;
    let marks = board.marks();
    let mut parts = Vec::new();
    if shard == Shard::WHOLE {
        let first = board.solve(&marks)?.0.solutions();
        report(&json!({ "first": count(first) }));
    }
    if board.places.are_lawful(&digits_of(&marks)) {
        parts = rules.split(&marks);
    }
    let own = parts.into_iter().zip(0..);
    let own: Vec<_> = own.filter(|&(_, index)| shard.contains(index)).collect();
    let (mut solutions, progress) = (0, progress());
    progress.begin(Some(own.len() as u64));
    for (part, _) in own {
        let mut told = 0;
        let mut tell = |found| {
            progress.found(found - told);
            told = found;
        };
        let found = rules.count(&part, &mut tell)?;
        tell(found);
        solutions += found;
        progress.advance(1);
    }
    Ok(json!({ "solutions": count(solutions) }))
}

fn list(rules: &dyn Rules, board: &Board<'_>, request: &Request) -> Answer {
    let mut window = Window::of(request.from, request.limit)?;
    if board.places.are_lawful(&board.attempt) {
        rules.list(&board.marks(), &mut |solution| {
            window.take(|| grid_text(solution).into())
        });
    }
    Ok(window.answer())
}

fn rate(rules: &dyn Rules, board: &Board<'_>) -> Answer {
    let (marks, mut rating) = (board.marks(), None);
    let (status, _) = board.solve(&marks)?;
    if status == Status::Unique {
        rating = rules.rate(&marks)?;
    }
    Ok(json!({
        "status": status.name(),
        "level": rating.map(|rating| rating.level()),
        "rating": rating.map(points),
        "hardest": rating.filter(|it| it.solved).map(|rating| rating.hardest),
        "steps": rating.map(|rating| rating.steps),
        "effort": rating.map(|rating| rating.effort),
    }))
}
