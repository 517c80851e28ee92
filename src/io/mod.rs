//! Input and output: opening, decompressing, rows of tables, files that are complete or not
//! there.

mod codec;
mod digest;
mod rows;
mod table;
mod writer;

pub use codec::{Input, Meter};
pub(crate) use digest::hex;
pub use digest::{hex_sha256, sha256};
pub use rows::{Batch, Columns, Fields, Row, RowFormat};
pub(crate) use table::OpenTable;
pub use table::Table;
pub use writer::{Format, Output};
