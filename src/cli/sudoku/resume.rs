//! `countless sudoku solve --ledger`: solving that can be continued and shared.
//!
//! | ledger | rows until they are complete | rows when they are |
//! |---|---|---|
//! | the whole | `FILE.part` | `FILE`, as `--output` says |
//! | a shard | `LEDGER.rows.part` | `LEDGER.rows`, for `ledger merge --output` |
//!
//! Rows lie there as they are; a `FILE` that is to be compressed is made of them in the end.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use countless::Error;
use countless::engine::{List, Order};
use countless::io::{Input, Output};
use countless::ledger::{Intact, Ledger, Opened, Plan, Shard};
use countless::sudoku::{Batch, BatchTally, Written};

use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::recording::{Job, Kept, report_shard};
use super::batch::Complaining;
use super::solve::{SolveArgs, described, finish, verdict};
use super::warn_if_empty;

/// How much is compressed at a time.
const BLOCK: usize = 128 << 10;

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
    let sheet = place.restore(&mut ledger, shard)?;
    let kept = Kept {
        known: ledger.known().own(shard).count() as u64,
        all: shard.len(plan.subtrees),
        path,
        shard,
    };
    let inputs = args.source.open()?;
    let names = inputs.names().to_vec();
    let job = Job {
        problem: batch,
        plan,
        cost: inputs.total(),
        subtrees: Batch::subtrees(inputs),
        order: Order::Ascending,
        noun: "puzzles",
    };
    let list = List::new(sheet, &place.part);
    let mut sink = Complaining { names, sink: list };
    let report = job.record(&mut sink, run, &mut ledger, shard);
    if report.as_ref().is_ok_and(|report| report.stopped.is_none()) {
        // The rows first: a shard whose ledger has its name is done.
        let Complaining { names, sink: list } = sink;
        let (report, tally): (_, BatchTally) = (report?, list.total.clone());
        place.complete(list.into_inner())?;
        ledger.finish(true)?;
        place.clear()?;
        if shard == Shard::WHOLE {
            warn_if_empty(tally.rows(), &names);
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
    let hash = args.source.hash()?;
    let mut chunks = 0;
    for chunk in args.source.open()? {
        chunk?;
        chunks += 1;
    }
    Ok(batch.plan(&hash, chunks))
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
        Ok(Self {
            part: with_suffix(&path, ".part"),
            path,
            header,
        })
    }

    fn is_compressed(&self) -> bool {
        Output::is_compressed(&self.path)
    }

    /// Opens the rows behind the last chunk that is whole. Later ones are solved again,
    /// even if the ledger knows them.
    fn restore(&self, ledger: &mut Ledger, shard: Shard) -> Result<Sheet, Error> {
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
            let intact = Intact::of(&self.path, &self.header, known.iter().copied());
            // What cannot be read is written again.
            if intact.is_ok_and(|intact| intact.parts == all && intact.ends) {
                return Ok(Sheet(None));
            }
        }
        let intact = Intact::of(&self.part, &self.header, known.into_iter())?;
        ledger.forget(|subtree| subtree >= chunk(intact.parts));
        let done = if self.is_compressed() {
            &self.part
        } else {
            &self.path
        };
        let mut output = Output::resume(&self.part, intact.bytes, done)?;
        if intact.bytes == 0 {
            output
                .write_all(&self.header)
                .map_err(|error| Error::write(&self.part, error))?;
        }
        Ok(Sheet(Some(output)))
    }

    /// Gives the rows their name.
    fn complete(&self, sheet: Sheet) -> Result<(), Error> {
        let Some(output) = sheet.0 else {
            return Ok(());
        };
        output.finish()?;
        if !self.is_compressed() {
            return Ok(());
        }
        let mut rows = Input::open(&self.part)?;
        let mut output = Output::create(Some(&self.path))?;
        let mut block = Vec::with_capacity(BLOCK);
        while rows.fill(&mut block, BLOCK)? > 0 {
            output
                .write_all(&block)
                .map_err(|error| Error::write(&self.path, error))?;
            block.clear();
        }
        output.finish()
    }

    /// Removes what is of no more use once the ledger has its name, too.
    fn clear(&self) -> Result<(), Error> {
        if self.is_compressed() && self.part.exists() {
            fs::remove_file(&self.part).map_err(|error| Error::write(&self.part, error))?;
        }
        Ok(())
    }
}

/// Where rows are written; nowhere, if all are there.
struct Sheet(Option<Output>);

impl Write for Sheet {
    fn write(&mut self, rows: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Some(output) => output.write(rows),
            None => Ok(rows.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Adds a suffix to the name of a file.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
