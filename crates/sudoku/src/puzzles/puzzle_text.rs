//! Puzzles of a text in memory, such as a pasted one.

use super::{PuzzleChunk, PuzzleFormat, PuzzleRecord, ReadOptions, next_line};
use crate::Repeats;
use countless_engine::Error;
use countless_table::{BYTE_ORDER_MARK, LineEnds};

/// Visits the records of a text in any [format](super::InputFormat), as [`Inputs`](super::Inputs)
/// reads them from a file. Grids may have equal digits in a house. Errors call the text `name`.
///
/// ```
/// use countless_sudoku::puzzles::{ReadOptions, visit_text};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let mut tags = Vec::new();
/// visit_text(&format!("{puzzle} first\n44{puzzle}\n"), "text", &ReadOptions::new(), &mut |record| {
///     tags.push((record.tag.map(str::to_owned), record.puzzle.is_ok()));
/// })?;
/// assert_eq!(tags, [(Some("first".to_owned()), true), (None, false)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] if the format is not known, or lacks the column of `options`.
pub fn visit_text(
    text: &str,
    name: &str,
    options: &ReadOptions,
    visit: &mut dyn FnMut(PuzzleRecord<'_>),
) -> Result<(), Error> {
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
    format.read(&chunk, Repeats::Passed, visit);
    Ok(())
}
