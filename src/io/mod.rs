//! Reading puzzles and writing rows.

mod writer;

pub use writer::{Format, Output};
