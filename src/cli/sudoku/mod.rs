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

pub use self::source::{FORMATS, Source};
use super::exit::Exit;
use super::session::Session;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve every puzzle of a file and prove it unique, one row each
    Solve(solve::SolveArgs),
    /// Count all solutions of a puzzle, or of each puzzle of a file
    Count(count::CountArgs),
    /// List all solutions of a puzzle, or of each puzzle of a file, one row each
    List(list::ListArgs),
    /// Solve a puzzle as people do, and explain each step
    Explain(explain::ExplainArgs),
    /// Give the next step of a puzzle, and no more
    Hint(hint::HintArgs),
    /// Tell how hard each puzzle of a file is for people, one row each
    Rate(rate::RateArgs),
    /// Make puzzles, with their solutions and levels
    Generate(generate::GenerateArgs),
    /// Find the canonical form of each puzzle or grid of a file, one row each
    Canon(canon::CanonArgs),
    /// Take the puzzles of a file that are not the same up to symmetry as one before
    Distinct(distinct::DistinctArgs),
    /// Tell which clues of each puzzle of a file can be left out, one row each
    Minimal(minimal::MinimalArgs),
    /// Find the puzzles that have some clues of another less, and others more
    Neighbours(neighbours::NeighboursArgs),
    /// List the unavoidable sets of a solved grid, one row each
    Unavoidable(inside::UnavoidableArgs),
    /// Find every puzzle of so many clues in a solved grid
    Scan(inside::ScanArgs),
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show::ShowArgs),
    /// Tell what is wrong with an attempt at a puzzle
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
