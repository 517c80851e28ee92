//! Requests about sudokus.

use serde::Deserialize;

#[cfg(feature = "variants")]
use super::layout_members::LayoutMembers;

/// Scale of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    #[default]
    Points,
    /// Scale of Sudoku Explainer.
    Se,
}

/// Question about a sudoku.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    pub ask: String,
    #[cfg(feature = "variants")]
    pub layout: Option<LayoutMembers>,
    pub puzzle: Option<String>,
    pub attempt: Option<String>,
    pub removed: Option<Vec<String>>,
    pub text: String,
    pub reveal: bool,
    pub scale: Scale,
    pub upto: Option<String>,
    pub from: u64,
    pub limit: Option<u64>,
    pub shard: Option<String>,
    pub seed: u64,
    pub count: Option<u64>,
    pub clues: Option<usize>,
    pub level: Option<String>,
    pub technique: Option<String>,
    pub er: Option<String>,
    pub symmetry: Option<String>,
    pub pattern: Option<String>,
    pub minimal: bool,
    pub unique: Option<bool>,
}
