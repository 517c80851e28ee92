//! Puzzles of a text in memory, such as a pasted one.

use super::{PuzzleChunk, PuzzleFormat, ReadOptions, next_line};
use countless_engine::Error;
use countless_table::{BYTE_ORDER_MARK, LineEnds};

/// Returns the [format](super::InputFormat) of a text, and its records as one chunk, as
/// [`Inputs`](super::Inputs) reads them from a file. Errors call the text `name`.
///
/// ```
/// use countless_sudoku::puzzles::{ReadOptions, text_chunk};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let text = format!("{puzzle} first\n4{puzzle}\n");
/// let (format, chunk) = text_chunk(&text, "text", &ReadOptions::new())?;
/// let mut tags = Vec::new();
/// format.parse(&chunk, |record| tags.push((record.tag.map(str::to_owned), record.puzzle.is_ok())));
/// assert_eq!(tags, [(Some("first".to_owned()), true), (None, false)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] if the format is not known, or lacks the column of `options`.
pub fn text_chunk(
    text: &str,
    name: &str,
    options: &ReadOptions,
) -> Result<(PuzzleFormat, PuzzleChunk), Error> {
    let mut bytes = text.as_bytes().to_vec();
    LineEnds::of(&bytes).make_feeds(&mut bytes);
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let (format, skipped) = PuzzleFormat::detect(&bytes, options, name)?;
    for _ in 0..skipped {
        let head = next_line(&bytes, true).map_or(0, |(_, length)| length);
        bytes.drain(..head);
    }
    let chunk = PuzzleChunk {
        index: 0,
        input: 0,
        line: 1 + skipped as u64,
        bytes,
        records_before: 0,
    };
    Ok((format, chunk))
}
