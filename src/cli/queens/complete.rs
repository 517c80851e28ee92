//! `countless queens complete`

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, ensure};
use clap::Args;
use countless::queens::{Board, Square};
use countless::unstable::queens::parse_squares;

use super::super::args::{Recording, Rows, Running};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::session::Session;
use super::list::list_board;
use super::{Size, conclude, counted};

/// A file of squares has no more bytes than this, comments included.
const LONGEST: u64 = 1 << 20;

#[derive(Args, Debug)]
#[command(after_help = "\
A square is written row:column, both counted from 1.

Examples:
  countless queens complete 8 --queens 1:5,2:7
  countless queens complete 8 --queens 1:5 --list
  countless queens complete 12 --blocked 1:1,1:12,12:1,12:12
  countless queens complete 20 --blocked holes.txt --list -o boards.csv.gz")]
pub struct CompleteArgs {
    #[command(flatten)]
    size: Size,
    /// Squares that hold a queen
    #[arg(long, value_name = "SQUARES")]
    queens: Option<String>,
    /// Squares that must stay empty, or a file of them
    #[arg(long, value_name = "SQUARES|FILE")]
    blocked: Option<String>,
    /// List the solutions instead of counting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions of the list
    #[arg(long, value_name = "K", requires = "list")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn complete(args: &CompleteArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let mut board = Board::new(n)?;
    let blocked = match &args.blocked {
        Some(blocked) => blocked_squares(blocked, n)?,
        None => Vec::new(),
    };
    for &(row, column) in &blocked {
        board = board.blocked(row, column)?;
    }
    // A queen on a blocked or attacked square leaves its row without any.
    let queens = args.queens.as_deref().unwrap_or_default();
    let queens = parse_squares(queens, "--queens", n)?;
    for &(row, column) in &queens {
        board = board.queen(row, column)?;
    }
    if let Some(why) = clash(&queens, &blocked) {
        session.note(&format!("note: {why}: there is no solution"));
    }
    let (running, recording) = (&args.running, &args.recording);
    if args.list {
        ensure!(
            !recording.is_given(),
            "--ledger and --dry-run go with counting, not with --list"
        );
        return list_board(&board, &args.rows, args.limit, running, session);
    }
    ensure!(
        args.rows.is_default(),
        "--output, --format and --unordered go with --list"
    );
    let problem = board.counter();
    if recording.dry_run {
        return dry_run(session, &problem, running, recording, None);
    }
    let outcome = session.run(running, recording, "solutions", |run| run.count(&problem))?;
    let told = counted(n, outcome.total.solutions, "search");
    conclude(session, &outcome, running, told)
}

/// Why the queens given leave no solution, if that is to be seen at once.
fn clash(queens: &[Square], blocked: &[Square]) -> Option<String> {
    let named = |&(row, column): &Square| format!("{row}:{column}");
    if let Some(queen) = queens.iter().find(|queen| blocked.contains(queen)) {
        return Some(format!("{} holds a queen and is blocked", named(queen)));
    }
    let attacks = |(row, column): &Square, (other_row, other_column): &Square| {
        let (rows, columns) = (row.abs_diff(*other_row), column.abs_diff(*other_column));
        (rows, columns) != (0, 0) && (rows == 0 || columns == 0 || rows == columns)
    };
    let pairs = queens
        .iter()
        .enumerate()
        .flat_map(|(at, one)| queens[at + 1..].iter().map(move |other| (one, other)));
    let (one, other) = pairs.into_iter().find(|(one, other)| attacks(one, other))?;
    let (one, other) = (named(one), named(other));
    Some(format!("the queens on {one} and {other} attack each other"))
}

/// Reads squares from the command line, or from the file that it names.
fn blocked_squares(argument: &str, n: usize) -> anyhow::Result<Vec<(usize, usize)>> {
    if argument.contains(':') && !Path::new(argument).exists() {
        return Ok(parse_squares(argument, "--blocked", n)?);
    }
    let fail = || format!("cannot read {argument}");
    let file = File::open(argument).with_context(fail)?;
    let mut text = String::new();
    let length = file.take(LONGEST + 1).read_to_string(&mut text);
    ensure!(
        length.with_context(fail)? as u64 <= LONGEST,
        "{argument}: this is no list of squares: it has more than {LONGEST} bytes"
    );
    Ok(parse_squares(&text, argument, n)?)
}
