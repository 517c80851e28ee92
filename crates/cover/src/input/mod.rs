//! Problems as text: Knuth's format, lists of sets, and matrices. They are read line by line.

mod knuth;
mod matrix;

pub use matrix::MatrixFormat;

use countless_engine::Error;

/// Line of a text, with its name and number for errors.
struct TextLine<'a> {
    name: &'a str,
    number: u64,
    text: &'a str,
}

impl<'a> TextLine<'a> {
    fn words(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.text.split_whitespace()
    }

    /// Error at the position of a word of the line.
    fn error_at_word(&self, word: &str, reason: impl Into<String>) -> Error {
        let before = word.as_ptr() as usize - self.text.as_ptr() as usize;
        self.error_at(self.text[..before].chars().count() + 1, reason)
    }

    fn error_at(&self, column: usize, reason: impl Into<String>) -> Error {
        Error::parse(self.name, self.number, column, reason)
    }
}

/// Lines of a text that are neither blank nor comments.
fn content_lines<'a>(name: &'a str, text: &'a str) -> impl Iterator<Item = TextLine<'a>> {
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(text, _)| !text.trim().is_empty() && !text.starts_with('|'));
    lines.map(move |(text, number)| TextLine { name, number, text })
}

/// Last line of a text without content, for errors.
fn end_of_text<'a>(name: &'a str, text: &str) -> TextLine<'a> {
    TextLine {
        name,
        number: text.lines().count().max(1) as u64,
        text: "",
    }
}
