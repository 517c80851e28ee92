//! The small vector abstraction that every search kernel is written over.
//!
//! A kernel is written once, generic over an instruction set `S: Simd`, and
//! compiled once for each of [`Scalar`], [`Avx2`] and [`Avx512`]. A value of one
//! of these types is a *token*: it can only be obtained where the processor has
//! the instructions, so a function that takes the token, or a vector made with
//! it, may use them without further checks. That is why vector arithmetic is
//! safe to call and kernels read as plain bit logic.
//!
//! ```
//! use countless::simd::{Kernel, Simd, Task, Vector, dispatch};
//!
//! /// Counts the bits of a slice whose length is a multiple of 64 words.
//! struct CountOnes<'a>(&'a [u64]);
//!
//! impl Task for CountOnes<'_> {
//!     type Output = u64;
//!     #[inline(always)]
//!     fn run<S: Simd>(self, simd: S) -> u64 {
//!         let mut sum = S::U64::splat(simd, 0);
//!         for words in self.0.chunks_exact(S::U64::LANES) {
//!             sum = sum.add(S::U64::load(simd, words).count_ones());
//!         }
//!         sum.sum()
//!     }
//! }
//!
//! assert_eq!(dispatch(Kernel::best(), CountOnes(&[3; 64])), 128);
//! assert_eq!(dispatch(Kernel::Scalar, CountOnes(&[3; 64])), 128);
//! ```

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod common; // first, for its macros

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod kernel;
mod quad;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod vector;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use kernel::{Kernel, dispatch};
pub use quad::Quad;
pub use scalar::Scalar;
pub use vector::{Mask, Packing, Vector};

/// An instruction set, as a token that proves that the machine has it.
pub trait Simd: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The kernel that this token runs.
    const KERNEL: Kernel;
    /// A vector of 16-bit lanes.
    type U16: Vector<Simd = Self, Lane = u16>;
    /// A vector of 32-bit lanes.
    type U32: Vector<Simd = Self, Lane = u32>;
    /// A vector of 64-bit lanes.
    type U64: Vector<Simd = Self, Lane = u64>;

    /// Runs `task` in a function compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work to be compiled for every instruction set.
///
/// Mark `run`, and every function it calls that handles vectors, with
/// `#[inline(always)]`: a call that is not inlined loses the instruction set.
pub trait Task {
    /// What the work gives.
    type Output;
    /// Does the work with the instructions that `simd` stands for.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}
