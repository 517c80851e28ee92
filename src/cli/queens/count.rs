//! `countless queens count`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use countless::Error;
use countless::engine::{Count, Counted, Order, Problem, Report, Resume, Subtree};
use countless::ledger::{Plan, Residue, Shard};
use countless::queens::{ByJoin, BySearch};

use super::super::Run;
use super::super::drive::drive;
use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::output::{plural, print, summary};
use super::super::recording::{Ended, Job, Kept, Recording, report_shard};
use super::estimate::{Sampled, sample_join, sample_search};
use super::{Board, tally};

/// The subtrees of a plan unless the user wants more. Recording one takes about half a
/// microsecond, so that even 17 queens, 0.15 s, lose less than 1 %.
pub const SUBTREES: u32 = 2048;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens count 16
  countless queens count 18 --threads 2 --json
  countless queens count 12 --method search --kernel scalar")]
pub struct CountArgs {
    #[command(flatten)]
    board: Board,
    /// How to count
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    method: Method,
    /// Write to FILE how many solutions have a queen on each square; - prints that alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ledger", "shard", "dry_run"])]
    tally: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    run: Run,
}

/// How to count the solutions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// By join if it takes the board, else by search
    #[default]
    Auto,
    /// Pairs of half boards, without visiting a solution; 4 to 23 rows
    Join,
    /// Depth first, visiting one of each eight solutions
    Search,
}

impl Method {
    /// What `auto` stands for.
    pub fn resolve(self, n: usize) -> anyhow::Result<Self> {
        match self {
            Self::Auto if ByJoin::takes(n) => Ok(Self::Join),
            Self::Auto => Ok(Self::Search),
            Self::Join if !ByJoin::takes(n) => {
                anyhow::bail!("--method join takes boards of 4 to 23 rows, not {n}")
            }
            method => Ok(method),
        }
    }
}

pub fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    if let Some(path) = &args.tally {
        ensure!(
            args.method != Method::Join,
            "--tally looks at the solutions, which --method join never visits"
        );
        return tally::count(n, path, args.json, &args.run);
    }
    let method = args.method.resolve(n)?;
    if args.method == Method::Auto && method == Method::Search && n > 4 && !args.run.quiet {
        eprintln!("note: beyond 23 rows the join needs too much memory; counting by search");
    }
    let (run, recording) = (&args.run, &args.recording);
    let threads = run.options(Order::Any).threads;
    let counting = Counting {
        n,
        json: args.json,
        run,
        recording,
    };
    if method == Method::Join
        && let Some(mut problem) = ByJoin::new(n, run.kernel, threads)?
    {
        // Drawn from single orbits: groups of them would take longer.
        let sampled = recording
            .dry_run
            .then(|| sample_join(&problem, run, 1))
            .transpose()?;
        if let Some(most) = recording.cut(SUBTREES) {
            problem = problem.grouped(most as usize);
        }
        if let Some(sampled) = sampled {
            return counting.dry_run(&problem.plan(), sampled);
        }
        counting.count(job(
            &problem,
            problem.plan(),
            problem.subtrees(),
            problem.cost(),
        ))
    } else {
        let problem = BySearch::all(n, run.kernel, recording.cut_for(threads, SUBTREES));
        counting.search(&problem)
    }
}

/// The job of counting the solutions of a problem.
fn job<P: Problem>(
    problem: &P,
    plan: Plan,
    subtrees: impl Iterator<Item = Subtree<P::Root>> + Send,
    cost: u64,
) -> Job<'_, P, impl Iterator<Item = Result<Subtree<P::Root>, Error>> + Send> {
    Job {
        problem,
        plan,
        subtrees: subtrees.map(Ok),
        cost: Some(cost),
        order: Order::Any,
        noun: "solutions",
    }
}

/// How to count, and how to say what was counted.
pub struct Counting<'a> {
    pub n: usize,
    pub json: bool,
    pub run: &'a Run,
    pub recording: &'a Recording,
}

impl Counting<'_> {
    /// Counts by search, or says what that would be.
    pub fn search(&self, problem: &BySearch) -> anyhow::Result<Outcome> {
        let plan = problem.plan();
        if self.recording.dry_run {
            let sampled = sample_search(problem, self.run, 1)?;
            return self.dry_run(&plan, sampled);
        }
        self.count(job(problem, plan, problem.subtrees(), problem.cost()))
    }

    fn dry_run(&self, plan: &Plan, sampled: Option<Sampled>) -> anyhow::Result<Outcome> {
        let Some(sampled) = sampled else {
            eprintln!("interrupted");
            return Ok(Outcome::Interrupted);
        };
        let time = Some(sampled.time);
        dry_run(plan, time, self.run, self.recording, self.json)
    }

    /// Does a job.
    fn count<P, I>(&self, job: Job<'_, P, I>) -> anyhow::Result<Outcome>
    where
        P: Resume<Root = usize, Tally = Counted>,
        I: Iterator<Item = Result<Subtree<usize>, Error>> + Send,
    {
        let method = job.plan.method.clone();
        let shard = self.recording.shard();
        let mut count = Count::default();
        match job.run(&mut count, self.run, self.recording)? {
            Ended::Before(book) => {
                let found = plural(book.total(shard)?.count, "solution");
                let subtrees = shard.len(book.plan().subtrees);
                report_shard(shard, subtrees, &found, self.run.quiet);
                Ok(Outcome::Complete)
            }
            Ended::Now(report, kept) => self.finish(&method, count.total, &report, kept.as_ref()),
        }
    }

    /// Says how many solutions were found.
    fn finish(
        &self,
        method: &str,
        total: Counted,
        report: &Report,
        kept: Option<&Kept>,
    ) -> anyhow::Result<Outcome> {
        let found = plural(total.solutions, "solution");
        let outcome = Outcome::of(report.stopped);
        if outcome == Outcome::Interrupted {
            match kept {
                Some(kept) => kept.interrupted(report),
                None => eprintln!("interrupted: {found} counted so far, which is not all"),
            }
            return Ok(outcome);
        }
        ensure!(
            total.residue == Residue::of(total.solutions),
            "the total {} contradicts its residue: the machine has miscounted",
            total.solutions
        );
        if let Some(kept) = kept.filter(|kept| kept.shard != Shard::WHOLE) {
            report_shard(kept.shard, kept.all, &found, self.run.quiet);
            return Ok(outcome);
        }
        if self.json {
            let json = serde_json::json!({
                "problem": "queens",
                "n": self.n,
                "solutions": total.solutions,
                "seconds": report.elapsed.as_secs_f64(),
                "busy_seconds": report.busy.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
                "subtrees": report.subtrees,
                "method": method,
                "kernel": self.run.kernel.name(),
                "threads": report.busy.len(),
            });
            print(&format!("{json}\n"))?;
        } else {
            print(&format!("{}\n", total.solutions))?;
        }
        let threads = plural(report.busy.len() as u128, "thread");
        let known = kept.and_then(Kept::known);
        let mut how = vec![method, self.run.kernel.name(), &threads];
        how.extend(known.as_deref());
        summary(
            self.run.quiet,
            &found,
            total.solutions,
            report.elapsed,
            &how,
        );
        Ok(outcome)
    }
}

/// Counts all boards of `n` rows, for what needs only the number.
pub fn count_all(
    n: usize,
    run: &Run,
    recording: &Recording,
) -> anyhow::Result<(u128, Report, Option<Kept>)> {
    let threads = run.options(Order::Any).threads;
    let mut count = Count::default();
    let join = match Method::Auto.resolve(n)? {
        Method::Join => ByJoin::new(n, run.kernel, threads)?,
        _ => None,
    };
    let ended = if let Some(mut problem) = join {
        if let Some(most) = recording.cut(SUBTREES) {
            problem = problem.grouped(most as usize);
        }
        let (plan, cost) = (problem.plan(), problem.cost());
        job(&problem, plan, problem.subtrees(), cost).run(&mut count, run, recording)?
    } else {
        let problem = BySearch::all(n, run.kernel, recording.cut_for(threads, SUBTREES));
        let (plan, cost) = (problem.plan(), problem.cost());
        job(&problem, plan, problem.subtrees(), cost).run(&mut count, run, recording)?
    };
    let Ended::Now(report, kept) = ended else {
        anyhow::bail!("this is the ledger of a shard");
    };
    let Counted {
        solutions, residue, ..
    } = count.total;
    let complete = report.stopped.is_none();
    ensure!(
        !complete || residue == Residue::of(solutions),
        "the total {solutions} contradicts its residue: the machine has miscounted"
    );
    Ok((solutions, report, kept))
}

/// Adds up the tallies of some subtrees, which cost `cost` together.
pub fn add_up<P: Problem>(
    problem: &P,
    subtrees: impl Iterator<Item = Subtree<P::Root>> + Send,
    cost: u64,
    run: &Run,
) -> anyhow::Result<(P::Tally, Report)> {
    let mut count = Count::default();
    let subtrees = subtrees.map(Ok);
    let report = drive(
        problem,
        subtrees,
        Some(cost),
        &mut count,
        run,
        Order::Any,
        "solutions",
    )?;
    Ok((count.total, report))
}
