//! Requirements of a question on its inputs and on the search of its puzzles.

use super::node_budget::NodeBudget;
use super::passed_columns::PassedColumns;

/// Requirements of a question on its inputs and on the search of its puzzles.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
        }
    }
}
