//! From text to the cells of a puzzle, of any size and shape.
//!
//! ```text
//! text ──▶ lines ──▶ readings: rows of fields ──▶ Signs: a cell for each field ──▶ Read
//! ```
//!
//! A field between separators is exactly one cell. Nothing is dropped but separators and frames:
//! a reading that fits only without some character does not fit. Where two readings fit and
//! differ, the text is refused.
//!
//! ```
//! use countless_text::{Cells, Expect, Outline, Signs, read};
//!
//! let outline = Outline::square(4, 2);
//! let signs = Signs::default();
//! let drawn = "1 2 | 3 4\n. . | 1 2\n----+----\n2 . | . .\n4 3 | 2 1\n";
//! let read = read(drawn, &outline, &signs, Expect::Digits).expect("sixteen cells");
//! let digits = vec![1, 2, 3, 4, 0, 0, 1, 2, 2, 0, 0, 0, 4, 3, 2, 1];
//! assert_eq!(read.cells, Cells::Digits(digits));
//! ```
//!
//! Boards of queens with regions, sudokus and their variants are read by this crate. It knows none
//! of them, and no file: that is why it stands beside `countless-table`.

#![forbid(unsafe_code)]

mod cell_candidates;
mod cell_digits;
mod fields;
mod in_line;
mod line_kind;
pub mod lists;
mod outline;
mod read_cells;
mod read_puzzle;
mod row_readings;
mod signs;
mod spaced;
mod split_lines;
mod text_fault;

pub use fields::{FieldRow, LineSlice, TextField, is_box_drawing};
pub use line_kind::{LineKind, LineRules, is_border, line_kind};
pub use outline::{Outline, VariantRules};
pub use read_cells::{CellValues, Expect};
pub use read_puzzle::{joined_rows, read};
pub use signs::{Signs, SignsError};
pub use text_fault::{TextFault, TextFaultAt};
