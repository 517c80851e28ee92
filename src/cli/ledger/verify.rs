//! The command `countless ledger verify`.

use super::super::cover::MemoryArgs;
use super::super::exit::Exit;
use super::super::forecast::part_noun;
use super::super::output::{grouped, plural, print_json, print_message};
use super::super::paths::InputFile;
use super::super::session::Session;
use super::super::shared_args::{ThreadArgs, whole};
use super::{LedgerPathsArgs, require_known};
use anyhow::ensure;
use clap::Args;
use countless::engine::{ReopenInputs, Run};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-verify.txt"))]
pub struct LedgerVerifyArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
    /// Sample size: a number of subtrees or a percentage, such as 50 or 2%
    #[arg(long, value_name = "P", default_value = "20")]
    sample: SampleSize,
    /// Input file of the run; repeat the flag for several, in their order
    #[arg(long, value_name = "FILE")]
    input: Vec<InputFile>,
    /// Column or key that holds the puzzle, by name or number; as in the run
    #[arg(long, value_name = "NAME", requires = "input")]
    column: Option<String>,
    /// Seed of the random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Sample size: a number of subtrees or a percentage.
#[derive(Clone, Copy, Debug)]
enum SampleSize {
    Number(u64),
    Percent(f64),
}

impl std::str::FromStr for SampleSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let amount = match text.strip_suffix('%') {
            None => text.parse().ok().map(Self::Number),
            Some(percent) => percent.parse().ok().map(Self::Percent),
        };
        let valid = |amount: &Self| match amount {
            Self::Number(number) => *number > 0,
            Self::Percent(percent) => *percent > 0.0 && *percent <= 100.0,
        };
        let wrong = "expected a number from 1, or a percentage up to 100%, such as 2%";
        amount.filter(valid).ok_or_else(|| wrong.to_owned())
    }
}

impl SampleSize {
    fn of(self, all: u64) -> u64 {
        match self {
            Self::Number(number) => number.min(all),
            Self::Percent(percent) => (all as f64 * percent / 100.0).ceil() as u64,
        }
    }
}

pub fn verify(args: &LedgerVerifyArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.records()?;
    let plan = records.plan();
    ensure!(
        args.input.is_empty() || plan.spec().parameter("input").is_some(),
        "--input: expected none, as {} does not read files; omit --input",
        plan.problem
    );
    let run = args.threads.apply(Run::new()).cancel(Session::token()?);
    let run = run.memory(args.memory.bytes());
    let files = args.input.iter().map(|input| input.display().to_string());
    let inputs = ReopenInputs::new()
        .run(&run)
        .files(files)
        .column(args.column.as_deref());
    let sample = args.sample.of(records.len());
    let audit = countless::registry().audit(&records, sample, args.seed, &inputs, &run)?;
    let Some(audit) = audit else {
        print_message("interrupted");
        return Ok(Exit::Interrupted);
    };
    for mismatch in audit.mismatches() {
        print_message(&mismatch.to_string());
    }
    let published = require_known(&records);
    if session.json {
        let mismatches = audit.mismatches().iter().map(ToString::to_string);
        let json = serde_json::json!({
            "plan": plan.id(),
            "sampled": audit.sample_size(),
            "rounds": audit.rounds(),
            "left_out": audit.left_out(),
            "mismatches": mismatches.collect::<Vec<_>>(),
            "published": published.as_ref().ok(),
        });
        print_json(json)?;
    }
    if !audit.mismatches().is_empty() {
        return Ok(Exit::Flawed);
    }
    let published = published?;
    let noun = part_noun(plan);
    let subtrees = plural(records.len().into(), &format!("recorded {noun}"));
    session.note(&format!(
        "{} of {subtrees} recounted, each {} times: all counts agree",
        grouped(audit.sample_size() as u128),
        audit.rounds()
    ));
    if let Some(source) = published {
        session.note(&format!("the total is the published one ({source})"));
    }
    if audit.left_out() > 0 {
        let subtrees = plural(audit.left_out() as u128, noun);
        session.note(&format!("too large for the other method: {subtrees}"));
    }
    Ok(Exit::Complete)
}
