//! The commands `countless ledger`. Those that only read ledgers are here.

mod merge;

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use countless::engine::ReopenInputs;
use countless::ledger::{Records, Shard, time_left};
use rayon::prelude::*;

use super::cover::MemoryArgs;
use super::forecast::{part_noun, plan_json, plan_line};
use super::output::{duration_text, error_text, escape_controls};
use super::paths::{self, ledgers_in};
use super::prelude::*;
use super::shared_args::ThreadArgs;

commands! {
    LedgerCommand by run_unchecked:

    /// Print the plans of ledgers
    #[command(after_help = include_str!("../help/ledger-plan.txt"))]
    Plan(LedgerPathsArgs) => plan,
    /// Report what is done, what is missing, and the time left
    #[command(after_help = include_str!("../help/ledger-status.txt"))]
    Status(LedgerPathsArgs) => status,
    /// Print the numbers of missing subtrees, or of incomplete shards
    Missing(LedgerMissingArgs) => missing,
    /// Combine ledgers and print the total if nothing is missing
    Merge(merge::LedgerMergeArgs) => merge::merge,
    /// Recount a sample of subtrees by other methods, and compare
    Verify(LedgerVerifyArgs) => verify,
    /// Rewrite a damaged ledger from its intact records
    Repair(merge::LedgerRepairArgs) => merge::repair,
}

/// Runs a command. A fault in a ledger is a result with exit code 1, not an error with exit code 2.
pub fn run(command: &LedgerCommand, session: Session) -> anyhow::Result<Exit> {
    match run_unchecked(command, session) {
        Err(error) if matches!(error.downcast_ref(), Some(Error::Ledger { .. })) => {
            print_message(&format!("error: {}", error_text(&error)));
            Ok(Exit::Flawed)
        }
        result => result,
    }
}

/// Arguments that name ledgers.
#[derive(Args, Debug)]
pub struct LedgerPathsArgs {
    /// Ledgers, or folders whose .csv and .csv.part files are ledgers
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<paths::Ledgers>,
}

impl LedgerPathsArgs {
    /// Files of the paths. Those of a folder are sorted by name.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                let inside = ledgers_in(path)?.into_iter();
                // A run without room for its header, or killed before it, leaves such a file.
                files.extend(inside.filter(|file| Records::has_begun(file)));
            } else {
                files.push(path.to_path_buf());
            }
        }
        Ok(files)
    }

    /// Reads each ledger, in parallel.
    fn read_each(&self) -> anyhow::Result<Vec<(PathBuf, Records)>> {
        let read = |path: PathBuf| Records::read(&path).map(|records| (path, records));
        let files = self.files()?;
        let read = || files.into_par_iter().map(read).collect();
        // The first error is the first in the order of the files.
        let read: Vec<Result<_, Error>> = Run::new().parallel(read)?;
        Ok(read.into_iter().collect::<Result<_, _>>()?)
    }

    /// Error message for paths without a ledger.
    fn no_ledger_message(&self) -> String {
        let paths = self.paths.iter().map(|path| path.display().to_string());
        let paths = paths.collect::<Vec<_>>().join(", ");
        format!("no ledger in {paths}: expected files .csv or .csv.part")
    }

    /// Merged records of at least one ledger.
    fn records(&self) -> anyhow::Result<Records> {
        merged(self.read_each()?)?.with_context(|| self.no_ledger_message())
    }
}

/// Merged records of all ledgers; none without a ledger.
fn merged(ledgers: Vec<(PathBuf, Records)>) -> anyhow::Result<Option<Records>> {
    let mut ledgers = ledgers.into_iter();
    let Some((_, mut all)) = ledgers.next() else {
        return Ok(None);
    };
    let named = |(path, records): (PathBuf, Records)| (records, path.display().to_string());
    all.merge(ledgers.map(named).collect())?;
    Ok(Some(all))
}

/// Requires the total of complete records to equal the published one, if there is one, and returns
/// the source of that.
fn require_known(records: &Records) -> anyhow::Result<Option<&'static str>> {
    if !records.is_complete(Shard::WHOLE) {
        return Ok(None);
    }
    let total = records.total(Shard::WHOLE)?.count;
    let Some(known) = countless::registry().known_total(records.plan()) else {
        return Ok(None);
    };
    let source = known.source;
    if known.total != total {
        let reason = format!("differs from the known total {} ({source})", known.total);
        return Err(Error::Miscounted { total, reason }.into());
    }
    Ok(Some(source))
}

/// Formats ascending ranges of numbers: `0-5,7,8`.
fn ranges(missing: &[Range<u64>]) -> String {
    let runs = missing.chunk_by(|a, b| a.end == b.start).map(|run| {
        let (first, last) = (run[0].start, run[run.len() - 1].end - 1);
        match last - first {
            0 => first.to_string(),
            1 => format!("{first},{last}"),
            _ => format!("{first}-{last}"),
        }
    });
    runs.collect::<Vec<_>>().join(",")
}

fn status(ledgers: &LedgerPathsArgs, session: Session) -> anyhow::Result<Exit> {
    let records = ledgers.records()?;
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
        print_json(json!({
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
        }))?;
        return Ok(Exit::Complete);
    }
    let host = |(host, done): (&str, u64)| format!("{host} ({})", grouped(done.into()));
    let hosts: Vec<String> = hosts.into_iter().map(host).collect();
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
        let ends = records.records();
        let span = span(ends.map(|record| (record.time, record.elapsed)));
        let spent = records.records().map(|record| record.elapsed).sum();
        let left = |time| time_left(time, done, all);
        let span = Some(Duration::from_secs(span)).filter(|_| span >= 3 && done < all);
        let (left, wall) = (left(spent), span.and_then(left));
        Self { spent, left, wall }
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

fn plan(ledgers: &LedgerPathsArgs, session: Session) -> anyhow::Result<Exit> {
    let records = ledgers.records()?;
    if session.json {
        print(&format!("{}\n", plan_json(records.plan())))?;
    } else {
        print(&(plan_line(records.plan()) + "\n"))?;
    }
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

fn missing(args: &LedgerMissingArgs, session: Session) -> anyhow::Result<Exit> {
    let records = merged(args.ledgers.read_each()?)?;
    let of_shards = |shards: Vec<u64>| shards.into_iter().map(|shard| shard..shard + 1).collect();
    let missing: Vec<Range<u64>> = match (records, args.shards) {
        (Some(records), Some(shards)) => of_shards(records.incomplete_shards(shards)),
        (Some(records), None) => records.gaps().collect(),
        (None, Some(shards)) => of_shards((0..shards).collect()),
        (None, None) => bail!(
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
    #[arg(long, value_name = "P", default_value = "20", value_parser = sample_size)]
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

/// Parses a sample size.
fn sample_size(text: &str) -> Result<SampleSize, &'static str> {
    let number = text.parse().ok().filter(|number| *number > 0);
    let percent = text.strip_suffix('%').and_then(|text| text.parse().ok());
    let percent = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    let size = number.map(SampleSize::Number);
    size.or(percent.map(SampleSize::Percent))
        .ok_or("expected a number from 1, or a percentage up to 100%, such as 2%")
}

impl SampleSize {
    fn of(self, all: u64) -> u64 {
        match self {
            Self::Number(number) => number.min(all),
            Self::Percent(percent) => (all as f64 * percent / 100.0).ceil() as u64,
        }
    }
}

fn verify(args: &LedgerVerifyArgs, session: Session) -> anyhow::Result<Exit> {
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
    let inputs = ReopenInputs::new().run(&run).files(files);
    let inputs = inputs.column(args.column.as_deref());
    let sample = args.sample.of(records.len());
    let audit = countless::registry().audit(&records, sample, args.seed, &inputs, &run)?;
    let audit = audit.ok_or(Error::Interrupted)?;
    for mismatch in &audit.mismatches {
        print_message(&mismatch.to_string());
    }
    let published = require_known(&records);
    if session.json {
        let mismatches = audit.mismatches.iter().map(ToString::to_string);
        print_json(json!({
            "plan": plan.id(),
            "sampled": audit.sample_size(),
            "rounds": audit.rounds,
            "left_out": audit.left_out,
            "mismatches": mismatches.collect::<Vec<_>>(),
            "published": published.as_ref().ok(),
        }))?;
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
    fn runs_of_three_become_ranges() {
        assert_eq!(ranges(&[3..4, 7..8, 19..20]), "3,7,19");
        assert_eq!(ranges(&[0..1, 1..2, 2..4, 5..7, 9..10]), "0-3,5,6,9");
        assert_eq!(ranges(&[]), "");
    }

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
