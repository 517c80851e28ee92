//! `countless sudoku explain`

use clap::Args;
use countless::sudoku::{End, Grid, Puzzle, Step, Technique, Trace, TraceOptions};

use super::super::exit::Exit;
use super::super::output::{plural, print, say};
use super::super::session::Session;
use super::batch::warn_if_empty;
use super::{FORMATS, Source};
use crate::render::candidates_text;

#[derive(Args, Debug)]
#[command(after_help = format!("\
Techniques, from the easiest to the hardest:
{}

{FORMATS}

Examples:
  countless sudoku explain puzzles.txt --grid | less
  countless sudoku explain puzzles.txt --upto elimination --steps 1 --grid
  countless sudoku explain 3..71....8.6...7.24..25..6.......95....9...7....135..6..856..9..9..2.13.7....36.5 --json",
techniques()))]
pub struct ExplainArgs {
    #[command(flatten)]
    source: Source,
    /// Print the candidates after each step
    #[arg(long)]
    grid: bool,
    /// Use no technique harder than this one
    #[arg(long, value_name = "TECHNIQUE", default_value = "forcing-nested")]
    #[arg(value_parser = technique, hide_default_value = true)]
    upto: Technique,
    /// Stop after K steps
    #[arg(long, value_name = "K")]
    steps: Option<u64>,
}

pub fn explain(args: &ExplainArgs, session: Session) -> anyhow::Result<Exit> {
    let inputs = args.source.open(1)?;
    let (names, layouts) = (inputs.names().to_vec(), inputs.layouts().to_vec());
    let mut outcome = Exit::Complete;
    let mut puzzles = 0;
    for chunk in inputs {
        let (chunk, mut records) = (chunk?, Vec::new());
        let name = &names[chunk.input()];
        layouts[chunk.input()].parse(&chunk, |record| records.push(record.puzzle));
        for record in records {
            puzzles += 1;
            let fine = match record {
                Ok(Puzzle::Grid(puzzle)) => {
                    if puzzles > 1 && !session.json {
                        print("\n")?;
                    }
                    one(&puzzle, args, session)?
                }
                Ok(Puzzle::Pencilled(_)) => {
                    say(&format!(
                        "{name}: puzzle {puzzles} is in pencil marks; only grids are explained"
                    ));
                    false
                }
                Err(bad) => {
                    say(&format!("{name}:{bad}"));
                    false
                }
            };
            if !fine {
                outcome = Exit::Flawed;
            }
        }
    }
    warn_if_empty(puzzles, names.iter().map(String::as_str));
    if puzzles == 0 {
        outcome = Exit::Flawed;
    }
    Ok(outcome)
}

/// Explains one puzzle; false if it has no solution, or no technique solves it though
/// all may be used.
fn one(puzzle: &Grid, args: &ExplainArgs, session: Session) -> anyhow::Result<bool> {
    let defaults = TraceOptions::default();
    let mut trace = Trace::new(
        puzzle,
        TraceOptions {
            upto: args.upto,
            steps: args.steps.unwrap_or(defaults.steps),
        },
    );
    if session.json {
        print(&json(puzzle, &mut trace, args.grid)?)?;
    } else {
        told(puzzle, &mut trace, args.grid)?;
    }
    let limited = args.upto != defaults.upto;
    Ok(match trace.end() {
        Some(End::Solved | End::Limit) | None => true,
        Some(End::Wall) => limited,
        Some(End::NoSolution) => false,
    })
}

/// Prints the steps in words, one a line.
fn told(puzzle: &Grid, trace: &mut Trace, grid: bool) -> anyhow::Result<()> {
    print(&format!("{puzzle}\n"))?;
    let mut steps = 0;
    while let Some(step) = trace.next() {
        steps += 1;
        print(&format!("{steps}. {}\n", step.text))?;
        if grid {
            print(&format!("\n{}\n", candidates_text(&trace.candidates())))?;
        }
    }
    let end = end(trace, steps);
    if trace.end() == Some(End::Solved) {
        print(&format!("{}\n", trace.grid()))
    } else {
        print(&format!("{end}\n"))
    }
}

/// Says why there is no further step.
fn end(trace: &Trace, steps: u128) -> String {
    let steps = plural(steps, "step");
    let several = if trace.is_unique() {
        ""
    } else {
        " The puzzle has several solutions."
    };
    let open = trace.candidates();
    let open = open.iter().filter(|digits| digits.count_ones() > 1).count();
    let open = plural(open as u128, "open cell");
    match trace.end() {
        Some(End::Solved) => format!("Solved in {steps}."),
        Some(End::NoSolution) => "The puzzle has no solution.".to_owned(),
        Some(End::Wall) => format!("After {steps} no technique applies to {open}.{several}"),
        Some(End::Limit) | None => format!("Stopped after {steps} with {open}.{several}"),
    }
}

/// One puzzle and its steps as a line of JSON.
fn json(puzzle: &Grid, trace: &mut Trace, grid: bool) -> anyhow::Result<String> {
    let mut steps = Vec::new();
    while let Some(step) = trace.next() {
        steps.push(step_json(&step, trace, grid)?);
    }
    let (end, solved) = match trace.end() {
        Some(End::Solved) => ("solved", true),
        Some(End::Wall) => ("wall", false),
        Some(End::NoSolution) => ("no solution", false),
        Some(End::Limit) | None => ("limit", false),
    };
    let json = serde_json::json!({
        "puzzle": puzzle.to_string(),
        "steps": steps,
        "end": end,
        "unique": trace.is_unique(),
        "grid": trace.grid().to_string(),
        "solution": solved.then(|| trace.grid().to_string()),
    });
    Ok(format!("{json}\n"))
}

/// A step, with the candidates after it if they are wanted.
fn step_json(step: &Step, trace: &Trace, grid: bool) -> anyhow::Result<serde_json::Value> {
    let mut json = serde_json::to_value(step)?;
    if grid && let Some(members) = json.as_object_mut() {
        let cells = trace.candidates().map(|digits| {
            let listed = (0..9).filter(|digit| digits >> digit & 1 != 0);
            listed
                .map(|digit| char::from(b'1' + digit))
                .collect::<String>()
        });
        members.insert("candidates".to_owned(), serde_json::json!(cells.to_vec()));
    }
    Ok(json)
}

fn technique(name: &str) -> Result<Technique, String> {
    name.parse().map_err(|error| format!("{error}"))
}

/// The names of all techniques, in lines that fit a terminal.
fn techniques() -> String {
    let mut lines = vec![String::from(" ")];
    for technique in Technique::ALL {
        let name = technique.name();
        match lines.last_mut() {
            Some(line) if line.len() + name.len() < 78 => {
                line.push(' ');
                line.push_str(name);
            }
            _ => lines.push(format!("  {name}")),
        }
    }
    lines.join("\n")
}
