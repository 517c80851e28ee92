//! The command `countless queens complete`.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;
use countless::queens::{BoardVariant, PartialBatch};

use super::super::exit::Exit;
use super::super::paths::SideFile;
use super::super::perform::{CommandReport, JobRequest};
use super::super::rejects::Rejects;
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RowLimitArgs, RunArgs, whole};
use super::board_variant_args::{BoardVariantArgs, add_variant_json};
use super::given_squares::{GivenSquares, GivenSquaresArgs};
use super::list_boards::list_board;
use super::solve_boards::boards_report;
use super::{BoardSizeArgs, count_report, file_names, require_files};

#[derive(Args, Debug)]
#[command(mut_arg("limit", |limit| limit.requires("list")))]
#[command(after_help = "\
A square is written row:column, both counted from 1. A file of --queens has a board on each line, or
boards between empty lines, drawn with Q, # and . or as a matrix of 0 and 1; each gets a row
puzzle,status,solutions,solution.

Examples:
  countless queens complete 8 --queens 1:5,2:7
  countless queens complete 8 --queens 1:5 --list
  countless queens complete 12 --blocked 1:1,1:12,12:1,12:12
  countless queens complete 12 --piece superqueen --queens 1:3
  countless queens complete 20 --blocked holes.txt --list -o boards.csv.gz
  countless queens complete 8 --queens partial.txt -o completed.csv")]
pub struct QueensCompleteArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    given: GivenSquaresArgs,
    #[command(flatten)]
    kind: BoardVariantArgs,
    /// List the solutions instead of counting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    /// Count at most K solutions per board (of a file); K is at least 2 [default: all]
    #[arg(long, value_name = "K", value_parser = whole::<u64>(2..))]
    max_solutions: Option<u64>,
    /// Write invalid boards and the reasons to FILE
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn complete(args: &QueensCompleteArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let kind = args.kind.board_variant()?;
    if let Some(files) = args.given.files()? {
        return complete_files(files, n, &kind, args, session);
    }
    for (flag, is_given) in [
        ("--max-solutions", args.max_solutions.is_some()),
        ("--rejects", args.rejects.is_some()),
    ] {
        ensure!(!is_given, "{flag} needs --queens FILE, found squares");
    }
    let given = args.given.squares(n, &kind)?;
    let board = given.board(n, &kind)?;
    if let Some(why) = given.reason_without_solution(n, &kind) {
        session.note(&format!("note: {why}: no solution exists"));
    }
    let (running, recording) = (&args.running, &args.recording);
    if args.list {
        ensure!(
            !recording.is_given(),
            "{} and --list exclude each other: `countless queens complete` has ledgers of counts only",
            recording.flag()
        );
        return list_board(&board, &args.rows, args.limit.number(), running, session);
    }
    if let Some(flag) = args.rows.given_flag() {
        bail!("{flag} needs --list or --queens FILE");
    }
    let problem = board.counter();
    let task = JobRequest::new(problem.job(), "solutions", running);
    session.perform(task.recording(recording), |outcome| {
        let mut report = CommandReport {
            count: outcome.without_recalled(|total| total.count),
            ..count_report(n, outcome.total.count, "search")
        };
        add_variant_json(&mut report.json, &kind, false);
        Ok(report)
    })
}

/// Completes the boards of files, one row each.
fn complete_files(
    files: Vec<PathBuf>,
    n: usize,
    kind: &BoardVariant,
    args: &QueensCompleteArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let recording = &args.recording;
    ensure!(
        !args.list,
        "--list and --queens FILE exclude each other: --list writes the solutions of one board"
    );
    ensure!(
        !recording.is_given(),
        "{} and --queens FILE exclude each other: a ledger counts one board",
        recording.flag()
    );
    let given = GivenSquares {
        queens: Vec::new(),
        blocked: args.given.blocked(n, kind)?,
    };
    require_files(&files)?;
    let empty = file_names(&files);
    let batch = PartialBatch::new(files, given.board(n, kind)?)?;
    let batch = match args.max_solutions {
        Some(limit) => batch.limit(limit),
        None => batch,
    };
    let task = JobRequest::new(batch.job(), "boards", &args.running).part("chunk");
    let task = task.rows(&args.rows);
    let rejects = Rejects::new(args.rejects.as_deref(), session)?;
    session.perform(task.rejects(rejects), |outcome| {
        let mut report = boards_report(outcome, &empty);
        add_variant_json(&mut report.json, kind, false);
        Ok(report)
    })
}
