//! The command `countless queens classes`.

use clap::Args;
use countless::queens;
use serde_json::{Map, json};

use super::super::exit::Exit;
use super::super::output::{json_number, plural};
use super::super::paths::LedgerFile;
use super::super::perform::{CommandReport, ReportOutput};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use super::board_variant_args::{BoardVariantArgs, add_variant_json, is_board_variant};
use super::{BoardSizeArgs, oeis};

#[derive(Args, Debug)]
#[command(after_help = "\
Fundamental solutions are distinct under rotation and reflection of the board. A solution without
symmetry has eight images; with half-turn symmetry, four; with quarter-turn symmetry, two.

Examples:
  countless queens classes 12
  countless queens classes 16 --json
  countless queens classes 12 --piece superqueen
  countless queens classes 18 --ledger q18.csv  # continues `queens count 18`")]
pub struct QueensClassesArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    kind: BoardVariantArgs,
    /// Record finished subtrees in FILE and continue from its records, also from those of
    /// `queens count N`
    #[arg(long, value_name = "FILE", help_heading = "Ledger")]
    ledger: Option<LedgerFile>,
    #[command(flatten)]
    running: RunArgs,
}

pub fn classes(args: &QueensClassesArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let kind = args.kind.board_variant()?;
    let recording = LedgerArgs {
        ledger: args.ledger.clone(),
        ..LedgerArgs::default()
    };
    let outcome = session.run(&args.running, &recording, "solutions", |run| {
        queens::classes_of(n, &kind, run)
    })?;
    let classes = outcome.total;
    let rows = classes.rows();
    let text = rows.map(|row| format!("{},{},{}\n", row.symmetry, row.solutions, row.fundamental));
    let members = rows.map(|row| {
        let mut counts = json!({
            "solutions": json_number(row.solutions),
            "fundamental": json_number(row.fundamental),
        });
        match row.symmetry {
            "all" => {
                let sequences = [
                    ("solutions", oeis::all(&kind)),
                    ("fundamental", oeis::fundamental(&kind)),
                ];
                let known = sequences.into_iter().filter(|(_, name)| name.is_some());
                let known = known.map(|(member, name)| (member.to_owned(), json!(name)));
                let known: Map<_, _> = known.collect();
                if !known.is_empty() {
                    counts["oeis"] = json!(known);
                }
            }
            "quarter-turn" if !is_board_variant(&kind) => {
                counts["oeis"] = json!({ "solutions": oeis::QUARTER_TURN });
            }
            _ => {}
        }
        (row.symmetry.to_owned(), counts)
    });
    let mut json = json!({ "problem": "queens", "n": n, "classes": Map::from_iter(members) });
    add_variant_json(&mut json, &kind, false);
    let report = CommandReport {
        found: plural(classes.all, "solution"),
        count: outcome.without_recalled(|classes| classes.all),
        text: Some(format!("symmetry,solutions,fundamental\n{}", text.concat())),
        json,
        ..CommandReport::default()
    };
    session.conclude(&outcome, &args.running, report, ReportOutput::default())
}
