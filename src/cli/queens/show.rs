//! `countless queens show`

use std::ops::ControlFlow;

use clap::Args;
use countless::Error;
use countless::engine::{Finished, Order, Reason, Sink};
use countless::io::Format;
use countless::queens::{Constraint, Listing, construct, fundamental, sample};

use super::super::Run;
use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::picture::Picture;
use super::LargeBoard;
use super::list::list_to;
use crate::render::{Captioned, Figure, board_text};

/// The largest board of which all fundamental solutions are drawn: it has 45,752.
const LARGEST_SHEET: u32 = 14;

/// How many boards go on a page, unless the user says.
const PER_PAGE: usize = 48;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens show 8
  countless queens show 8 --nth 92 -o board.svg
  countless queens show 8 --all -o sheet.png
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
    /// Draw all fundamental solutions, those that no turn or mirror makes of one
    /// another; up to 14 rows
    #[arg(long, conflicts_with_all = ["nth", "seed"])]
    all: bool,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    run: Run,
}

pub fn show(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n;
    let to_file = args.picture.file()?.is_some();
    if args.all {
        anyhow::ensure!(
            n <= LARGEST_SHEET,
            "--all takes boards of up to {LARGEST_SHEET} rows"
        );
        return show_all(n as usize, to_file, args);
    }
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
    if to_file {
        let figure = Captioned {
            caption: String::new(),
            note: String::new(),
            figure: Figure::Board(columns),
        };
        let pages = args.picture.pages(&format!("{n} queens"), &[figure], 0);
        args.picture.write(pages, Vec::new())?;
    } else {
        args.picture.write_text(&board_text(&columns))?;
    }
    Ok(Outcome::Complete)
}

/// Draws all fundamental solutions of a board.
fn show_all(n: usize, to_file: bool, args: &ShowArgs) -> anyhow::Result<Outcome> {
    let mut found = Fundamental::default();
    if !search(n, &mut found, args)? {
        eprintln!("interrupted");
        return Ok(Outcome::Interrupted);
    }
    let boards = found.boards;
    if boards.is_empty() {
        eprintln!("a board of {n} rows has no solution");
        return Ok(Outcome::Flawed);
    }
    if !to_file {
        let boards: Vec<String> = boards.iter().map(|(board, _)| board_text(board)).collect();
        args.picture.write_text(&boards.join("\n"))?;
        return Ok(Outcome::Complete);
    }
    let solutions = plural(boards.len() as u128, "fundamental solution");
    let figures: Vec<Captioned> = (1..)
        .zip(boards)
        .map(|(number, (board, images))| Captioned {
            figure: Figure::Board(board),
            caption: i32::to_string(&number),
            note: match images {
                4 => "half-turn",
                1 | 2 => "quarter-turn",
                _ => "",
            }
            .to_owned(),
        })
        .collect();
    let picture = args.picture.with_sheets_of(figures.len().min(PER_PAGE));
    let pages = picture.pages(&format!("{n} queens: {solutions}"), &figures, 0);
    picture.write(pages, Vec::new())?;
    Ok(Outcome::Complete)
}

/// Lists the solutions of a board; false if it was interrupted.
fn search(n: usize, sink: &mut impl Sink<u128>, args: &ShowArgs) -> anyhow::Result<bool> {
    let board = Constraint::new(n);
    let threads = args.run.options(Order::Ascending).threads;
    let problem = Listing::new(&board, args.run.kernel, threads, Format::Csv);
    let report = list_to(&problem, sink, &args.run, Order::Ascending)?;
    Ok(report.stopped != Some(Reason::Interrupted))
}

/// Keeps the fundamental solutions of a list, and how many images each has.
#[derive(Default)]
struct Fundamental {
    boards: Vec<(Vec<u32>, usize)>,
}

impl Sink<u128> for Fundamental {
    fn rows(&mut self, bytes: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        for row in bytes.split_inclusive(|&byte| byte == b'\n') {
            let board = columns(row.trim_ascii_end());
            if let Some(images) = fundamental(&board) {
                self.boards.push((board, images));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, _: Finished<u128>) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The numbers of a row.
fn columns(row: &[u8]) -> Vec<u32> {
    let row = String::from_utf8_lossy(row);
    row.split(',')
        .filter_map(|field| field.parse().ok())
        .collect()
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
        self.row = Some(columns(row.unwrap_or_default()));
        Ok(ControlFlow::Break(Reason::Limit))
    }

    fn finished(&mut self, _: Finished<u128>) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn limit(&self) -> u64 {
        self.wanted
    }
}
