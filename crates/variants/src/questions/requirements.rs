//! Requirements of a question on its inputs and on the search of its puzzles: columns that are passed
//! on, and limits of nodes.

use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::puzzles::PuzzleFormat;
use countless_sudoku::setters;
use countless_table::Columns;
use countless_table::records::{self, given_name};

/// Requirements of a question on its inputs and on the search of its puzzles.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub struct Requirements {
    /// Columns of the input that are passed on, and the comparison with given solutions.
    pub passed: PassedColumns,
    /// Limit of nodes.
    pub budget: NodeBudget,
    /// Number of records in a chunk. Ledgers rely on it.
    pub records_per_chunk: usize,
    /// Limit of solutions for the search of all puzzles before they are answered, or `None` if they
    /// are only read.
    pub search_limit: Option<u64>,
    /// True if puzzles must be classic and consist of clues alone, without pencil marks.
    pub takes_only_grids: bool,
    /// True if the question is about all solutions, so that rows show each puzzle in one form.
    pub enumerates: bool,
    /// True if the question needs the number of each record among all.
    pub numbers_records: bool,
}

impl Requirements {
    /// Creates the requirements of a question about puzzles of any kind, which are only read.
    pub fn new(records_per_chunk: usize) -> Self {
        Self {
            passed: PassedColumns::new(),
            budget: NodeBudget::new(),
            records_per_chunk,
            search_limit: None,
            takes_only_grids: false,
            enumerates: false,
            numbers_records: false,
        }
    }
}

/// Limit of nodes for each puzzle, and a column with the number of nodes of its search.
///
/// A node is a branch of the search. With a limit, each puzzle is searched by itself, so its nodes
/// depend on nothing else. A puzzle that needs more nodes has the status `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeBudget {
    pub(super) max_nodes: Option<u64>,
    nodes: bool,
}

impl NodeBudget {
    /// Creates a budget without a limit and without a column.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the largest number of nodes of a search.
        max_nodes: Option<u64>;
        /// Adds a column `nodes` to the rows.
        nodes: bool;
    }

    /// Most nodes of a search that counts them, or `None` if nodes are not counted.
    pub fn counted_limit(self) -> Option<u64> {
        self.max_nodes.or(self.nodes.then_some(u64::MAX))
    }

    /// Value of the column `nodes`, or `None` if rows do not have it.
    pub fn column_value(self, nodes: u64) -> Option<u64> {
        let most = self.max_nodes.unwrap_or(u64::MAX);
        self.nodes.then_some(nodes.min(most))
    }

    /// Adds the column `nodes` if rows have it.
    pub(super) fn column(self, columns: Columns) -> Columns {
        if self.nodes {
            columns.number("nodes")
        } else {
            columns
        }
    }

    /// Adds the limit and the column to a plan, if they are set.
    pub(super) fn describe(self, spec: Spec) -> Spec {
        spec.with_some("max_nodes", self.max_nodes)
            .with_some("nodes", self.nodes.then_some(true))
    }

    /// Reads the budget of a plan.
    pub(super) fn of(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            max_nodes: spec.optional("max_nodes")?,
            nodes: spec.optional("nodes")?.unwrap_or(false),
        })
    }
}

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
}

/// Version of the passed columns in plans.
pub(super) const COLUMNS_VERSION: u8 = 2;

impl PassedColumns {
    /// Creates the columns of an output that repeats none.
    pub fn new() -> Self {
        Self::default()
    }

    /// Columns of an input format that are passed on: their positions, with their names in a table
    /// where the other columns are `own`. If the reader keeps columns, these are all others, or the
    /// tag behind each puzzle.
    pub(super) fn columns(
        self,
        layout: &PuzzleFormat,
        own: &Columns,
        passes_others: bool,
    ) -> Vec<(usize, String)> {
        let Some(puzzle) = layout.puzzle_column() else {
            let tag = passes_others.then(|| (0, "tag".to_owned()));
            return tag.into_iter().collect();
        };
        let solution = layout.solution_column();
        let named = layout.columns().iter().cloned().enumerate();
        let is_passed = |&(index, _): &(usize, String)| {
            index != puzzle && (passes_others || self.has_check && Some(index) == solution)
        };
        let renamed = |(index, name): (usize, String)| {
            // The output uses this name for any name in the input.
            let name = if Some(index) == solution {
                "solution".to_owned()
            } else {
                name
            };
            let clashes = own.has(&name) || self.has_check && name.eq_ignore_ascii_case(CHECK);
            if clashes {
                return (index, given_name(&name, layout.columns()));
            }
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
