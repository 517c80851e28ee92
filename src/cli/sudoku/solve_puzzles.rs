//! The command `countless sudoku solve`.

use std::io::Write;

use anyhow::bail;
use clap::Args;
use countless::Error;
use countless::sudoku::{Solve, Status};
use countless::table::Output;
use serde_json::Value;

use super::super::output::Exit;
use super::super::row_output::{RowOutputArgs, grid_or_rows};
use super::super::session::Session;
use super::super::shared_args::{first_given, in_chunks, whole};
use super::FORMATS;
use super::puzzle_inputs::PuzzleInputs;
use super::puzzle_visit::single_puzzle_run;
use super::question_command::{NodeBudgetArgs, QuestionArgs};
use super::variant_args::VariantArgs;
use countless_picture::{Diagram, GridStyle, Paint, grid_text};

#[derive(Args, Debug)]
#[command(mut_arg("format", |format| format
    .value_parser(grid_or_rows())
    .help("Format of the rows [default: by the name of FILE, else csv; grid for a single puzzle \
          argument on a terminal]")))]
#[command(after_help = format!("\
A single puzzle argument is drawn if the output is a terminal; --format csv writes a row instead.
Puzzles in files and from standard input always give rows, even a single one.

{FORMATS}

Examples:
  countless sudoku solve \"$(grep -vm1 '^#' puzzles.txt)\" --format grid
  countless sudoku solve puzzles.txt
  countless sudoku solve sudoku.csv.gz -o solved.csv.zst --check --keep-columns
  zcat puzzles.gz | countless sudoku solve - --format ndjson
  countless sudoku solve sixteen.txt --size 16 --diagonals"))]
#[command(mut_args(in_chunks))]
pub struct SudokuSolveArgs {
    #[command(flatten)]
    asking: QuestionArgs<VariantArgs, SolveFlags>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct SolveFlags {
    /// Count at most K solutions per puzzle; K is at least 2 [default: 2; with --all, no limit]
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<u64>(2..))]
    max_solutions: Option<u64>,
    /// Write every solution, one row each, in lexicographic order
    #[arg(help_heading = "Output", long)]
    all: bool,
    /// Compare the solution column of the input with the puzzle: add the columns `check`, with ok,
    /// wrong, or none if the input gives no solution, and `given_solution`
    #[arg(help_heading = "Output", long)]
    check: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

pub fn solve(args: &SudokuSolveArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let of_rows = first_given([
        ("--max-solutions", flags.max_solutions.is_some()),
        ("--all", flags.all),
        ("--check", flags.check),
        ("--keep-columns", flags.keep_columns),
        ("--max-nodes and --nodes", flags.budget.is_given()),
        (asking.ledger.flag(), asking.ledger.is_given()),
        ("--unordered", asking.rows.unordered),
        ("--json", session.json),
    ]);
    let inputs = asking.first.inputs(&asking.source)?;
    let by_default = of_rows.is_none() && inputs.is_puzzle;
    if asking.rows.is_grid(by_default) {
        if let Some(flag) = of_rows {
            bail!("--format grid draws one solution: omit {flag}");
        }
        return draw_solutions(&asking.rows, inputs, session);
    }
    let question = Solve::new()
        .limit(flags.max_solutions)
        .all(flags.all)
        .check(flags.check)
        .keep_columns(flags.keep_columns)
        .budget(flags.budget.budget());
    let ask = inputs.ask(question)?;
    asking.ask(&ask, session, |_, report| {
        if !flags.check {
            report.json["wrong"] = Value::Null;
        }
    })
}

/// Draws a solution of each puzzle. A remark says whether it is the only one.
fn draw_solutions(
    rows: &RowOutputArgs,
    inputs: PuzzleInputs<'_>,
    session: Session,
) -> anyhow::Result<Exit> {
    let mut output = Output::create(rows.output.as_deref())?;
    let paint = if output.is_stdout() {
        session.paint()
    } else {
        Paint::Plain
    };
    let all = 1..=u64::MAX;
    let exit = inputs.visit(session, all, &mut |number, _, puzzle| {
        let (status, solution) = puzzle.solve(&single_puzzle_run()?)?;
        let remark = match status {
            Status::Unique => "",
            Status::Multiple => "one of several solutions:\n",
            _ => "no solution\n",
        };
        let mut grid = String::new();
        if !solution.is_empty() {
            let diagram = Diagram::of(&puzzle).with_solution(&solution);
            grid = grid_text(&diagram, GridStyle::default(), paint);
        }
        let blank = if number > 1 { "\n" } else { "" };
        let text = format!("{blank}{remark}{grid}");
        let written = output.write_all(text.as_bytes());
        written.map_err(|error| Error::write(output.path(), error))?;
        Ok(true)
    })?;
    output.finish()?;
    Ok(exit)
}
