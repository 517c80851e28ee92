//! The command `countless queens list`, and the number of solutions with a queen on each square.

use std::path::Path;

use anyhow::ensure;
use clap::Args;
use countless::queens::{Board, BoardProblem, MAX_N, Occupancy, Placement, samples};
use countless::table::{Format, Output, RowOutput};
use serde_json::Value;

use super::super::output::{Exit, json_number, plural, print_message};
use super::super::paths::SideFile;
use super::super::perform::{CommandReport, JobRequest};
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{RowLimitArgs, RunArgs};
use super::board_args::BoardVariantArgs;
use super::{BoardColumnsArgs, LargeBoardSizeArgs, list_report};

#[derive(Args, Debug)]
#[command(mut_arg("n", |n| n.help("Rows (and columns, unless --columns is given) of the board, 0 to 10000")))]
#[command(after_help = include_str!("../help/queens-list.txt"))]
pub struct QueensListArgs {
    #[command(flatten)]
    size: LargeBoardSizeArgs,
    #[command(flatten)]
    columns: BoardColumnsArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    /// Write only fundamental solutions: one of those that rotations and reflections exchange
    #[arg(long, conflicts_with_all = ["columns", "regions", "tally"])]
    fundamental: bool,
    /// Take solutions on a torus as one if shifts exchange them, too
    #[arg(long, requires_all = ["fundamental", "torus"])]
    shifts: bool,
    /// Also write the number of solutions with a queen on each square to FILE
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    #[arg(conflicts_with = "limit")]
    tally: Option<SideFile>,
    #[command(flatten)]
    run: RunArgs,
}

pub fn list(args: &QueensListArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    let variant = args.variant.board_variant()?;
    if let Some(board) = args.columns.board(n as usize, &variant)? {
        ensure!(
            args.tally.is_none(),
            "--tally needs as many columns as rows"
        );
        let limit = args.limit.number();
        return list_solutions(&board.listing(), &args.rows, limit, &args.run, session);
    }
    ensure!(
        !args.fundamental || n as usize <= MAX_N,
        "--fundamental: expected at most {MAX_N} rows, found {n}"
    );
    match (args.size.board(&variant)?, &args.tally, args.limit.number()) {
        (Some(board), Some(path), _) => list_squares(&board, path, args, session),
        (Some(board), None, limit) => {
            let problem = match (board.listing(), args.fundamental) {
                (list, _) if args.shifts => list.fundamental_on_torus()?,
                (list, true) => list.fundamental(),
                (list, false) => list,
            };
            list_solutions(&problem, &args.rows, limit, &args.run, session)
        }
        (None, _, Some(limit)) => list_samples(n, &args.rows, limit, session),
        (None, _, None) => {
            anyhow::bail!(
                "a board of {n} rows has too many solutions to list\nhint: --limit K lists K of them"
            )
        }
    }
}

/// Lists the solutions of a problem of boards.
pub fn list_solutions(
    problem: &BoardProblem,
    rows: &RowOutputArgs,
    limit: Option<u64>,
    run_args: &RunArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let request = JobRequest::new(problem.job(), "solutions", run_args);
    session.perform(request.rows(rows).limit(limit), |outcome| {
        Ok(list_report(problem.n(), outcome))
    })
}

/// Lists the solutions, and counts those with a queen on each square.
fn list_squares(
    board: &Board,
    path: &Path,
    args: &QueensListArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    ensure!(
        path != Path::new("-") || !args.rows.is_stdout(),
        "--tally - and the rows both go to stdout: give --output FILE"
    );
    let problem = board.tallied_listing();
    let squares = TallyTarget::create(path, session)?;
    let request = JobRequest::new(problem.job(), "solutions", &args.run);
    session.perform(request.rows(&args.rows), |outcome| {
        let mut report = list_report(board.n(), outcome);
        if outcome.is_complete() {
            squares.add(&problem.squares(&outcome.total), &mut report)?;
        }
        Ok(report)
    })
}

/// Lists some solutions of a board that is too large for a search.
fn list_samples(
    n: u32,
    rows: &RowOutputArgs,
    limit: u64,
    session: Session,
) -> anyhow::Result<Exit> {
    let token = Session::token()?;
    let columns = Placement::columns_of(n as usize);
    let mut file = RowOutput::create(rows.output.as_deref(), rows.format(session)?, &columns)?;
    let samples = samples(n).take(usize::try_from(limit)?);
    let mut written = 0_u64;
    for placement in samples {
        if token.is_cancelled() {
            print_message(&format!(
                "interrupted after {}",
                plural(written.into(), "row")
            ));
            return Ok(Exit::Interrupted);
        }
        // A closed pipe ends the program without an error.
        if !file.write(&placement) {
            return Ok(file.finish().map(|()| Exit::Complete)?);
        }
        written += 1;
    }
    file.finish()?;
    session.note(&format!(
        "{} of more than can be listed",
        plural(written.into(), "solution")
    ));
    Ok(Exit::Complete)
}

/// Destination of the table.
pub enum TallyTarget {
    File(Box<Output>),
    /// Stdout, in place of the total.
    Stdout,
    /// Member of the JSON object.
    Json,
}

impl TallyTarget {
    /// Opens the file, or selects stdout for `-`.
    pub fn create(path: &Path, session: Session) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(if session.json {
                Self::Json
            } else {
                Self::Stdout
            });
        }
        ensure!(
            Format::of(path)? == Format::Csv,
            "--tally writes CSV: expected a name that ends in .csv, .csv.gz or .csv.zst, found {}",
            path.display()
        );
        Ok(Self::File(Box::new(Output::create(Some(path))?)))
    }

    /// Writes the table, or adds it to the report.
    pub fn add(self, table: &Occupancy, report: &mut CommandReport) -> anyhow::Result<()> {
        match self {
            Self::File(output) => output.finish_with(table.csv())?,
            Self::Stdout => report.text = Some(table.csv()),
            Self::Json => {
                let row = |row: &[u128]| row.iter().copied().map(json_number).collect::<Value>();
                report.json["squares"] = table.rows().map(row).collect();
            }
        }
        Ok(())
    }
}
