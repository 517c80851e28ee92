//! Partial boards from files: queens that are set, and squares that stay empty.
//!
//! | file | content |
//! |---|---|
//! | `text` | the text of one board, in any notation |
//! | `reader` | cuts inputs into boards |
//! | `batch` | completes the boards of whole inputs |

mod batch;
mod reader;
#[cfg(test)]
mod tests;
mod text;

pub use batch::PartialBatch;
pub use reader::only_board;
pub use text::PartialBoard;
