//! `countless sudoku …`

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
pub use self::source::{FORMATS, Source, of_text};
use super::exit::Exit;
use super::session::Session;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles and prove them unique, one row each
    Solve(solve::SolveArgs),
    /// Count all solutions of each puzzle
    Count(count::CountArgs),
    /// List all solutions of each puzzle, one row each
    List(list::ListArgs),
    /// Solve a puzzle by human techniques and explain each step
    Explain(explain::ExplainArgs),
    /// Print the next step of each puzzle
    Hint(hint::HintArgs),
    /// Rate the difficulty of each puzzle, one row each
    Rate(rate::RateArgs),
    /// Generate puzzles with their solutions and levels
    Generate(generate::GenerateArgs),
    /// Compute the canonical form of each puzzle or grid, one row each
    Canon(canon::CanonArgs),
    /// Keep the first of each set of equivalent puzzles
    Distinct(distinct::DistinctArgs),
    /// Find the redundant clues of each puzzle, one row each
    Minimal(minimal::MinimalArgs),
    /// Find puzzles that differ from a given puzzle by a few clues
    Neighbours(neighbours::NeighboursArgs),
    /// List the unavoidable sets of a solved grid, one row each
    Unavoidable(inside::UnavoidableArgs),
    /// Find every K-clue puzzle with the given solution
    Scan(inside::ScanArgs),
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show::ShowArgs),
    /// Check an attempt at a puzzle and report wrong digits
    PlayCheck(play_check::PlayCheckArgs),
}

pub fn run(command: &Command, session: Session) -> anyhow::Result<Exit> {
    match command {
        Command::Solve(args) => solve::solve(args, session),
        Command::Count(args) => count::count(args, session),
        Command::List(args) => list::list(args, session),
        Command::Explain(args) => explain::explain(args, session),
        Command::Hint(args) => hint::hint(args, session),
        Command::Rate(args) => rate::rate(args, session),
        Command::Generate(args) => generate::generate(args, session),
        Command::Canon(args) => canon::canon(args, session),
        Command::Distinct(args) => distinct::distinct(args, session),
        Command::Minimal(args) => minimal::minimal(args, session),
        Command::Neighbours(args) => neighbours::neighbours(args, session),
        Command::Unavoidable(args) => inside::unavoidable(args, session),
        Command::Scan(args) => inside::scan(args, session),
        Command::Show(args) => show::show(args, session),
        Command::PlayCheck(args) => play_check::play_check(args, session),
    }
}
