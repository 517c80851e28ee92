//! Comparing a puzzle with the solution that its input gives.

use super::super::{Grid, Puzzle};

/// Whether `given` solves `puzzle`, and if not, why.
pub fn check(puzzle: &Puzzle, given: Option<&str>) -> Result<(), String> {
    let given = given.map_or("", str::trim);
    let grid: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(_) if given.is_empty() => return Err("no solution is given".to_owned()),
        Err(error) => return Err(format!("the solution given is no grid: {error}")),
    };
    let marks = puzzle.marks();
    let differs = |&cell: &usize| match grid[cell] {
        0 => marks.cells()[cell].is_power_of_two(),
        digit => !marks.allows(cell, digit),
    };
    if let Some(cell) = (0..81).find(differs) {
        let (row, column) = (cell / 9 + 1, cell % 9 + 1);
        return Err(format!(
            "the solution given differs from the puzzle at r{row}c{column}"
        ));
    }
    if !grid.is_solved() {
        return Err("the solution given has blanks".to_owned());
    }
    Ok(())
}
