//! Comparing a puzzle with the solution that its input gives.

use crate::sudoku::{Cell, Grid, Puzzle};

/// Whether `given` solves `puzzle`, and if not, why.
pub(super) fn check(puzzle: &Puzzle, given: Option<&str>) -> Result<(), String> {
    let given = given.map_or("", str::trim);
    let grid: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(_) if given.is_empty() => return Err("no solution is given".to_owned()),
        Err(error) => return Err(format!("the solution given is no grid: {error}")),
    };
    let marks = puzzle.marks();
    let differs = |cell: &Cell| match grid[*cell] {
        0 => marks.cells()[cell.index()].is_power_of_two(),
        digit => !marks.has(cell.index(), digit),
    };
    if let Some(cell) = Cell::all().find(differs) {
        return Err(format!(
            "the solution given differs from the puzzle at {cell}"
        ));
    }
    if !grid.is_solved() {
        return Err("the solution given has blanks".to_owned());
    }
    Ok(())
}
