//! The command `countless cover show`.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use anyhow::ensure;
use clap::Args;
use countless::cover::{ClassList, CoverProblem, ExactCover, Solution};
use countless::engine::Reason;

use super::super::exit::Exit;
use super::super::output::{plural, print_message};
use super::super::perform::report_interruption;
use super::super::picture_args::{FigureRangeArgs, PictureArgs};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use super::symmetry_args::SymmetryArgs;
use super::{CoverInputArgs, FORMAT};
use countless_picture::{CaptionedFigure, Figure, GridStyle, Tiling};

/// Maximum number of rows and of columns of a board.
const LARGEST: usize = 200;

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

A cell is an item such as 2.5: row 2, column 5. An option is drawn as the cells that it covers.
Its label is its first item that is not a cell, such as the piece.

Examples:
  countless cover make pentominoes 6x10 | countless cover show -
  countless cover show pentominoes.txt --nth 1000 -o box.svg
  countless cover show pentominoes.txt --limit 12 --per-page 12 -o boxes.pdf"))]
pub struct CoverShowArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    #[command(flatten)]
    symmetry: SymmetryArgs,
    #[command(flatten)]
    which: FigureRangeArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn show(args: &CoverShowArgs, session: Session) -> anyhow::Result<Exit> {
    args.picture.file()?;
    session.require_output(args.picture.path())?;
    let problem = args.source.problem()?;
    let board = CellBoard::of(&problem)?;
    let which = args.which.figures(&args.picture)?;
    let (mut passed, mut found) = (0, Vec::new());
    let mut take = |solution: Solution| {
        passed += 1;
        if which.contains(&passed) {
            found.push(board.tiling(&problem, solution.options()));
        }
        Continue(())
    };
    let outcome = session.run(&args.running, &LedgerArgs::default(), "solutions", |run| {
        let (problem, first) = (problem.clone(), run.clone().limit(*which.end()));
        match args.symmetry.options() {
            None => CoverProblem::listing(problem).visit(&first, &mut take),
            Some(symmetries) => ClassList::new(problem, &symmetries, run)?.visit(&first, &mut take),
        }
    })?;
    if outcome.is_interrupted() {
        return Ok(report_interruption(&outcome, "", "subtree"));
    }
    if found.is_empty() {
        let solutions = plural(outcome.rows.into(), "solution");
        print_message(&format!("the problem has only {solutions}"));
        return Ok(Exit::Flawed);
    }
    let several = found.len() > 1;
    let rest = (outcome.stopped == Some(Reason::Limit)).then(|| {
        let drawn = plural(found.len() as u128, "solution");
        format!("{drawn} drawn; --nth and --limit draw others")
    });
    let figures = which.zip(found).map(|(number, tiling)| CaptionedFigure {
        figure: Figure::Tiling(tiling),
        caption: number.to_string(),
        note: String::new(),
    });
    let (figures, style): (Vec<_>, _) = (figures.collect(), GridStyle::default());
    args.picture
        .show("Exact cover", [&figures, &[]], several, style, session)?;
    if let Some(rest) = rest {
        session.note(&rest);
    }
    Ok(Exit::Complete)
}

/// Smallest board that contains all cells of a problem, and the labels of its options.
struct CellBoard {
    rows: usize,
    columns: usize,
    /// Labels with the numbers of their colours.
    labels: HashMap<String, usize>,
}

/// Label of an option: its first item that is not a cell and has no colour, or nothing.
fn label(option: &str) -> &str {
    let mut items = option.split(' ');
    items
        .find(|item| cell(item).is_none() && !item.contains(':'))
        .unwrap_or_default()
}

/// Row and column of an item that is a cell, counted from 1.
fn cell(item: &str) -> Option<(usize, usize)> {
    let (row, column) = item.split_once('.')?;
    let number = |text: &str| text.parse().ok().filter(|&number: &usize| number > 0);
    Some((number(row)?, number(column)?))
}

impl CellBoard {
    fn of(problem: &ExactCover) -> anyhow::Result<Self> {
        let mut board = Self {
            rows: 0,
            columns: 0,
            labels: HashMap::new(),
        };
        for option in 1..=problem.option_count() {
            let text = problem.option_text(option).unwrap_or_default();
            let (label, number) = (label(&text), board.labels.len());
            for (row, column) in text.split(' ').filter_map(cell) {
                board.rows = board.rows.max(row);
                board.columns = board.columns.max(column);
                if !label.is_empty() && !board.labels.contains_key(label) {
                    board.labels.insert(label.to_owned(), number);
                }
            }
        }
        ensure!(
            board.rows > 0,
            "nothing to draw: expected items that are cells, such as 2.5 for row 2, column 5"
        );
        ensure!(
            board.rows.max(board.columns) <= LARGEST,
            "a board of {} by {} cells is too large to draw: expected at most {LARGEST} by \
             {LARGEST}",
            board.rows,
            board.columns
        );
        Ok(board)
    }

    /// Number of the colour of a label; `None` without a label, or if there are more labels than
    /// colours.
    fn color(&self, label: &str) -> Option<usize> {
        let number = self.labels.get(label).copied();
        number.filter(|_| self.labels.len() <= Tiling::COLORS)
    }

    /// Returns the options of a solution as pieces on the board.
    fn tiling(&self, problem: &ExactCover, options: impl Iterator<Item = usize>) -> Tiling {
        let mut pieces = vec![None; self.rows * self.columns];
        let (mut names, mut colors) = (Vec::new(), Vec::new());
        for option in options {
            let text = problem.option_text(option).unwrap_or_default();
            let mut cells = text.split(' ').filter_map(cell).peekable();
            if cells.peek().is_none() {
                continue;
            }
            for (row, column) in cells {
                pieces[(row - 1) * self.columns + column - 1] = Some(names.len());
            }
            let label = label(&text);
            colors.push(self.color(label));
            names.push(label.to_owned());
        }
        Tiling {
            columns: self.columns,
            pieces,
            names,
            colors,
        }
    }
}
