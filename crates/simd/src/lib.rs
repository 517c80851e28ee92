//! Instruction sets as tokens, and vectors of integer lanes. A search kernel is written once over
//! these vectors.
//!
//! A kernel is generic over an instruction set `S: Simd`, and compiled once for each instruction
//! set of a [`Kernel`]. A value of type `S` is a *token*: it exists only if the processor supports
//! the instructions. A function with a token, or with a vector made from it, may use them without
//! further checks. Vector arithmetic is therefore safe to call, and kernels read as plain bit
//! logic.
//!
//! ```
//! use countless_simd::{Kernel, Simd, Task, Vector, dispatch};
//!
//! /// The number of bits that are set in both of two arrays.
//! struct Common<'a>(&'a [u64; 64], &'a [u64; 64]);
//!
//! impl Task for Common<'_> {
//!     type Output = u64;
//!
//!     #[inline(always)]
//!     fn run<S: Simd>(self, simd: S) -> u64 {
//!         let mut bits = 0;
//!         for at in (0..64).step_by(S::U64::LANES) {
//!             let both = S::U64::load(simd, &self.0[at..]) & S::U64::load(simd, &self.1[at..]);
//!             bits += both.count_ones().sum();
//!         }
//!         bits
//!     }
//! }
//!
//! for kernel in Kernel::available() {
//!     assert_eq!(dispatch(kernel, Common(&[0b0111; 64], &[0b1110; 64])), 128);
//! }
//! ```
//!
//! One pitfall: every function that handles vectors, from [`Task::run`] down, must be
//! `#[inline(always)]` and must not be a closure. A call that is not inlined loses the instruction
//! set.
//!
//! ```text
//! kernel         Kernel: the tokens of this machine; dispatch runs a task with one of them,
//!                dispatch_narrow a task that gains nothing from 512 bits
//! scalar         the token of all machines, and vectors as plain arrays
//! x86            Avx2 and Avx512, and SSE2 vectors for the scalar token
//! aarch64        Neon, which every AArch64 processor supports
//! sort           sorted and grouped lists, by code that is compiled once
//! vector         the traits: Simd, Vector, Mask, Packing, Bytes, and Task, the work to be compiled
//! ```
//!
//! The crate depends on the standard library only. It contains all unsafe code of the workspace:
//! intrinsics, each with its `SAFETY` line.

#![deny(unsafe_code)]

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[macro_use]
mod register_macros; // first, because the modules below use it

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod aarch64;
mod kernel;
#[cfg(test)]
mod operations_tests;
mod scalar;
mod sort;
mod vector;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;

pub use kernel::{Kernel, KernelError, QUAD_TOKEN, Quad, dispatch, dispatch_narrow};
pub use sort::{distinct, grouped, sort, sort_by, sort_by_key};
pub use vector::{
    BitMoves, Bytes, Extraction, MAX_LANES, Mask, Packing, Scalar, Simd, Task, Vector,
};
