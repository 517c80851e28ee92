//! Questions about exact covers.

use std::ops::RangeInclusive;

use countless_cover::make::{PENTOMINOES, Packing, Pieces, TilingBoard, Turns};
use countless_cover::{
    BigCount, CoverMethod, CoverProblem, ExactCover, Grid, RandomCovers, Solution, SymmetryOptions,
};
use countless_engine::ledger::Shard;
use serde_json::{Value, json};

use super::fault::{Fault, expected, unknown};
use super::report::{Window, count, estimated, run};
use super::request::Request;

type Answer = Result<Value, Fault>;

/// Threads whose granularity a count has.
const GRANULARITY: usize = 8;
/// Memory of a count by memo, in bytes.
const MEMORY: usize = 1 << 30;
/// Most items of a problem that is checked for weights that rule out a solution.
const CHECKED: usize = 300;

/// Answers a question.
pub fn answer(question: &str, request: Request) -> Answer {
    match question {
        "cover-pieces" => pieces(request),
        "cover-make" => make(request),
        "cover-count" => counted(request),
        "cover-estimate" => estimate(request),
        "cover-list" => list(request),
        "cover-sample" => sample(request),
        name => Err(unknown(name)),
    }
}

/// Takes the grid of a board.
fn grid(request: &mut Request) -> Result<Grid, Fault> {
    Ok(request.parsed("grid")?.unwrap_or_else(Grid::squares))
}

fn turns(request: &mut Request, grid: Grid) -> Result<Turns, Fault> {
    match request.text("turns")?.as_deref() {
        None => Ok(Turns::of(grid)),
        Some("all") => Ok(Turns::All),
        Some("rotations") => Ok(Turns::Rotations),
        Some("fixed") => Ok(Turns::Fixed),
        Some(_) => Err(expected("turns", "all, rotations or fixed")),
    }
}

/// Numbers such as `5` or `1-5`.
fn sizes(text: &str) -> Option<RangeInclusive<usize>> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    Some(low.parse().ok()?..=high.parse().ok()?)
}

fn pieces(mut request: Request) -> Answer {
    let grid = grid(&mut request)?;
    let turns = turns(&mut request, grid)?;
    let (all, text) = (request.text("all")?, request.text("text")?);
    request.end()?;
    let pieces = match (all.as_deref(), text) {
        (None, Some(text)) => Pieces::drawn(&text, "pieces", grid)?,
        (Some("5"), None) if grid == Grid::squares() && turns == Turns::All => {
            Pieces::drawn(PENTOMINOES, "pentominoes", grid)?
        }
        (Some(all), None) => {
            let sizes = sizes(all).ok_or_else(|| expected("all", "a number, or two as in 1-5"))?;
            Pieces::all(grid, sizes, turns)?
        }
        _ => return Err(Fault::new("expected either of all and text")),
    };
    let listed = pieces.cells().map(|(name, copies, cells)| {
        let copies = match (copies.start(), copies.end()) {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low}-{high}"),
        };
        json!({ "name": name, "copies": copies, "cells": cells })
    });
    let listed: Vec<Value> = listed.collect();
    Ok(json!({ "pieces": listed }))
}

/// Sides such as 6x10.
fn sides(text: &str) -> Option<Vec<usize>> {
    let sides: Result<Vec<usize>, _> = text.trim().split('x').map(str::parse).collect();
    sides.ok().filter(|sides| sides.len() > 1)
}

fn make(mut request: Request) -> Answer {
    let mut grid = grid(&mut request)?;
    let turns = turns(&mut request, grid)?;
    let (text, drawn) = (
        request.needed_text("board")?,
        request.needed_text("pieces")?,
    );
    let without = request.text("without")?.unwrap_or_default();
    let torus = request.flag("torus")?;
    let (gaps, unlimited) = (request.flag("gaps")?, request.flag("unlimited")?);
    request.end()?;
    let sides = sides(&text);
    if torus {
        let sides = sides.as_deref();
        grid = grid.torus(sides.ok_or_else(|| expected("board", "sides of a torus"))?)?;
    }
    let mut board = if let Some(sides) = sides {
        TilingBoard::on(grid, &sides)?
    } else {
        let board = TilingBoard::drawn(&text, "board", grid);
        board.map_err(|error| Fault::from(error).within("board"))?
    };
    for cell in without.split(',').filter(|cell| !cell.is_empty()) {
        if !board.has(cell) {
            return Err(Fault::new(format!("without: the board has no cell {cell}")));
        }
        board = board.without(cell);
    }
    let drawn = match &*drawn {
        "dominoes" => "D\n##\n",
        "pentominoes" => PENTOMINOES,
        drawn => drawn,
    };
    let pieces = Pieces::drawn(drawn, "pieces", grid);
    let pieces = pieces.map_err(|error| Fault::from(error).within("pieces"))?;
    let packing = Packing::new(board, pieces).turns(turns).gaps(gaps);
    let problem = packing.unlimited(unlimited).problem()?;
    let cells: Vec<String> = problem.cell_board().map_or(Vec::new(), |board| {
        let cells = board.cells().iter();
        cells
            .map(|&(_, cell)| board.grid().cell_name(cell))
            .collect()
    });
    Ok(json!({
        "text": problem.to_knuth_with_grid(),
        "cells": cells,
        "items": problem.item_count(),
        "options": problem.option_count(),
        "impossible": impossible(&problem),
    }))
}

/// Sentence that rules out a solution, if one is found without a search.
fn impossible(problem: &ExactCover) -> Option<String> {
    if problem.item_count() > CHECKED {
        return None;
    }
    let check = problem.check();
    if let Some(item) = check.impossible.first() {
        return Some(format!("No option covers {item}."));
    }
    if let Some(clash) = check.clashes.first() {
        let item = &clash.item;
        return Some(format!(
            "Options that are forced exclude each other at {item}."
        ));
    }
    let proof = check.misfit?;
    let weights = proof.weights.iter().map(|(_, weight)| weight);
    Some(if weights.clone().all(|&weight| weight == 1) {
        "The number of cells does not fit the pieces.".to_owned()
    } else {
        "Colours of the cells show that the pieces do not fit.".to_owned()
    })
}

/// Reads a problem in Knuth's format.
fn problem(request: &mut Request) -> Result<ExactCover, Fault> {
    let text = request.needed_text("text")?;
    Ok(text.parse::<ExactCover>()?)
}

fn big(number: &BigCount) -> Value {
    match number.to_u128() {
        Some(number) => count(number),
        None => number.to_string().into(),
    }
}

fn counted(mut request: Request) -> Answer {
    let problem = problem(&mut request)?;
    let method = match request.text("method")?.as_deref() {
        None | Some("auto") => CoverMethod::Auto,
        Some("search") => CoverMethod::Search,
        Some("memo") => CoverMethod::Memo,
        Some(_) => return Err(expected("method", "auto, search or memo")),
    };
    let (symmetry, shard) = (request.flag("symmetry")?, request.shard()?);
    request.end()?;
    let run = run().threads(GRANULARITY).memory(MEMORY);
    let counter = CoverProblem::counting(problem.clone(), method, &run)?;
    let is_search = counter.method() == CoverMethod::Search;
    if shard != Shard::WHOLE && (symmetry || !is_search) {
        return Err(Fault::new("shard: only counts by search have shards"));
    }
    let total = counter.count(&run.clone().shard(shard))?.total;
    let mut answer = json!({
        "solutions": big(&total.solutions),
        "method": if is_search { "search" } else { "memo" },
        "complete": true,
    });
    if symmetry {
        let options = SymmetryOptions::new();
        let classes = CoverProblem::counting_classes(problem, &options, method, &run)?;
        let order = classes.symmetries().map(|symmetries| &symmetries.order);
        answer["symmetries"] = big(order.unwrap_or(&BigCount::from(1_u32)));
        answer["classes"] = big(&classes.count_classes(&run)?.total);
    }
    Ok(answer)
}

fn estimate(mut request: Request) -> Answer {
    let problem = problem(&mut request)?;
    request.end()?;
    let run = run().threads(GRANULARITY).memory(MEMORY);
    let counter = CoverProblem::counting(problem, CoverMethod::Auto, &run)?;
    if counter.method() == CoverMethod::Memo {
        let total = counter.count(&run)?.total;
        return Ok(json!({ "seconds": 0.0, "reliable": true, "solutions": big(&total.solutions) }));
    }
    estimated(run.estimate(&counter, 1)?)
}

/// Writer of solutions.
struct SolutionWriter {
    /// For each option, the name of its piece and its cells.
    options: Option<Vec<Value>>,
}

impl SolutionWriter {
    fn new(problem: &ExactCover) -> Self {
        let board = problem.cell_board();
        let options = board.map(|board| {
            let grid = board.grid();
            let option = |number| {
                let text = problem.option_text(number).unwrap_or_default();
                let is_cell = |item: &&str| grid.cell_named(item).is_some();
                let (cells, others): (Vec<&str>, Vec<&str>) = text.split(' ').partition(is_cell);
                json!({ "name": others.first(), "cells": cells })
            };
            (1..=problem.option_count()).map(option).collect()
        });
        Self { options }
    }

    fn row(&self, solution: &Solution) -> Value {
        let numbers: Vec<usize> = solution.options().collect();
        let pieces = self.options.as_ref().map(|options| {
            let pieces = numbers.iter().map(|&number| options[number - 1].clone());
            pieces.collect::<Vec<Value>>()
        });
        json!({ "options": numbers, "pieces": pieces })
    }
}

fn list(mut request: Request) -> Answer {
    let problem = problem(&mut request)?;
    let mut window = Window::take_from(&mut request)?;
    let symmetry = request.flag("symmetry")?;
    request.end()?;
    let writer = SolutionWriter::new(&problem);
    let run = run();
    let first = run.clone().limit(window.needed());
    let mut take = |solution: Solution| window.take(|| writer.row(&solution));
    let list = if symmetry {
        CoverProblem::listing_classes(problem, &SymmetryOptions::new(), &run)?
    } else {
        CoverProblem::listing(problem)
    };
    list.visit(&first, &mut take)?;
    Ok(window.answer())
}

fn sample(mut request: Request) -> Answer {
    let problem = problem(&mut request)?;
    let number = request.count_to("count", 1, 1000)?;
    let seed = request.count("seed")?.unwrap_or(0);
    request.end()?;
    let writer = SolutionWriter::new(&problem);
    let run = run().memory(MEMORY);
    let sample = RandomCovers::new(problem, number, seed, &run)?;
    let mut solutions = Vec::new();
    run.for_each(&sample, |solution| solutions.push(writer.row(&solution)))?;
    Ok(json!({ "solutions": solutions, "total": big(&sample.total()) }))
}
