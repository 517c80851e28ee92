//! Requests about sudokus.

use serde::Deserialize;

#[cfg(feature = "variants")]
use super::layout_members::LayoutMembers;

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
    pub reveal: bool,
    pub from: u64,
    pub limit: Option<u64>,
    pub shard: Option<String>,
    pub seed: u64,
    pub count: Option<u64>,
    pub level: Option<String>,
    pub technique: Option<String>,
    pub er: Option<String>,
    pub symmetry: Option<String>,
}
