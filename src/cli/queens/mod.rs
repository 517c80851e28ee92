//! The commands `countless queens`.

mod board_args;
mod count_boards;
mod estimate_boards;
mod list_boards;
mod show_boards;
mod solve_boards;

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use countless::Error;
use countless::engine::Outcome;
use countless::queens::{Board, BoardVariant, MAX_N};
use countless::table::input_name;
use serde_json::json;

use super::output::{Exit, json_number, plural};
use super::perform::CommandReport;
use super::session::Session;
use super::shared_args::{first_given, whole};
use board_args::is_board_variant;

#[derive(Debug, Subcommand)]
pub enum QueensCommand {
    /// Count all solutions
    Count(count_boards::QueensCountArgs),
    /// Estimate the time of a count
    Estimate(estimate_boards::QueensEstimateArgs),
    /// List all solutions, one row each
    List(list_boards::QueensListArgs),
    /// Count or list the solutions of a partial board
    Complete(solve_boards::QueensCompleteArgs),
    /// Count solutions by symmetry, and fundamental solutions
    Classes(count_boards::QueensClassesArgs),
    /// Solve boards of coloured regions, one row each
    Solve(solve_boards::QueensSolveArgs),
    /// Generate boards of coloured regions with one solution
    Generate(solve_boards::QueensGenerateArgs),
    /// Draw a solution
    Show(show_boards::QueensShowArgs),
}

pub fn run(command: &QueensCommand, session: Session) -> anyhow::Result<Exit> {
    match command {
        QueensCommand::Count(args) => count_boards::count(args, session),
        QueensCommand::Estimate(args) => estimate_boards::estimate(args, session),
        QueensCommand::List(args) => list_boards::list(args, session),
        QueensCommand::Complete(args) => solve_boards::complete(args, session),
        QueensCommand::Classes(args) => count_boards::classes(args, session),
        QueensCommand::Solve(args) => solve_boards::solve(args, session),
        QueensCommand::Generate(args) => solve_boards::generate(args, session),
        QueensCommand::Show(args) => show_boards::show(args, session),
    }
}

/// Argument for the size of a board that can be searched.
#[derive(Args, Debug)]
struct BoardSizeArgs {
    /// Rows and columns of the board, 0 to 32
    #[arg(value_parser = whole::<u8>(0..=MAX_N as u64))]
    n: u8,
}

impl BoardSizeArgs {
    fn n(&self) -> usize {
        self.n.into()
    }
}

/// Argument for the columns of a board.
#[derive(Args, Debug)]
struct BoardColumnsArgs {
    /// Columns of a board of at most 32 rows, from N to 32 [default: N]
    #[arg(long, value_name = "M")]
    #[arg(value_parser = whole::<usize>(0..))]
    columns: Option<usize>,
}

impl BoardColumnsArgs {
    /// Returns the board of `n` rows with these columns, if they are given.
    fn board(&self, n: usize, variant: &BoardVariant) -> anyhow::Result<Option<Board>> {
        let Some(columns) = self.columns else {
            return Ok(None);
        };
        anyhow::ensure!(
            n <= MAX_N,
            "--columns: expected a board of at most {MAX_N} rows, found {n} rows"
        );
        match Board::of_variant(n, columns, variant) {
            // With regions, the fault may be in the regions.
            Err(error) if variant.regions().is_none() => anyhow::bail!("--columns: {error}"),
            board => Ok(Some(board?)),
        }
    }

    /// Number of columns of a board of `n` rows.
    fn of(&self, n: usize, variant: &BoardVariant) -> anyhow::Result<usize> {
        Ok(self.board(n, variant)?.map_or(n, |board| board.columns()))
    }
}

/// Maximum number of rows of a board for which single solutions are constructed.
const LARGEST_BOARD: u32 = 10_000;

/// Argument for the size of a board that may be too large for a search.
#[derive(Args, Debug)]
struct LargeBoardSizeArgs {
    /// Rows and columns of the board, 0 to 10000
    #[arg(value_parser = whole::<u32>(0..=LARGEST_BOARD.into()))]
    n: u32,
}

impl LargeBoardSizeArgs {
    /// Returns the board, or none if it is too large for a search. Large boards support only
    /// ordinary queens.
    fn board(&self, variant: &BoardVariant) -> anyhow::Result<Option<Board>> {
        let n = self.n as usize;
        if n <= MAX_N {
            return Ok(Some(Board::of_variant(n, n, variant)?));
        }
        let flag = first_given([
            ("--regions", variant.regions().is_some()),
            ("--torus", variant.is_torus()),
            ("--piece", is_board_variant(variant)),
        ]);
        if let Some(flag) = flag {
            anyhow::bail!("{flag}: expected at most {MAX_N} rows, found {n}");
        }
        Ok(None)
    }
}

/// Report of a count.
fn count_report(n: usize, solutions: u128, method: &str) -> CommandReport {
    CommandReport {
        found: plural(solutions, "solution"),
        count: solutions,
        text: Some(format!("{solutions}\n")),
        json: json!({ "problem": "queens", "n": n, "solutions": json_number(solutions) }),
        method: Some(method.to_owned()),
        ..CommandReport::default()
    }
}

/// Report of a listing.
fn list_report(n: usize, outcome: &Outcome) -> CommandReport {
    CommandReport {
        text: None,
        ..count_report(n, outcome.rows.into(), "search")
    }
}

/// Requires the files of boards to exist, before the header of the rows is written.
fn require_files(files: &[PathBuf]) -> Result<(), Error> {
    for file in files.iter().filter(|file| file.as_os_str() != "-") {
        fs::metadata(file).map_err(|error| Error::read(file, error))?;
    }
    Ok(())
}

/// Names of files of boards in messages.
fn file_names(files: &[PathBuf]) -> String {
    let names = files.iter().map(|file| input_name(file));
    names.collect::<Vec<_>>().join(", ")
}
