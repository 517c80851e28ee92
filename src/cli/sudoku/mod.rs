//! `countless sudoku …`

mod batch;
mod count;
mod count_each;
mod explain;
mod generate;
mod list;
mod play_check;
mod rate;
mod resume;
mod show;
mod solve;
mod source;

use clap::Subcommand;
use countless::engine::Report;
use countless::sudoku::Complaint;

pub use self::solve::described;
pub use self::source::{FORMATS, Source};
use super::Run;
use super::exit::Outcome;
use super::output::{plural, summary};

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
    /// Tell how hard each puzzle of a file is for people, one row each
    Rate(rate::RateArgs),
    /// Make puzzles, with their solutions and levels
    Generate(generate::GenerateArgs),
    /// Draw puzzles as text, SVG, PNG or PDF
    Show(show::ShowArgs),
    /// Tell what is wrong with an attempt at a puzzle
    PlayCheck(play_check::PlayCheckArgs),
}

pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Solve(args) => solve::solve(args),
        Command::Count(args) => count::count(args),
        Command::List(args) => list::list(args),
        Command::Explain(args) => explain::explain(args),
        Command::Rate(args) => rate::rate(args),
        Command::Generate(args) => generate::generate(args),
        Command::Show(args) => show::show(args),
        Command::PlayCheck(args) => play_check::play_check(args),
    }
}

/// Says on stderr what is wrong with a row of one of the inputs called `names`.
fn complain(names: &[String], complaint: &Complaint) {
    eprintln!("{}:{complaint}", names[complaint.input]);
}

/// A warning if there was nothing to do.
fn warn_if_empty(puzzles: u64, names: &[String]) {
    if puzzles > 0 {
        return;
    }
    match names {
        [name] => eprintln!("warning: {name} holds no puzzle"),
        _ => eprintln!("warning: the {} inputs hold no puzzle", names.len()),
    }
}

/// The last line on stderr: what was found, how fast, and how.
fn summarize(found: &str, count: u128, report: &Report, run: &Run) {
    let threads = plural(report.busy.len() as u128, "thread");
    summary(
        run.quiet,
        found,
        count,
        report.elapsed,
        &[run.kernel.name(), &threads],
    );
}
