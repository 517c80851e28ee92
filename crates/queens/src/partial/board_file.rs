//! Files with one board, or with the blocked squares of one.

use std::path::Path;

use super::super::Regions;
use super::super::board_batch::ReadBoards;
use super::super::square_text::Square;
use super::partial_board::PartialBoard;
use super::partial_reader::PartialReader;
use countless_engine::Error;
use countless_table::records::RecordFault;

/// Reads the only board of a file, with `n` rows and these regions. `-` is standard input.
///
/// # Errors
///
/// [`Error::Table`] if the file cannot be read, [`Error::Parse`] if it is not exactly one board.
pub fn only_board(path: &Path, n: usize, regions: Option<&Regions>) -> Result<PartialBoard, Error> {
    let mut reader = PartialReader::of_file(path, n, regions)?;
    let Some(record) = reader.record()? else {
        return Err(reader.error(RecordFault::at_start("expected a board, found nothing")));
    };
    if let Some(second) = reader.record()? {
        let reason = "expected one board, found a second";
        return Err(reader.error(RecordFault::at(second.place, reason)));
    }
    let (board, _) = record.board.map_err(|fault| reader.error(fault))?;
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
        let place = record.place;
        let refused = |reason: &str| Err(reader.error(RecordFault::at(place, reason)));
        let (board, text) = record.board.map_err(|fault| reader.error(fault))?;
        if drawing.is_some() {
            return refused("expected one drawing, found more below it");
        }
        if text.contains(':') {
            blocked.extend(board.queens);
        } else if !board.queens.is_empty() {
            return refused("expected blocked squares, # in a drawing or row:column, found queens");
        } else if !blocked.is_empty() {
            return refused("expected squares, found a drawing below them");
        } else {
            drawing = Some(place);
            blocked = board.blocked;
        }
        if reader.lines().consumed() > LONGEST {
            return refused(&format!(
                "expected blocked squares in at most {LONGEST} bytes"
            ));
        }
    }
    if blocked.is_empty() {
        let reason =
            "expected blocked squares, found none\nhint: 3:3 is a square, and # one in a drawing";
        return Err(reader.error(RecordFault::at(drawing.unwrap_or((1, 1)), reason)));
    }
    Ok(blocked)
}
