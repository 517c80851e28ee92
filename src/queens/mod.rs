//! The N-queens problem: non-attacking queens on a square board.

pub mod join;
