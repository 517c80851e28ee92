//! The command line: one file per family of commands, and what they share.

mod args;
mod bench;
mod command_line;
mod compare;
mod complaints;
mod cover;
mod deadline;
mod dry_run;
mod exit;
mod folder;
mod forecast;
mod formats;
mod help;
mod ledger;
mod output;
mod paths;
mod picture;
mod progress;
#[cfg(test)]
mod prose;
mod queens;
mod report;
mod row_file;
mod rows;
mod run_folder;
mod session;
mod shell;
mod signals;
mod sudoku;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use exit::Exit;
use session::Session;

/// Count or stream every solution of a finite search problem.
#[derive(Debug, Parser)]
#[command(version, long_version = version::LONG.as_str())]
#[command(propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  countless queens count 16
  countless queens list 8 -o boards.csv
  countless sudoku solve puzzles.txt -o solved.csv.zst
  countless sudoku count \"$(grep -vm1 '^#' puzzles.txt)\"

Exit codes: 0 complete; 1 complete, but some input was bad or a check said no;
2 usage or input/output error; 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// No progress and no summary on stderr
    #[arg(short, long, global = true, help_heading = "Everywhere")]
    quiet: bool,
    /// Make JSON of what stdout gets: rows are NDJSON; without rows there, it is one object
    #[arg(long, global = true, help_heading = "Everywhere")]
    json: bool,
    /// When to tell by bold and colour what was given from what was found
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        help_heading = "Everywhere"
    )]
    #[arg(default_value_t)]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Queens that do not attack each other
    #[command(subcommand, after_help = queens::HELP)]
    Queens(queens::Command),
    /// Sudoku puzzles, one or millions
    #[command(subcommand)]
    Sudoku(sudoku::Command),
    /// Exact covers: tilings, packings, squares, anything in items and options
    #[command(subcommand)]
    Cover(cover::Command),
    /// Time the program on a fixed suite, or compare two such runs
    Bench(bench::BenchArgs),
    /// Draw the charts of a benchmark run, and put them on one page with its numbers
    Report(report::ReportArgs),
    /// What ledgers say, and what is missing; merged and verified
    #[command(subcommand)]
    Ledger(ledger::Command),
    /// List the formats that are read and written, with an example of each
    Formats(formats::FormatsArgs),
    /// Print the completion script of a shell
    Completions(shell::Completions),
    /// Print the manual page, or write one page per command to a folder
    Man(shell::Man),
}

/// Whether the command of a command line has an argument of this name.
fn has(matches: &ArgMatches, name: &str) -> bool {
    match matches.subcommand() {
        Some((_, below)) => has(below, name),
        None => matches.try_contains_id(name).is_ok(),
    }
}

/// The command line, as clap has it.
fn command() -> clap::Command {
    help::arranged(Cli::command())
}

/// Runs the command line.
pub fn main() -> ExitCode {
    deadline::begin();
    ExitCode::from(run(wild::args_os()))
}

/// Parses a command line, runs the command and returns the exit code.
fn run(words: impl Iterator<Item = OsString>) -> u8 {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(words);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed.map_err(|error| error.format(&mut command)) {
        Ok(parsed) => parsed,
        Err(error) => return exit::usage(&error, &command),
    };
    // Before anything is opened for writing.
    let checked = paths::check(&command, &matches);
    let has_sizes = has(&matches, "boxes");
    exit::code(checked.and_then(|()| perform(cli, has_sizes)))
}

/// Runs a command; `has_sizes` says that it takes puzzles of other sizes.
fn perform(cli: Cli, has_sizes: bool) -> anyhow::Result<Exit> {
    let session = Session {
        quiet: cli.quiet,
        json: cli.json,
        color: cli.color,
        has_sizes,
    };
    match cli.command {
        Command::Queens(command) => queens::run(&command, session),
        Command::Sudoku(command) => sudoku::run(&command, session),
        Command::Cover(command) => cover::run(&command, session),
        Command::Bench(args) => bench::bench(&args, session),
        Command::Report(args) => report::report(&args, session),
        Command::Ledger(command) => ledger::run(&command, session),
        Command::Formats(args) => formats::formats(&args, session),
        Command::Completions(args) => shell::completions(&args, paths::with_hints(command())),
        Command::Man(args) => {
            // Manual pages are the same for all machines.
            let cli = command().long_version(Resettable::Reset);
            shell::man(&args, &cli)
        }
    }
}
