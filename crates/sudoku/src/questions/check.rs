//! Comparing a puzzle with the solution that its input gives.

use crate::{Cell, Grid, Puzzle};

/// What came out of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCheck {
    /// The solution given is one.
    Right,
    /// It is not.
    Wrong,
    /// None is given, or there is no puzzle to compare it with.
    None,
}

impl SolutionCheck {
    /// The word in the column `check`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "wrong",
            Self::None => "none",
        }
    }
}

/// Whether `given` solves `puzzle`, and if not, why.
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
