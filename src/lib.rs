//! Counts or streams every solution of a finite search problem.

pub mod engine;
mod error;
pub mod queens;
pub mod simd;

pub use error::Error;
