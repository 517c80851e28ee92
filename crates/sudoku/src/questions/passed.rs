//! Columns of an input that the output repeats.

use crate::puzzles::PuzzleFormat;
use countless_table::Columns;

/// The column that says whether the given solution is one.
pub(super) const CHECK: &str = "check";

/// Columns of the input that the output repeats, and the comparison of given solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedColumns {
    /// True if given solutions are compared, and counted if they are wrong.
    pub compares: bool,
    /// True if the comparison has a column, beside the solution given.
    pub has_check: bool,
    /// True if all other columns are passed on, or the tag behind each puzzle.
    pub passes_others: bool,
}

/// The version of the columns that a ledger was begun with.
///
/// Ledgers of version 0.1 can be continued until version 1.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnsVersion {
    /// Of version 0.1: without the column `check` and the solution given, and all passed columns
    /// are texts.
    First,
    /// Columns of given solutions, and of numbers; plans name this version.
    Second,
}

impl ColumnsVersion {
    /// The number in plans, which those of the first version do not have.
    pub(super) const NUMBER: u8 = 2;
}

impl PassedColumns {
    /// Without the columns that a version does not have.
    pub(super) fn in_version(self, version: ColumnsVersion) -> Self {
        Self {
            has_check: self.has_check && version == ColumnsVersion::Second,
            ..self
        }
    }

    /// The columns of a layout that are passed on, by their place, with their names in a table
    /// whose other columns are `own`.
    pub(super) fn columns(
        self,
        layout: &PuzzleFormat,
        own: &Columns,
        version: ColumnsVersion,
    ) -> Vec<(usize, String)> {
        let Some(puzzle) = layout.puzzle_column() else {
            let tag = self.passes_others.then(|| (0, "tag".to_owned()));
            return tag.into_iter().collect();
        };
        let solution = layout.solution_column();
        let named = layout.columns().iter().cloned().enumerate();
        if version == ColumnsVersion::First {
            let is_other = |&(index, _): &(usize, String)| {
                self.passes_others && index != puzzle && Some(index) != solution
            };
            return named.filter(is_other).collect();
        }
        let is_passed = |&(index, _): &(usize, String)| {
            index != puzzle && (self.passes_others || self.has_check && Some(index) == solution)
        };
        let renamed = |(index, name): (usize, String)| {
            // Whatever the input calls it.
            let name = if Some(index) == solution {
                "solution".to_owned()
            } else {
                name
            };
            let clashes = own.has(&name) || self.has_check && name.eq_ignore_ascii_case(CHECK);
            let name = if clashes {
                format!("given_{name}")
            } else {
                name
            };
            (index, name)
        };
        named.filter(is_passed).map(renamed).collect()
    }
}

/// The places of columns by their names, if all are there; of those with the same name, in their
/// order.
pub(super) fn places_by_name(
    names: &[(String, bool)],
    columns: &[(usize, String)],
) -> Option<Vec<usize>> {
    let find = |(place, (wanted, _)): (usize, &(String, bool))| {
        let before = names[..place].iter().filter(|(name, _)| name == wanted);
        let same = columns.iter().filter(|(_, name)| name == wanted);
        same.map(|&(index, _)| index).nth(before.count())
    };
    let places: Option<Vec<usize>> = names.iter().enumerate().map(find).collect();
    places.filter(|places| places.len() == columns.len())
}
