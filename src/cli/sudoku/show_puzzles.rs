//! The command `countless sudoku show`.

use std::path::Path;

use anyhow::ensure;
use clap::Args;
use countless::sudoku::Status;

use super::super::exit::Exit;
use super::super::output::{escape_controls, print_message};
use super::super::picture_args::{FigureRangeArgs, PictureArgs};
use super::super::session::Session;
use super::any_puzzle::{AnyPuzzle, SolvedPuzzle};
use super::variant_args::VariantArgs;
use super::{FORMATS, PuzzleInputArgs};
use countless_picture::{CaptionedFigure, Diagram, Figure, GridStyle, Paint, grid_text};

#[derive(Args, Debug)]
#[command(after_help = format!("\
Without --per-page, a file holds one figure; several figures are written to x-1.svg, x-2.svg, and so
on. Pages of .svg and .png are numbered in the same way; a .pdf holds them all. Answers follow in
the .pdf, or are written to x-answers.svg.

{FORMATS}

Examples:
  countless sudoku show puzzles.txt --nth 5
  countless sudoku show puzzles.txt -o puzzle.png --candidates
  countless sudoku show puzzles.txt -o book.pdf --per-page 6 --answers
  countless sudoku show jigsaws.txt --regions map.txt -o page.pdf --per-page 4
  countless sudoku show \"$(grep -vm1 '^#' puzzles.txt)\" --ascii"))]
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
}

pub fn show(args: &SudokuShowArgs, session: Session) -> anyhow::Result<Exit> {
    let file = args.picture.file()?;
    session.require_output(args.picture.path())?;
    let (items, mut outcome) = read(args, session)?;
    if items.is_empty() {
        return Ok(outcome);
    }
    let solved: Vec<SolvedPuzzle> = if args.answers || args.picture.per_page().is_some() {
        let solved = items.iter().map(|item| item.puzzle.solve());
        solved.collect::<anyhow::Result<_>>()?
    } else {
        Vec::new()
    };
    if args.answers {
        for (item, solved) in items.iter().zip(&solved) {
            let why = match solved.status {
                Status::Unique => continue,
                Status::Multiple => "several solutions",
                _ => "no solution",
            };
            print_message(&format!(
                "puzzle {} has {why}: its answer is omitted",
                item.name
            ));
            outcome = Exit::Flawed;
        }
    }
    if args.marks {
        ensure!(
            file.is_none(),
            "--marks writes text: expected --output FILE.txt, found {}",
            args.picture
                .path()
                .unwrap_or(Path::new("a picture"))
                .display()
        );
        let lines: Result<String, _> = items.iter().map(marks).collect();
        args.picture.write_text(&lines?)?;
        return Ok(outcome);
    }
    if file.is_none() {
        let paint = args.picture.paint(session);
        args.picture
            .write_text(&text(&items, &solved, args, paint))?;
        return Ok(outcome);
    }
    let puzzles: Vec<CaptionedFigure> = items
        .iter()
        .enumerate()
        .map(|(index, item)| CaptionedFigure {
            figure: Figure::Grid(Box::new(diagram(&item.puzzle, args))),
            caption: item.name.clone(),
            note: solved.get(index).map_or("", |solved| solved.level).into(),
        })
        .collect();
    let answers: Vec<CaptionedFigure> = if args.answers {
        answers(&items, &solved)
            .map(|(item, diagram)| CaptionedFigure {
                figure: Figure::Grid(Box::new(diagram)),
                caption: item.name.clone(),
                note: String::new(),
            })
            .collect()
    } else {
        Vec::new()
    };
    let puzzles = args.picture.pages("Sudoku", &puzzles, 0)?;
    let answers = args.picture.pages("Answers", &answers, puzzles.len())?;
    args.picture.write_pages(puzzles, answers, session)?;
    Ok(outcome)
}

/// Reads the puzzles to draw.
fn read(args: &SudokuShowArgs, session: Session) -> anyhow::Result<(Vec<ShownPuzzle>, Exit)> {
    let which = args.which.figures(&args.picture)?;
    let inputs = args.source.inputs(args.shape.shape(&args.source)?)?;
    let mut items = Vec::new();
    let exit = inputs.visit(session, which, &mut |number, tag, puzzle| {
        let tag = tag.map(|tag| format!(" · {}", escape_controls(&tag)));
        let name = format!("{number}{}", tag.unwrap_or_default());
        items.push(ShownPuzzle { name, puzzle });
        Ok(true)
    })?;
    Ok((items, exit))
}

fn diagram(puzzle: &AnyPuzzle, args: &SudokuShowArgs) -> Diagram {
    let diagram = puzzle.diagram();
    if args.candidates {
        diagram.with_candidates()
    } else {
        diagram
    }
}

/// Line of pencil marks: the candidates that the clues leave in each cell.
fn marks(item: &ShownPuzzle) -> anyhow::Result<String> {
    ensure!(
        matches!(item.puzzle, AnyPuzzle::Classic(_)),
        "puzzle {}: pencil marks support only 9×9 cells",
        item.name
    );
    let diagram = item.puzzle.diagram().with_candidates();
    Ok(format!("{}\n", diagram.pencil_marks()))
}

/// Solved diagrams of the puzzles with one solution.
fn answers<'a>(
    items: &'a [ShownPuzzle],
    solved: &'a [SolvedPuzzle],
) -> impl Iterator<Item = (&'a ShownPuzzle, Diagram)> {
    let pairs = items.iter().zip(solved);
    pairs.filter_map(|(item, solved)| {
        let is_unique = solved.status == Status::Unique;
        is_unique.then(|| (item, item.puzzle.diagram().with_solution(&solved.solution)))
    })
}

/// All puzzles, then all answers. Several have their names above.
fn text(
    items: &[ShownPuzzle],
    solved: &[SolvedPuzzle],
    args: &SudokuShowArgs,
    paint: Paint,
) -> String {
    let style = if args.ascii {
        GridStyle::Ascii
    } else {
        GridStyle::Unicode
    };
    let puzzles = items.iter().map(|item| (item, diagram(&item.puzzle, args)));
    let answers = answers(items, solved).filter(|_| args.answers);
    let grids = puzzles.chain(answers).map(|(item, diagram)| {
        let grid = grid_text(&diagram, style, paint);
        if items.len() > 1 {
            format!("{}\n{grid}", item.name)
        } else {
            grid
        }
    });
    grids.collect::<Vec<_>>().join("\n")
}
