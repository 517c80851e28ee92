//! The commands that read ledgers: `countless ledger plan`, `status`, `missing` and `verify`.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::time::Duration;

use super::super::cover::MemoryArgs;
use super::super::forecast::{part_noun, plan_json, plan_line};
use super::super::output::{
    Exit, duration_text, escape_controls, grouped, json_number, plural, print, print_json,
    print_message,
};
use super::super::paths::InputFile;
use super::super::session::Session;
use super::super::shared_args::{ThreadArgs, whole};
use super::{LedgerPathsArgs, ranges, require_known};
use anyhow::ensure;
use clap::Args;
use countless::engine::{ReopenInputs, Run};
use countless::ledger::{Records, Shard, time_left};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-status.txt"))]
pub struct LedgerStatusArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
}

pub fn status(args: &LedgerStatusArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.records()?;
    let plan = records.plan();
    let total = records.total(Shard::WHOLE)?;
    let pace = Pace::of(&records);
    let missing = plan.subtrees - records.len();
    let mut hosts = BTreeMap::new();
    for record in records.records() {
        *hosts.entry(&*record.host).or_insert(0_u64) += 1;
    }
    // A total that differs is an error of `merge` and `verify`.
    let published = require_known(&records).ok().flatten();
    if session.json {
        let json = serde_json::json!({
            "plan": plan.id(),
            "problem": plan.spec.problem,
            "subtrees": plan.subtrees,
            "done": records.len(),
            "missing": missing,
            "count_so_far": json_number(total.count),
            "work_so_far": total.work,
            "core_seconds": pace.spent.as_secs_f64(),
            "core_seconds_left": pace.left.map(|left| left.as_secs_f64()),
            "seconds_left": pace.wall.map(|wall| wall.as_secs_f64()),
            "double_checks": records.confirmations(),
            "published": published,
            "hosts": hosts,
        });
        print_json(json)?;
        return Ok(Exit::Complete);
    }
    let hosts = hosts
        .iter()
        .map(|(host, done)| format!("{host} ({})", grouped((*done).into())));
    let hosts: Vec<String> = hosts.collect();
    let wall = pace.wall.map_or(String::new(), |wall| {
        format!("; {} at the pace so far", duration_text(wall))
    });
    let left = match pace.left {
        _ if missing == 0 => "nothing".to_owned(),
        Some(left) => format!("about {} of CPU time", duration_text(left)),
        None => "unknown, as nothing is done".to_owned(),
    };
    print(&escape_controls(&format!(
        "{}\n\
         done:      {} of {}, {} missing\n\
         found:     {} in {} of CPU time\n\
         remaining: {left}{wall}\n\
         counted twice with equal results: {}; `countless ledger verify` recounts a sample\n\
         {}\
         hosts:     {}\n",
        plan_line(plan),
        grouped(records.len().into()),
        plural(plan.subtrees.into(), part_noun(plan)),
        grouped(missing.into()),
        grouped(total.count),
        duration_text(pace.spent),
        grouped(records.confirmations().into()),
        published.map_or(String::new(), |source| {
            format!("published: the total is that of {source}\n")
        }),
        hosts.join(", "),
    )))?;
    Ok(Exit::Complete)
}

/// Time spent, and time left at the present rate.
struct Pace {
    /// Core time so far.
    spent: Duration,
    /// Remaining core time; none before the first record.
    left: Option<Duration>,
    /// Remaining time; none if the ledger is complete, or if the records span less than 3 seconds.
    wall: Option<Duration>,
}

impl Pace {
    fn of(records: &Records) -> Self {
        let (done, all) = (records.len(), records.plan().subtrees);
        let spent: Duration = records.records().map(|record| record.elapsed).sum();
        let span = span(
            records
                .records()
                .map(|record| (record.time, record.elapsed)),
        );
        let left = |time| time_left(time, done, all);
        Self {
            spent,
            left: left(spent),
            wall: (span >= 3 && done < all)
                .then(|| left(Duration::from_secs(span)))
                .flatten(),
        }
    }
}

/// Span of records in seconds, from the start of the first to the end of the last. The ends alone
/// are not enough: those of few long subtrees may be close together.
fn span(records: impl Iterator<Item = (u64, Duration)>) -> u64 {
    let (mut first, mut last) = (u64::MAX, 0);
    for (end, taken) in records {
        first = first.min(end.saturating_sub(taken.as_secs()));
        last = last.max(end);
    }
    last.saturating_sub(first)
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-plan.txt"))]
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

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-missing.txt"))]
pub struct LedgerMissingArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
    /// Print the incomplete ones of K shards, such as 0-2,7,19, instead of the missing subtrees
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=1 << 24))]
    shards: Option<u64>,
}

pub fn missing(args: &LedgerMissingArgs, session: Session) -> anyhow::Result<Exit> {
    let records = args.ledgers.merged()?;
    let of_shards = |shards: Vec<u64>| shards.into_iter().map(|shard| shard..shard + 1).collect();
    let missing: Vec<Range<u64>> = match (records, args.shards) {
        (Some(records), Some(shards)) => of_shards(records.incomplete_shards(shards)),
        (Some(records), None) => records.gaps().collect(),
        (None, Some(shards)) => of_shards((0..shards).collect()),
        (None, None) => anyhow::bail!(
            "{}\nhint: --shards K prints all numbers from 0 to K-1",
            args.ledgers.no_ledger_message()
        ),
    };
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    if session.json {
        // Numbers are written one by one, because a plan can have more subtrees than fit into
        // memory.
        let mut comma = "";
        write!(stdout, "{{\"missing\":[")?;
        for number in missing.into_iter().flatten() {
            write!(stdout, "{comma}{number}")?;
            comma = ",";
        }
        writeln!(stdout, "]}}")?;
    } else if !missing.is_empty() {
        writeln!(stdout, "{}", ranges(&missing))?;
    }
    stdout.flush()?;
    Ok(Exit::Complete)
}

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
        args.input.is_empty() || plan.spec.parameter("input").is_some(),
        "--input: expected none, as {} does not read files; omit --input",
        plan.spec.problem
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
    for mismatch in &audit.mismatches {
        print_message(&mismatch.to_string());
    }
    let published = require_known(&records);
    if session.json {
        let mismatches = audit.mismatches.iter().map(ToString::to_string);
        let json = serde_json::json!({
            "plan": plan.id(),
            "sampled": audit.sample_size(),
            "rounds": audit.rounds,
            "left_out": audit.left_out,
            "mismatches": mismatches.collect::<Vec<_>>(),
            "published": published.as_ref().ok(),
        });
        print_json(json)?;
    }
    if !audit.mismatches.is_empty() {
        return Ok(Exit::Flawed);
    }
    let published = published?;
    let noun = part_noun(plan);
    let subtrees = plural(records.len().into(), &format!("recorded {noun}"));
    session.note(&format!(
        "{} of {subtrees} recounted, each {} times: all counts agree",
        grouped(audit.sample_size() as u128),
        audit.rounds
    ));
    if let Some(source) = published {
        session.note(&format!("the total is the published one ({source})"));
    }
    if audit.left_out > 0 {
        let subtrees = plural(audit.left_out as u128, noun);
        session.note(&format!("too large for the other method: {subtrees}"));
    }
    Ok(Exit::Complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_long_subtrees_that_end_together_span_their_time() {
        let of = |records: &[(u64, u64)]| {
            let records = records.iter();
            span(records.map(|&(end, taken)| (end, Duration::from_secs(taken))))
        };
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[(1000, 26), (1003, 24)]), 29);
        assert_eq!(of(&[(1000, 1), (1500, 400), (1900, 2)]), 901);
    }
}
