//! Counts or streams every solution of a finite search problem.

#![deny(unsafe_code)]

pub mod engine;
mod error;
pub mod io;
pub mod ledger;
pub mod queens;
mod random;
#[allow(unsafe_code)] // the intrinsics of processors, nowhere else
pub mod simd;
pub mod sudoku;

pub use error::Error;
