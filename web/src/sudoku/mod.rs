//! Questions about sudokus.

mod board;
mod reader;
mod start;

use std::sync::Arc;

use anyhow::bail;
use countless_sudoku::{
    Cell, Generate, GenerateOptions, PencilMarks, Step, Symmetry, Technique, Trace, TraceEnd,
    rate_explainer,
};
use countless_variants::{
    GenerateVariants, Shape, ShapeOptions, VariantPuzzle, candidate_texts, digits_text,
};
use serde_json::{Value, json};

use super::report::{Answer, count, listed, progress, report, run};
use super::request::{Request, number_to, parsed_if};
use board::Board;
use start::Start;

/// Most puzzles of a request.
const MOST: u64 = 100;

/// Answers a question. Each module has its own.
pub fn answer(request: &Request) -> Answer {
    match (&*request.ask, &request.layout) {
        ("read-text" | "read-any", _) if cfg!(feature = "sudoku-reader") => reader::answer(request),
        ("se-generate", _) if cfg!(feature = "sudoku-explainer") => make_classic(request),
        ("se-rate", _) if cfg!(feature = "sudoku-explainer") => explainer_rating(request),
        ("generate", None) if cfg!(feature = "sudoku") => make_classic(request),
        (_, None) if cfg!(feature = "sudoku") => {
            answer_in::<PencilMarks>(&Shape::classic(), request)
        }
        ("generate", Some(layout)) if cfg!(feature = "variants") => make_variants(layout, request),
        (_, Some(layout)) if cfg!(feature = "variants") => {
            answer_in::<VariantPuzzle>(&Arc::new(Shape::new(layout)?), request)
        }
        (name, _) => bail!("unknown question {name:?}"),
    }
}

fn answer_in<S: Start>(shape: &Arc<Shape>, request: &Request) -> Answer
where
    Trace<S::Layout>: Iterator<Item = Step>,
{
    let board = || Board::<S>::of(shape, request);
    match &*request.ask {
        "layout" => Ok(layout(shape)),
        "candidates" => Ok(board()?.shown()),
        "check" => board()?.check(request.reveal),
        "hint" => board()?.hint(),
        "steps" => board()?.steps(),
        "solve" => board()?.solved(),
        "count" => board()?.count(request),
        "list" => board()?.list(request),
        "rate" => board()?.rate(),
        name => bail!("unknown question {name:?}"),
    }
}

/// Makes classic puzzles.
fn make_classic(request: &Request) -> Answer {
    let symmetry = match request.symmetry.as_deref() {
        Some("random") => None,
        name => Some(parsed_if("symmetry", name)?.unwrap_or(Symmetry::None)),
    };
    let mut options = GenerateOptions::new()
        .seed(request.seed)
        .count(number_to("count", request.count, 1, MOST)?)
        .symmetry(symmetry)
        .level(parsed_if("level", request.level.as_deref())?)
        .technique(parsed_if("technique", request.technique.as_deref())?);
    if cfg!(feature = "sudoku-explainer") {
        options = options.er(parsed_if("er", request.er.as_deref())?);
    }
    Ok(json!({ "puzzles": Generate::new(options)?.puzzles() }))
}

/// Makes puzzles of a shape.
fn make_variants(options: &ShapeOptions, request: &Request) -> Answer {
    let (run, mut puzzles) = (run(), Vec::new());
    let count = number_to("count", request.count, 1, MOST)?;
    let mut generate =
        GenerateVariants::new(Shape::new(options)?, count, request.seed, None, &run)?;
    if let Some(level) = parsed_if("level", request.level.as_deref())? {
        generate = generate.with_level(level)?;
    }
    run.for_each(&generate, |made| puzzles.push(made))?;
    Ok(json!({ "puzzles": puzzles }))
}

fn layout(shape: &Shape) -> Value {
    let named = |cells: &[u16]| -> Vec<Cell> {
        cells.iter().map(|&cell| shape.cell(cell.into())).collect()
    };
    let cages = shape.cages();
    let cages = cages.map(|(cells, sum)| json!({ "cells": named(cells), "sum": sum }));
    let cages: Vec<Value> = cages.collect();
    let houses = shape.groups().into_iter().take(shape.houses().count());
    let houses = houses.map(|(name, cells)| {
        json!({ "name": name, "kind": name.split(' ').next(), "cells": named(&cells) })
    });
    let techniques = Technique::ALL.into_iter();
    let techniques = techniques.filter(|technique| !cages.is_empty() || !technique.needs_cages());
    let techniques = techniques.map(|technique| {
        let level = technique.level().name();
        json!({ "name": technique.name(), "title": technique.title(), "level": level })
    });
    let (houses, techniques): (Value, Value) = (houses.collect(), techniques.collect());
    json!({ "houses": houses, "cages": cages, "techniques": techniques })
}

/// A step in JSON.
fn step_json(step: &Step) -> Value {
    let mut json = json!(step);
    json["title"] = step.title().into();
    json["level"] = step.technique.level().name().into();
    json["place"] = step.place().into();
    json
}

/// Ratings of Sudoku Explainer.
fn explainer_rating(request: &Request) -> Answer {
    let (status, start) = Board::<PencilMarks>::of(&Shape::classic(), request)?.unique()?;
    let rating = start.map(rate_explainer);
    Ok(json!({
        "status": status.name(),
        "er": rating.map(|rating| f64::from(rating.er) / 10.0),
        "ep": rating.map(|rating| f64::from(rating.ep) / 10.0),
        "ed": rating.map(|rating| f64::from(rating.ed) / 10.0),
    }))
}

impl<S: Start> Board<S>
where
    Trace<S::Layout>: Iterator<Item = Step>,
{
    /// Answers with candidates and equal digits.
    fn shown(&self) -> Value {
        let candidates = self.without_removed(self.shape.candidates(&self.attempt));
        json!({
            "candidates": candidate_texts(&candidates),
            "clashes": self.shape.clashes(&self.attempt),
            "empty": digits_text(&self.attempt).matches('.').count(),
        })
    }

    fn check(&self, reveal: bool) -> Answer {
        let review = self.review()?;
        let mut answer = json!(review);
        answer["solved"] = (review.is_right() && review.blank.is_empty()).into();
        answer["wrong"] = json!(self.shape.wrong_entries(&review, &self.attempt, reveal));
        answer["removals"] = json!(self.removals()?);
        Ok(answer)
    }

    /// Start of a search of the board, unless it breaks a rule.
    fn start(&self) -> Option<S> {
        S::at(&self.shape, &self.marks())
    }

    fn hint(&self) -> Answer {
        let (review, removals) = (self.review()?, self.removals()?);
        let wrong = self.shape.wrong_entries(&review, &self.attempt, false);
        let (mut step, mut sentence) = (None, None);
        if wrong.is_empty() && removals.is_empty() {
            let mut trace = self.start().map(|start| start.explain()).transpose()?;
            step = trace.iter_mut().flatten().find(|step| self.is_new(step));
            sentence = match trace.map_or(Some(TraceEnd::NoSolution), |trace| trace.end()) {
                _ if step.is_some() => None,
                Some(TraceEnd::NoSolution) => Some("The puzzle has no solution."),
                Some(TraceEnd::Solved) => Some("The puzzle is solved."),
                _ => Some("No technique applies."),
            };
        }
        let step = step.as_ref().map(step_json);
        Ok(json!({ "wrong": wrong, "removals": removals, "sentence": sentence, "step": step }))
    }

    /// True if a step is more than elimination, and removes more than what was removed by hand.
    fn is_new(&self, step: &Step) -> bool {
        let mut removed = step.removed.iter();
        let is_done = step.placed.is_empty() && removed.all(|it| self.removed.contains(it));
        step.technique != Technique::Elimination && !is_done
    }

    fn steps(&self) -> Answer {
        let (mut end, mut rating) = (Some(TraceEnd::NoSolution), None);
        if let Some(start) = self.start() {
            let mut trace = start.explain()?;
            while let Some(step) = trace.next() {
                let mut json = step_json(&step);
                json["candidates"] = json!(candidate_texts(&trace.possible()));
                report(&json!({ "step": json }));
            }
            end = trace.end();
            if end == Some(TraceEnd::Solved) && trace.is_unique() {
                rating = start.rate()?;
            }
        }
        Ok(json!({
            "end": end.map(TraceEnd::name),
            "level": rating.map(|rating| rating.level()),
            "rating": rating.map(|rating| rating.points()),
        }))
    }

    fn solved(&self) -> Answer {
        let marks = self.marks();
        let (status, solution) = self.solve(&marks)?;
        let text = |digits: &[u8]| (!digits.is_empty()).then(|| digits_text(digits));
        Ok(json!({
            "status": status.name(),
            "solution": text(&solution),
            "common": text(&self.common(&marks)?),
        }))
    }

    fn count(&self, request: &Request) -> Answer {
        let shard = request.shard()?;
        if request.shard.is_none() {
            report(&json!({ "first": count(&self.solve(&self.marks())?.0.solutions()) }));
        }
        let parts = self.start().as_ref().map(S::split).unwrap_or_default();
        let (mut solutions, progress) = (0, progress());
        progress.begin(Some(shard.len(parts.len() as u64)));
        for (_, part) in (0..).zip(parts).filter(|&(index, _)| shard.contains(index)) {
            solutions += part.count(&progress)?;
            progress.advance(1);
        }
        Ok(json!({ "solutions": count(&solutions) }))
    }

    fn list(&self, request: &Request) -> Answer {
        listed(request, |_, take| {
            if let Some(start) = self.start() {
                start.list(&mut |solution| take(&|| digits_text(solution).into()));
            }
            Ok(())
        })
    }

    fn rate(&self) -> Answer {
        let (status, start) = self.unique()?;
        let rating = start.map(|start| start.rate()).transpose()?.flatten();
        Ok(json!({
            "status": status.name(),
            "level": rating.map(|rating| rating.level()),
            "rating": rating.map(|rating| rating.points()),
            "hardest": rating.filter(|it| it.solved).map(|rating| rating.hardest),
            "steps": rating.map(|rating| rating.steps),
            "effort": rating.map(|rating| rating.effort),
        }))
    }
}
