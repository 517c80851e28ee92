//! `countless sudoku play-check`

use anyhow::{Context, bail, ensure};
use clap::Args;
use countless::sudoku::{Attempt, Cell, Clash, Grid, GridFault, Puzzle, Review};

use super::super::exit::Exit;
use super::super::output::{plural, print};
use super::super::paths::TextOrFile;
use super::super::session::Session;
use super::source::of_line;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
The attempt contains the digits of the puzzle and further entries, right or wrong. If the puzzle
has several solutions, an entry is wrong if no solution has it. Exit code: 0 if nothing is wrong,
even with blank cells; 1 otherwise.

{FORMATS}

Examples:
  countless sudoku play-check puzzle.txt attempt.txt
  countless sudoku play-check puzzle.txt - --reveal < attempt.txt
  countless sudoku play-check \"$(grep -vm1 '^#' puzzles.txt)\" attempt.txt"))]
pub struct PlayCheckArgs {
    /// Puzzle of 81 characters, a file with one, or - for stdin
    puzzle: TextOrFile,
    /// Attempt at the puzzle, in the same form
    attempt: TextOrFile,
    /// Print the right digits in place of wrong ones
    #[arg(long)]
    reveal: bool,
}

pub fn play_check(args: &PlayCheckArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        &*args.puzzle != "-" || &*args.attempt != "-",
        "only one of PUZZLE and ATTEMPT can be stdin"
    );
    let puzzle: Grid = parse(&args.puzzle)?;
    let attempt: Attempt = parse(&args.attempt)?;
    let review = attempt.review(&puzzle);
    if session.json {
        print(&json(&review, &attempt, args.reveal))?;
    } else {
        print(&report(&review, &puzzle, &attempt, args.reveal))?;
    }
    Ok(if review.is_right() {
        Exit::Complete
    } else {
        Exit::Flawed
    })
}

/// Reads the one grid that an argument is, or that the file of its name holds.
fn parse<T>(argument: &str) -> anyhow::Result<T>
where
    T: std::str::FromStr<Err = countless::sudoku::GridError>,
{
    match of_line::<T>(argument) {
        Ok(grid) => return Ok(grid),
        Err(error) if matches!(error.fault, GridFault::Repeated(_)) => {
            return Err(error).context("the puzzle repeats a digit");
        }
        Err(_) => {}
    }
    let inputs = Source::of(argument).open(1024)?;
    let (name, layout) = (inputs.names()[0].clone(), inputs.layouts()[0].clone());
    let mut found = None;
    let mut records = 0;
    for chunk in inputs {
        layout.parse(&chunk?, |record| {
            records += 1;
            found = Some(match (record.text.parse::<T>(), record.puzzle) {
                (Ok(grid), _) => Ok(grid),
                (Err(_), Err(bad)) => Err(bad.in_input(&name).into()),
                (Err(_), Ok(Puzzle::Pencilled(_))) => Err(anyhow::anyhow!(
                    "{name}: expected a grid, found pencil marks"
                )),
                (Err(error), Ok(Puzzle::Grid(_))) => Err(error.into()),
            });
        });
        ensure!(records < 2, "{name}: expected one grid, found several");
    }
    match found {
        Some(grid) => grid,
        None => bail!("{name}: expected a grid, found none"),
    }
}

/// What is wrong, a line for each thing, and a last line that says how it stands.
fn report(review: &Review, puzzle: &Grid, attempt: &Attempt, reveal: bool) -> String {
    let here = attempt.grid();
    let mut lines = Vec::new();
    for Clash { digit, unit, cells } in &review.clashes {
        let times = match cells.len() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let cells = names(cells);
        lines.push(format!("{digit} stands {times} in {unit}: {cells}"));
    }
    for &cell in &review.changed {
        let now = match digit_at(here, cell) {
            0 => "is missing".to_owned(),
            digit => format!("is now {digit}"),
        };
        lines.push(format!(
            "{}: the given {} {now}",
            cell,
            digit_at(puzzle, cell)
        ));
    }
    for &cell in &review.wrong {
        let right = match (reveal, review.solution) {
            (true, Some(solution)) => format!(", it should be {}", digit_at(&solution, cell)),
            _ => String::new(),
        };
        lines.push(format!(
            "{}: {} is wrong{right}",
            cell,
            digit_at(here, cell)
        ));
    }
    match (review.solutions, review.agrees) {
        (0, _) => lines.push("The puzzle has no solution.".to_owned()),
        (1, _) => {}
        (_, true) => lines.push("The puzzle has several solutions.".to_owned()),
        (_, false) => {
            lines.push(
                "The puzzle has several solutions, but none contains all entries.".to_owned(),
            );
        }
    }
    let blank = plural(review.blank.len() as u128, "blank cell");
    // A wrong entry repeats digits in several units.
    let faults = match review.changed.len() + review.wrong.len() {
        0 => review.clashes.len(),
        cells => cells,
    };
    let not_right = match faults {
        0 => "Not right".to_owned(),
        faults => format!("Not right: {}", plural(faults as u128, "error")),
    };
    lines.push(match (review.is_right(), review.blank.is_empty()) {
        (true, true) => "Solved.".to_owned(),
        (true, false) => format!("Right so far, {blank} left."),
        (false, true) => format!("{not_right}."),
        (false, false) => format!("{not_right}, {blank} left."),
    });
    lines.join("\n") + "\n"
}

fn json(review: &Review, attempt: &Attempt, reveal: bool) -> String {
    let list = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>();
    let clashes = review.clashes.iter().map(|clash| {
        serde_json::json!({
            "digit": clash.digit,
            "unit": clash.unit.to_string(),
            "cells": list(&clash.cells),
        })
    });
    let wrong = review.wrong.iter().map(|&cell| {
        let mut entry = serde_json::json!({ "cell": cell.to_string(), "digit": digit_at(attempt.grid(), cell) });
        if let (true, Some(solution)) = (reveal, review.solution) {
            entry["expected"] = digit_at(&solution, cell).into();
        }
        entry
    });
    let json = serde_json::json!({
        "right": review.is_right(),
        "solved": review.is_right() && review.blank.is_empty(),
        "solutions": match review.solutions {
            0 => "none",
            1 => "unique",
            _ => "multiple",
        },
        "agrees": review.agrees,
        "clashes": clashes.collect::<Vec<_>>(),
        "changed": list(&review.changed),
        "wrong": wrong.collect::<Vec<_>>(),
        "blank": list(&review.blank),
    });
    format!("{json}\n")
}

/// A digit, 0 for a blank.
fn digit_at(grid: &Grid, cell: Cell) -> u8 {
    grid.at(cell.row(), cell.column()).unwrap_or(0)
}

fn names(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    names.join(", ")
}
