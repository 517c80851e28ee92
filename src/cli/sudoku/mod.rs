//! `countless sudoku …`

mod batch;
mod count;
mod explain;
mod generate;
mod list;
mod rate;
mod resume;
mod show;
mod solve;

use std::path::Path;

use anyhow::Context;
use clap::{Args, Subcommand};
use countless::engine::Report;
use countless::io::Input;
use countless::sudoku::puzzles::{ChunkReader, Options};
use countless::sudoku::{Complaint, GridFault, Puzzle};

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
    /// Draw a puzzle
    Show(show::ShowArgs),
}

/// Where the puzzles come from, for every command.
#[derive(Args, Debug)]
struct Source {
    /// A file of puzzles, - for stdin, or a puzzle of 81 or 729 characters
    #[arg(value_name = "FILE|PUZZLE")]
    source: String,
    /// CSV column that holds the puzzle, by name or number [default: by common names]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
}

const FORMATS: &str = "\
Input is recognised by its content: a puzzle a line (81 characters, a blank is one of
. 0 * _ - x, or 729 pencil marks, nine for each cell; # begins a comment; text after the
puzzle is its tag), SadMan .sdk and .sdm, grids of nine lines with or without drawing characters, or CSV with a header;
plain, gzip or Zstandard.";

pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Solve(args) => solve::solve(args),
        Command::Count(args) => count::count(args),
        Command::List(args) => list::list(args),
        Command::Explain(args) => explain::explain(args),
        Command::Rate(args) => rate::rate(args),
        Command::Generate(args) => generate::generate(args),
        Command::Show(args) => show::show(args),
    }
}

impl Source {
    /// The puzzle, if the argument is one.
    fn puzzle(&self) -> anyhow::Result<Option<Puzzle>> {
        match self.source.parse::<Puzzle>() {
            Ok(puzzle) => Ok(Some(puzzle)),
            // Of the right length and letters: it is meant as a puzzle.
            Err(error)
                if matches!(
                    error.fault,
                    GridFault::Repeated(_) | GridFault::Misplaced { .. }
                ) =>
            {
                Err(error).context("the puzzle breaks the rules")
            }
            Err(_) => Ok(None),
        }
    }

    /// Opens the file.
    fn open(&self) -> anyhow::Result<Input> {
        if let Some(puzzle) = self.puzzle()? {
            let text = puzzle.to_string();
            let length = text.len() as u64;
            return Ok(Input::new(
                "the puzzle",
                std::io::Cursor::new(text),
                Some(length),
            )?);
        }
        Ok(Input::open(Path::new(&self.source))?)
    }

    fn read(&self, input: Input) -> anyhow::Result<ChunkReader> {
        self.read_in_chunks(input, Options::default().records_per_chunk)
    }

    fn read_in_chunks(&self, input: Input, records: usize) -> anyhow::Result<ChunkReader> {
        let options = Options {
            column: self.column.clone(),
            records_per_chunk: records,
        };
        Ok(ChunkReader::new(input, &options)?)
    }
}

/// Says on stderr what is wrong with a row of the input called `name`.
fn complain(name: &str, complaint: &Complaint) {
    eprintln!("{name}:{complaint}");
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
