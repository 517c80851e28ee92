//! Comparison of a puzzle with the solution that its input gives.

use crate::puzzles::RejectReason;
use crate::puzzles::puzzle_record::RecordParser;
use crate::{Cell, Grid, Puzzle, Repeats};
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

/// Compares `given` with `puzzle`. Returns the result with a reason unless it is a solution.
pub(super) fn check_solution(
    puzzle: &Puzzle,
    given: Option<&str>,
    signs: &Signs,
) -> Result<(), (SolutionCheck, String)> {
    let given = given.map_or("", str::trim);
    if given.is_empty() {
        return Err((SolutionCheck::None, "no solution given".to_owned()));
    }
    compare(puzzle, given, signs).map_err(|reason| (SolutionCheck::Wrong, reason))
}

fn compare(puzzle: &Puzzle, given: &str, signs: &Signs) -> Result<(), String> {
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
