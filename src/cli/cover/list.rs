//! `countless cover list`

use clap::Args;
use countless::cover::{BigUint, Cover};

use super::super::args::{Recording, Running, whole};
use super::super::exit::Exit;
use super::super::perform::{Report, Task};
use super::super::rows::Rows;
use super::super::session::Session;
use super::{FORMAT, Source, counted};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Options are numbered from 1. The order of the solutions depends on the problem only.

Examples:
  countless cover list soma.txt -o soma.csv.zst --ledger soma.ledger
  countless cover list pentominoes.txt --limit 1 --names"))]
pub struct ListArgs {
    #[command(flatten)]
    source: Source,
    /// Write the items of each option instead of its number
    #[arg(help_heading = "Output", long)]
    names: bool,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions
    #[arg(help_heading = "Output", long, value_name = "K", value_parser = whole::<u64>(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn list(args: &ListArgs, session: Session) -> anyhow::Result<Exit> {
    let cover = Cover::listing(args.source.problem()?);
    let cover = if args.names {
        cover.with_names()
    } else {
        cover
    };
    let task = Task::new(cover.job(), "solutions", &args.running);
    let task = task.recording(&args.recording).rows(&args.rows);
    session.perform(task.limit(args.limit), |outcome| {
        Ok(Report {
            text: None,
            count: outcome.rows.into(),
            ..counted(&cover, &BigUint::from(outcome.listed()))
        })
    })
}
