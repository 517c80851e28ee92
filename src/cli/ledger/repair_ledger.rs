//! The command `countless ledger repair`.

use anyhow::ensure;
use clap::Args;
use countless::ledger::Repair;
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::{plural, print, print_json, print_message};
use super::super::paths::{InputFile, OutputFile};
use super::super::session::Session;
use super::ranges;

/// Maximum number of dropped lines that are printed.
const MOST_SHOWN: usize = 10;

#[derive(Args, Debug)]
#[command(after_help = "\
Keeps every intact record, and drops damaged lines and records that contradict each other. A later
run searches the dropped subtrees again. The damaged ledger is kept as LEDGER.bak. A ledger without
damage is not changed.

Examples:
  countless ledger repair ledger.csv
  countless ledger repair ledger.csv --output repaired.csv")]
pub struct LedgerRepairArgs {
    /// Damaged ledger that no run is writing
    #[arg(value_name = "LEDGER")]
    ledger: InputFile,
    /// Write the repaired ledger to FILE and keep LEDGER unchanged
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
}

pub fn repair(args: &LedgerRepairArgs, session: Session) -> anyhow::Result<Exit> {
    let path = &args.ledger;
    ensure!(
        !path.is_dir(),
        "{} is a folder: expected the file of one ledger",
        path.display()
    );
    let (repair, backup) = match &args.output {
        None => Repair::in_place(path)?,
        Some(output) => {
            let repair = Repair::of(path)?;
            repair.write(output)?;
            (repair, None)
        }
    };
    let (dropped, kept) = (repair.dropped(), u128::from(repair.whole_records()));
    for dropped in dropped.iter().take(MOST_SHOWN) {
        print_message(&format!(
            "{}:{}: dropped: {}",
            path.display(),
            dropped.line,
            dropped.reason
        ));
    }
    if dropped.len() > MOST_SHOWN {
        print_message(&format!("… and {} more", dropped.len() - MOST_SHOWN));
    }
    if session.json {
        let dropped = dropped.iter();
        let dropped =
            dropped.map(|dropped| json!({ "line": dropped.line, "reason": dropped.reason }));
        let json = json!({
            "kept": repair.whole_records(),
            "dropped": dropped.collect::<Vec<_>>(),
            "backup": backup.map(|backup| backup.display().to_string()),
        });
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    let lines: Vec<_> = dropped.iter().map(|at| at.line..at.line + 1).collect();
    let count = plural(lines.len() as u128, "line");
    let lost = if repair.is_whole() {
        "nothing: the ledger has no damage".to_owned()
    } else if lines.is_empty() {
        count
    } else {
        format!("{count}: {}", ranges(&lines))
    };
    let backup = backup.map_or(String::new(), |backup| {
        format!("backup:  {}\n", backup.display())
    });
    let kept = plural(kept, "record");
    print(&format!("kept:    {kept}\ndropped: {lost}\n{backup}"))?;
    Ok(Exit::Complete)
}
