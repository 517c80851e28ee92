//! `countless queens …`

mod classes;
mod complete;
mod count;
mod estimate;
mod generate;
mod given;
mod kind;
mod list;
mod oeis;
mod show;
mod solve;
mod squares;

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use countless::Error;
use countless::engine::Outcome;
use countless::queens::{Board, Kind, MAX_N};
use countless::table::input_name;
use serde_json::json;

use super::args::{first_given, whole};
use super::exit::Exit;
use super::output::{number, plural};
use super::perform::Report;
use super::session::Session;
use kind::is_other;
pub use oeis::HELP;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions
    Count(count::CountArgs),
    /// Estimate the time of a count
    Estimate(estimate::EstimateArgs),
    /// List all solutions, one row each
    List(list::ListArgs),
    /// Count or list the solutions of a partial board
    Complete(complete::CompleteArgs),
    /// Count solutions by symmetry, and fundamental solutions
    Classes(classes::ClassesArgs),
    /// Solve boards of coloured regions, one row each
    Solve(solve::SolveArgs),
    /// Generate boards of coloured regions with one solution
    Generate(generate::GenerateArgs),
    /// Draw a solution
    Show(show::ShowArgs),
}

pub fn run(command: &Command, session: Session) -> anyhow::Result<Exit> {
    match command {
        Command::Count(args) => count::count(args, session),
        Command::Estimate(args) => estimate::estimate(args, session),
        Command::List(args) => list::list(args, session),
        Command::Complete(args) => complete::complete(args, session),
        Command::Classes(args) => classes::classes(args, session),
        Command::Solve(args) => solve::solve(args, session),
        Command::Generate(args) => generate::generate(args, session),
        Command::Show(args) => show::show(args, session),
    }
}

/// A board that can be searched.
#[derive(Args, Debug)]
struct Size {
    /// Rows and columns of the board, 0 to 32
    #[arg(value_parser = whole::<u8>(0..=MAX_N as u64))]
    n: u8,
}

impl Size {
    fn n(&self) -> usize {
        self.n.into()
    }
}

/// The columns of a board.
#[derive(Args, Debug)]
struct Columns {
    /// Columns of a board of at most 32 rows, from N to 32 [default: N]
    #[arg(long, value_name = "M")]
    #[arg(value_parser = whole::<usize>(0..))]
    columns: Option<usize>,
}

impl Columns {
    /// The board of `n` rows with these columns, if they are given.
    fn board(&self, n: usize, kind: &Kind) -> anyhow::Result<Option<Board>> {
        let Some(columns) = self.columns else {
            return Ok(None);
        };
        anyhow::ensure!(
            n <= MAX_N,
            "--columns: expected a board of at most {MAX_N} rows, found {n} rows"
        );
        match Board::of_kind(n, columns, kind) {
            // With regions, the fault may be theirs.
            Err(error) if kind.coloured().is_none() => anyhow::bail!("--columns: {error}"),
            board => Ok(Some(board?)),
        }
    }

    /// How many there are, on a board of `n` rows.
    fn of(&self, n: usize, kind: &Kind) -> anyhow::Result<usize> {
        Ok(self.board(n, kind)?.map_or(n, |board| board.columns()))
    }
}

/// The largest board that single solutions are given for.
const LARGEST: u32 = 10_000;

/// A board that need not be searched.
#[derive(Args, Debug)]
struct LargeSize {
    /// Rows and columns of the board, 0 to 10000
    #[arg(value_parser = whole::<u32>(0..=LARGEST.into()))]
    n: u32,
}

impl LargeSize {
    /// The board, if it can be searched; larger ones are for queens alone.
    fn board(&self, kind: &Kind) -> anyhow::Result<Option<Board>> {
        let n = self.n as usize;
        if n <= MAX_N {
            return Ok(Some(Board::of_kind(n, n, kind)?));
        }
        let flag = first_given([
            ("--regions", kind.coloured().is_some()),
            ("--torus", kind.is_torus()),
            ("--piece", is_other(kind)),
        ]);
        if let Some(flag) = flag {
            anyhow::bail!("{flag}: expected at most {MAX_N} rows, found {n}");
        }
        Ok(None)
    }
}

/// The report of solutions that were counted.
fn counted(n: usize, solutions: u128, method: &str) -> Report {
    Report {
        found: plural(solutions, "solution"),
        count: solutions,
        text: Some(format!("{solutions}\n")),
        json: json!({ "problem": "queens", "n": n, "solutions": number(solutions) }),
        method: Some(method.to_owned()),
        ..Report::default()
    }
}

/// The report of solutions that were listed.
fn listed<T>(n: usize, outcome: &Outcome<T>) -> Report {
    Report {
        text: None,
        ..counted(n, outcome.rows.into(), "search")
    }
}

/// Requires the files of boards to exist, before the header of the rows is written.
fn require_files(files: &[PathBuf]) -> Result<(), Error> {
    for file in files.iter().filter(|file| file.as_os_str() != "-") {
        let found = fs::metadata(file);
        found.map_err(|error| Error::read(&file.display().to_string(), error))?;
    }
    Ok(())
}

/// What messages call files of boards.
fn names(files: &[PathBuf]) -> String {
    let names = files.iter().map(|file| input_name(file));
    names.collect::<Vec<_>>().join(", ")
}
