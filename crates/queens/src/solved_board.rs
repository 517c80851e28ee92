//! Rows of solved boards.

use countless_table::{Columns, Fields, Row};

/// Row of a solved board: the board, its status, the number of found solutions, and one solution,
/// the columns of its pieces separated by spaces. The status is `unique`, `multiple`, `none`,
/// `invalid`, or `unknown` if the search was given up. Passed columns of the input may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedBoard {
    /// Letters of the board, or the text of an invalid record.
    pub board: String,
    /// Number of solutions, up to the limit; `None` for an invalid or given-up board.
    pub solutions: Option<u64>,
    /// First of the found solutions in lexicographic order: the columns of its pieces, row by row,
    /// from 1.
    pub solution: Option<Vec<u32>>,
    /// True if the search was given up.
    pub is_given_up: bool,
    /// Nodes of the search, if there is a column for them.
    pub nodes: Option<u64>,
    /// Passed columns of the input, and whether each may be a number.
    pub passed: Vec<(String, bool)>,
}

/// Converts columns that count from 0 to columns that count from 1.
pub(super) fn to_one_based(columns: &[u8]) -> Vec<u32> {
    columns
        .iter()
        .map(|&column| u32::from(column) + 1)
        .collect()
}

impl SolvedBoard {
    /// Word in the column `status`.
    pub fn status(&self) -> &'static str {
        match self.solutions {
            _ if self.is_given_up => "unknown",
            None => "invalid",
            Some(0) => "none",
            Some(1) => "unique",
            Some(_) => "multiple",
        }
    }

    /// Row of a record that is not a board, with the words of its text.
    pub(super) fn invalid(text: &str) -> Self {
        Self {
            board: text.split_whitespace().collect::<Vec<_>>().join(" "),
            solutions: None,
            solution: None,
            is_given_up: false,
            nodes: None,
            passed: Vec::new(),
        }
    }

    pub(super) fn columns(has_nodes: bool) -> Columns {
        let columns = Columns::new().field("puzzle").field("status");
        let columns = columns.number("solutions").field("solution");
        if has_nodes {
            columns.number("nodes")
        } else {
            columns
        }
    }
}

impl Row for SolvedBoard {
    fn fields(&self, fields: &mut impl Fields) {
        fields.text(self.board.as_bytes());
        fields.plain(self.status().as_bytes());
        if self.is_given_up {
            fields.none();
        } else {
            fields.number(self.solutions.unwrap_or(0));
        }
        match &self.solution {
            Some(solution) => {
                let columns = solution.iter().map(u32::to_string);
                fields.plain(columns.collect::<Vec<_>>().join(" ").as_bytes());
            }
            None => fields.none(),
        }
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
        for (text, is_number) in &self.passed {
            fields.passed(text, *is_number);
        }
    }
}
