//! The command `countless sudoku neighbours`.

use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};

use anyhow::ensure;
use clap::Args;
use countless::engine::{Problem, Run};
use countless::sudoku::questions::Compiled;
use countless::sudoku::{FindNeighbours, GridClasses};

use super::super::exit::Exit;
use super::super::perform::RowSelection;
use super::super::row_output::RowOutput;
use super::super::session::Session;
use super::super::shared_args::{in_chunks, whole};
use super::FORMATS;
use super::question_command::QuestionArgs;

#[derive(Args, Debug)]
#[command(after_help = format!("\
A neighbour has exactly one solution; it lacks A clues of the puzzle and has B other clues (another
digit in the same cell is another clue). The first of each class of equivalent neighbours is
written, in the order of the input; each needs 16 bytes of memory. With --each, classes are
separate for each puzzle, and a ledger is possible. `countless sudoku distinct --column neighbour`
then removes equivalent rows.

For a puzzle of 17 clues, --remove 1 --add 1 needs one to two milliseconds, and --remove 2 --add 2
some seconds.

{FORMATS}

Examples:
  countless sudoku neighbours puzzles.txt
  countless sudoku neighbours puzzles.txt --remove 2 --add 2 -o found.csv
  countless sudoku neighbours puzzles.txt --each -o found.csv --ledger near.csv"))]
#[command(mut_args(in_chunks))]
pub struct SudokuNeighboursArgs {
    #[command(flatten)]
    asking: QuestionArgs<NeighbourFlags, ()>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct NeighbourFlags {
    /// Number of clues to remove
    #[arg(long, value_name = "A", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(0..=81))]
    remove: u8,
    /// Number of clues to add
    #[arg(long, value_name = "B", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(1..=81))]
    add: u8,
    /// Write the neighbours of each puzzle, even if another puzzle has them too
    #[arg(long)]
    each: bool,
}

pub fn neighbours(args: &SudokuNeighboursArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.first);
    let question = FindNeighbours::new()
        .remove(flags.remove.into())
        .add(flags.add.into());
    let ask = asking.source.ask(question)?;
    if !flags.each {
        ensure!(
            !asking.ledger.is_given(),
            "{} needs --each\nhint: `countless sudoku distinct --column neighbour` removes \
             equivalent neighbours later",
            asking.ledger.flag()
        );
        ensure!(
            !asking.rows.unordered,
            "the order determines the first of each class: omit --unordered, or give --each"
        );
    }
    let (mut classes, firsts) = (GridClasses::new(false), Cell::new(0));
    let mut write_firsts = |run: &Run, rows: &mut RowOutput| {
        ask.visit(run, &mut |row| {
            if classes.insert(&row.answer.form, 0).is_some() || rows.write(&row) {
                Continue(())
            } else {
                Break(())
            }
        })
        .inspect(|_| firsts.set(classes.len() as u128))
    };
    let selection = RowSelection {
        columns: ask.columns(),
        search: &mut write_firsts,
    };
    let selection = Some(selection).filter(|_| !flags.each);
    asking.select(&ask, selection, session, |tally, report| {
        let found = if flags.each {
            tally.count
        } else {
            firsts.get()
        };
        let neighbours = u64::try_from(found).unwrap_or(u64::MAX);
        let words = if neighbours == 1 {
            "neighbour"
        } else {
            "neighbours"
        };
        report.counts.insert(0, (neighbours, words));
        report.json["neighbours"] = neighbours.into();
    })
}
