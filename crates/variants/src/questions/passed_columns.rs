//! Columns of an input that the output repeats.

use countless_sudoku::puzzles::PuzzleFormat;
use countless_table::Columns;
use countless_table::records::{self, given_name};

/// Name of the column with the comparison with given solutions.
pub(super) const CHECK: &str = "check";

/// Columns of the input that the output repeats, and the comparison with given solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassedColumns {
    /// True if given solutions are compared, and wrong ones counted.
    pub compares: bool,
    /// True if the comparison has a column, beside the given solution.
    pub has_check: bool,
    /// True if all other columns are passed on, or the tag behind each puzzle.
    pub passes_others: bool,
}

/// Version of the passed columns in plans.
pub(super) const COLUMNS_VERSION: u8 = 2;

impl PassedColumns {
    /// Creates the columns of an output that repeats none.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compares given solutions, and counts wrong ones.
    #[must_use]
    pub fn compares(self, compares: bool) -> Self {
        Self { compares, ..self }
    }

    /// Adds a column for the comparison, beside the given solution.
    #[must_use]
    pub fn has_check(self, has_check: bool) -> Self {
        Self { has_check, ..self }
    }

    /// Passes on all other columns, or the tag behind each puzzle.
    #[must_use]
    pub fn passes_others(self, passes_others: bool) -> Self {
        Self {
            passes_others,
            ..self
        }
    }

    /// Columns of an input format that are passed on: their positions, with their names in a table
    /// where the other columns are `own`.
    pub(super) fn columns(self, layout: &PuzzleFormat, own: &Columns) -> Vec<(usize, String)> {
        let Some(puzzle) = layout.puzzle_column() else {
            let tag = self.passes_others.then(|| (0, "tag".to_owned()));
            return tag.into_iter().collect();
        };
        let solution = layout.solution_column();
        let named = layout.columns().iter().cloned().enumerate();
        let is_passed = |&(index, _): &(usize, String)| {
            index != puzzle && (self.passes_others || self.has_check && Some(index) == solution)
        };
        let renamed = |(index, name): (usize, String)| {
            // The output uses this name for any name in the input.
            let name = if Some(index) == solution {
                "solution".to_owned()
            } else {
                name
            };
            let clashes = own.has(&name) || self.has_check && name.eq_ignore_ascii_case(CHECK);
            let name = if clashes {
                given_name(&name, layout.columns())
            } else {
                name
            };
            (index, name)
        };
        named.filter(is_passed).map(renamed).collect()
    }
}

/// Positions of the columns with these names, or `None` unless the names of all columns agree.
/// Columns with equal names are taken in order.
pub(super) fn places_by_name(
    names: &[(String, bool)],
    columns: &[(usize, String)],
) -> Option<Vec<usize>> {
    let wanted: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let there: Vec<&str> = columns.iter().map(|(_, name)| name.as_str()).collect();
    let places = records::places_by_name(&wanted, &there)?;
    Some(places.into_iter().map(|place| columns[place].0).collect())
}
