//! Counts or streams every solution of a finite search problem.

pub mod error;
pub mod queens;
pub mod simd;
