//! From text to the cells of a puzzle, of any size and shape.
//!
//! ```text
//! text ──▶ lines ──▶ readings: rows of fields ──▶ Signs: a cell for each field ──▶ Read
//! ```
//!
//! A field between separators is exactly one cell. Nothing is dropped but separators and frames:
//! a reading that fits only without some character does not fit. Where two readings fit and
//! differ, the text is refused.

mod candidates;
mod cells;
mod fault;
mod fields;
mod found;
mod in_line;
mod line;
mod lines;
pub(crate) mod lists;
mod outline;
mod read;
mod rows;
mod signs;
mod spaced;

pub(crate) use fault::{Bad, Fault};
pub(crate) use fields::{Field, Line, Row, is_box};
pub(crate) use found::{Cells, Expect};
pub(crate) use lines::{Kind, Rules, is_border, kind};
pub(crate) use outline::{Outline, Variant};
pub(crate) use read::{joined, read};
pub use signs::{Signs, SignsError};
