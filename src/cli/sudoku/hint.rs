//! `countless sudoku hint`

use clap::Args;
use countless::sudoku::{End, Puzzle, Technique, Trace, TraceOptions};

use super::super::exit::Exit;
use super::super::output::{folded, print};
use super::super::session::Session;
use super::explain::{several, status};
use super::source::puzzle;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
A hint is the easiest next step, in the words of `countless sudoku explain`. Candidates that clues
remove from their houses are already removed. If the puzzle has several solutions, hints are
given while a step is true in all of them, and say that there are several. With --json, `status` is unique, multiple or none.

{FORMATS}

Examples:
  countless sudoku hint \"$(grep -vm1 '^#' puzzles.txt)\"
  countless sudoku hint attempt.txt --json"))]
pub struct HintArgs {
    #[command(flatten)]
    source: Source,
}

pub fn hint(args: &HintArgs, session: Session) -> anyhow::Result<Exit> {
    let all = 1..=u64::MAX;
    args.source
        .each(session, all, puzzle, |_, puzzle| one(&puzzle, session))
}

/// Gives the next step of a puzzle; false if there should be one, and is none.
fn one(puzzle: &Puzzle, session: Session) -> anyhow::Result<bool> {
    let mut trace = Trace::of(puzzle, TraceOptions::default());
    let step = trace.find(|step| step.technique != Technique::Elimination);
    let status = status(&trace);
    let (why, fine) = match trace.end() {
        _ if step.is_some() => ("", true),
        Some(End::NoSolution) => ("No solution: a digit is wrong.", false),
        Some(End::Solved) => ("The puzzle is solved.", true),
        Some(End::Wall | End::Limit) | None => ("No technique applies.", false),
    };
    if session.json {
        let json = serde_json::json!({ "puzzle": puzzle.to_string(), "status": status.name(), "step": step });
        print(&format!("{json}\n"))?;
    } else {
        let text = step.as_ref().map_or(why, |step| &step.text);
        print(&format!(
            "{}\n",
            folded(&format!("{text}{}", several(&trace)))
        ))?;
    }
    Ok(fine)
}
