//! The commands `countless queens`.

mod board_args;
mod count_boards;
mod estimate_boards;
mod list_boards;
mod show_boards;
mod solve_boards;

use super::prelude::*;
use std::fs;
use std::path::PathBuf;

use countless::queens::{Board, BoardVariant, MAX_N};
use countless::table::input_name;

use board_args::is_board_variant;

commands! {
    QueensCommand by run:

    /// Count all solutions
    Count(count_boards::QueensCountArgs) => count_boards::count,
    /// Estimate the time of a count
    Estimate(estimate_boards::QueensEstimateArgs) => estimate_boards::estimate,
    /// List all solutions, one row each
    List(list_boards::QueensListArgs) => list_boards::list,
    /// Count or list the solutions of a partial board
    Complete(solve_boards::QueensCompleteArgs) => solve_boards::complete,
    /// Count solutions by symmetry, and fundamental solutions
    Classes(count_boards::QueensClassesArgs) => count_boards::classes,
    /// Solve boards of coloured regions, one row each
    Solve(solve_boards::QueensSolveArgs) => solve_boards::solve,
    /// Generate boards of coloured regions with one solution
    Generate(solve_boards::QueensGenerateArgs) => solve_boards::generate,
    /// Draw a solution
    Show(show_boards::QueensShowArgs) => show_boards::show,
}

/// Argument for the size of a board that can be searched.
#[derive(Args, Debug)]
struct BoardSizeArgs {
    /// Rows and columns of the board, 0 to 32
    #[arg(value_parser = whole::<usize>(0..=MAX_N as u64))]
    n: usize,
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
        ensure!(
            n <= MAX_N,
            "--columns: expected a board of at most {MAX_N} rows, found {n} rows"
        );
        match Board::of_variant(n, columns, variant) {
            // With regions, the fault may be in the regions.
            Err(error) if variant.regions().is_none() => bail!("--columns: {error}"),
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
            bail!("{flag}: expected at most {MAX_N} rows, found {n}");
        }
        Ok(None)
    }
}

/// Report of a count.
fn count_report(n: usize, outcome: &Outcome, method: &str) -> CommandReport {
    let solutions = outcome.total.count;
    CommandReport {
        count: outcome.without_recalled(|total| total.count),
        text: Some(format!("{solutions}\n")),
        ..number_report(n, solutions, method)
    }
}

/// Report of a number of solutions.
fn number_report(n: usize, solutions: u128, method: &str) -> CommandReport {
    let mut report = CommandReport::of_number("queens", solutions, "solution");
    report.json["n"] = n.into();
    report.method = Some(method.to_owned());
    report
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
