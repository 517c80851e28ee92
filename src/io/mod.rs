//! Reading puzzles and writing rows.

mod codec;
pub mod puzzles;
mod writer;

pub use codec::{Input, Meter};
pub use writer::{Format, Output};
