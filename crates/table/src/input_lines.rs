//! Lines and records of a text input.

use std::sync::Arc;

use super::delimited::line_end;
use super::input::Input;
use super::records::RecordFormat;
use super::table_error::TableError;
use super::text_file::{BYTE_ORDER_MARK, LineEnds, sniff_non_text};

/// Bytes read at a time.
const BLOCK_BYTES: usize = 64 << 10;

/// Limit for the bytes of a record. Reading a longer one is an error.
pub const LONGEST_RECORD: usize = 1 << 20;

/// Divides an input into lines or records. Skips a byte order mark. Carriage returns end lines if
/// the beginning of the input has no line feed.
#[derive(Debug)]
pub struct Lines {
    input: Input,
    name: Arc<str>,
    buffer: Vec<u8>,
    start: usize,
    at_end: bool,
    ends: LineEnds,
    /// Number of the last line that was returned.
    line: u64,
}

impl Lines {
    /// Reads the lines of an input. `what` names the expected content in messages.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if it cannot be read, [`TableError::Format`] if it is not text.
    pub fn new(mut input: Input, what: &str) -> Result<Self, TableError> {
        let mut buffer = Vec::new();
        let at_end = input.fill(&mut buffer, BLOCK_BYTES)? < BLOCK_BYTES;
        if let Some(kind) = sniff_non_text(&buffer) {
            return Err(TableError::Format(format!(
                "{} is {kind}; {what} are text, plain or compressed by gzip or Zstandard",
                input.name()
            )));
        }
        let ends = LineEnds::of(&buffer);
        ends.make_feeds(&mut buffer);
        let start = if buffer.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        Ok(Self {
            name: input.name().into(),
            input,
            buffer,
            start,
            at_end,
            ends,
            line: 0,
        })
    }

    /// Returns the name of the input for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the number of bytes read so far, before decompression.
    pub fn consumed(&self) -> u64 {
        self.input.meter().consumed()
    }

    /// Returns the first lines, at most `most`, without their line ends. A last line that may be
    /// incomplete is left out, unless it is the only one.
    pub fn head(&self, most: usize) -> Vec<String> {
        let head = String::from_utf8_lossy(&self.buffer[self.start..]);
        let mut head = head.as_ref();
        if !self.at_end
            && let Some(feed) = head.rfind('\n')
        {
            head = &head[..feed];
        }
        let lines = head.split('\n').map(|line| line.trim_end_matches('\r'));
        lines.take(most).map(str::to_owned).collect()
    }

    /// Returns the next record without its line end, and the number of its first line.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if the input cannot be read; [`TableError::Parse`] if the record is too
    /// long.
    pub fn record(&mut self, format: &RecordFormat) -> Result<Option<(u64, String)>, TableError> {
        self.next(&|text, at_end| format.record_end(text, at_end))
    }

    /// Returns the next text up to the end that `end` finds, without its line end.
    fn next(
        &mut self,
        end: &dyn Fn(&[u8], bool) -> Option<usize>,
    ) -> Result<Option<(u64, String)>, TableError> {
        loop {
            let rest = &self.buffer[self.start..];
            if let Some(length) = end(rest, self.at_end) {
                let text = String::from_utf8_lossy(&rest[..length]);
                let number = self.line + 1;
                self.line += text.matches('\n').count().max(1) as u64;
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                self.start += length;
                return Ok(Some((number, text)));
            }
            if self.at_end {
                return Ok(None);
            }
            if rest.len() > LONGEST_RECORD {
                return Err(self.too_long());
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            let old = self.buffer.len();
            self.at_end = self.input.fill(&mut self.buffer, BLOCK_BYTES)? < BLOCK_BYTES;
            self.ends.make_feeds(&mut self.buffer[old..]);
        }
    }

    /// Returns the next line without its line end, and its number.
    ///
    /// # Errors
    ///
    /// [`TableError::Read`] if the input cannot be read; [`TableError::Parse`] if the line is too
    /// long.
    pub fn line(&mut self) -> Result<Option<(u64, String)>, TableError> {
        self.next(&line_end)
    }

    /// Returns the error for a record without an end.
    pub fn too_long(&self) -> TableError {
        TableError::Parse {
            name: self.name.to_string(),
            line: self.line + 1,
            column: 1,
            reason: format!("no line ends within {LONGEST_RECORD} bytes"),
        }
    }
}
