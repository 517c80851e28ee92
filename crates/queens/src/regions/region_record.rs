//! Records: texts that should be boards.

use super::Regions;
use super::board_line::{BoardLine, RegionFault};
use super::cells::read;

/// Text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionRecord {
    /// Text of the board, at least one line.
    pub lines: Vec<BoardLine>,
    /// Text of the whole record in the input.
    pub row: String,
    /// Passed columns.
    pub passed: Vec<String>,
    /// Fault of the record that does not depend on the text of the board.
    pub fault: Option<RegionFault>,
}

impl RegionRecord {
    /// Makes a record of lines.
    pub fn of(lines: Vec<BoardLine>) -> Self {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Self {
            row: texts.join("\n"),
            lines,
            passed: Vec::new(),
            fault: None,
        }
    }

    /// Appends the lines of the record that follows.
    pub fn append(&mut self, other: Self) {
        self.row.push('\n');
        self.row += &other.row;
        self.lines.extend(other.lines);
    }

    /// Reads the board.
    pub fn board(&self) -> Result<Regions, RegionFault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => read(&self.lines).map(|read| read.regions),
        }
    }
}
