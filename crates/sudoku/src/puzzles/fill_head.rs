//! Head of an input, from which its format is detected.

use super::is_blank_or_comment;
use countless_engine::Error;
use countless_table::Input;

/// Bytes of the input that are examined, from its first line with content on.
const HEAD: usize = 64 << 10;

/// Bytes read at a time.
const BLOCK: usize = 128 << 10;

/// Most bytes of content to read for a second line.
const LONGEST: usize = 1 << 20;

/// Most bytes of a head, comments and blank lines included.
const MOST: usize = 16 << 20;

/// Reads the head of an input into a buffer: comments and blank lines, and the content after them,
/// at least two lines. Returns true if that is the whole input.
///
/// # Errors
///
/// [`Error::Table`] if the input cannot be read.
pub fn fill_head(input: &mut Input, buffer: &mut Vec<u8>) -> Result<bool, Error> {
    let mut at_end = input.fill(buffer, HEAD)? < HEAD;
    let (mut looked, mut content, mut lines) = (0, None, 0);
    loop {
        while let Some(feed) = memchr::memchr2(b'\n', b'\r', &buffer[looked..]) {
            let line = &buffer[looked..looked + feed];
            if !is_blank_or_comment(line) {
                content = content.or(Some(looked));
                lines += 1;
            }
            looked += feed + 1;
            if lines >= 2 {
                break;
            }
        }
        let rest = &buffer[looked..];
        if content.is_none() && !is_blank_or_comment(rest) {
            content = Some(looked);
        }
        let is_enough = content.is_some_and(|start| {
            let length = buffer.len() - start;
            length >= HEAD && lines >= 2 || length > LONGEST
        });
        if at_end || is_enough || buffer.len() >= MOST {
            return Ok(at_end);
        }
        at_end = input.fill(buffer, BLOCK)? < BLOCK;
    }
}
