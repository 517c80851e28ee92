//! The command line: one file per family of commands, and what they share.

mod bench;
mod command_line;
mod drive;
mod dry_run;
mod exit;
mod folder;
mod ledger;
mod output;
mod picture;
mod progress;
mod queens;
mod recording;
mod report;
mod shell;
mod sudoku;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};
use countless::Error;
use countless::engine::{List, Options, Order, Reason, Stop, Tally};
use countless::io::{Format, Output};
use countless::simd::Kernel;

use progress::When;

/// Count or stream every solution of a finite search problem.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  countless queens count 16
  countless queens list 8 -o boards.csv
  countless sudoku solve puzzles.txt -o solved.csv.zst
  countless sudoku count .................1.....2.3......3.2...1.4......5.......3......4.7..8...962...7...

Exit codes: 0 complete; 1 complete, but some input was bad or a check said no;
2 usage or input/output error; 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Queens that do not attack each other
    #[command(subcommand)]
    Queens(queens::Command),
    /// Sudoku puzzles, one or millions
    #[command(subcommand)]
    Sudoku(sudoku::Command),
    /// Time the program on a fixed suite, or compare two such runs
    Bench(bench::BenchArgs),
    /// Draw the charts of a benchmark run, and put them on one page with its numbers
    Report(report::ReportArgs),
    /// What ledgers say, and what is missing; merged and verified
    #[command(subcommand)]
    Ledger(ledger::Command),
    /// Print the completion script of a shell
    Completions(shell::Completions),
    /// Print the manual page, or write one page per command to a folder
    Man(shell::Man),
}

/// Parses the command line, runs the command and says how it ended.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error),
    };
    exit::code(match cli.command {
        Command::Queens(command) => queens::run(&command),
        Command::Sudoku(command) => sudoku::run(&command),
        Command::Bench(args) => bench::bench(&args),
        Command::Report(args) => report::report(&args),
        Command::Ledger(command) => ledger::run(&command),
        Command::Completions(command) => shell::completions(&command, &mut Cli::command()),
        Command::Man(command) => shell::man(&command, &Cli::command()),
    })
}

/// How to run, for every command that searches.
#[derive(Args, Debug)]
struct Run {
    /// Number of threads [default: what the machine or container allows]
    #[arg(
        short = 'j',
        long,
        value_name = "T",
        env = "RAYON_NUM_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096), help_heading = "Running")]
    threads: Option<u16>,
    /// Instruction set to use: auto, scalar, avx2 or avx512
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    #[arg(value_parser = Kernel::named, help_heading = "Running")]
    kernel: Kernel,
    /// No progress and no summary on stderr
    #[arg(short, long, help_heading = "Running")]
    quiet: bool,
    /// When to show progress on stderr
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        help_heading = "Running"
    )]
    progress: When,
}

impl Run {
    /// The engine's options.
    fn options(&self, order: Order) -> Options {
        let mut options = Options {
            order,
            ..Options::default()
        };
        if let Some(threads) = self.threads {
            options.threads = threads.into();
        }
        options
    }
}

/// Where the rows go, for every command that lists.
#[derive(Args, Debug)]
struct Rows {
    /// Write to FILE; .gz and .zst are compressed, .ndjson gives NDJSON [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the rows: csv or ndjson [default: by the name of FILE, else csv]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// Write rows as they are found, in no particular order
    #[arg(long, action = ArgAction::SetTrue)]
    unordered: bool,
}

impl Rows {
    fn format(&self) -> Format {
        let by_name = || self.output.as_deref().map_or(Format::default(), Format::of);
        self.format.unwrap_or_else(by_name)
    }

    /// Whether none of these flags is given.
    fn is_default(&self) -> bool {
        self.output.is_none() && self.format.is_none() && !self.unordered
    }

    /// Opens the output and writes the header.
    fn start<T: Tally>(&self, header: &[u8]) -> Result<List<T, Output>, Error> {
        let mut output = Output::create(self.output.as_deref())?;
        let path = output.path().to_owned();
        output
            .write_all(header)
            .map_err(|error| Error::write(&path, error))?;
        Ok(List::new(output, path))
    }

    fn order(&self) -> Order {
        if self.unordered {
            Order::Any
        } else {
            Order::Ascending
        }
    }
}

fn format(name: &str) -> Result<Format, String> {
    match name {
        "csv" => Ok(Format::Csv),
        "ndjson" => Ok(Format::Ndjson),
        _ => Err("it is csv or ndjson".to_owned()),
    }
}

/// The token that Ctrl-C and SIGTERM raise. The second signal exits at once.
fn stop_on_signals() -> anyhow::Result<&'static Stop> {
    static STOP: Stop = Stop::new();
    static ONCE: OnceLock<Result<(), String>> = OnceLock::new();
    static SIGNALLED: AtomicBool = AtomicBool::new(false);
    let handler = || {
        // Not whether the token is raised: another program that was timed may have told of
        // the same Ctrl-C first.
        if SIGNALLED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        STOP.raise(Reason::Interrupted);
    };
    ONCE.get_or_init(|| ctrlc::set_handler(handler).map_err(|error| error.to_string()))
        .as_ref()
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("cannot listen to signals")?;
    Ok(&STOP)
}
