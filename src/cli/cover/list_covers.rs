//! The command `countless cover list`.

use clap::Args;
use countless::cover::{BigCount, CoverProblem};

use super::super::exit::Exit;
use super::super::perform::{CommandReport, JobRequest};
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RowLimitArgs, RunArgs};
use super::{CoverInputArgs, FORMAT, count_report};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Options are numbered from 1. The order of the solutions depends on the problem only.

Examples:
  countless cover list soma.txt -o soma.csv.zst --ledger soma.ledger
  countless cover list pentominoes.txt --limit 1 --names"))]
pub struct CoverListArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    /// Write the items of each option instead of its number
    #[arg(help_heading = "Output", long)]
    names: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn list(args: &CoverListArgs, session: Session) -> anyhow::Result<Exit> {
    let cover = CoverProblem::listing(args.source.problem()?);
    let cover = if args.names {
        cover.with_names()
    } else {
        cover
    };
    let task = JobRequest::new(cover.job(), "solutions", &args.running);
    let task = task.recording(&args.recording).rows(&args.rows);
    session.perform(task.limit(args.limit.number()), |outcome| {
        Ok(CommandReport {
            text: None,
            count: outcome.rows.into(),
            ..count_report(&cover, &BigCount::from(outcome.table_rows()))
        })
    })
}
