//! Questions about sudokus.

use std::ops::ControlFlow;

use countless_engine::ledger::Shard;
use countless_sudoku::{
    ExplainerRating, Level, Rating, Status, Step, Symmetry, Technique, TraceEnd, TraceOptions,
};
use serde_json::{Value, json};

use super::fault::{Answer, Fault, expected, unknown};
use super::report::{Window, count, progress, report};
use super::request::{parsed, shard_of};
use super::rules::{Explained, Places, Rules};
use super::sudoku_board::{Board, digits_of, grid_text, tenths, texts};
use super::sudoku_request::{Request, Scale};

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    #[cfg(feature = "variants")]
    if let Some(layout) = &request.layout {
        return answer_in(&layout.shape()?, request);
    }
    #[cfg(feature = "sudoku")]
    {
        answer_in(&super::classic::Classic, request)
    }
    #[cfg(not(feature = "sudoku"))]
    {
        Err(expected("layout", "a layout"))
    }
}

fn answer_in(rules: &dyn Rules, request: &Request) -> Answer {
    let board = || Board::of(rules, request);
    match &*request.ask {
        "layout" => Ok(layout(&rules.places())),
        "read" => rules.read(request),
        "generate" => Ok(json!({ "puzzles": rules.generate(request)? })),
        "candidates" => Ok(candidates(&board()?)),
        "check" => check(&board()?, request.reveal),
        "hint" => hint(&board()?),
        "steps" => steps(&board()?, request),
        "solve" => solved(&board()?),
        "count" => counted(&board()?, request),
        "list" => Ok(list(&board()?, Window::of(request.from, request.limit)?)),
        "rate" => rate(&board()?, request.scale),
        "canon" => canonical(&board()?),
        name => Err(unknown(name)),
    }
}

fn layout(places: &Places) -> Value {
    let named = |cells: &[u16]| -> Value {
        let cells = cells
            .iter()
            .map(|&cell| json!(places.cells[usize::from(cell)]));
        cells.collect()
    };
    let (houses, cages) = places
        .groups
        .split_at(places.groups.len() - places.sums.len());
    let houses = houses.iter().map(|(name, cells)| {
        json!({ "name": name, "kind": name.split(' ').next(), "cells": named(cells) })
    });
    let has_cages = !cages.is_empty();
    let cages = cages.iter().zip(&places.sums);
    let cages = cages.map(|((_, cells), sum)| json!({ "cells": named(cells), "sum": sum }));
    let techniques = Technique::ALL.into_iter();
    let techniques = techniques.filter(|technique| has_cages || !technique.needs_cages());
    let techniques = techniques.map(|technique| {
        let level = technique.level().name();
        json!({ "name": technique.name(), "title": technique.title(), "level": level })
    });
    json!({
        "rows": places.side,
        "columns": places.side,
        "digits": places.digits,
        "cells": places.cells,
        "houses": houses.collect::<Value>(),
        "cages": cages.collect::<Value>(),
        "techniques": techniques.collect::<Value>(),
        "levels": Level::ALL.map(Level::name),
        "symmetries": Symmetry::ALL.iter().map(|&(_, name)| name).collect::<Value>(),
    })
}

fn candidates(board: &Board<'_>) -> Value {
    let digits = board.digits();
    json!({
        "candidates": texts(board.candidates()),
        "clashes": board.clashes(&digits),
        "empty": digits.iter().map(|&digit| u32::from(digit == 0)).sum::<u32>(),
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
    let mut answer = json!(review);
    answer["right"] = review.is_right().into();
    answer["solved"] = (review.is_right() && review.blank.is_empty()).into();
    answer["sums"] = json!(review.sums);
    answer["wrong"] = wrong.into();
    answer["removals"] = board.removals()?;
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

/// Explains marks, unless they break a rule.
fn explain(
    board: &Board<'_>,
    options: TraceOptions,
    visit: &mut dyn FnMut(Step, Vec<u32>) -> ControlFlow<()>,
) -> Result<Explained, Fault> {
    let marks = board.marks();
    if board.is_lawful(&board.digits()) {
        return board.rules.explain(&marks, options, visit);
    }
    Ok(Explained {
        end: TraceEnd::NoSolution,
        is_unique: false,
        candidates: marks,
    })
}

fn hint(board: &Board<'_>) -> Answer {
    let (review, removals) = (board.review()?, board.removals()?);
    let wrong = board.entries(&review.wrong, &board.attempt);
    let (mut found, mut sentence) = (Value::Null, None);
    if wrong.is_empty() && removals == json!([]) {
        let explained = explain(board, TraceOptions::new(), &mut |step, _| {
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
    Ok(json!({
        "status": review.status.name(),
        "wrong": wrong,
        "removals": removals,
        "sentence": sentence,
        "step": found,
    }))
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

fn steps(board: &Board<'_>, request: &Request) -> Answer {
    let upto: Option<Technique> = parsed("upto", request.upto.as_deref())?;
    let limit = request.limit.unwrap_or(u64::MAX);
    let (mut number, mut used) = (0, Vec::new());
    let mut tell = |step: Step, candidates| {
        number += 1;
        used.push(step.technique);
        let mut json = step_json(&step);
        json["number"] = number.into();
        json["candidates"] = texts(candidates);
        report(&json!({ "step": json }));
        ControlFlow::Continue(())
    };
    if request.scale == Scale::Se {
        if upto.is_some() {
            return Err(expected("upto", "no technique for the scale se"));
        }
        let mut answer = explainer_json(board, limit, &mut tell)?;
        answer["steps"] = number.into();
        return Ok(answer);
    }
    let options = TraceOptions::new().steps(limit);
    let options = options.upto(upto.unwrap_or(Technique::ForcingNested));
    let Explained {
        end,
        is_unique,
        candidates,
    } = explain(board, options, &mut tell)?;
    let status = match end {
        TraceEnd::NoSolution => Status::None,
        _ if is_unique => Status::Unique,
        _ => Status::Multiple,
    };
    let is_solved = end == TraceEnd::Solved;
    let rating = if is_solved && is_unique {
        board.rules.rate(&board.marks())?
    } else {
        None
    };
    let grid = grid_text(&digits_of(&candidates));
    let mut answer = rating_json(status, rating);
    answer["steps"] = number.into();
    answer["end"] = end.name().into();
    answer["unique"] = is_unique.into();
    answer["solution"] = json!(is_solved.then_some(&grid));
    answer["grid"] = grid.into();
    let groups = Technique::ALL.into_iter().filter_map(|technique| {
        let steps = used.iter().filter(|&&used| used == technique).count();
        (steps > 0).then(|| json!({ "technique": technique, "steps": steps }))
    });
    answer["techniques"] = groups.collect();
    Ok(answer)
}

fn solved(board: &Board<'_>) -> Answer {
    let marks = board.marks();
    let (status, solution) = board.solve(&marks)?;
    Ok(json!({
        "puzzle": grid_text(&board.puzzle),
        "status": status.name(),
        "solutions": count(status.solutions()),
        "solution": solution.map(|solution| grid_text(&solution)),
        "common": board.common(&marks)?.map(|common| grid_text(&common)),
    }))
}

fn counted(board: &Board<'_>, request: &Request) -> Answer {
    let limit = request.limit.unwrap_or(u64::MAX);
    let shard = shard_of(request.shard.as_deref())?;
    let marks = board.marks();
    let mut parts = Vec::new();
    if shard == Shard::WHOLE {
        let first = board.solve(&marks)?.0.solutions();
        report(&json!({ "first": count(first) }));
    }
    if board.is_lawful(&digits_of(&marks)) {
        parts = board.rules.split(&marks);
    }
    let own = parts.into_iter().zip(0..);
    let own: Vec<_> = own.filter(|&(_, index)| shard.contains(index)).collect();
    let (mut solutions, progress) = (0, progress());
    progress.begin(Some(own.len() as u64));
    for (part, _) in own {
        let mut told = 0;
        let found = board.rules.count(&part, limit, &mut |found| {
            progress.found(found - told);
            told = found;
            if solutions + found < limit.into() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        progress.found(found - told);
        solutions += found;
        if solutions >= limit.into() {
            return Ok(json!({ "solutions": limit, "complete": false }));
        }
        progress.advance(1);
    }
    Ok(json!({ "solutions": count(solutions), "complete": true }))
}

fn list(board: &Board<'_>, mut window: Window) -> Value {
    if board.is_lawful(&board.digits()) {
        board.rules.list(&board.marks(), &mut |solution| {
            window.take(|| grid_text(solution).into())
        });
    }
    window.answer()
}

fn rate(board: &Board<'_>, scale: Scale) -> Answer {
    if scale == Scale::Se {
        return explainer_json(board, 0, &mut |_, _| ControlFlow::Continue(()));
    }
    let (marks, mut rating) = (board.marks(), None);
    let (status, _) = board.solve(&marks)?;
    if status == Status::Unique {
        rating = board.rules.rate(&marks)?;
    }
    Ok(rating_json(status, rating))
}

/// Answer about a rating in points.
fn rating_json(status: Status, rating: Option<Rating>) -> Value {
    json!({
        "status": status.name(),
        "level": rating.map(|rating| rating.level()),
        "rating": rating.map(|rating| f64::from(rating.score()) / 1000.0),
        "hardest": rating.filter(|it| it.solved).map(|rating| rating.hardest),
        "steps": rating.map(|rating| rating.steps),
        "effort": rating.map(|rating| rating.effort),
    })
}

/// Answer about ratings of Sudoku Explainer, after some of its steps.
fn explainer_json(
    board: &Board<'_>,
    limit: u64,
    visit: &mut dyn FnMut(Step, Vec<u32>) -> ControlFlow<()>,
) -> Answer {
    let marks = board.marks();
    let (status, _) = board.solve(&marks)?;
    let mut rating = None;
    if status == Status::Unique {
        let found = board.rules.explainer(&marks, limit, visit);
        rating = Some(found.ok_or_else(|| expected("scale", "points for this layout"))?);
    }
    Ok(json!({
        "status": status.name(),
        "level": rating.map(ExplainerRating::level),
        "er": rating.map(|rating| tenths(rating.er)),
        "ep": rating.map(|rating| tenths(rating.ep)),
        "ed": rating.map(|rating| tenths(rating.ed)),
    }))
}

fn canonical(board: &Board<'_>) -> Answer {
    let digits = board.digits();
    let form = board.rules.canonical(&digits);
    let classic = "a classic layout without equal digits in a house";
    let (canonical, automorphisms) = form.ok_or_else(|| expected("canon", classic))?;
    Ok(json!({
        "puzzle": grid_text(&digits),
        "canonical": canonical,
        "automorphisms": automorphisms,
    }))
}
