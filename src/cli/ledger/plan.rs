//! `countless ledger plan`

use clap::Args;

use super::super::dry_run::plan_json;
use super::super::exit::Exit;
use super::super::output::{print, visible};
use super::super::session::Session;
use super::Ledgers;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless ledger plan shards/
  countless queens count 18 --dry-run  # the plan of a run not yet started")]
pub struct PlanArgs {
    #[command(flatten)]
    ledgers: Ledgers,
}

pub fn plan(args: &PlanArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.records()?;
    let plan = records.plan();
    print(&if session.json {
        format!("{}\n", plan_json(plan))
    } else {
        visible(&format!("{plan}\n")).into_owned()
    })?;
    Ok(Exit::Complete)
}
