//! Counts or streams every solution of a finite search problem.

pub mod error;
pub mod simd;
pub mod sudoku;
