//! The commands `countless sudoku`.

mod batch;
mod budget;
mod canon;
mod count;
mod distinct;
mod drawn;
mod explain;
mod generate;
mod hint;
mod inside;
mod list;
mod minimal;
mod neighbours;
mod play_check;
mod rate;
mod shape;
mod show;
mod solve;
mod source;
mod story;

use clap::Subcommand;

pub use self::explain::techniques;
pub use self::source::{FORMATS, PuzzleInputArgs, parse_typed};
use super::exit::Exit;
use super::session::Session;

#[derive(Debug, Subcommand)]
pub enum SudokuCommand {
    /// Solve puzzles and prove them unique, one row each
    Solve(solve::SudokuSolveArgs),
    /// Count all solutions of each puzzle
    Count(count::SudokuCountArgs),
    /// List all solutions of each puzzle, one row each
    List(list::SudokuListArgs),
    /// Solve a puzzle by human techniques and explain each step
    Explain(explain::SudokuExplainArgs),
    /// Print the next step of each puzzle
    Hint(hint::SudokuHintArgs),
    /// Rate the difficulty of each puzzle, one row each
    Rate(rate::SudokuRateArgs),
    /// Generate puzzles with their solutions and levels
    Generate(generate::SudokuGenerateArgs),
    /// Compute the canonical form of each puzzle or grid, one row each
    Canon(canon::SudokuCanonArgs),
    /// Keep the first of each set of equivalent puzzles
    Distinct(distinct::SudokuDistinctArgs),
    /// Find the redundant clues of each puzzle, one row each
    Minimal(minimal::SudokuMinimalArgs),
    /// Find puzzles that differ from a given puzzle by a few clues
    Neighbours(neighbours::SudokuNeighboursArgs),
    /// List the unavoidable sets of a solved grid, one row each
    Unavoidable(inside::SudokuUnavoidableArgs),
    /// Find every K-clue puzzle with the given solution
    Scan(inside::SudokuScanArgs),
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show::SudokuShowArgs),
    /// Check an attempt at a puzzle and report wrong digits
    PlayCheck(play_check::SudokuPlayCheckArgs),
}

pub fn run(command: &SudokuCommand, session: Session) -> anyhow::Result<Exit> {
    match command {
        SudokuCommand::Solve(args) => solve::solve(args, session),
        SudokuCommand::Count(args) => count::count(args, session),
        SudokuCommand::List(args) => list::list(args, session),
        SudokuCommand::Explain(args) => explain::explain(args, session),
        SudokuCommand::Hint(args) => hint::hint(args, session),
        SudokuCommand::Rate(args) => rate::rate(args, session),
        SudokuCommand::Generate(args) => generate::generate(args, session),
        SudokuCommand::Canon(args) => canon::canon(args, session),
        SudokuCommand::Distinct(args) => distinct::distinct(args, session),
        SudokuCommand::Minimal(args) => minimal::minimal(args, session),
        SudokuCommand::Neighbours(args) => neighbours::neighbours(args, session),
        SudokuCommand::Unavoidable(args) => inside::unavoidable(args, session),
        SudokuCommand::Scan(args) => inside::scan(args, session),
        SudokuCommand::Show(args) => show::show(args, session),
        SudokuCommand::PlayCheck(args) => play_check::play_check(args, session),
    }
}
