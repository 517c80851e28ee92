//! Sudoku.

pub mod lanes;
