//! Row of a generated puzzle.

use countless_sudoku::Level;
use countless_table::{Fields, Row};

/// Generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedVariant {
    pub(super) puzzle: String,
    pub(super) cages: Option<String>,
    pub(super) solution: String,
    pub(super) clues: usize,
    pub(super) level: Option<Level>,
    pub(super) nodes: Option<u64>,
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
