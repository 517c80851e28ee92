//! The command `countless queens solve`.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use countless::engine::{Outcome, Tally};
use countless::queens::{BoardVariant, Piece, RegionBatch};
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::{grouped, plural, print_message};
use super::super::paths::{InputFile, SideFile};
use super::super::perform::{CommandReport, JobRequest};
use super::super::rejects::Rejects;
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{RunArgs, whole};
use super::board_variant_args::PieceName;
use super::{file_names, require_files};

#[derive(Args, Debug)]
#[command(after_help = "\
A board is one line of N×N letters or digits, the region of each square; or N lines of N, followed
by a blank line. Squares may be separated by blanks, commas, semicolons or bars, or stand in JSON
lists. # begins a comment. In tables such as CSV and NDJSON, the board is in the column puzzle,
board, regions or grid, or in --column.

Each row, column and region holds one piece, or K with --stars. By default, no two touch. Each row
of the output is puzzle,status,solutions,solution: the columns of the pieces, row by row.

Examples:
  countless queens solve boards.txt
  countless queens solve boards.txt.gz -o solved.csv --max-solutions 100
  countless queens solve levels.csv --column 3 --keep-columns
  countless queens solve battles.txt --stars 2
  countless queens solve boards.txt --piece queen")]
pub struct QueensSolveArgs {
    /// Files of boards, - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<InputFile>,
    /// Piece to place [default: crowned-rook]
    #[arg(long, value_enum, value_name = "PIECE")]
    piece: Option<PieceName>,
    /// Join opposite edges: lines that leave the board continue at the other side
    #[arg(long)]
    torus: bool,
    /// Place K pieces in each row, column and region, none touching (star battle)
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = whole::<u32>(1..=16))]
    stars: u32,
    /// Count at most K solutions per board; K is at least 2 [default: 2]
    #[arg(long, value_name = "K", value_parser = whole::<u64>(2..))]
    max_solutions: Option<u64>,
    /// Stop a search after K nodes (partial boards): its status is unknown, the exit code 1
    #[arg(help_heading = "Running", long, value_name = "K", value_parser = whole::<u64>(0..))]
    max_nodes: Option<u64>,
    /// Add a column `nodes`: the number of nodes of each search, the same on every machine
    #[arg(help_heading = "Output", long)]
    nodes: bool,
    /// Column or key that holds the board, by name or number [default: by common names]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Copy the other columns of the input
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    /// Write invalid boards and the reasons to FILE
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn solve(args: &QueensSolveArgs, session: Session) -> anyhow::Result<Exit> {
    let stdin = args.files.iter().filter(|file| file.as_os_str() == "-");
    ensure!(
        stdin.count() < 2,
        "standard input, -, can be read only once"
    );
    let files: Vec<PathBuf> = args.files.iter().map(|file| file.to_path_buf()).collect();
    require_files(&files)?;
    let kind = BoardVariant::of(PieceName::piece(args.piece, Piece::CrownedRook));
    let kind = if args.torus { kind.torus() } else { kind };
    ensure!(
        args.stars == 1 || !args.torus && args.piece.is_none(),
        "--stars places pieces that do not touch: omit --piece and --torus"
    );
    let empty = file_names(&files);
    let batch =
        RegionBatch::new(files, &kind, args.max_solutions.unwrap_or(2)).stars(args.stars)?;
    let batch = batch.with_nodes(args.max_nodes, args.nodes);
    let batch = batch.column(args.column.as_deref());
    let batch = if args.keep_columns {
        batch.pass_columns()?
    } else {
        batch
    };
    let task = JobRequest::new(batch.job(), "boards", &args.running).part("chunk");
    let task = task.rows(&args.rows);
    let rejects = Rejects::new(args.rejects.as_deref(), session)?;
    session.perform(task.rejects(rejects), |outcome| {
        let mut report = boards_report(outcome, &empty);
        report.json["unknown"] = outcome.total.number("unknown").into();
        Ok(report)
    })
}

/// Statuses of boards: the name in a tally, and the words in a summary.
const STATUSES: [(&str, &str); 5] = [
    ("unique", "unique"),
    ("multiple", "multiple"),
    ("none", "without solution"),
    ("invalid", "invalid"),
    ("unknown", "unknown"),
];

/// Report on the boards of files. Prints a warning if the files have no board.
pub fn boards_report(outcome: &Outcome, files: &str) -> CommandReport {
    let tally = &outcome.total;
    let boards: u64 = STATUSES.iter().map(|(name, _)| tally.number(name)).sum();
    if outcome.is_complete() && boards == 0 {
        print_message(&format!("warning: {files} contains no board"));
    }
    let mut json = json!({ "problem": "queens", "boards": boards });
    for (name, _) in &STATUSES[..4] {
        json[name] = tally.number(name).into();
    }
    let flaws = tally.number("invalid") + tally.number("unknown");
    CommandReport {
        found: boards_text(boards, tally),
        count: boards.into(),
        json,
        is_flawed: flaws > 0 || boards == 0,
        ..CommandReport::default()
    }
}

/// Counts of boards as text: `8 boards (4 unique, 4 invalid)`.
fn boards_text(boards: u64, tally: &Tally) -> String {
    let counts = STATUSES
        .iter()
        .map(|(name, words)| (tally.number(name), words));
    let counts = counts.filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, words)| format!("{} {words}", grouped(count.into())));
    let counts: Vec<String> = counts.collect();
    let boards = plural(boards.into(), "board");
    if counts.is_empty() {
        boards
    } else {
        format!("{boards} ({})", counts.join(", "))
    }
}
