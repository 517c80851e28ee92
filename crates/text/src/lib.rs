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

mod candidates;
mod cells;
mod fault;
mod fields;
mod found;
mod in_line;
mod line;
mod lines;
pub mod lists;
mod outline;
mod read;
mod rows;
mod signs;
mod spaced;

pub use fault::{Bad, Fault};
pub use fields::{Field, Line, Row, is_box};
pub use found::{Cells, Expect};
pub use lines::{Kind, Rules, is_border, kind};
pub use outline::{Outline, Variant};
pub use read::{joined, read};
pub use signs::{Signs, SignsError};
