//! Counts or streams every solution of a finite search problem.

pub mod bench;
pub mod engine;
mod error;
pub mod io;
pub mod ledger;
pub mod queens;
mod random;
pub mod render;
pub mod report;
pub mod simd;
pub mod sudoku;

pub use error::Error;
