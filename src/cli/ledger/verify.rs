//! `countless ledger verify`

use anyhow::{Context, bail, ensure};
use clap::Args;
use countless::engine::{Options, Tally};
use countless::ledger::{Plan, Shard, Summary};
use countless::queens::{ByJoin, BySearch, Recount};
use countless::simd::Kernel;
use countless::sudoku::{Batch, BatchTally, Enumerate, OneByOne, Parts};

use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::stop_on_signals;
use super::super::sudoku::{Source, described};
use super::Ledgers;
use super::again::Check;
use super::merge::is_known;

/// Subtrees with more solutions than this are not visited one by one.
const VISITED: u128 = 1 << 24;

#[derive(Args, Debug)]
#[command(after_help = "\
Each subtree of the sample is done again with every kernel of this machine, and by another
method: orbits of the join by visiting every solution, sudokus one by one. The known total
is compared. What was solved from files needs them again: --input, in the same order.

Examples:
  countless ledger verify ledger.csv --sample 50
  countless ledger verify shards/ --sample 2%
  countless ledger verify solved.ledger --input puzzles.txt")]
pub struct VerifyArgs {
    #[command(flatten)]
    ledgers: Ledgers,
    /// How many subtrees to count again, or what part of them: 50, 2%
    #[arg(long, value_name = "P", default_value = "20")]
    sample: Amount,
    /// A file that the run has read; several in their order
    #[arg(long, value_name = "FILE")]
    input: Vec<String>,
    /// CSV column that holds the puzzle, as the run was told
    #[arg(long, value_name = "NAME", requires = "input")]
    column: Option<String>,
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
    Number(u64),
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
    fn of(self, all: u64) -> u64 {
        match self {
            Self::Number(number) => number.min(all),
            Self::Percent(percent) => (all as f64 * percent / 100.0).ceil() as u64,
        }
    }
}

pub fn verify(args: &VerifyArgs) -> anyhow::Result<Outcome> {
    let book = args.ledgers.some_book()?;
    let mut check = Check::new(&book, args.sample.of(book.len()), args.seed);
    let plan = book.plan();
    for kernel in Kernel::available() {
        match plan.problem.as_str() {
            "queens count" | "queens complete" => queens(&mut check, plan, kernel)?,
            "sudoku solve" => solved(&mut check, plan, kernel, &args.source(plan)?)?,
            "sudoku count" => counted(&mut check, plan, kernel, args)?,
            problem => bail!("{problem} cannot be done again from its plan"),
        }
        if stop_on_signals()?.is_raised() {
            eprintln!("interrupted");
            return Ok(Outcome::Interrupted);
        }
    }
    let mut sound = check.mistakes() == 0;
    if book.is_complete(Shard::WHOLE) {
        sound &= is_known(&book, book.total(Shard::WHOLE)?.count);
    }
    if !sound {
        return Ok(Outcome::Flawed);
    }
    if !args.quiet {
        let sampled = plural(check.sampled() as u128, "subtree");
        eprintln!(
            "{plan}: {sampled} done again {} times, all right",
            check.runs()
        );
    }
    Ok(Outcome::Complete)
}

impl VerifyArgs {
    /// The inputs of a plan.
    fn source(&self, plan: &Plan) -> anyhow::Result<Source> {
        let wanted = plan.parameter("input").context("the plan names no input")?;
        ensure!(
            !self.input.is_empty(),
            "{} needs what it has read: give --input FILE",
            plan.problem
        );
        let source = Source::of(self.input.clone(), self.column.clone());
        let found = source.hash()?;
        ensure!(
            found == wanted,
            "--input: that is not what the ledger is about: its SHA-256 is {found}, not {wanted}"
        );
        Ok(source)
    }
}

/// Counts boards again.
fn queens(check: &mut Check, plan: &Plan, kernel: Kernel) -> anyhow::Result<()> {
    let (name, threads) = (kernel.name(), Options::default().threads);
    if let Some(problem) = ByJoin::from_plan(plan, kernel, threads)? {
        let subtrees = || problem.subtrees().map(Ok);
        check.run(&problem, subtrees(), &format!("by join, {name}"), solutions)?;
        if kernel == Kernel::best() {
            let how = "by visiting every solution";
            check.run(&Recount(&problem), subtrees(), how, solutions)?;
        }
    } else if let Some(problem) = BySearch::from_plan(plan, kernel) {
        let how = format!("by search, {name}");
        check.run(&problem, problem.subtrees().map(Ok), &how, solutions)?;
    } else {
        bail!("{} cannot be counted again from its plan", plan.problem);
    }
    Ok(())
}

/// Solves chunks of inputs again.
fn solved(check: &mut Check, plan: &Plan, kernel: Kernel, source: &Source) -> anyhow::Result<()> {
    let inputs = source.open()?;
    let batch = Batch::from_plan(plan, &inputs, kernel)?;
    let batch = batch.context("the plan is not that of a batch of sudokus")?;
    ensure!(
        batch.plan(&source.hash()?, plan.subtrees) == *plan,
        "--column: the ledger is about another column"
    );
    let batch = batch.with_checksums();
    let how = format!("in lanes, {}", kernel.name());
    let written = |tally: &BatchTally| Summary::from(tally).detail;
    check.run(&batch, Batch::subtrees(inputs), &how, written)?;
    if kernel == Kernel::best() {
        let subtrees = Batch::subtrees(source.open()?);
        // It does not look at the solutions given.
        let wrong = 0;
        let statuses = |tally: &BatchTally| {
            let tally = tally.clone();
            described(&BatchTally { wrong, ..tally })
        };
        check.run(&OneByOne(&batch), subtrees, "one by one", statuses)?;
    }
    Ok(())
}

/// Counts the solutions of sudokus again.
fn counted(
    check: &mut Check,
    plan: &Plan,
    kernel: Kernel,
    args: &VerifyArgs,
) -> anyhow::Result<()> {
    let parts = || match Parts::from_plan(plan) {
        Some(parts) => Ok(parts),
        None => Ok::<_, anyhow::Error>(Parts::read(args.source(plan)?.open()?, 0, kernel)),
    };
    if plan.parameter("puzzle").is_none() {
        let source = args.source(plan)?;
        ensure!(
            Parts::plan_of_inputs(source.open()?, &source.hash()?)? == *plan,
            "--column: the ledger is about another column"
        );
    }
    let problem = Enumerate::count(kernel, None);
    let how = format!("in lanes, {}", kernel.name());
    check.run(&problem, parts()?, &how, solutions)?;
    if kernel == Kernel::best() {
        let book = check.book();
        let few = |index| {
            book.get(index)
                .is_some_and(|record| record.summary.count <= VISITED)
        };
        let parts = parts()?.filter(|part| part.as_ref().map_or(true, |part| few(part.index)));
        check.run(&OneByOne(&problem), parts, "one by one", solutions)?;
    }
    Ok(())
}

/// What is compared of counts.
fn solutions(tally: &impl Tally) -> u128 {
    tally.solutions()
}
