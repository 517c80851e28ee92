//! `countless sudoku solve --ledger`: solving that can be continued and shared.
//!
//! | ledger | rows until they are complete | rows when they are |
//! |---|---|---|
//! | the whole | `FILE.part` | `FILE`, as `--output` says |
//! | a shard | `LEDGER.rows.part` | `LEDGER.rows`, for `ledger merge --output` |

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use countless::Error;
use countless::engine::{List, Order};
use countless::io::{Output, sha256};
use countless::ledger::{Intact, Ledger, Opened, Plan, Shard};
use countless::sudoku::{Batch, BatchTally, Written};

use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::recording::{Job, Kept, report_shard};
use super::batch::Complaining;
use super::solve::{SolveArgs, described, finish, verdict};

pub fn solve(args: &SolveArgs, batch: &Batch) -> anyhow::Result<Outcome> {
    let (run, recording) = (&args.run, &args.recording);
    ensure!(
        recording.subtrees.is_none(),
        "--subtrees: an input is always cut into chunks of 1024 puzzles"
    );
    let plan = plan(args, batch)?;
    if recording.dry_run {
        return dry_run(&plan, None, run, recording, args.json);
    }
    let shard = recording.shard();
    let path = recording.path()?.context("there is no ledger")?;
    let place = Place::new(args, batch, shard, &path)?;
    let mut ledger = match Ledger::open(&path, &plan, shard, run.kernel.name())? {
        Opened::Open(ledger) => ledger,
        Opened::Complete(book) => {
            let mut tally = BatchTally::default();
            for record in book.own(shard) {
                countless::engine::Tally::merge(&mut tally, (&record.summary).into());
            }
            report_shard(
                shard,
                shard.len(plan.subtrees),
                &described(&tally),
                run.quiet,
            );
            return Ok(verdict(&tally));
        }
    };
    let output = place.restore(&mut ledger, shard)?;
    let kept = Kept {
        known: ledger.known().own(shard).count() as u64,
        all: shard.len(plan.subtrees),
        path,
        shard,
    };
    let input = args.source.open()?;
    let name = input.name().to_owned();
    let reader = args.source.read(input)?;
    let job = Job {
        problem: batch,
        plan,
        cost: reader.meter().total(),
        subtrees: Batch::subtrees(reader),
        order: Order::Ascending,
        noun: "puzzles",
    };
    let list = List::new(output, &place.part);
    let mut sink = Complaining { name, sink: list };
    let report = job.record(&mut sink, run, &mut ledger, shard);
    if report.as_ref().is_ok_and(|report| report.stopped.is_none()) {
        // The rows first: a shard whose ledger has its name is done.
        let Complaining { name, sink: list } = sink;
        let (report, tally): (_, BatchTally) = (report?, list.total.clone());
        list.into_inner().finish()?;
        ledger.finish(true)?;
        if shard == Shard::WHOLE {
            if tally.rows() == 0 {
                eprintln!("warning: {name} holds no puzzle");
            }
            return finish(args, &tally, &report, kept.known());
        }
        report_shard(shard, kept.all, &described(&tally), run.quiet);
        return Ok(verdict(&tally));
    }
    ledger.finish(false)?;
    kept.interrupted(&report?);
    Ok(Outcome::Interrupted)
}

/// What is to be done with the whole input.
fn plan(args: &SolveArgs, batch: &Batch) -> anyhow::Result<Plan> {
    let path = Path::new(&args.source.source);
    ensure!(
        path.is_file(),
        "--ledger and --dry-run take a file, which can be read again"
    );
    let mut chunks = 0;
    for chunk in args.source.read(args.source.open()?)? {
        chunk?;
        chunks += 1;
    }
    Ok(batch.plan(&sha256(path)?, chunks))
}

/// Where the rows go.
struct Place {
    part: PathBuf,
    path: PathBuf,
    header: Vec<u8>,
}

impl Place {
    fn new(args: &SolveArgs, batch: &Batch, shard: Shard, ledger: &Path) -> anyhow::Result<Self> {
        ensure!(
            !args.rows.unordered,
            "--ledger keeps the order: leave out --unordered"
        );
        let (path, header) = match &args.rows.output {
            Some(path) if shard == Shard::WHOLE => (path.clone(), batch.header()),
            None if shard != Shard::WHOLE => (with_suffix(ledger, ".rows"), Vec::new()),
            Some(_) => anyhow::bail!(
                "the rows of a shard are kept beside its ledger: leave out --output, and use \
                 `countless ledger merge --output` in the end"
            ),
            None => anyhow::bail!("--ledger goes with --output FILE, which can be continued"),
        };
        ensure!(
            !Output::is_compressed(&path),
            "{} cannot be continued, since it is compressed: leave out --ledger or compress it later",
            path.display()
        );
        Ok(Self {
            part: with_suffix(&path, ".part"),
            path,
            header,
        })
    }

    /// Opens the rows behind the last chunk that is whole. Later ones are solved again,
    /// even if the ledger knows them.
    fn restore(&self, ledger: &mut Ledger, shard: Shard) -> Result<Output, Error> {
        let all = shard.len(ledger.known().plan().subtrees);
        let chunk = |place: u64| shard.index() + place * shard.count();
        let known = (0..all).map_while(|place| ledger.known().get(chunk(place)));
        let known: Vec<(u64, u32)> = known
            .map(|record| {
                let Written { bytes, checksum } = BatchTally::from(&record.summary).written;
                (bytes, checksum)
            })
            .collect();
        if known.len() as u64 == all && !self.part.exists() {
            // Perhaps only the ledger was not finished.
            let intact = Intact::of(&self.path, &self.header, known.iter().copied())?;
            let length = fs::metadata(&self.path).map(|file| file.len()).ok();
            if intact.parts == all && length == Some(intact.bytes) {
                return Output::resume(&self.path, intact.bytes, &self.path);
            }
        }
        let intact = Intact::of(&self.part, &self.header, known.into_iter())?;
        ledger.forget(|subtree| subtree >= chunk(intact.parts));
        let mut output = Output::resume(&self.part, intact.bytes, &self.path)?;
        if intact.bytes == 0 {
            output
                .write_all(&self.header)
                .map_err(|error| Error::write(&self.part, error))?;
        }
        Ok(output)
    }
}

/// Adds a suffix to the name of a file.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
