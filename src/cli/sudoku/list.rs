//! `countless sudoku list`

use clap::Args;
use countless::engine::Job;
use countless::sudoku::questions::Compiled;
use countless::sudoku::{Enumerate, List};
use serde_json::json;

use super::super::args::{Recording, Running, whole};
use super::super::exit::Exit;
use super::super::output::plural;
use super::super::perform::{Report, Task};
use super::super::rows::Rows;
use super::super::session::Session;
use super::shape::ShapeFlags;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
Rows are `puzzle,solution`, or `solution` for a single 9×9 puzzle on the command line.

{FORMATS}

Examples:
  countless sudoku list puzzles.txt -o solutions.csv
  countless sudoku list \"$(printf %081d 0)\" --limit 10  # of the blank grid"))]
pub struct ListArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    shape: ShapeFlags,
    #[command(flatten)]
    rows: Rows,
    /// Stop after K rows
    #[arg(help_heading = "Output", long, value_name = "K", value_parser = whole::<u64>(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    running: Running,
}

pub fn list(args: &ListArgs, session: Session) -> anyhow::Result<Exit> {
    if let Some(shape) = args.shape.shape(&args.source)? {
        write(args.source.ask_shaped(shape, List)?.job(), args, session)
    } else if let Some(puzzle) = args.source.puzzle()? {
        write(Enumerate::new(puzzle).job(), args, session)
    } else {
        write(args.source.ask(List)?.job(), args, session)
    }
}

/// Writes the rows, and says how many.
fn write<T>(job: Job<'_, T>, args: &ListArgs, session: Session) -> anyhow::Result<Exit> {
    let task = Task::new(job, "solutions", &args.running).rows(&args.rows);
    let task = task.rejects(args.source.rejects(&Recording::default())?);
    session.perform(task.limit(args.limit), |outcome| {
        Ok(Report {
            found: plural(outcome.rows.into(), "solution"),
            count: outcome.rows.into(),
            json: json!({ "problem": "sudoku", "solutions": outcome.rows }),
            is_flawed: outcome.diagnostics > 0,
            ..Report::default()
        })
    })
}
