//! Line of a text that should be a board.

use countless_table::records::RecordFault;
use countless_text::is_box_drawing;

/// Line of a text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Number of the line in the input, from 1.
    pub number: u64,
    /// Number of characters of the line before the text.
    pub indent: usize,
    pub text: String,
}

impl BoardLine {
    /// Makes a fault at a byte of the line.
    pub fn fault(&self, at: usize, reason: impl Into<String>) -> RecordFault {
        let fault = RecordFault::at_byte(self.text.as_bytes(), at, reason);
        fault.moved(self.number, 1 + self.indent)
    }

    /// Returns the text before a comment. A `#` outside of quotes begins a comment.
    pub fn without_comment(&self) -> &str {
        let mut is_quoted = false;
        let end = self.text.char_indices().find(|&(_, c)| {
            is_quoted ^= c == '"';
            c == '#' && !is_quoted
        });
        &self.text[..end.map_or(self.text.len(), |(at, _)| at)]
    }

    /// True if the line is empty except for a comment.
    pub fn is_blank(&self) -> bool {
        self.without_comment().trim().is_empty()
    }

    /// True if the line is only part of a frame: `+---+---+`.
    pub fn is_border(&self) -> bool {
        let is_drawn = |c: char| "+-=|".contains(c) || is_box_drawing(c) || c.is_whitespace();
        let text = self.without_comment();
        text.chars().all(is_drawn) && text.contains(|c| "-=".contains(c) || is_box_drawing(c))
    }

    /// True if the line begins with a bracket.
    pub fn is_bracketed(&self) -> bool {
        self.without_comment().trim_start().starts_with('[')
    }

    /// True if the line numbers the columns of a drawing: `1 2 3 4`.
    pub fn is_column_numbers(&self) -> bool {
        let mut numbers = 0..;
        let mut words = self.without_comment().split_whitespace().peekable();
        words.peek().is_some()
            && words.all(|word| {
                numbers
                    .next()
                    .is_some_and(|number: usize| word == (number + 1).to_string())
            })
    }
}
