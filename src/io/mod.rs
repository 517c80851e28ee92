//! Input and output: opening, decompressing, formatting, completing.

mod codec;
mod rows;
mod writer;

pub use codec::{Input, Meter};
pub use rows::{push_csv, push_json};
pub use writer::{Format, Output};
