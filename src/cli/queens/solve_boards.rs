//! The commands `countless queens solve`, `generate` and `complete`: boards with regions, and
//! partial boards.

use std::path::PathBuf;

use countless::queens::{BoardVariant, PartialBatch, Piece, RegionBatch, RegionGenerator};
use countless::sudoku::questions::AnswerNumber;

use super::super::prelude::*;
use super::board_args::{
    BoardVariantArgs, GivenSquares, GivenSquaresArgs, PieceName, add_variant_json,
};
use super::list_boards::list_solutions;
use super::{BoardSizeArgs, count_report, file_names, require_files};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/queens-solve.txt"))]
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
    // Not in the plan: changes no result.
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn solve(args: &QueensSolveArgs, session: Session) -> anyhow::Result<Exit> {
    let files: Vec<PathBuf> = args.files.iter().map(|file| file.to_path_buf()).collect();
    require_files(&files)?;
    let variant = BoardVariant::of(PieceName::piece(args.piece, Piece::CrownedRook));
    let variant = if args.torus { variant.torus() } else { variant };
    ensure!(
        args.stars == 1 || !args.torus && args.piece.is_none(),
        "--stars places pieces that do not touch: omit --piece and --torus"
    );
    let empty = file_names(&files);
    let batch =
        RegionBatch::new(files, &variant, args.max_solutions.unwrap_or(2)).stars(args.stars)?;
    let batch = batch.with_nodes(args.max_nodes, args.nodes);
    let batch = batch.column(args.column.as_deref());
    let batch = if args.keep_columns {
        batch.pass_columns()?
    } else {
        batch
    };
    let request = JobRequest::new(batch.job(), "boards", &args.run).part("chunk");
    let request = request.rows(&args.rows);
    let rejects = Rejects::new(args.rejects.as_deref(), session)?;
    session.perform(request.rejects(rejects), |outcome| {
        let mut report = boards_report(outcome, &empty);
        report.json["unknown"] = AnswerNumber::Unknown.of(&outcome.total).into();
        Ok(report)
    })
}

/// Report on the boards of files. Prints a warning if the files have no board.
pub fn boards_report(outcome: &Outcome, files: &str) -> CommandReport {
    let tally = &outcome.total;
    let statuses = &AnswerNumber::USUAL[..5];
    let boards: u64 = statuses.iter().map(|status| status.of(tally)).sum();
    let is_empty = outcome.is_complete() && boards == 0;
    if is_empty {
        print_message(&format!("warning: {files} contains no board"));
    }
    let mut json = json!({ "problem": "queens", "boards": boards });
    for status in &statuses[..4] {
        json[status.name()] = status.of(tally).into();
    }
    let flaws = AnswerNumber::Invalid.of(tally) + AnswerNumber::Unknown.of(tally);
    let kinds = statuses.iter();
    let kinds = kinds.map(|status| (status.of(tally), status.words()));
    CommandReport {
        found: with_kinds(boards, "board", kinds),
        count: boards.into(),
        json,
        is_flawed: flaws > 0 || is_empty,
        ..CommandReport::default()
    }
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/queens-generate.txt"))]
pub struct QueensGenerateArgs {
    /// Rows, columns and regions of a board: 4 to 32, or 1 [default: 8]
    #[arg(value_parser = whole::<usize>(0..))]
    n: Option<usize>,
    /// Number of boards
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    count: u64,
    /// Seed of the random numbers; equal seeds generate equal boards [default: random]
    #[arg(long, value_name = "S")]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn generate(args: &QueensGenerateArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.n.unwrap_or(8);
    let seed = args.seed.unwrap_or_else(random_seed);
    let problem = RegionGenerator::new(n, args.count, seed)
        .map_err(|error| anyhow::anyhow!("invalid value '{n}' for '[N]': {error}"))?;
    let request = JobRequest::new(problem.job(), "boards", &args.run).part("chunk");
    session.perform(request.rows(&args.rows), |outcome| {
        Ok(CommandReport::of_generated(
            "queens", outcome, "board", seed,
        ))
    })
}

#[derive(Args, Debug)]
#[command(mut_arg("limit", |limit| limit.requires("list")))]
#[command(after_help = include_str!("../help/queens-complete.txt"))]
pub struct QueensCompleteArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    given: GivenSquaresArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    /// List the solutions instead of counting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    /// Write every solution, one row each, in lexicographic order (of files)
    #[arg(long, conflicts_with = "list")]
    all: bool,
    /// Count at most K solutions per board (of a file); K is at least 2 [default: all]
    #[arg(long, value_name = "K", value_parser = whole::<u64>(2..))]
    max_solutions: Option<u64>,
    /// Write invalid boards and the reasons to FILE
    // Not in the plan: changes no result.
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    rejects: Option<SideFile>,
    #[command(flatten)]
    ledger: LedgerArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn complete(args: &QueensCompleteArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    let variant = args.variant.board_variant()?;
    if let Some(files) = args.given.files()? {
        return complete_files(files, n, &variant, args, session);
    }
    // A text that is neither a file nor squares is reported first.
    let given = args.given.squares(n, &variant)?;
    let of_files = first_given([
        ("--all", args.all),
        ("--max-solutions", args.max_solutions.is_some()),
        ("--rejects", args.rejects.is_some()),
    ]);
    if let Some(flag) = of_files {
        bail!("{flag} needs a file of boards: --queens FILE");
    }
    let board = given.board(n, &variant)?;
    if let Some(why) = given.reason_without_solution(n, &variant) {
        session.note(&format!("note: {why}: no solution exists"));
    }
    let (run_args, ledger_args) = (&args.run, &args.ledger);
    if args.list {
        ensure!(
            !ledger_args.is_given(),
            "{} and --list exclude each other: `countless queens complete` has ledgers of counts only",
            ledger_args.flag()
        );
        let (list, limit) = (board.listing(), args.limit.number());
        return list_solutions(&list, None, &args.rows, limit, run_args, session);
    }
    if let Some(flag) = args.rows.given_flag() {
        bail!("{flag} needs --list or --queens FILE");
    }
    let problem = board.counter();
    let request = JobRequest::new(problem.job(), "solutions", run_args);
    session.perform(request.ledger(ledger_args), |outcome| {
        let mut report = count_report(n, outcome, "search");
        add_variant_json(&mut report.json, &variant, false);
        Ok(report)
    })
}

/// Completes the boards of files, one row each.
fn complete_files(
    files: Vec<PathBuf>,
    n: usize,
    variant: &BoardVariant,
    args: &QueensCompleteArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let ledger_args = &args.ledger;
    ensure!(
        !args.list,
        "--list and --queens FILE exclude each other: --list writes the solutions of one board"
    );
    ensure!(
        !ledger_args.is_given(),
        "{} and --queens FILE exclude each other: a ledger counts one board",
        ledger_args.flag()
    );
    let given = GivenSquares {
        queens: Vec::new(),
        blocked: args.given.blocked(n, variant)?,
    };
    require_files(&files)?;
    let empty = file_names(&files);
    let batch = PartialBatch::new(files, given.board(n, variant)?)?;
    let batch = match args.max_solutions {
        Some(limit) => batch.limit(limit),
        None => batch,
    };
    let batch = batch.all(args.all);
    let request = JobRequest::new(batch.job(), "boards", &args.run).part("chunk");
    let request = request.rows(&args.rows);
    let rejects = Rejects::new(args.rejects.as_deref(), session)?;
    session.perform(request.rejects(rejects), |outcome| {
        let mut report = boards_report(outcome, &empty);
        add_variant_json(&mut report.json, variant, false);
        Ok(report)
    })
}
