//! `countless sudoku list`

use clap::Args;
use countless::engine::{Outcome, Problem};
use countless::sudoku::{BatchOptions, Enumerate, What};
use serde_json::json;

use super::super::args::{Recording, Running, whole};
use super::super::exit::Exit;
use super::super::output::plural;
use super::super::rows::Rows;
use super::super::session::{Session, Told};
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
    let options = BatchOptions {
        what: What::List,
        ..BatchOptions::default()
    };
    let (outcome, exit) = if let Some(shape) = args.shape.shape(&args.source)? {
        write(&args.source.shaped(shape, options)?, args, session)?
    } else if let Some(puzzle) = args.source.puzzle()? {
        return Ok(write(&Enumerate::new(puzzle), args, session)?.1);
    } else {
        write(&args.source.batch(options)?, args, session)?
    };
    Ok(exit.flawed_if(outcome.diagnostics > 0))
}

/// Writes the rows, and says how many.
fn write<P: Problem>(
    problem: &P,
    args: &ListArgs,
    session: Session,
) -> anyhow::Result<(Outcome<P::Tally>, Exit)> {
    let none = Recording::default();
    let table = args.rows.table(session)?;
    let complaints = args.source.complaints(session, &none)?;
    let result = session.run(&args.running, &none, "solutions", |run| {
        let run = args.rows.order(complaints.listen(run));
        let run = args.limit.map_or(run.clone(), |limit| run.limit(limit));
        run.write(problem, table)
    });
    let outcome = complaints.end(result)?;
    let told = Told {
        found: plural(outcome.rows.into(), "solution"),
        count: outcome.rows.into(),
        json: json!({ "problem": "sudoku", "solutions": outcome.rows }),
        ..Told::default()
    };
    let telling = args.rows.telling(session);
    let exit = telling.conclude(&outcome, &args.running, &args.rows.so_far(&outcome), told)?;
    Ok((outcome, exit))
}
