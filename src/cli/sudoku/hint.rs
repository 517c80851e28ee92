//! The command `countless sudoku hint`.

use clap::Args;
use countless::sudoku::{Technique, TraceEnd, TraceOptions};

use super::super::exit::Exit;
use super::super::output::{folded, print};
use super::super::session::Session;
use super::any_puzzle::AnyPuzzle;
use super::explain_puzzles::{several_solutions_sentence, status};
use super::variant_args::VariantArgs;
use super::{FORMATS, PuzzleInputArgs};

#[derive(Args, Debug)]
#[command(after_help = format!("\
A hint is the easiest next step, in the words of `countless sudoku explain`. Hints of several
puzzles begin with the number of the puzzle. Candidates that clues
remove from their houses are already removed. A puzzle with several solutions has a hint if the step holds in
every solution; the hint then says that there are several. With --json, `status` is unique, multiple or none.

{FORMATS}

Examples:
  countless sudoku hint \"$(grep -vm1 '^#' puzzles.txt)\"
  countless sudoku hint attempt.txt --json
  countless sudoku hint killers.csv --cages each"))]
pub struct SudokuHintArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
}

pub fn hint(args: &SudokuHintArgs, session: Session) -> anyhow::Result<Exit> {
    let all = 1..=u64::MAX;
    // The hint of a single puzzle has no number.
    let mut first = None;
    let inputs = args.source.inputs(args.shape.shape(&args.source)?)?;
    let exit = inputs.visit(session, all, &mut |number, _, puzzle| {
        let (hint, is_fine) = hint_of(&puzzle, session.json)?;
        if session.json {
            print(&hint)?;
        } else if number == 1 {
            first = Some(hint);
        } else {
            let first = first.take().map(|hint| (1, hint));
            for (number, hint) in first.into_iter().chain([(number, hint)]) {
                print_hint(&format!("Puzzle {number}: {hint}"))?;
            }
        }
        Ok(is_fine)
    });
    if let Some(hint) = first {
        print_hint(&hint)?;
    }
    exit
}

/// Prints a hint, wrapped to the width of a terminal.
fn print_hint(hint: &str) -> anyhow::Result<()> {
    print(&format!("{}\n", folded(hint)))
}

/// Next step of a puzzle, as a sentence or a JSON object. Returns false if an unsolved puzzle has
/// no step.
fn hint_of(puzzle: &AnyPuzzle, as_json: bool) -> anyhow::Result<(String, bool)> {
    let mut trace = puzzle.explain(TraceOptions::new())?;
    let step = trace.find(|step| step.technique != Technique::Elimination);
    let status = status(&*trace);
    let (why, is_fine) = match trace.end() {
        _ if step.is_some() => ("", true),
        Some(TraceEnd::NoSolution) => ("No solution: a digit is wrong.", false),
        Some(TraceEnd::Solved) => ("The puzzle is solved.", true),
        Some(TraceEnd::Wall | TraceEnd::Limit) | None => ("No technique applies.", false),
    };
    let hint = if as_json {
        let json = serde_json::json!({ "puzzle": puzzle.written(), "status": status.name(), "step": step });
        format!("{json}\n")
    } else {
        let text = step.as_ref().map_or(why, |step| &step.text);
        format!("{text}{}", several_solutions_sentence(&*trace))
    };
    Ok((hint, is_fine))
}
