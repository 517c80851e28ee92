//! Questions about exact covers.

use countless_cover::make::{PENTOMINOES, Packing, Pieces, TilingBoard, Turns};
use countless_cover::{
    BigCount, CoverMethod, CoverProblem, ExactCover, Grid, RandomCovers, Solution, SymmetryOptions,
};
use countless_engine::ledger::Shard;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fault::{Answer, Fault, expected, unknown};
use super::report::{Window, count, estimated, run};
use super::request::{number_to, pair, shard_of};

/// Threads whose granularity a count has.
const GRANULARITY: usize = 8;
/// Memory of a count by memo, in bytes.
const MEMORY: usize = 1 << 30;
/// Most items of a problem that is checked for weights that rule out a solution.
const CHECKED: usize = 300;

/// Question about covers.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    ask: String,
    turns: TurnName,
    all: String,
    /// Problem in Knuth's format.
    text: String,
    board: String,
    without: String,
    pieces: String,
    torus: bool,
    unlimited: bool,
    symmetry: bool,
    shard: Option<String>,
    from: u64,
    limit: Option<u64>,
    count: Option<u64>,
    seed: u64,
}

/// Turns of pieces.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TurnName {
    #[default]
    All,
    Rotations,
    Fixed,
}

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    let problem = || Ok::<_, Fault>(request.text.parse::<ExactCover>()?);
    match &*request.ask {
        "cover-pieces" => request.listed_pieces(),
        "cover-make" => request.make(),
        "cover-count" => request.counted(problem()?),
        "cover-estimate" => estimate(problem()?),
        "cover-list" => request.list(problem()?),
        "cover-sample" => request.sample(problem()?),
        name => Err(unknown(name)),
    }
}

impl Request {
    fn turns(&self) -> Turns {
        match self.turns {
            TurnName::All => Turns::All,
            TurnName::Rotations => Turns::Rotations,
            TurnName::Fixed => Turns::Fixed,
        }
    }

    /// Answers with all pieces of a number of cells. Of five, they have their usual names.
    fn listed_pieces(&self) -> Answer {
        let pieces = if self.all == "5" {
            Pieces::drawn(PENTOMINOES, "pentominoes", Grid::squares())?
        } else {
            let sizes = self.all.parse().ok().map(|size| (size, size));
            let sizes = sizes.or_else(|| pair(&self.all, '-'));
            let (least, most) =
                sizes.ok_or_else(|| expected("all", "a number, or two as in 1-5"))?;
            Pieces::all(Grid::squares(), least..=most, Turns::All)?
        };
        let listed = pieces.cells();
        let listed = listed.map(|(name, _, cells)| json!({ "name": name, "cells": cells }));
        Ok(json!({ "pieces": listed.collect::<Value>() }))
    }

    fn make(&self) -> Answer {
        let sides = pair(&self.board, 'x').map(|(rows, columns)| [rows, columns]);
        let sides = sides.ok_or_else(|| expected("board", "sides such as 6x10"))?;
        let mut grid = Grid::squares();
        if self.torus {
            grid = grid.torus(&sides)?;
        }
        let mut board = TilingBoard::on(grid, &sides)?;
        for cell in self.without.split(',').filter(|cell| !cell.is_empty()) {
            if !board.has(cell) {
                return Err(Fault::new(&format!(
                    "without: the board has no cell {cell}"
                )));
            }
            board = board.without(cell);
        }
        let pieces = Pieces::drawn(&self.pieces, "pieces", grid);
        let pieces = pieces.map_err(|error| Fault::from(error).within("pieces"))?;
        let packing = Packing::new(board, pieces).turns(self.turns());
        let problem = packing.unlimited(self.unlimited).problem()?;
        Ok(json!({ "text": problem.to_knuth_with_grid(), "impossible": impossible(&problem) }))
    }

    fn counted(&self, problem: ExactCover) -> Answer {
        let shard = shard_of(self.shard.as_deref())?;
        let run = run().threads(GRANULARITY).memory(MEMORY);
        let counter = CoverProblem::counting(problem.clone(), CoverMethod::Auto, &run)?;
        let is_search = counter.method() == CoverMethod::Search;
        if shard != Shard::WHOLE && (self.symmetry || !is_search) {
            return Err(Fault::new("shard: only counts by search have shards"));
        }
        let total = counter.count(&run.clone().shard(shard))?.total;
        let mut answer = json!({ "solutions": big(&total.solutions) });
        if self.symmetry {
            let (options, method) = (SymmetryOptions::new(), CoverMethod::Auto);
            let classes = CoverProblem::counting_classes(problem, &options, method, &run)?;
            let order = classes.symmetries().map(|symmetries| &symmetries.order);
            answer["symmetries"] = big(order.unwrap_or(&BigCount::from(1_u32)));
            answer["classes"] = big(&classes.count_classes(&run)?.total);
        }
        Ok(answer)
    }

    fn list(&self, problem: ExactCover) -> Answer {
        let mut window = Window::of(self.from, self.limit)?;
        let writer = SolutionWriter::new(&problem);
        let run = run().limit(window.needed);
        let list = CoverProblem::listing(problem);
        list.visit(&run, &mut |solution| window.take(|| writer.row(&solution)))?;
        Ok(window.answer())
    }

    fn sample(&self, problem: ExactCover) -> Answer {
        let number = number_to("count", self.count, 1, 1000)?;
        let writer = SolutionWriter::new(&problem);
        let run = run().memory(MEMORY);
        let sample = RandomCovers::new(problem, number, self.seed, &run)?;
        let mut solutions = Vec::new();
        run.for_each(&sample, |solution| solutions.push(writer.row(&solution)))?;
        Ok(json!({ "solutions": solutions, "total": big(&sample.total()) }))
    }
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
    let weights = check.misfit?.weights;
    let sentence = if weights.iter().all(|&(_, weight)| weight == 1) {
        "The number of cells does not fit the pieces."
    } else {
        "Colours of the cells show that the pieces do not fit."
    };
    Some(sentence.to_owned())
}

fn big(number: &BigCount) -> Value {
    match number.to_u128() {
        Some(number) => count(number),
        None => number.to_string().into(),
    }
}

fn estimate(problem: ExactCover) -> Answer {
    let run = run().threads(GRANULARITY).memory(MEMORY);
    let counter = CoverProblem::counting(problem, CoverMethod::Auto, &run)?;
    if counter.method() == CoverMethod::Memo {
        let total = counter.count(&run)?.total;
        return Ok(json!({ "seconds": 0.0, "solutions": big(&total.solutions) }));
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
        let options = problem.cell_board().map(|board| {
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
        let pieces = self.options.as_ref().map(|options| {
            let numbers = solution.options();
            let pieces = numbers.map(|number| options[number - 1].clone());
            pieces.collect::<Value>()
        });
        json!({ "pieces": pieces })
    }
}
