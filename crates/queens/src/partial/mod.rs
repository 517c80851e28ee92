//! Partial boards from files: given queens and blocked squares.
//!
//! | file | content |
//! |---|---|
//! | `partial_board` | text of one board, in any notation |
//! | `number_rows` | lines of numbers: columns, or rows of 0 and 1 |
//! | `partial_reader` | reader that divides inputs into boards |
//! | `board_lines` | its boards among lines of text |
//! | `board_file` | files with one board, or with blocked squares |
//! | `partial_batch` | completion of the boards of whole inputs |

mod board_file;
mod board_lines;
mod number_rows;
mod partial_batch;
mod partial_board;
#[cfg(test)]
mod partial_board_tests;
mod partial_reader;

pub use board_file::{blocked_squares, only_board};
pub use partial_batch::PartialBatch;
pub use partial_board::PartialBoard;
