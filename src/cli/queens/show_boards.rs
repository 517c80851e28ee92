//! The command `countless queens show`.

use std::ops::ControlFlow::Continue;

use countless::queens::{Board, BoardVariant, Placement, construct, fundamental, sample};

use super::super::picture_args::PictureArgs;
use super::super::prelude::*;
use super::LargeBoardSizeArgs;
use super::board_args::{
    BoardVariantArgs, GivenSquares, GivenSquaresArgs, is_board_variant, pieces_on_board,
};
use countless_picture::{CaptionedFigure, Chessboard, Figure, GridStyle};

/// Maximum number of rows for `--all`. A board of 14 rows has 45,752 fundamental solutions.
const LARGEST_SHEET: u32 = 14;

/// Default number of boards per page.
const PER_PAGE: usize = 48;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/queens-show.txt"))]
#[command(mut_arg("queens", |queens| queens.help(
    "Squares that hold a queen, such as 1:5,2:7 (row:column), or a file of one board; up to 32 rows, \
     or any number with --unsolved"
)))]
pub struct QueensShowArgs {
    #[command(flatten)]
    size: LargeBoardSizeArgs,
    /// Draw the K-th solution of the list; up to 32 rows
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..))]
    nth: Option<u64>,
    /// Draw a random solution; equal seeds draw equal solutions
    #[arg(long, value_name = "S", conflicts_with_all = ["nth", "queens", "blocked"])]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    /// Draw all fundamental solutions; up to 14 rows
    #[arg(long, conflicts_with_all = ["nth", "seed", "queens", "blocked"])]
    all: bool,
    #[command(flatten)]
    given: GivenSquaresArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    /// Draw only the given squares, without solving
    #[arg(long, conflicts_with_all = ["nth", "seed", "all"])]
    unsolved: bool,
    /// Number the rows and columns
    #[arg(help_heading = "Output", long)]
    coordinates: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn show(args: &QueensShowArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    args.picture.file()?;
    session.require_output(args.picture.path())?;
    let variant = args.variant.board_variant()?;
    ensure!(
        !is_board_variant(&variant) || args.seed.is_none() && !args.all,
        "--seed and --all draw only queens on ordinary boards"
    );
    let searched = args.size.board(&variant)?;
    if args.all {
        let (flag, which) = match searched {
            Some(_) => ("--nth K", "one"),
            None => ("--seed S", "a random"),
        };
        ensure!(
            n <= LARGEST_SHEET,
            "--all: expected at most {LARGEST_SHEET} rows, found {n}\nhint: {flag} draws {which} \
             solution"
        );
        return show_all(&Board::new(n as usize)?, args, session);
    }
    let squares = args.given.squares(n as usize, &variant)?;
    let columns = match (args.seed, searched) {
        _ if args.unsolved => Some(given_columns(&squares, n as usize)?),
        (Some(seed), _) => columns(sample(n, seed)),
        (None, Some(_)) => {
            let board = squares.board(n as usize, &variant)?;
            match nth_solution(&board, args.nth.unwrap_or(1), args, session)? {
                Ok(placement) => columns(placement),
                Err(exit) => return Ok(exit),
            }
        }
        (None, None) => {
            ensure!(
                args.nth.is_none(),
                "--nth supports at most 32 rows\nhint: --seed S draws a random solution"
            );
            ensure!(
                !args.given.is_any(),
                "--queens and --blocked: expected at most 32 rows, found {n}\nhint: --unsolved draws the \
                 given squares"
            );
            columns(construct(n))
        }
    };
    let Some(columns) = columns else {
        let clash = squares.reason_without_solution(n as usize, &variant);
        return Ok(no_solution(args, &variant, clash));
    };
    let board = Chessboard::of(&columns)
        .given(squares.queens)
        .blocked(squares.blocked)
        .coordinates(args.coordinates)
        .regions(variant.regions().cloned());
    let figure = CaptionedFigure {
        caption: String::new(),
        note: String::new(),
        figure: Figure::Board(board),
    };
    let (title, style) = (format!("{n} queens"), GridStyle::default());
    args.picture
        .show(&title, [&[figure], &[]], false, style, session)?;
    Ok(Exit::Complete)
}

fn no_solution(args: &QueensShowArgs, variant: &BoardVariant, clash: Option<String>) -> Exit {
    let given = if args.given.is_any() {
        ", with the given squares"
    } else {
        ""
    };
    let why = clash.map_or(String::new(), |why| format!(": {why}"));
    let pieces = pieces_on_board(args.size.n, variant);
    print_message(&format!("error: no solution for {pieces}{given}{why}"));
    Exit::Flawed
}

/// Columns of a solution.
fn columns(placement: Option<Placement>) -> Option<Vec<u32>> {
    placement.map(|placement| placement.columns().to_vec())
}

/// Columns of the given queens, with 0 in the other rows.
fn given_columns(squares: &GivenSquares, n: usize) -> anyhow::Result<Vec<u32>> {
    let mut columns = vec![0; n];
    for &(row, column) in &squares.queens {
        ensure!(columns[row - 1] == 0, "--queens: row {row} has two queens");
        columns[row - 1] = column as u32;
    }
    Ok(columns)
}

/// Symmetry of a board with `images` distinct images.
fn symmetry(images: usize) -> &'static str {
    match images {
        4 => "half-turn",
        1 | 2 => "quarter-turn",
        _ => "",
    }
}

/// Visits the solutions of a board, at most `limit`, and returns their number.
fn visit_solutions(
    board: &Board,
    limit: Option<u64>,
    args: &QueensShowArgs,
    session: Session,
    visit: &mut dyn FnMut(Placement),
) -> anyhow::Result<u64> {
    let (problem, none) = (board.listing(), LedgerArgs::default());
    let outcome = session.run(&args.run, &none, "solutions", |run| {
        let mut run = run.clone();
        if let Some(limit) = limit {
            run = run.limit(limit);
        }
        problem.visit(&run, &mut |placement| {
            visit(placement);
            Continue(())
        })
    })?;
    ensure!(!outcome.is_interrupted(), Error::Interrupted);
    Ok(outcome.rows)
}

/// Returns the solution of a given number, or none if the board has no solution. If the list is
/// shorter, returns the outcome of the command.
fn nth_solution(
    board: &Board,
    wanted: u64,
    args: &QueensShowArgs,
    session: Session,
) -> anyhow::Result<Result<Option<Placement>, Exit>> {
    let mut last = None;
    let visit = &mut |placement| last = Some(placement);
    let found = visit_solutions(board, Some(wanted), args, session, visit)?;
    if (1..wanted).contains(&found) {
        print_message(&format!(
            "error: --nth: expected at most {}, the number of solutions, found {wanted}",
            grouped(found.into())
        ));
        return Ok(Err(Exit::Flawed));
    }
    Ok(Ok(last))
}

/// Draws all fundamental solutions of a board.
fn show_all(board: &Board, args: &QueensShowArgs, session: Session) -> anyhow::Result<Exit> {
    let mut boards = Vec::new();
    visit_solutions(board, None, args, session, &mut |placement| {
        if let Some(images) = fundamental(&placement) {
            boards.push((placement, images));
        }
    })?;
    if boards.is_empty() {
        return Ok(no_solution(args, &BoardVariant::default(), None));
    }
    let solutions = plural(boards.len() as u128, "fundamental solution");
    let figure = |(number, (board, images)): (i32, (Placement, usize))| CaptionedFigure {
        figure: Figure::Board(Chessboard::of(board.columns()).coordinates(args.coordinates)),
        caption: number.to_string(),
        note: symmetry(images).to_owned(),
    };
    let figures: Vec<CaptionedFigure> = (1..).zip(boards).map(figure).collect();
    let picture = args.picture.with_sheets_of(figures.len().min(PER_PAGE));
    let title = format!("{} queens: {solutions}", board.n());
    picture.show(&title, [&figures, &[]], true, GridStyle::default(), session)?;
    Ok(Exit::Complete)
}
