//! N queens on an N × N board.

pub mod known;
pub mod search;
