//! `countless queens show`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use countless::Error;
use countless::engine::{Finished, Order, Reason, Sink};
use countless::io::{Format, Output};
use countless::queens::{Constraint, Listing, construct, sample};
use countless::render::{board_svg, board_text};

use super::super::Run;
use super::super::exit::Outcome;
use super::super::output::{plural, print};
use super::LargeBoard;
use super::list::list_to;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens show 8
  countless queens show 8 --nth 92 --svg board.svg
  countless queens show 100 --seed 7")]
pub struct ShowArgs {
    #[command(flatten)]
    board: LargeBoard,
    /// Draw the K-th solution of the list; up to 32 rows
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    nth: Option<u64>,
    /// Draw a random solution, the same for the same seed
    #[arg(long, value_name = "S", conflicts_with = "nth")]
    seed: Option<u64>,
    /// Draw to an SVG file instead of stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
}

pub fn show(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n;
    let columns = match (args.seed, args.board.searchable()) {
        (Some(seed), _) => sample(n, seed),
        (None, Some(n)) => {
            let mut nth = Nth::new(args.nth.unwrap_or(1));
            if !search(n, &mut nth, args)? {
                eprintln!("interrupted");
                return Ok(Outcome::Interrupted);
            }
            if nth.row.is_none() && nth.passed > 0 {
                let solutions = plural(nth.passed.into(), "solution");
                eprintln!("a board of {n} rows has only {solutions}");
                return Ok(Outcome::Flawed);
            }
            nth.row
        }
        (None, None) => {
            anyhow::ensure!(
                args.nth.is_none(),
                "--nth takes boards of up to 32 rows; try --seed"
            );
            construct(n)
        }
    };
    let Some(columns) = columns else {
        eprintln!("a board of {n} rows has no solution");
        return Ok(Outcome::Flawed);
    };
    match &args.svg {
        None => print(&board_text(&columns))?,
        Some(path) => {
            let mut output = Output::create(Some(path))?;
            output
                .write_all(board_svg(&columns).as_bytes())
                .map_err(|error| Error::write(path, error))?;
            output.finish()?;
        }
    }
    Ok(Outcome::Complete)
}

/// Searches a board for a row of its list; false if it was interrupted.
fn search(n: usize, nth: &mut Nth, args: &ShowArgs) -> anyhow::Result<bool> {
    let board = Constraint::new(n);
    let threads = args.run.options(Order::Ascending).threads;
    let problem = Listing::new(&board, args.run.kernel, threads, Format::Csv);
    let report = list_to(&problem, nth, &args.run, Order::Ascending)?;
    Ok(report.stopped != Some(Reason::Interrupted))
}

/// Keeps one row of a list, and stops the run.
struct Nth {
    wanted: u64,
    /// The rows before it, so far.
    passed: u64,
    /// The column of the queen in each row.
    row: Option<Vec<u32>>,
}

impl Nth {
    fn new(wanted: u64) -> Self {
        Self {
            wanted,
            passed: 0,
            row: None,
        }
    }
}

impl Sink<u128> for Nth {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        let ahead = self.wanted - self.passed - 1;
        if ahead >= rows {
            self.passed += rows;
            return Ok(ControlFlow::Continue(()));
        }
        let row = bytes.split(|&byte| byte == b'\n').nth(ahead as usize);
        let row = String::from_utf8_lossy(row.unwrap_or_default());
        self.row = Some(
            row.split(',')
                .filter_map(|field| field.parse().ok())
                .collect(),
        );
        Ok(ControlFlow::Break(Reason::Limit))
    }

    fn finished(&mut self, _: Finished<u128>) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn limit(&self) -> u64 {
        self.wanted
    }
}
