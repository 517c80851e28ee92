//! Comparison of a puzzle with the solution that its input gives.

use crate::{Cell, Grid, Puzzle};

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
) -> Result<(), (SolutionCheck, String)> {
    let given = given.map_or("", str::trim);
    if given.is_empty() {
        return Err((SolutionCheck::None, "no solution given".to_owned()));
    }
    compare(puzzle, given).map_err(|reason| (SolutionCheck::Wrong, reason))
}

fn compare(puzzle: &Puzzle, given: &str) -> Result<(), String> {
    let grid: Grid = given
        .parse()
        .map_err(|error| format!("the given solution is not a grid: {error}"))?;
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
