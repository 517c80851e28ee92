//! Row of a generated puzzle.

use countless_sudoku::Level;
use countless_table::{Fields, Row};

/// Generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedVariant {
    /// Its clues.
    pub puzzle: String,
    /// Its own cages, in one line.
    pub cages: Option<String>,
    /// Its only solution.
    pub solution: String,
    /// Number of clues.
    pub clues: usize,
    /// Its level, if one was requested.
    pub level: Option<Level>,
    /// Nodes that a search of it takes, if it was to be hard.
    pub nodes: Option<u64>,
}

impl Row for GeneratedVariant {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.puzzle.as_bytes());
        if let Some(cages) = &self.cages {
            fields.plain(cages.as_bytes());
        }
        fields.plain(self.solution.as_bytes());
        fields.number(self.clues as u64);
        if let Some(level) = self.level {
            fields.plain(level.name().as_bytes());
        }
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
    }
}
