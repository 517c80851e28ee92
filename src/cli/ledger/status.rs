//! The commands `countless ledger plan`, `status` and `missing`.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::time::Duration;

use super::super::exit::Exit;
use super::super::forecast::{part_noun, plan_json, plan_line};
use super::super::output::{
    duration_text, escape_controls, grouped, json_number, plural, print, print_json,
};
use super::super::session::Session;
use super::super::shared_args::whole;
use super::{LedgerPathsArgs, ranges, require_known};
use clap::Args;
use countless::ledger::{Records, Shard, time_left};

#[derive(Args, Debug)]
#[command(after_help = "\
Ledgers may be read while runs write them.

Examples:
  countless ledger status ledger.csv
  countless ledger status shards/ --json")]
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
            "problem": plan.problem,
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

#[derive(Args, Debug)]
#[command(after_help = "\
Prints nothing if nothing is missing.

Examples:
  countless ledger missing shards/ --shards 200
  sbatch --array=$(countless ledger missing shards/ --shards 200) slurm.sbatch")]
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
