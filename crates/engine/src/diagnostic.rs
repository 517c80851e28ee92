//! A fault of an input.

use std::fmt;
use std::sync::Arc;

/// A fault of an input and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the input.
    pub input: Arc<str>,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// Description of the fault.
    pub reason: String,
    /// True if the fault is likely to affect much of the input, so that one report is enough.
    pub is_common: bool,
    /// The record as written in the input.
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
