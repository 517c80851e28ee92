//! A record: some text that should be a board.

use super::Regions;
use super::cells::read;
use super::text::{BoardLine, RegionFault};

/// Some text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionRecord {
    /// The text of the board, at least one line.
    pub lines: Vec<BoardLine>,
    /// All of it as it stands in the input.
    pub row: String,
    /// The other columns, if they are passed on.
    pub passed: Vec<String>,
    /// Why it cannot be a board, whatever its text.
    pub fault: Option<RegionFault>,
}

impl RegionRecord {
    /// A record of these lines.
    pub fn of(lines: Vec<BoardLine>) -> Self {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Self {
            row: texts.join("\n"),
            lines,
            passed: Vec::new(),
            fault: None,
        }
    }

    /// Adds the lines of another, which follow.
    pub fn append(&mut self, other: Self) {
        self.row.push('\n');
        self.row += &other.row;
        self.lines.extend(other.lines);
    }

    /// The board.
    pub fn board(&self) -> Result<Regions, RegionFault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => read(&self.lines).map(|read| read.regions),
        }
    }
}
