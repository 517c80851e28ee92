//! Input and output: opening, decompressing, rows of tables, files that are complete or not
//! there.

pub(crate) mod codec;
mod columns;
pub(crate) mod delimited;
pub(crate) mod digest;
mod early_sync;
mod encoder;
mod error;
mod foreign;
mod format;
mod gzip;
pub(crate) mod identity;
pub(crate) mod in_turn;
pub(crate) mod line_ends;
pub(crate) mod lines;
mod lock;
pub(crate) mod object;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "no_parquet.rs"]
mod parquet;
pub(crate) mod row_writer;
mod rows;
pub(crate) mod small;
mod table;
pub(crate) mod trial;
pub(crate) mod visible;
pub(crate) mod writer;

pub(crate) use codec::{Input, Meter};
pub use columns::Columns;
pub(crate) use digest::{Digesting, hex, hex_sha256, sha256};
pub use error::TableError;
pub(crate) use foreign::foreign;
pub use format::Format;
pub(crate) use identity::{FileId, real_path};
pub(crate) use lock::{leads_to, lock, not_regular};
pub(crate) use row_writer::RowWriter;
pub use rows::{Batch, Fields, Row, RowFormat};
pub(crate) use table::OpenTable;
pub use table::Table;
pub(crate) use writer::Output;
