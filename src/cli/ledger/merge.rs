//! `countless ledger merge`

use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use countless::Error;
use countless::io::Output;
use countless::ledger::{Book, Shard};
use countless::queens::known;

use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print};
use super::rows::Rows;
use super::{Ledgers, merged};

#[derive(Args, Debug)]
#[command(after_help = "\
What is damaged, contradictory, of another plan or incomplete is refused: exit code 1.

Examples:
  countless ledger merge shards/
  countless ledger merge shards/ --ledger all.csv
  countless ledger merge shards/ --output solved.csv.zst")]
pub struct MergeArgs {
    #[command(flatten)]
    ledgers: Ledgers,
    /// Write one ledger of all
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Put the rows of the shards together, in the order of the input
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No summary on stderr
    #[arg(short, long)]
    quiet: bool,
}

pub fn merge(args: &MergeArgs) -> anyhow::Result<Outcome> {
    let books = args.ledgers.books()?;
    let rows = args.output.as_ref().map(|_| Rows::of(&books));
    let book = merged(books)?.context("there is no ledger")?;
    let plan = book.plan();
    if !book.is_complete(Shard::WHOLE) {
        let missing = plan.subtrees - book.len();
        eprintln!(
            "error: {} of {} missing; `countless ledger missing` names them",
            plural(missing.into(), "subtree"),
            grouped(plan.subtrees.into())
        );
        return Ok(Outcome::Flawed);
    }
    let total = book.total(Shard::WHOLE)?.count;
    if !is_known(&book, total) {
        return Ok(Outcome::Flawed);
    }
    if let Some(path) = &args.ledger {
        let mut output = Output::create(Some(path))?;
        let mut buffered = BufWriter::with_capacity(1 << 16, &mut output);
        let written = book.write(&mut buffered);
        let flushed = buffered
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error);
        written
            .and(flushed.map(|_| ()))
            .map_err(|error| Error::write(path, error))?;
        output.finish()?;
    }
    if let (Some(rows), Some(path)) = (rows, &args.output) {
        rows.join(plan, path)?;
    }
    if args.json {
        let json = serde_json::json!({
            "plan": plan.id(),
            "problem": plan.problem,
            "subtrees": plan.subtrees,
            "double_checks": book.checks(),
            "total": total,
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{total}\n"))?;
    }
    if !args.quiet {
        eprintln!(
            "{plan}: complete, {} counted twice",
            plural(book.checks().into(), "subtree")
        );
    }
    Ok(Outcome::Complete)
}

/// Whether a total is the known one, or none is known; says so if it is not.
pub fn is_known(book: &Book, total: u128) -> bool {
    let plan = book.plan();
    if plan.problem != "queens count" {
        return true;
    }
    let n = plan.parameter("n").and_then(|n| n.parse::<usize>().ok());
    match n.and_then(|n| known::ALL.get(n)) {
        Some(&known) if known != total => {
            eprintln!("error: the total is {total}, but it is known to be {known}");
            false
        }
        _ => true,
    }
}
