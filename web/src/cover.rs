//! Questions about exact covers.

use anyhow::{Context, Result, bail, ensure};
use countless_cover::make::{PENTOMINOES, Packing, Pieces, TilingBoard, Turns};
use countless_cover::{CoverMethod, CoverProblem, ExactCover, Grid, Solution, SymmetryOptions};
use serde_json::{Value, json};

use super::report::{Answer, count, estimated, listed, run};
use super::request::{Request, number_to, parsed};

/// Memory of a count by memo, in bytes.
const MEMORY: usize = 1 << 30;
/// Most items of a problem that is checked for weights that rule out a solution.
const CHECKED: usize = 300;

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    let problem = || request.text.parse::<ExactCover>();
    match &*request.ask {
        "cover-pieces" => pieces(&request.all),
        "cover-make" => make(request),
        "cover-count" => counted(problem()?, request),
        "cover-classes" => classes(problem()?, request),
        "cover-estimate" => estimate(problem()?),
        "cover-list" => list(problem()?, request),
        "cover-sample" => sample(problem()?, request),
        name => bail!("unknown question {name:?}"),
    }
}

/// Answers with all pieces of a number of cells. Of five, they have their usual names.
fn pieces(all: &str) -> Answer {
    let pieces = if all == "5" {
        Pieces::drawn(PENTOMINOES, "pentominoes", Grid::squares())?
    } else {
        let (least, most) = all.split_once('-').unwrap_or((all, all));
        let sizes = parsed("all", least)?..=parsed("all", most)?;
        Pieces::all(Grid::squares(), sizes, Turns::All)?
    };
    let pieces = pieces.cells();
    let pieces = pieces.map(|(name, _, cells)| json!({ "name": name, "cells": cells }));
    Ok(json!({ "pieces": pieces.collect::<Value>() }))
}

fn make(request: &Request) -> Answer {
    let sides = request.board.split('x').map(|side| parsed("board", side));
    let sides: Vec<usize> = sides.collect::<Result<_>>()?;
    let mut grid = Grid::squares();
    if request.torus {
        grid = grid.torus(&sides)?;
    }
    let mut board = TilingBoard::on(grid, &sides)?;
    for cell in request.without.split_terminator(',') {
        ensure!(board.has(cell), "without: the board has no cell {cell}");
        board = board.without(cell);
    }
    let pieces = Pieces::drawn(&request.pieces, "pieces", grid).context("pieces")?;
    let turns = match &*request.turns {
        "" | "all" => Turns::All,
        "rotations" => Turns::Rotations,
        "fixed" => Turns::Fixed,
        name => bail!("turns: unknown turns {name:?}"),
    };
    let packing = Packing::new(board, pieces).turns(turns);
    let problem = packing.unlimited(request.unlimited).problem()?;
    Ok(json!({ "text": problem.to_knuth_with_grid(), "impossible": impossible(&problem) }))
}

/// Sentence that rules out a solution, if one is found without a search.
fn impossible(problem: &ExactCover) -> Option<String> {
    let check = (problem.item_count() <= CHECKED).then(|| problem.check())?;
    Some(if let Some(item) = check.impossible.first() {
        format!("No option covers {item}.")
    } else if let Some(clash) = check.clashes.first() {
        let item = &clash.item;
        format!("Options that are forced exclude each other at {item}.")
    } else if check.misfit?.weights.iter().all(|&(_, weight)| weight == 1) {
        "The number of cells does not fit the pieces.".to_owned()
    } else {
        "Colours of the cells show that the pieces do not fit.".to_owned()
    })
}

fn counted(problem: ExactCover, request: &Request) -> Answer {
    let run = run().memory(MEMORY);
    let counter = CoverProblem::counting(problem, CoverMethod::Auto, &run)?;
    if request.shard.is_some() && counter.method() != CoverMethod::Search {
        bail!("shard: only counts by search have shards");
    }
    let total = counter.count(&run.shard(request.shard()?))?.total;
    Ok(json!({ "solutions": count(&total.solutions) }))
}

fn classes(problem: ExactCover, request: &Request) -> Answer {
    let mut answer = counted(problem.clone(), request)?;
    let (run, options, method) = (
        run().memory(MEMORY),
        SymmetryOptions::new(),
        CoverMethod::Auto,
    );
    let classes = CoverProblem::counting_classes(problem, &options, method, &run)?;
    let symmetries = classes.symmetries();
    answer["symmetries"] = symmetries.map_or(1.into(), |symmetries| count(&symmetries.order));
    answer["classes"] = count(&classes.count_classes(&run)?.total);
    Ok(answer)
}

fn estimate(problem: ExactCover) -> Answer {
    let run = run().memory(MEMORY);
    let counter = CoverProblem::counting(problem, CoverMethod::Auto, &run)?;
    if counter.method() == CoverMethod::Memo {
        let total = counter.count(&run)?.total;
        return Ok(json!({ "seconds": 0.0, "solutions": count(&total.solutions) }));
    }
    estimated(run.estimate(&counter, 1)?)
}

fn list(problem: ExactCover, request: &Request) -> Answer {
    let (row, list) = (rows_of(&problem), CoverProblem::listing(problem));
    listed(request, |needed, take| {
        let run = run().limit(needed);
        list.visit(&run, &mut |solution| take(&|| row(&solution)))?;
        Ok(())
    })
}

fn sample(problem: ExactCover, request: &Request) -> Answer {
    let (row, run) = (rows_of(&problem), run().memory(MEMORY));
    let number = number_to("count", request.count, 1, 1000)?;
    let sample = CoverProblem::sampling(problem, number, request.seed, &run)?;
    let mut solutions = Vec::new();
    run.for_each(&sample, |solution| solutions.push(row(&solution)))?;
    Ok(json!({ "solutions": solutions, "total": count(&sample.population().unwrap_or_default()) }))
}

/// Makes rows of solutions: for each piece, its name and its cells. Solutions of a problem whose
/// items are not cells have no pieces.
fn rows_of(problem: &ExactCover) -> impl Fn(&Solution) -> Value + use<> {
    let (board, problem) = (problem.cell_board(), problem.clone());
    move |solution| {
        let pieces = board.as_ref().map(|board| {
            let is_cell = |item: &&str| board.grid().cell_named(item).is_some();
            let texts = solution
                .options()
                .filter_map(|option| problem.option_text(option));
            let pieces = texts.map(|text| {
                let (cells, others): (Vec<&str>, Vec<&str>) = text.split(' ').partition(is_cell);
                json!({ "name": others.first(), "cells": cells })
            });
            pieces.collect::<Value>()
        });
        json!({ "pieces": pieces })
    }
}
