//! Keeping a ledger: the flags, and runs that record what they finish.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use countless::Error;
use countless::engine::{
    Order, PER_THREAD, Recorder, Report, Resume, Resumed, Sink, Subtree, resume,
};
use countless::ledger::{Book, Ledger, Opened, Plan, Shard};

use super::Run;
use super::drive::drive;
use super::output::{grouped, plural};

/// How to keep a ledger, for every command that can be continued.
#[derive(Args, Debug)]
#[command(next_help_heading = "Ledger")]
pub struct Recording {
    /// Record every finished subtree in FILE, and go on from what it says; a folder gets a
    /// file for each shard
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Search only subtrees I, I+K, I+2K, …; env:NAME/K takes I from a variable
    #[arg(long, value_name = "I/K", requires = "ledger")]
    shard: Option<Shard>,
    /// Cut the problem into about COUNT subtrees [default: 2048 of a board, 256 of a puzzle]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    pub subtrees: Option<u32>,
    /// Say what would be done and how long it would take, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// A problem, its subtrees, and how to show that it advances.
pub struct Job<'a, P, I> {
    pub problem: &'a P,
    pub plan: Plan,
    pub subtrees: I,
    pub cost: Option<u64>,
    pub order: Order,
    pub noun: &'static str,
}

/// How a job ended.
pub enum Ended {
    /// There was nothing to do: the ledger of this shard was complete.
    Before(Book),
    Now(Report, Option<Kept>),
}

/// What a ledger has of its shard after a run.
pub struct Kept {
    pub path: PathBuf,
    pub shard: Shard,
    /// The subtrees that it had before.
    pub known: u64,
    /// The subtrees of the shard.
    pub all: u64,
}

impl Recording {
    /// A ledger of the whole, if there is to be one.
    pub fn whole(ledger: Option<PathBuf>) -> Self {
        Self {
            ledger,
            shard: None,
            subtrees: None,
            dry_run: false,
        }
    }

    /// How many subtrees to cut, the same on every machine: as many as the user wants, or
    /// `usual`; `None` if no ledger is kept and the machine decides.
    pub fn cut(&self, usual: u32) -> Option<u32> {
        self.is_given().then(|| self.subtrees.unwrap_or(usual))
    }

    /// As for how many threads to cut.
    pub fn cut_for(&self, threads: usize, usual: u32) -> usize {
        self.cut(usual)
            .map_or(threads, |subtrees| (subtrees as usize).div_ceil(PER_THREAD))
    }

    /// Whether a ledger or a dry run is asked for.
    pub fn is_given(&self) -> bool {
        self.ledger.is_some() || self.dry_run || self.subtrees.is_some()
    }

    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// The file of the ledger, in a folder that exists.
    pub fn path(&self) -> anyhow::Result<Option<PathBuf>> {
        let Some(path) = &self.ledger else {
            return Ok(None);
        };
        let spelled_as_folder = path.as_os_str().to_string_lossy().ends_with('/');
        if spelled_as_folder {
            fs::create_dir_all(path)
                .with_context(|| format!("cannot create {}", path.display()))?;
        }
        let shard = self.shard();
        Ok(Some(match path.is_dir() {
            true if shard == Shard::WHOLE => path.join("ledger.csv"),
            true => path.join(format!("{}-of-{}.csv", shard.index(), shard.count())),
            false => path.clone(),
        }))
    }
}

impl<P, I> Job<'_, P, I>
where
    P: Resume,
    I: Iterator<Item = Result<Subtree<P::Root>, Error>> + Send,
    P::Root: Send,
{
    /// Does the job, or the part of it that is the user's and is not done.
    pub fn run<S: Sink<P::Tally>>(
        self,
        sink: &mut S,
        run: &Run,
        recording: &Recording,
    ) -> anyhow::Result<Ended> {
        let Some(path) = recording.path()? else {
            let Self {
                problem,
                subtrees,
                cost,
                order,
                noun,
                ..
            } = self;
            let report = drive(problem, subtrees, cost, sink, run, order, noun)?;
            return Ok(Ended::Now(report, None));
        };
        let shard = recording.shard();
        match Ledger::open(&path, &self.plan, shard, run.kernel.name())? {
            Opened::Complete(book) => Ok(Ended::Before(book)),
            Opened::Open(mut ledger) => {
                let kept = Kept {
                    path,
                    shard,
                    known: ledger.known().own(shard).count() as u64,
                    all: shard.len(self.plan.subtrees),
                };
                let report = self.record(sink, run, &mut ledger, shard);
                // What is finished stays, even if something else has failed.
                let complete = report.as_ref().is_ok_and(|report| report.stopped.is_none());
                let finished = ledger.finish(complete);
                let report = report?;
                finished?;
                Ok(Ended::Now(report, Some(kept)))
            }
        }
    }

    /// Does what is not done of a shard, and records it.
    pub fn record<S: Sink<P::Tally>>(
        self,
        sink: &mut S,
        run: &Run,
        ledger: &mut Ledger,
        shard: Shard,
    ) -> anyhow::Result<Report> {
        let subtrees = resume(self.subtrees, shard, ledger.known());
        let cost = self.cost.map(|cost| cost / shard.count());
        let mut recorder = Recorder::new(self.problem, ledger, sink);
        drive(
            &Resumed(self.problem),
            subtrees,
            cost,
            &mut recorder,
            run,
            self.order,
            self.noun,
        )
    }
}

impl Kept {
    /// Says that what is done can be continued.
    pub fn interrupted(&self, report: &Report) {
        eprintln!(
            "interrupted: {} of {} are in {}; run the same command again to go on",
            grouped(report.subtrees.into()),
            plural(self.all.into(), "subtree"),
            self.path.display()
        );
    }

    /// A word for the summary on what was known before, if anything was.
    pub fn known(&self) -> Option<String> {
        let (known, all) = (grouped(self.known.into()), grouped(self.all.into()));
        (self.known > 0).then(|| format!("{known} of {all} subtrees known before"))
    }
}

/// Says on stderr what a shard amounts to; on stdout it would be taken for the total.
pub fn report_shard(shard: Shard, subtrees: u64, found: &str, quiet: bool) {
    if !quiet {
        let subtrees = plural(subtrees.into(), "subtree");
        eprintln!("shard {shard}: {subtrees}, {found}; `countless ledger merge` adds shards up");
    }
}
