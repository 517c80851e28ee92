//! The command `countless queens list`, and the number of solutions with a queen on each square.

use std::path::Path;

use countless::queens::{BoardProblem, MAX_N, Occupancy, Placement, samples};
use countless::table::{Format, Output, RowOutput};

use super::super::prelude::*;
use super::board_args::BoardVariantArgs;
use super::{BoardColumnsArgs, LargeBoardSizeArgs, number_report};

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
    let (variant, limit) = (args.variant.board_variant()?, args.limit.number());
    let rectangle = args.columns.board(n as usize, &variant)?;
    ensure!(
        rectangle.is_none() || args.tally.is_none(),
        "--tally needs as many columns as rows"
    );
    ensure!(
        !args.fundamental || n as usize <= MAX_N,
        "--fundamental: expected at most {MAX_N} rows, found {n}"
    );
    let board = match rectangle {
        Some(board) => Some(board),
        None => args.size.board(&variant)?,
    };
    let Some(board) = board else {
        let Some(limit) = limit else {
            bail!(
                "a board of {n} rows has too many solutions to list\nhint: --limit K lists K of them"
            );
        };
        return list_samples(n, &args.rows, limit, session);
    };
    let problem = match &args.tally {
        Some(_) => board.tallied_listing(),
        None if args.shifts => board.listing().fundamental_on_torus()?,
        None if args.fundamental => board.listing().fundamental(),
        None => board.listing(),
    };
    let tally = args.tally.as_deref();
    list_solutions(&problem, tally, &args.rows, limit, &args.run, session)
}

/// Lists the solutions of a problem of boards, and writes the number of those with a queen on each
/// square to the file `tally`, if it is given.
pub fn list_solutions(
    problem: &BoardProblem,
    tally: Option<&Path>,
    rows: &RowOutputArgs,
    limit: Option<u64>,
    run_args: &RunArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    ensure!(
        tally != Some(Path::new("-")) || !rows.is_stdout(),
        "--tally - and the rows both go to stdout: give --output FILE"
    );
    let squares = tally.map(create_tally).transpose()?;
    let request = JobRequest::new(problem.job(), "solutions", run_args);
    session.perform(request.rows(rows).limit(limit), |outcome| {
        let mut report = number_report(problem.n(), outcome.rows.into(), "search");
        if let Some(squares) = squares.filter(|_| outcome.is_complete()) {
            add_tally(
                squares,
                &problem.squares(&outcome.total),
                &mut report,
                session,
            )?;
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
            let rows = plural(written.into(), "row");
            print_message(&format!("interrupted after {rows}"));
            return Ok(Exit::Interrupted);
        }
        // A closed pipe ends the program without an error.
        if !file.write(&placement) {
            return Ok(file.finish().map(|()| Exit::Complete)?);
        }
        written += 1;
    }
    file.finish()?;
    let solutions = plural(written.into(), "solution");
    session.note(&format!("{solutions} of more than can be listed"));
    Ok(Exit::Complete)
}

/// Opens the file of the table; none for `-`, which makes it the result.
pub fn create_tally(path: &Path) -> anyhow::Result<Option<Output>> {
    if path == Path::new("-") {
        return Ok(None);
    }
    ensure!(
        Format::of(path)? == Format::Csv,
        "--tally writes CSV: expected a name that ends in .csv, .csv.gz or .csv.zst, found {}",
        path.display()
    );
    Ok(Some(Output::create(Some(path))?))
}

/// Writes the table to its file, or makes it the text or a member of the JSON object.
pub fn add_tally(
    output: Option<Output>,
    table: &Occupancy,
    report: &mut CommandReport,
    session: Session,
) -> anyhow::Result<()> {
    match output {
        Some(output) => output.finish_with(table.csv())?,
        None if session.json => {
            let row = |row: &[u128]| row.iter().copied().map(json_number).collect::<Value>();
            report.json["squares"] = table.rows().map(row).collect();
        }
        None => report.text = Some(table.csv()),
    }
    Ok(())
}
