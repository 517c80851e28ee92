//! Rows of tables and the files they go to.
//!
//! A [`Row`] says its values once, and stays typed until an encoder writes it as CSV, TSV, JSON or
//! Parquet. A [`Table`] is where rows go: a file, which has its name only once it is complete,
//! standard output, or anything else that can be written. The same rows give the same bytes,
//! whatever the number of threads.
//!
//! ```
//! use countless_table::{Columns, Fields, Format, Row, RowFormat};
//!
//! struct Square(u64);
//!
//! impl Row for Square {
//!     fn fields(&self, fields: &mut impl Fields) {
//!         fields.number(self.0);
//!         fields.number(self.0 * self.0);
//!     }
//! }
//!
//! let format = RowFormat::new(Format::Tsv, &Columns::new().number("n").number("square"));
//! let mut text = format.header();
//! (1..=3).for_each(|n| format.write(&Square(n), &mut text));
//! assert_eq!(text, b"n\tsquare\n1\t1\n2\t4\n3\t9\n");
//! ```
//!
//! Inputs are read through [`Input`], decompressed and metered. The readers of text files are
//! built on [`lines`], [`delimited`] and [`in_turn`]: lines or records of any encoding of line
//! ends, separated fields, several files one after the other.
//!
//! The crate knows no search. Errors are [`TableError`], which names the file.

#![forbid(unsafe_code)]

mod codec;
mod columns;
pub mod delimited;
mod digest;
mod early_sync;
mod encoder;
mod error;
mod foreign;
mod format;
mod gzip;
mod identity;
pub mod in_turn;
pub mod line_ends;
pub mod lines;
mod lock;
pub mod object;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "no_parquet.rs"]
mod parquet;
mod row;
mod row_writer;
mod rows;
mod small;
mod table;
mod trial;
mod typed;
mod visible;
mod writer;

pub use codec::{Input, Meter};
pub use columns::Columns;
pub use digest::{Digesting, hex, hex_sha256, sha256};
pub use error::TableError;
pub use foreign::foreign;
pub use format::Format;
pub use identity::{FileId, real_path};
pub use lock::{leads_to, lock, not_regular};
pub use row::{Fields, Row};
pub use row_writer::RowWriter;
pub use rows::{Batch, RowFormat};
pub use small::{input_name, read_small};
pub use table::{OpenTable, Table};
pub use trial::{try_append, try_folder, try_replace};
pub use typed::{TypedRow, next_typed_row, typed_columns};
pub use visible::visible;
pub use writer::Output;
