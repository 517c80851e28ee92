//! `countless ledger plan`

use std::collections::HashMap;

use clap::Args;

use super::super::exit::Outcome;
use super::super::output::print;
use super::Ledgers;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless ledger plan shards/
  countless queens count 18 --dry-run     the plan of a run that has not begun")]
pub struct PlanArgs {
    #[command(flatten)]
    ledgers: Ledgers,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn plan(args: &PlanArgs) -> anyhow::Result<Outcome> {
    let book = args.ledgers.some_book()?;
    let plan = book.plan();
    print(&if args.json {
        let json = serde_json::json!({
            "problem": plan.problem,
            "parameters": plan.parameters.iter().cloned().collect::<HashMap<_, _>>(),
            "method": plan.method,
            "split": plan.split,
            "subtrees": plan.subtrees,
            "plan": plan.id(),
        });
        format!("{json}\n")
    } else {
        format!("{plan}\n")
    })?;
    Ok(Outcome::Complete)
}
