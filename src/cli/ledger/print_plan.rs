//! The command `countless ledger plan`.

use clap::Args;

use super::super::exit::Exit;
use super::super::output::print;
use super::super::plan_text::{plan_json, plan_line};
use super::super::session::Session;
use super::LedgerPathsArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless ledger plan shards/
  countless queens count 18 --dry-run  # the plan of a run not yet started")]
pub struct LedgerPlanArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
}

pub fn plan(args: &LedgerPlanArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.records()?;
    let plan = records.plan();
    print(&if session.json {
        format!("{}\n", plan_json(plan))
    } else {
        plan_line(plan) + "\n"
    })?;
    Ok(Exit::Complete)
}
