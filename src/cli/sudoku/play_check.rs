//! The command `countless sudoku play-check`.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use countless::sudoku::puzzles::Inputs;
use countless::sudoku::{Attempt, Cell, Grid, GridError, GridFault, Puzzle, Status};
use countless::table::read_text_file;
use countless::variants::{AnyPuzzle, Review, Shape};

use super::super::prelude::*;
use super::PuzzleInputArgs;
use super::puzzle_inputs::{PuzzleInputs, parse_only};
use super::question_command::single_puzzle_run;
use super::variant_args::VariantArgs;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-play-check.txt"))]
pub struct SudokuPlayCheckArgs {
    /// Puzzle, such as 81 characters, a file with one, or - for stdin
    puzzle: TextOrFile,
    /// Attempt at the puzzle, in the same form
    attempt: TextOrFile,
    #[command(flatten)]
    shape: VariantArgs,
    /// Print the right digits in place of wrong ones
    #[arg(long)]
    reveal: bool,
}

/// Puzzle and an attempt at it. The digit 0 stands for an empty cell.
struct PuzzleAttempt {
    shape: Arc<Shape>,
    puzzle: Vec<u8>,
    attempt: Vec<u8>,
}

pub fn play_check(args: &SudokuPlayCheckArgs, session: Session) -> anyhow::Result<Exit> {
    let source = PuzzleInputArgs::of(&args.puzzle);
    let (mut inputs, attempt) = (source.inputs(), PuzzleInputArgs::of(&args.attempt));
    let shape = args.shape.shape(&mut inputs)?;
    let game = if shape.is_classic() {
        PuzzleAttempt {
            shape,
            puzzle: parse::<Grid>(&args.puzzle, inputs)?.digits().to_vec(),
            attempt: parse::<Attempt>(&args.attempt, attempt.inputs())?
                .grid()
                .digits()
                .to_vec(),
        }
    } else {
        read_variant(args, inputs.of_shape(shape)?, session)?
    };
    let (puzzle, attempt) = (&game.puzzle, &game.attempt);
    let review = game.shape.review(puzzle, attempt, &single_puzzle_run()?)?;
    if session.json {
        print(&review_json(&review, &game, args.reveal))?;
    } else {
        print(&review_text(&review, &game, args.reveal))?;
    }
    Ok(Exit::Complete.flawed_if(!review.is_right()))
}

/// Reads puzzle and attempt of a variant.
fn read_variant(
    args: &SudokuPlayCheckArgs,
    inputs: PuzzleInputs<'_>,
    session: Session,
) -> anyhow::Result<PuzzleAttempt> {
    let mut only = None;
    let read = inputs.visit(session, 1..=u64::MAX, &mut |_, _, puzzle| {
        ensure!(
            only.is_none(),
            "{}: expected one grid, found several",
            &*args.puzzle
        );
        only = Some(puzzle);
        Ok(true)
    })?;
    ensure!(read == Exit::Complete, "expected a puzzle without faults");
    let Some(AnyPuzzle::Variant(entry)) = only else {
        bail!("{}: expected a grid, found none", &*args.puzzle);
    };
    let argument: &str = &args.attempt;
    let text = match entry.shape.parse_attempt(argument) {
        Ok(_) if argument != "-" => argument.to_owned(),
        _ => read_text_file(Path::new(argument))?,
    };
    let is_cells = |line: &&str| !line.trim_start().starts_with('#');
    let lines: Vec<&str> = text.lines().filter(is_cells).collect();
    let attempt = entry.shape.parse_attempt(lines.join("\n").trim_end());
    Ok(PuzzleAttempt {
        attempt: attempt.with_context(|| format!("{argument}: expected a grid"))?,
        shape: entry.shape,
        puzzle: entry.digits,
    })
}

/// Parses the grid of an argument, or the single grid of the file that it names.
fn parse<T: FromStr<Err = GridError>>(
    argument: &str,
    inputs: PuzzleInputs<'_>,
) -> anyhow::Result<T> {
    let parsed = parse_only::<T>(argument);
    if let Ok(_)
    | Err(GridError {
        fault: GridFault::Repeated(_),
        ..
    }) = parsed
    {
        return parsed.context("the puzzle repeats a digit");
    }
    let inputs = inputs.of_shape(Shape::classic())?;
    let inputs = Inputs::open(inputs.origins, inputs.reading?)?;
    let name = inputs.names()[0].clone();
    let (mut found, mut records) = (None, 0);
    inputs.visit(|name, record| {
        records += 1;
        found = Some(match (record.text.parse::<T>(), record.puzzle) {
            (Ok(grid), _) => Ok(grid),
            (Err(_), Err(bad)) => Err(bad.in_input(name).into()),
            (Err(_), Ok(Puzzle::Pencilled(_))) => {
                Err(anyhow!("{name}: expected a grid, found pencil marks"))
            }
            (Err(error), Ok(Puzzle::Grid(_))) => Err(error.into()),
        });
    })?;
    ensure!(records < 2, "{name}: expected one grid, found several");
    match found {
        Some(grid) => grid,
        None => bail!("{name}: expected a grid, found none"),
    }
}

/// Lists the errors, one per line, and the state of the attempt in the last line.
fn review_text(review: &Review, game: &PuzzleAttempt, reveal: bool) -> String {
    let mut lines = Vec::new();
    for clash in &review.clashes {
        let times = match clash.cells.len() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let (digit, cells) = (game.sign(clash.digit), names(&clash.cells));
        let house = &clash.house;
        lines.push(format!("{digit} appears {times} in {house}: {cells}"));
    }
    for sum in &review.sums {
        let cage = names(&sum.cells[..1]);
        lines.push(format!(
            "the cage of {cage} has the sum {}, expected {}",
            sum.found, sum.expected
        ));
    }
    for &cell in &review.changed {
        let now = match game.digit(&game.attempt, cell) {
            0 => "is missing".to_owned(),
            digit => format!("is now {}", game.sign(digit)),
        };
        let given = game.sign(game.digit(&game.puzzle, cell));
        lines.push(format!("{cell}: the given {given} {now}"));
    }
    for entry in game.shape.wrong_entries(review, &game.attempt, reveal) {
        let right = entry.expected.map_or(String::new(), |digit| {
            format!(", it should be {}", game.sign(digit))
        });
        let (cell, digit) = (entry.cell, game.sign(entry.digit));
        lines.push(format!("{cell}: {digit} is wrong{right}"));
    }
    match (review.status, review.agrees) {
        (Status::None, _) => lines.push("The puzzle has no solution.".to_owned()),
        (Status::Multiple, true) => lines.push("The puzzle has several solutions.".to_owned()),
        (Status::Multiple, false) => {
            let text = "The puzzle has several solutions, but none contains all entries.";
            lines.push(text.to_owned());
        }
        _ => {}
    }
    let empty = match review.blank.len() {
        0 => ".".to_owned(),
        cells => format!("; {} still empty.", plural(cells as u128, "cell")),
    };
    // A wrong entry repeats digits in several houses, so repeated digits are counted only without a
    // wrong entry.
    let faults = match review.changed.len() + review.wrong.len() {
        0 => review.clashes.len() + review.sums.len(),
        cells => cells,
    };
    let state = match faults {
        _ if review.is_right() && review.blank.is_empty() => "Solved".to_owned(),
        _ if review.is_right() => "Right so far".to_owned(),
        0 => "Not right".to_owned(),
        faults => plural(faults as u128, "mistake"),
    };
    lines.push(state + &empty);
    lines.join("\n") + "\n"
}

fn review_json(review: &Review, game: &PuzzleAttempt, reveal: bool) -> String {
    let wrong = game.shape.wrong_entries(review, &game.attempt, reveal);
    let mut json = json!(review);
    json["right"] = review.is_right().into();
    json["solved"] = (review.is_right() && review.blank.is_empty()).into();
    json["wrong"] = json!(wrong);
    if game.shape.cages().next().is_some() {
        json["sums"] = json!(review.sums);
    }
    format!("{json}\n")
}

impl PuzzleAttempt {
    /// Digit of a cell; 0 for an empty cell.
    fn digit(&self, digits: &[u8], cell: Cell) -> u8 {
        let index = self.shape.index(cell);
        index.map_or(0, |index| digits[index])
    }

    /// Sign of a digit.
    fn sign(&self, digit: u8) -> String {
        self.shape.write(&[digit])
    }
}

fn names(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    names.join(", ")
}
