//! The command `countless sudoku list`.

use clap::Args;
use countless::engine::Job;
use countless::sudoku::{ColumnsVersion, Enumerate, List};
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::plural;
use super::super::perform::{CommandReport, JobRequest};
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RowLimitArgs, RunArgs};
use super::variant_args::VariantArgs;
use super::{FORMATS, PuzzleInputArgs};

#[derive(Args, Debug)]
#[command(after_help = format!("\
Rows are `puzzle,solution`, or only `solution` for a single 9×9 puzzle argument.

{FORMATS}

Examples:
  countless sudoku list puzzles.txt -o solutions.csv
  countless sudoku list \"$(printf %081d 0)\" --limit 10  # of the blank grid"))]
pub struct SudokuListArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn list(args: &SudokuListArgs, session: Session) -> anyhow::Result<Exit> {
    let inputs = args.shape.inputs(&args.source)?;
    match inputs.puzzle {
        Some(puzzle) => write_solutions(Enumerate::new(puzzle).job(), "subtree", args, session),
        None => {
            let ask = inputs.ask(List, ColumnsVersion::Second)?;
            write_solutions(ask.question_job().job, "chunk", args, session)
        }
    }
}

/// Writes the solutions as rows. `part` is the noun for a subtree.
fn write_solutions(
    job: Job<'_>,
    part: &'static str,
    args: &SudokuListArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let task = JobRequest::new(job, "solutions", &args.running).part(part);
    let task = task.rows(&args.rows);
    let task = task.rejects(args.source.rejects(&LedgerArgs::default(), session)?);
    session.perform(task.limit(args.limit.number()), |outcome| {
        Ok(CommandReport {
            found: plural(outcome.rows.into(), "solution"),
            count: outcome.rows.into(),
            json: json!({ "problem": "sudoku", "solutions": outcome.rows }),
            is_flawed: outcome.diagnostics > 0,
            ..CommandReport::default()
        })
    })
}
