//! A record: some text that should be a board.

use super::Regions;
use super::cells::read;
use super::text::{Fault, Line};

/// Some text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The text of the board, at least one line.
    pub lines: Vec<Line>,
    /// All of it as it stands in the input.
    pub row: String,
    /// The other columns, if they are passed on.
    pub kept: Vec<String>,
    /// Why it cannot be a board, whatever its text.
    pub bad: Option<Fault>,
}

impl Record {
    /// A record of these lines.
    pub fn of(lines: Vec<Line>) -> Self {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Self {
            row: texts.join("\n"),
            lines,
            kept: Vec::new(),
            bad: None,
        }
    }

    /// Adds the lines of another, which follow.
    pub fn append(&mut self, other: Self) {
        self.row.push('\n');
        self.row += &other.row;
        self.lines.extend(other.lines);
    }

    /// The board.
    pub fn board(&self) -> Result<Regions, Fault> {
        match &self.bad {
            Some(fault) => Err(fault.clone()),
            None => read(&self.lines).map(|read| read.regions),
        }
    }
}
