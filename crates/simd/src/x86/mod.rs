//! Vectors of the instruction sets of x86-64.

#[macro_use]
mod vector_macros; // first, for its macros

mod avx2;
mod avx512;
mod lane_order;
mod sse2;
mod xmm_bytes;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use sse2::{U16x8, U32x4};
