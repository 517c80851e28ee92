//! Comparison of a puzzle with the solution that its input gives.

use crate::puzzle_text::{conflict, read_digits};
use crate::shape::Shape;
use countless_sudoku::puzzles::{RecordParser, RejectReason};
use countless_sudoku::{Cell, Grid, Puzzle, Repeats};
use countless_text::{Expect, Signs};

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCheck {
    /// The given solution is right.
    Right,
    /// The given solution is wrong.
    Wrong,
    /// No solution is given, or the record is not a puzzle.
    None,
}

impl SolutionCheck {
    /// Returns the word in the column `check`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "wrong",
            Self::None => "none",
        }
    }
}

/// Requires that `given` solves a classic puzzle. The error is the reason why it does not.
pub(super) fn compare_classic(puzzle: &Puzzle, given: &str, signs: &Signs) -> Result<(), String> {
    let grid = read_grid(given, signs)
        .map_err(|reason| format!("the given solution is not a grid: {reason}"))?;
    let marks = puzzle.marks();
    let differs = |cell: &Cell| match grid[*cell] {
        0 => marks.cells()[cell.index()].is_power_of_two(),
        digit => !marks.has(cell.index(), digit),
    };
    if let Some(cell) = Cell::all().find(differs) {
        return Err(format!(
            "the given solution differs from the puzzle at {cell}"
        ));
    }
    if !grid.is_solved() {
        return Err("the given solution has blanks".to_owned());
    }
    Ok(())
}

/// Reads a solution, which is written in any way in which a puzzle may be.
fn read_grid(given: &str, signs: &Signs) -> Result<Grid, String> {
    let plain = signs.is_usual().then(|| given.parse::<Grid>());
    if let Some(Ok(grid)) = plain {
        return Ok(grid);
    }
    let reader = RecordParser {
        signs,
        expect: Expect::Digits,
        repeats: Repeats::Passed,
    };
    match reader.puzzle(given) {
        Ok(read) if read.tag.is_some() => Err("text follows it".to_owned()),
        Ok(read) => match read.puzzle {
            Puzzle::Grid(grid) => Ok(grid),
            Puzzle::Pencilled(_) => Err(RejectReason::Pencilled.to_string()),
        },
        // The plain reading names the fault of a text without separators.
        Err((_, reason)) => Err(match plain {
            Some(Err(error)) if !given.contains(char::is_whitespace) => error.to_string(),
            _ => reason.to_string(),
        }),
    }
}

/// Requires that `given` solves a puzzle of a shape. The error is the reason why it does not.
pub(super) fn compare_variant(
    shape: &Shape,
    puzzle: &[u8],
    given: &str,
    signs: &Signs,
) -> Result<(), String> {
    let mut digits = Vec::new();
    read_digits(shape, signs, given.as_bytes(), &mut digits)
        .map_err(|(_, fault)| format!("the given solution is not a grid: {fault}"))?;
    let differs = |cell: &usize| puzzle[*cell] != 0 && puzzle[*cell] != digits[*cell];
    if let Some(cell) = (0..puzzle.len()).find(differs) {
        let cell = shape.name(cell);
        return Err(format!(
            "the given solution differs from the puzzle at {cell}"
        ));
    }
    if digits.contains(&0) {
        return Err("the given solution has blanks".to_owned());
    }
    match conflict(shape, &digits) {
        Some(reason) => Err(format!("the given solution is not a grid: {reason}")),
        None => Ok(()),
    }
}
