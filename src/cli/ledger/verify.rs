//! `countless ledger verify`

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use anyhow::bail;
use clap::Args;
use countless::Error;
use countless::engine::{
    Counted, Finished, Options, Order, Problem, Pulse, Reason, Sample, Sink, Subtree, run,
};
use countless::ledger::{Book, Shard};
use countless::queens::{ByJoin, BySearch, Recount};
use countless::simd::Kernel;

use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::stop_on_signals;
use super::Ledgers;
use super::merge::is_known;

#[derive(Args, Debug)]
#[command(after_help = "\
Each subtree of the sample is counted again with every kernel of this machine, and those
of the join by visiting every solution as well. The known total is compared.

Examples:
  countless ledger verify ledger.csv --sample 50
  countless ledger verify shards/ --sample 2%")]
pub struct VerifyArgs {
    #[command(flatten)]
    ledgers: Ledgers,
    /// How many subtrees to count again, or what part of them: 50, 2%
    #[arg(long, value_name = "P", default_value = "20")]
    sample: Amount,
    /// Draw another sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// No summary on stderr
    #[arg(short, long)]
    quiet: bool,
}

/// A number or a percentage.
#[derive(Clone, Copy, Debug)]
enum Amount {
    Number(usize),
    Percent(f64),
}

impl std::str::FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let amount = match text.strip_suffix('%') {
            None => text.parse().ok().map(Self::Number),
            Some(percent) => percent.parse().ok().map(Self::Percent),
        };
        let valid = |amount: &Self| match amount {
            Self::Number(_) => true,
            Self::Percent(percent) => (0.0..=100.0).contains(percent),
        };
        let wrong = "it is a number, or a percentage such as 2%";
        amount.filter(valid).ok_or_else(|| wrong.to_owned())
    }
}

impl Amount {
    fn of(self, all: u64) -> usize {
        match self {
            Self::Number(number) => number.min(all as usize),
            Self::Percent(percent) => (all as f64 * percent / 100.0).ceil() as usize,
        }
    }
}

pub fn verify(args: &VerifyArgs) -> anyhow::Result<Outcome> {
    let book = args.ledgers.some_book()?;
    let mut check = Check::new(&book, args.sample.of(book.len()), args.seed);
    let plan = book.plan();
    let threads = Options::default().threads;
    for kernel in Kernel::available() {
        let name = kernel.name();
        if let Some(problem) = ByJoin::from_plan(plan, kernel, threads)? {
            check.run(&problem, problem.subtrees(), &format!("by join, {name}"))?;
            if kernel == Kernel::best() {
                check.run(
                    &Recount(&problem),
                    problem.subtrees(),
                    "by visiting every solution",
                )?;
            }
        } else if let Some(problem) = BySearch::from_plan(plan, kernel) {
            check.run(&problem, problem.subtrees(), &format!("by search, {name}"))?;
        } else {
            bail!("{} cannot be counted again from its plan", plan.problem);
        }
        if stop_on_signals()?.is_raised() {
            eprintln!("interrupted");
            return Ok(Outcome::Interrupted);
        }
    }
    let mut sound = check.mistakes == 0;
    if book.is_complete(Shard::WHOLE) {
        sound &= is_known(&book, book.total(Shard::WHOLE)?.count);
    }
    if !sound {
        return Ok(Outcome::Flawed);
    }
    if !args.quiet {
        let sampled = plural(check.sample.len() as u128, "subtree");
        eprintln!(
            "{plan}: {sampled} counted again {} times, all right",
            check.runs
        );
    }
    Ok(Outcome::Complete)
}

/// Compares records with what is counted again.
struct Check<'a> {
    book: &'a Book,
    sample: BTreeSet<u64>,
    /// How the sample is being counted.
    how: String,
    runs: u32,
    mistakes: u64,
}

impl<'a> Check<'a> {
    /// Draws so many records.
    fn new(book: &'a Book, number: usize, seed: u64) -> Self {
        let subtrees = book.records().map(|record| Subtree {
            index: record.subtree,
            cost: 1,
            root: (),
        });
        let subtrees: Vec<Subtree<()>> = subtrees.collect();
        Self {
            book,
            sample: Sample::new(&subtrees, number, seed).subtrees(),
            how: String::new(),
            runs: 0,
            mistakes: 0,
        }
    }

    /// Counts the sample again.
    fn run<P>(
        &mut self,
        problem: &P,
        subtrees: impl Iterator<Item = Subtree<usize>> + Send,
        how: &str,
    ) -> anyhow::Result<()>
    where
        P: Problem<Root = usize, Tally = Counted>,
    {
        let sample = self.sample.clone();
        let subtrees = subtrees.filter(move |subtree| sample.contains(&subtree.index));
        how.clone_into(&mut self.how);
        self.runs += 1;
        let options = Options {
            order: Order::Any,
            ..Options::default()
        };
        let (stop, pulse) = (stop_on_signals()?, Pulse::new(None));
        run(problem, subtrees.map(Ok), self, options, stop, &pulse)?;
        Ok(())
    }
}

impl Sink<Counted> for Check<'_> {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<Counted>) -> Result<ControlFlow<Reason>, Error> {
        let Some(record) = self.book.get(finished.index) else {
            return Ok(ControlFlow::Continue(()));
        };
        if record.summary.count != finished.tally.solutions {
            self.mistakes += 1;
            eprintln!(
                "{}: subtree {} is {} here, but {} {}",
                record.origin,
                finished.index,
                record.summary.count,
                finished.tally.solutions,
                self.how
            );
        }
        Ok(ControlFlow::Continue(()))
    }
}
