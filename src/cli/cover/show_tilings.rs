//! The command `countless cover show`.

use std::ops::ControlFlow::Continue;

use clap::Args;
use countless::cover::{ClassList, CoverProblem, Solution};
use countless::engine::Reason;

use super::super::exit::Exit;
use super::super::output::{plural, print_message};
use super::super::perform::report_interruption;
use super::super::picture_args::{FigureRangeArgs, PictureArgs};
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use super::cover_figures::CoverFigures;
use super::symmetry_args::SymmetryArgs;
use super::{CoverInputArgs, FORMAT};
use countless_picture::{CaptionedFigure, GridStyle};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

A cell is an item such as 2.5: row 2, column 5; in a box 1.2.5, in layer 1. An option is drawn as
the cells that it covers. Its label is its first item that is not a cell, such as the piece. Letters
in squares (2.5:x), Latin squares and queens (r2 c5) are drawn, too.

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
    let figures = CoverFigures::of(&problem)?;
    let which = args.which.figures(&args.picture)?;
    let (mut passed, mut found) = (0, Vec::new());
    let mut take = |solution: Solution| {
        passed += 1;
        if which.contains(&passed) {
            found.push(figures.figure(solution.options()));
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
    let figures = which.zip(found).map(|(number, figure)| CaptionedFigure {
        figure,
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
