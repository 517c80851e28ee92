//! `countless cover list`

use anyhow::ensure;
use clap::Args;
use countless::cover::{BigUint, Cover};

use super::super::args::{Recording, Running, whole};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::rows::Rows;
use super::super::session::{Session, Told};
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
    let (rows, recording) = (&args.rows, &args.recording);
    if recording.is_given() {
        ensure!(
            args.limit.is_none(),
            "--ledger records all solutions: omit --limit"
        );
        rows.require_order(recording)?;
    }
    let (rows_session, telling) = rows.sessions(session, recording);
    if recording.dry_run {
        let format = rows.format(rows_session)?;
        return dry_run(session, &cover, &args.running, recording, Some(format));
    }
    let table = rows.table(rows_session)?;
    let outcome = session.run(&args.running, recording, "solutions", |run| {
        let run = rows.order(run.clone());
        let run = args.limit.map_or(run.clone(), |limit| run.limit(limit));
        run.write(&cover, table)
    })?;
    let so_far = args.rows.so_far(&outcome);
    let told = Told {
        text: None,
        count: outcome.rows.into(),
        ..counted(&cover, &BigUint::from(outcome.listed()))
    };
    telling.conclude(&outcome, &args.running, &so_far, told)
}
