//! Rows of tables and the files they are written to.
//!
//! A [`Row`] lists its values once. The values stay typed until an encoder writes them as CSV, TSV,
//! JSON, Parquet or an array. A [`Table`] is the destination of rows: a file, standard output or any other
//! writer. A file gets its name only once it is complete. Equal rows give equal bytes, independent
//! of the number of threads.
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
//! [`Input`] reads, decompresses and meters an input. The readers of text files use three modules:
//!
//! - [`input_lines`]: lines or records, with any line ends
//! - [`delimited`]: separated fields
//! - [`records`]: rows and JSON objects with columns, and the places of their faults
//!
//! The crate does not contain any search. Its errors are [`TableError`], which names the file.

#![forbid(unsafe_code)]

mod array;
mod compression;
pub mod delimited;
mod folder_output;
mod format;
mod hrm_folder;
mod identity;
mod input;
pub mod input_lines;
pub mod json_object;
mod number_text;
mod number_type;
mod output;
mod parquet;
pub mod records;
mod row_output;
mod rows;
mod table_error;
mod zstandard;

pub use folder_output::{FolderOutput, MadeFolders};
pub use format::{Format, LARGEST_JSON_NUMBER, RowBatch, RowFormat, RowWriter};
pub use hrm_folder::HrmFolder;
pub use identity::{
    FileId, HashingReader, hex, hex_sha256, leads_to, lock, not_regular, real_path, sha256,
    sha256_of_rows,
};
pub use input::{Input, Meter};
pub use input_lines::{
    BYTE_ORDER_MARK, LineEnds, escape_controls, input_name, read_text_file, sniff_non_text,
};
pub use number_text::push_number;
pub use number_type::NumberType;
pub use output::{OpenTable, Output, Table, try_append, try_folder, try_replace};
pub use row_output::RowOutput;
pub use rows::{Columns, DecimalParts, Fields, Row, TypedRow, next_typed_row, typed_columns};
pub use table_error::TableError;
