//! Reads the cells of puzzles of any size and shape from text.
//!
//! ```text
//! text ──▶ lines ──▶ readings: rows of fields ──▶ Signs: a cell for each field ──▶ ReadCells
//! ```
//!
//! A field between separators is exactly one cell. Only separators and frames are ignored: a
//! reading that fits only without some other character does not fit. If two readings fit and
//! differ, the text is rejected.
//!
//! ```
//! use countless_text::{CellValues, Expect, Outline, Signs, read};
//!
//! let outline = Outline::square(4, 2);
//! let signs = Signs::default();
//! let drawn = "1 2 | 3 4\n. . | 1 2\n----+----\n2 . | . .\n4 3 | 2 1\n";
//! let read = read(drawn, &outline, &signs, Expect::Digits).expect("sixteen cells");
//! let digits = vec![1, 2, 3, 4, 0, 0, 1, 2, 2, 0, 0, 0, 4, 3, 2, 1];
//! assert_eq!(read.cells, CellValues::Digits(digits));
//! ```
//!
//! The crate reads boards of queens with regions, sudokus and their variants. It depends on none of
//! their crates, and does not read files; therefore it is separate from `countless-table`.

#![forbid(unsafe_code)]

mod cells;
mod fields;
mod line_kind;
pub mod lists;
mod outline;
mod read_puzzle;
mod row_readings;
mod signs;
mod text_fault;

pub use cells::{CellValues, Expect};
pub use fields::{FieldRow, LineSlice, TextField, is_box_drawing};
pub use line_kind::{LineKind, LineRules, is_border, line_kind};
pub use outline::{Outline, VariantRules};
pub use read_puzzle::{fits, joined_rows, read};
pub use signs::{Signs, SignsError};
pub use text_fault::{TextFault, TextFaultAt, line_end_within};
