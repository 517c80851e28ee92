//! The command `countless sudoku show`.

use std::path::Path;

use countless::sudoku::{Level, Puzzle, Status};
use countless::variants::AnyPuzzle;

use super::super::output::escape_controls;
use super::super::picture_args::{FigureRangeArgs, PictureArgs};
use super::super::prelude::*;
use super::PuzzleInputArgs;
use super::question_command::single_puzzle_run;
use super::variant_args::VariantArgs;
use countless_picture::{CaptionedFigure, Diagram, Figure, GridStyle};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-show.txt"))]
#[allow(clippy::struct_excessive_bools)] // flags
pub struct SudokuShowArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    #[command(flatten)]
    which: FigureRangeArgs,
    /// Draw the candidates that the clues leave in each cell
    #[arg(help_heading = "Output", long)]
    candidates: bool,
    /// Write the candidates as pencil marks, 729 characters per puzzle
    #[arg(help_heading = "Output", long, conflicts_with_all = ["candidates", "answers", "ascii"])]
    marks: bool,
    /// Also draw the solutions
    #[arg(help_heading = "Output", long)]
    answers: bool,
    /// Draw with ASCII characters only
    #[arg(help_heading = "Output", long)]
    ascii: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

/// Puzzle to draw.
struct ShownPuzzle {
    /// Number of the puzzle, from 1, and its tag.
    name: String,
    puzzle: AnyPuzzle,
    /// Number of solutions, if it is needed.
    status: Option<Status>,
}

pub fn show(args: &SudokuShowArgs, session: Session) -> anyhow::Result<Exit> {
    let file = args.picture.file()?;
    session.require_output(args.picture.path())?;
    let (mut items, mut outcome) = read(args, session)?;
    if items.is_empty() {
        return Ok(outcome);
    }
    let figure = |item: &ShownPuzzle, diagram, note: &str| CaptionedFigure {
        figure: Figure::Grid(Box::new(diagram)),
        caption: item.name.clone(),
        note: note.to_owned(),
    };
    let (has_levels, mut answers) = (args.picture.per_page.is_some(), Vec::new());
    for item in items.iter_mut().filter(|_| args.answers || has_levels) {
        let (status, solution) = item.puzzle.solve(&single_puzzle_run()?)?;
        item.status = Some(status);
        let why = match status {
            _ if !args.answers => continue,
            Status::Unique => {
                let solution = Diagram::of(&item.puzzle).with_solution(&solution);
                answers.push(figure(item, solution, ""));
                continue;
            }
            Status::Multiple => "several solutions",
            _ => "no solution",
        };
        let name = &item.name;
        print_message(&format!("puzzle {name} has {why}: its answer is omitted"));
        outcome = Exit::Flawed;
    }
    if args.marks {
        let path = args.picture.path().unwrap_or(Path::new("a picture"));
        ensure!(
            file.is_none(),
            "--marks writes text: expected --output FILE.txt, found {}",
            path.display()
        );
        let lines: Result<String, _> = items.iter().map(marks).collect();
        args.picture.write_text(&lines?)?;
        return Ok(outcome);
    }
    let puzzles = items.iter().map(|item| {
        let status = item.status.filter(|_| file.is_some());
        let level = status.map_or("", |status| level(&item.puzzle, status));
        let mut diagram = Diagram::of(&item.puzzle);
        if args.candidates {
            diagram = diagram.with_candidates();
        }
        figure(item, diagram, level)
    });
    let puzzles: Vec<_> = puzzles.collect();
    let style = if args.ascii {
        GridStyle::Ascii
    } else {
        GridStyle::Unicode
    };
    let is_named = items.len() > 1;
    let figures = [&puzzles[..], &answers];
    args.picture
        .show("Sudoku", figures, is_named, style, session)?;
    Ok(outcome)
}

/// Reads the puzzles to draw.
fn read(args: &SudokuShowArgs, session: Session) -> anyhow::Result<(Vec<ShownPuzzle>, Exit)> {
    let which = args.which.figures(&args.picture)?;
    let inputs = args.shape.inputs(&args.source)?;
    let mut items = Vec::new();
    let exit = inputs.visit(session, which, &mut |number, tag, puzzle| {
        let tag = tag.map(|tag| format!(" · {}", escape_controls(&tag)));
        let name = format!("{number}{}", tag.unwrap_or_default());
        items.push(ShownPuzzle {
            name,
            puzzle,
            status: None,
        });
        Ok(true)
    })?;
    Ok((items, exit))
}

/// Level of a classic puzzle of clues with this status; empty if unknown.
fn level(puzzle: &AnyPuzzle, status: Status) -> &'static str {
    match (status, puzzle) {
        (Status::Unique, AnyPuzzle::Classic(Puzzle::Grid(grid))) => {
            grid.level().map_or("", Level::name)
        }
        _ => "",
    }
}

/// Line of pencil marks: the candidates that the clues leave in each cell.
fn marks(item: &ShownPuzzle) -> anyhow::Result<String> {
    ensure!(
        matches!(item.puzzle, AnyPuzzle::Classic(_)),
        "puzzle {}: pencil marks support only 9×9 cells",
        item.name
    );
    let diagram = Diagram::of(&item.puzzle).with_candidates();
    Ok(format!("{}\n", diagram.pencil_marks()))
}
