//! Input and output: opening, decompressing, formatting, completing.

mod codec;
mod digest;
mod rows;
mod writer;

pub use codec::{Input, Meter};
pub(crate) use digest::hex;
pub use digest::{hex_sha256, sha256};
pub(crate) use rows::push_number;
pub use rows::{push_csv, push_json};
pub use writer::{Format, Output};
