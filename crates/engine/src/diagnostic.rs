//! What is wrong with an input.

use std::fmt;
use std::sync::Arc;

/// Something wrong with an input, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What the input is called.
    pub input: Arc<str>,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
    /// Whether the same is likely to be wrong with much of the input, so that it is enough to
    /// tell it once.
    pub is_common: bool,
    /// The record as it stands in the input.
    pub row: Vec<u8>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            line,
            column,
            reason,
            ..
        } = self;
        write!(f, "{input}:{line}:{column}: {reason}")
    }
}
