//! Files with one board, or with the blocked squares of one.

use std::path::Path;

use super::super::Regions;
use super::super::board_batch::ReadBoards;
use super::super::square_text::Square;
use super::partial_board::PartialBoard;
use super::partial_reader::PartialReader;
use countless_engine::Error;

/// Reads the only board of a file, with `n` rows and these regions. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not exactly one board.
pub fn only_board(path: &Path, n: usize, regions: Option<&Regions>) -> Result<PartialBoard, Error> {
    let mut reader = PartialReader::of_file(path, n, regions)?;
    let Some(record) = reader.record()? else {
        return Err(reader.error((1, 1), "expected a board, found nothing"));
    };
    if let Some(second) = reader.record()? {
        let reason = "expected one board, found a second";
        return Err(reader.error((second.line, second.column), reason));
    }
    let (board, _) = reader.board_of(record)?;
    Ok(board)
}

/// Largest file of blocked squares in bytes, comments included.
const LONGEST: u64 = 1 << 20;

/// Reads the blocked squares of a file for boards of `n` rows with these regions: lines of squares, or
/// one drawing with `#` for each. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] for other content, and if no square is
/// blocked.
pub fn blocked_squares(
    path: &Path,
    n: usize,
    regions: Option<&Regions>,
) -> Result<Vec<Square>, Error> {
    let mut reader = PartialReader::of_file(path, n, regions)?;
    let (mut blocked, mut drawing) = (Vec::new(), None);
    while let Some(record) = reader.record()? {
        let place = (record.line, record.column);
        let (board, text) = reader.board_of(record)?;
        if drawing.is_some() {
            return Err(reader.error(place, "expected one drawing, found more below it"));
        }
        if text.contains(':') {
            blocked.extend(board.queens);
        } else if !board.queens.is_empty() {
            let reason = "expected blocked squares, # in a drawing or row:column, found queens";
            return Err(reader.error(place, reason));
        } else if !blocked.is_empty() {
            return Err(reader.error(place, "expected squares, found a drawing below them"));
        } else {
            drawing = Some(place);
            blocked = board.blocked;
        }
        if reader.source().consumed() > LONGEST {
            let reason = format!("expected blocked squares in at most {LONGEST} bytes");
            return Err(reader.error(place, &reason));
        }
    }
    if blocked.is_empty() {
        let reason =
            "expected blocked squares, found none\nhint: 3:3 is a square, and # one in a drawing";
        return Err(reader.error(drawing.unwrap_or((1, 1)), reason));
    }
    Ok(blocked)
}
