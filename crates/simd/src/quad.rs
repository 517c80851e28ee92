//! Four 32-bit lanes, for one small problem at a time.

/// Four 32-bit lanes with the instructions that every processor of this architecture supports. They
/// serve one small problem, while wider vectors serve many problems at once.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub type Quad = super::lane_arrays::LaneArray<u32, 4>;
/// Four 32-bit lanes with the instructions that every processor of this architecture supports. They
/// serve one small problem, while wider vectors serve many problems at once.
#[cfg(target_arch = "x86_64")]
pub type Quad = super::x86::U32x4;
/// Four 32-bit lanes with the instructions that every processor of this architecture supports. They
/// serve one small problem, while wider vectors serve many problems at once.
#[cfg(target_arch = "aarch64")]
pub type Quad = super::aarch64::U32x4;

/// The token of [`Quad`].
#[cfg(not(target_arch = "aarch64"))]
pub const QUAD_TOKEN: super::vector::Scalar = super::vector::Scalar;
/// The token of [`Quad`].
#[cfg(target_arch = "aarch64")]
pub const QUAD_TOKEN: super::aarch64::Neon = super::aarch64::Neon;
