//! Partial boards from files: given queens and blocked squares.
//!
//! | file | content |
//! |---|---|
//! | `partial_board` | text of one board, in any notation |
//! | `partial_reader` | reader that divides inputs into boards; files with one, or with blocked squares |
//! | `partial_batch` | completion of the boards of whole inputs |

mod partial_batch;
mod partial_board;
#[cfg(test)]
mod partial_board_tests;
mod partial_reader;

pub use partial_batch::PartialBatch;
pub use partial_board::PartialBoard;
pub use partial_reader::{blocked_squares, only_board};
