//! `countless cover list`

use clap::Args;
use countless::cover::{BigUint, Cover};

use super::super::args::{Recording, Running};
use super::super::exit::Exit;
use super::super::output::plural;
use super::super::rows::Rows;
use super::super::session::{Session, Told};
use super::{FORMAT, Source, counted};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

The first option is number 1. Solutions come in an order that depends on the problem only.

Examples:
  countless cover list soma.txt -o soma.csv.zst
  countless cover list pentominoes.txt --limit 1 --names"))]
pub struct ListArgs {
    #[command(flatten)]
    source: Source,
    /// Give what the options cover instead of their numbers
    #[arg(long)]
    names: bool,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
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
    let none = Recording::default();
    let table = args.rows.table(session)?;
    let outcome = session.run(&args.running, &none, "solutions", |run| {
        let run = args.rows.order(run.clone());
        let run = args.limit.map_or(run.clone(), |limit| run.limit(limit));
        run.write(&cover, table)
    })?;
    let so_far = format!(" after {}", plural(outcome.rows.into(), "row"));
    let told = Told {
        text: None,
        ..counted(&cover, &BigUint::from(outcome.rows))
    };
    let telling = args.rows.telling(session);
    telling.conclude(&outcome, &args.running, &so_far, told)
}
