//! Selection of an instruction set that the machine supports, and the lanes that all machines have.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

#[cfg(target_arch = "aarch64")]
use super::aarch64::Neon;
use super::vector::{Scalar, Simd, Task};
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};

/// An instruction set that the search kernels are compiled for and this machine supports.
///
/// | name | instructions |
/// |---|---|
/// | `scalar` | portable code for any processor; on x86-64 with SSE2, which each of them supports |
/// | `neon` | 128-bit vectors, on every `AArch64` processor |
/// | `avx2` | 256-bit vectors: x86-64 with AVX2, BMI1, BMI2 and POPCNT (2013 on) |
/// | `avx512` | 512-bit vectors: AVX-512 F, BW, DQ, VL, VBMI2, BITALG and VPOPCNTDQ, that is Intel Ice Lake, AMD Zen 4, or later |
///
/// Kernels are ordered from slowest to fastest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kernel(Token);

/// The token of the instruction set, which proves that the machine supports it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Token {
    Scalar(Scalar),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// A kernel that is unknown or not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// The machine lacks the instructions of the kernel.
    Missing {
        /// Name of the requested kernel.
        kernel: &'static str,
        /// Name of the best kernel available.
        best: &'static str,
    },
    /// The requested name is unknown.
    Unknown,
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { kernel, best } => write!(
                f,
                "this machine does not support the {kernel} kernel; the best it supports is {best}"
            ),
            Self::Unknown => write!(f, "expected one of auto, {}", NAMES.join(", ")),
        }
    }
}

impl std::error::Error for KernelError {}

/// Names of the kernels of all machines, the slowest first.
const NAMES: [&str; 4] = ["scalar", "neon", "avx2", "avx512"];

impl Kernel {
    /// The kernel that every machine can run.
    pub const SCALAR: Self = Self(Token::Scalar(Scalar));

    /// The kernels that this machine can run, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let more = [
            Avx2::new().map(Token::Avx2),
            Avx512::new().map(Token::Avx512),
        ];
        #[cfg(target_arch = "aarch64")]
        let more = [Some(Token::Neon(Neon))];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let more: [Option<Token>; 0] = [];
        let more = more.into_iter().flatten().map(Self);
        [Self::SCALAR].into_iter().chain(more)
    }

    /// The fastest kernel that this machine can run.
    pub fn best() -> Self {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().unwrap_or(Self::SCALAR))
    }

    /// Returns the kernel with this name, or the best one for `auto`.
    ///
    /// ```
    /// use countless_simd::Kernel;
    ///
    /// assert_eq!(Kernel::named("auto")?, Kernel::best());
    /// assert_eq!(Kernel::named("scalar")?, Kernel::SCALAR);
    /// assert!(Kernel::named("sse9").is_err());
    /// # Ok::<(), countless_simd::KernelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`KernelError::Unknown`] if the name is unknown, [`KernelError::Missing`] if the machine
    /// lacks the instructions of the kernel.
    pub fn named(name: &str) -> Result<Self, KernelError> {
        if name == "auto" {
            return Ok(Self::best());
        }
        if let Some(kernel) = Self::available().find(|kernel| kernel.name() == name) {
            return Ok(kernel);
        }
        match NAMES.into_iter().find(|known| *known == name) {
            Some(kernel) => Err(KernelError::Missing {
                kernel,
                best: Self::best().name(),
            }),
            None => Err(KernelError::Unknown),
        }
    }

    /// Name of the kernel, as in `--kernel`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Token::Scalar(_) => NAMES[0],
            #[cfg(target_arch = "aarch64")]
            Token::Neon(_) => NAMES[1],
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) => NAMES[2],
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(_) => NAMES[3],
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({self})")
    }
}

impl FromStr for Kernel {
    type Err = KernelError;

    fn from_str(name: &str) -> Result<Self, KernelError> {
        Self::named(name)
    }
}

/// Runs `task` with the instruction set of `kernel`.
pub fn dispatch<T: Task>(kernel: Kernel, task: T) -> T::Output {
    match kernel.0 {
        Token::Scalar(simd) => simd.run(task),
        #[cfg(target_arch = "aarch64")]
        Token::Neon(simd) => simd.run(task),
        #[cfg(target_arch = "x86_64")]
        Token::Avx2(simd) => simd.run(task),
        #[cfg(target_arch = "x86_64")]
        Token::Avx512(simd) => simd.run(task),
    }
}

/// Runs a `task` that gains nothing from vectors of 512 bits. With AVX-512, it runs as with AVX2, so
/// it is compiled once less. [`Bytes`](super::Bytes) are equal there, and comparisons return bits
/// directly instead of by a mask register.
pub fn dispatch_narrow<T: Task>(kernel: Kernel, task: T) -> T::Output {
    match kernel.0 {
        Token::Scalar(simd) => simd.run(task),
        #[cfg(target_arch = "aarch64")]
        Token::Neon(simd) => simd.run(task),
        #[cfg(target_arch = "x86_64")]
        Token::Avx2(simd) => simd.run(task),
        #[cfg(target_arch = "x86_64")]
        Token::Avx512(simd) => simd.avx2().run(task),
    }
}

/// Four 32-bit lanes with the instructions that every processor of this architecture supports. They
/// serve one small problem, while wider vectors serve many problems at once.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub type Quad = super::scalar::LaneArray<u32, 4>;
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
pub const QUAD_TOKEN: Scalar = Scalar;
/// The token of [`Quad`].
#[cfg(target_arch = "aarch64")]
pub const QUAD_TOKEN: Neon = Neon;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_where_the_machine_has_the_kernel() {
        for name in NAMES {
            let has = Kernel::available().any(|kernel| kernel.name() == name);
            match Kernel::named(name) {
                Ok(kernel) => assert!(has && kernel.name() == name),
                Err(KernelError::Missing { kernel, best }) => {
                    assert!(!has && kernel == name && best == Kernel::best().name());
                }
                Err(KernelError::Unknown) => panic!("{name}"),
            }
        }
        assert_eq!("sse9".parse::<Kernel>(), Err(KernelError::Unknown));
    }

    #[test]
    fn scalar_is_always_there_and_the_best_comes_last() {
        assert_eq!(Kernel::available().next(), Some(Kernel::SCALAR));
        assert_eq!(Kernel::available().last(), Some(Kernel::best()));
        assert!(Kernel::available().is_sorted());
    }
}
