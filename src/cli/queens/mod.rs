//! `countless queens …`

mod classes;
mod complete;
mod count;
mod estimate;
mod list;
mod show;
mod tally;

use clap::{Args, Subcommand};
use countless::queens::MAX_N;

use super::exit::Outcome;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions
    Count(count::CountArgs),
    /// Estimate how long a count takes, from a random sample
    Estimate(estimate::EstimateArgs),
    /// List all solutions, one row each: the column of the queen in each row
    List(list::ListArgs),
    /// Count or list the ways to complete a partial board
    Complete(complete::CompleteArgs),
    /// Count the solutions by symmetry, and those that differ by more than a turn or mirror
    Classes(classes::ClassesArgs),
    /// Draw a solution
    Show(show::ShowArgs),
}

pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Count(args) => count::count(args),
        Command::Estimate(args) => estimate::estimate(args),
        Command::List(args) => list::list(args),
        Command::Complete(args) => complete::complete(args),
        Command::Classes(args) => classes::classes(args),
        Command::Show(args) => show::show(args),
    }
}

/// A board that can be searched.
#[derive(Args, Debug)]
struct Board {
    /// Rows and columns of the board, 0 to 32
    #[arg(value_parser = clap::value_parser!(u8).range(0..=MAX_N as i64))]
    n: u8,
}

impl Board {
    fn n(&self) -> usize {
        self.n.into()
    }
}

/// The largest board that single solutions are given for.
const LARGEST: u32 = 10_000;

/// A board that need not be searched.
#[derive(Args, Debug)]
struct LargeBoard {
    /// Rows and columns of the board, 0 to 10000
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(LARGEST)))]
    n: u32,
}

impl LargeBoard {
    /// The size, if the board can be searched.
    fn searchable(&self) -> Option<usize> {
        let n = self.n as usize;
        (n <= MAX_N).then_some(n)
    }
}
