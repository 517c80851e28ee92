//! `countless queens classes`

use clap::Args;
use countless::queens;
use serde_json::{Map, json};

use super::super::args::{Recording, Running};
use super::super::exit::Exit;
use super::super::output::{number, plural};
use super::super::paths::LedgerFile;
use super::super::perform::{Place, Report};
use super::super::session::Session;
use super::kind::{KindArgs, describe, is_other};
use super::{Size, oeis};

#[derive(Args, Debug)]
#[command(after_help = "\
Fundamental solutions are distinct under rotation and reflection of the board. A solution without
symmetry has eight images; with half-turn symmetry, four; with quarter-turn symmetry, two.

Examples:
  countless queens classes 12
  countless queens classes 16 --json
  countless queens classes 12 --piece superqueen
  countless queens classes 18 --ledger q18.csv  # continues `queens count 18`")]
pub struct ClassesArgs {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    kind: KindArgs,
    /// Record finished subtrees in FILE and continue from its records, also from those of
    /// `queens count N`
    #[arg(long, value_name = "FILE", help_heading = "Ledger")]
    ledger: Option<LedgerFile>,
    #[command(flatten)]
    running: Running,
}

pub fn classes(args: &ClassesArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let kind = args.kind.kind()?;
    let recording = Recording {
        ledger: args.ledger.clone(),
        ..Recording::default()
    };
    let outcome = session.run(&args.running, &recording, "solutions", |run| {
        queens::classes_of(n, &kind, run)
    })?;
    let classes = outcome.total;
    let rows = classes.rows();
    let text = rows.map(|row| format!("{},{},{}\n", row.symmetry, row.solutions, row.fundamental));
    let members = rows.map(|row| {
        let mut counts = json!({
            "solutions": number(row.solutions),
            "fundamental": number(row.fundamental),
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
            "quarter-turn" if !is_other(&kind) => {
                counts["oeis"] = json!({ "solutions": oeis::QUARTER_TURN });
            }
            _ => {}
        }
        (row.symmetry.to_owned(), counts)
    });
    let mut json = json!({ "problem": "queens", "n": n, "classes": Map::from_iter(members) });
    describe(&mut json, &kind, false);
    let report = Report {
        found: plural(classes.all, "solution"),
        count: outcome.new_of(|classes| classes.all),
        text: Some(format!("symmetry,solutions,fundamental\n{}", text.concat())),
        json,
        ..Report::default()
    };
    session.conclude(&outcome, &args.running, report, Place::default())
}
