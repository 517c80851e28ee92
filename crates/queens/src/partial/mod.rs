//! Partial boards from files: given queens and blocked squares.
//!
//! | file | content |
//! |---|---|
//! | `text` | text of one board, in any notation |
//! | `reader` | reader that divides inputs into boards |
//! | `batch` | completion of the boards of whole inputs |

mod batch;
mod reader;
#[cfg(test)]
mod tests;
mod text;

pub use batch::PartialBatch;
pub use reader::only_board;
pub use text::PartialBoard;
