//! The command line: a file or folder for each command, and shared code.

mod bench;
mod cover;
mod forecast;
mod formats;
mod help;
mod ledger;
mod output;
mod paths;
mod perform;
mod picture_args;
mod prelude;
mod queens;
mod row_output;
mod session;
mod shared_args;
mod sudoku;
#[cfg(test)]
mod tests;
mod usage_errors;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use output::Exit;
use session::Session;

/// Maximum width of a line of help, in columns.
const HELP_WIDTH: usize = 80;

/// Count or list every solution of queens, sudokus and exact covers
#[derive(Debug, Parser)]
#[command(version, long_version = help::LONG_VERSION.as_str())]
#[command(propagate_version = true, max_term_width = HELP_WIDTH)]
#[command(after_help = include_str!("help/countless.txt"))]
struct Cli {
    #[command(subcommand)]
    command: ProgramCommand,
    #[command(flatten)]
    global: GlobalArgs,
}

#[derive(Args, Debug)]
struct GlobalArgs {
    /// Print no progress and no summary
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// Write rows as NDJSON, one object per row; without rows on stdout, one object with the summary
    #[arg(long, global = true, help_heading = "Global options")]
    json: bool,
    /// Use bold and colour in drawings and explanations
    #[arg(long, global = true, help_heading = "Global options")]
    #[arg(value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum ProgramCommand {
    /// Count, list, solve and draw placements of queens
    #[command(subcommand, after_help = include_str!("help/queens.txt"))]
    Queens(queens::QueensCommand),
    /// Solve, count, rate, generate and explain sudokus
    #[command(subcommand)]
    Sudoku(sudoku::SudokuCommand),
    /// Count, list, sample and draw exact covers: tilings, packings
    #[command(subcommand)]
    Cover(cover::CoverCommand),
    /// Time the program on a fixed suite, or compare two runs
    Bench(bench::BenchArgs),
    /// Draw the charts of a benchmark run as a page
    Report(bench::BenchReportArgs),
    /// Inspect, merge, verify and repair ledgers
    #[command(subcommand, after_help = include_str!("help/ledger.txt"))]
    Ledger(ledger::LedgerCommand),
    /// List the formats that are read and written, with examples
    Formats(formats::FormatsArgs),
    /// Print the completion script of a shell
    Completions(help::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands
    Man(help::ManArgs),
}

/// Returns the hint for puzzles of an unexpected size, if the command reads several sizes.
fn size_hint(matches: &ArgMatches) -> Option<&'static str> {
    if let Some((_, below)) = matches.subcommand() {
        return size_hint(below);
    }
    matches.try_contains_id("boxes").ok()?;
    let is_given = |name| {
        matches.try_contains_id(name).is_ok()
            && matches.value_source(name) == Some(ValueSource::CommandLine)
    };
    Some(if is_given("samurai") {
        "--samurai reads five grids that overlap; omit it for puzzles of one grid"
    } else if is_given("symbols") {
        "the number of symbols of --symbols sets the size"
    } else {
        "--size N reads puzzles of N×N cells; an input has puzzles of one size"
    })
}

/// Returns the command line as defined for clap.
fn command() -> clap::Command {
    help::with_help_layout(Cli::command())
}

/// Returns the command line with only the command that the first words name, if they name one.
///
/// It takes a tenth of the time of [`command`] and accepts no more. Whatever it refuses, help included,
/// is left to that.
fn named_command(words: &[OsString]) -> Option<clap::Command> {
    let [_, group, name, ..] = words else {
        return None;
    };
    let [group, name] = [group, name].map(|word| word.to_str().map(str::to_owned));
    let [group, name] = [group?, name?].map(|word| &*word.leak());
    let command = match group {
        "queens" => queens::QueensCommand::parser(name),
        "sudoku" => sudoku::SudokuCommand::parser(name),
        "cover" => cover::CoverCommand::parser(name),
        "ledger" => ledger::LedgerCommand::parser(name),
        _ => None,
    };
    let group = clap::Command::new(group).subcommand(command?.mut_args(help::with_numbers));
    Some(GlobalArgs::augment_args(clap::Command::new("countless")).subcommand(group))
}

/// Result of parsing a command line.
type Parsed = Result<(Cli, ArgMatches), clap::Error>;

/// Parses a command line. The definitions are never dropped: to free those of all commands takes
/// longer than a small count.
fn parse(command: clap::Command, words: &[OsString]) -> (&'static mut clap::Command, Parsed) {
    let command = Box::leak(Box::new(command));
    let matches = command.try_get_matches_from_mut(words);
    let parsed = matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    (command, parsed)
}

/// Runs the command line.
pub fn main() -> ExitCode {
    forecast::mark_program_start();
    session::survive_file_size_limit();
    ExitCode::from(run(wild::args_os()))
}

/// Parses a command line, runs the command and returns the exit code.
fn run(words: impl Iterator<Item = OsString>) -> u8 {
    let mut words: Vec<OsString> = words.collect();
    if let Some(topic) = help::Topic::asked_for(&words) {
        let page = topic.page(output::terminal_width().min(HELP_WIDTH));
        return output::exit_code(output::print(&page).map(|()| Exit::Complete));
    }
    let named = named_command(&words).map(|command| parse(command, &words));
    let (command, parsed) = if let Some((command, Ok(parsed))) = named {
        (command, Ok(parsed))
    } else {
        let command = command();
        if usage_errors::asks_for_help_twice(&command, &words) {
            words.pop();
        }
        parse(command, &words)
    };
    let (cli, matches) = match parsed.map_err(|error| error.format(command)) {
        Ok(parsed) => parsed,
        Err(error) => return usage_errors::answer_usage_error(&error, command, &words),
    };
    // All paths are checked before a file is opened for writing.
    let checked = paths::check(command, &matches);
    let size_hint = size_hint(&matches);
    output::exit_code(checked.and_then(|()| perform(cli, size_hint)))
}

/// Runs a command.
fn perform(cli: Cli, size_hint: Option<&'static str>) -> anyhow::Result<Exit> {
    let session = Session {
        quiet: cli.global.quiet,
        json: cli.global.json,
        color: cli.global.color,
        size_hint,
    };
    match cli.command {
        ProgramCommand::Queens(command) => queens::run(&command, session),
        ProgramCommand::Sudoku(command) => sudoku::run(&command, session),
        ProgramCommand::Cover(command) => cover::run(&command, session),
        ProgramCommand::Bench(args) => bench::bench(&args, session),
        ProgramCommand::Report(args) => bench::report(&args, session),
        ProgramCommand::Ledger(command) => ledger::run(&command, session),
        ProgramCommand::Formats(args) => formats::formats(&args, session),
        ProgramCommand::Completions(args) => help::completions(&args, paths::with_hints(command())),
        ProgramCommand::Man(args) => {
            // Manual pages must not depend on the machine.
            let cli = command().long_version(Resettable::Reset);
            help::man(&args, &cli)
        }
    }
}
