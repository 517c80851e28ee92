//! The small vector abstraction that every search kernel is written over.
//!
//! A kernel is written once, generic over an instruction set `S: Simd`, and compiled once for
//! each that a [`Kernel`] stands for. A value of such a type is a *token*: it can only be
//! obtained where the processor has the instructions, so a function that takes the token, or
//! a vector made with it, may use them without further checks. That is why vector arithmetic
//! is safe to call and kernels read as plain bit logic.
//!
//! ```text
//! kernel      Kernel: which tokens this machine has; dispatch runs a task with one, and
//!             dispatch_bytes a task that needs no wider vectors than bytes
//! scalar      the token that every machine has
//! x86         Avx2 and Avx512, and vectors of SSE2 for the scalar token
//! aarch64     Neon, which every such processor has
//! lanes       vectors that are plain arrays, for the scalar token elsewhere
//! bytes       sixteen bytes to look things up in, the same number for every token
//! vector      the traits: Simd, Vector, Mask, Packing, and Task, the work to be compiled
//! ```
//!
//! How a task is written, the tests show. Outside the crate only [`Kernel`] is to be seen.

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[macro_use]
mod macros; // first, for those below

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod bytes;
mod kernel;
mod lanes;
mod scalar;
#[cfg(test)]
mod tests;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use bytes::Bytes;
pub use kernel::{Kernel, KernelError};
pub(crate) use kernel::{dispatch, dispatch_bytes};
pub(crate) use scalar::{BASE, Quad};
#[cfg(any(test, target_arch = "x86_64"))]
pub(crate) use vector::Scalar;
pub(crate) use vector::{BitMoves, MAX_LANES, Mask, Packing, Simd, Task, Vector};
