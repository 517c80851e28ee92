//! Which instruction set to use: what the machine has, and what the user asks.

use std::{fmt, str::FromStr, sync::OnceLock};

use super::{Scalar, Simd, Task};
use crate::error::Error;

/// The instruction sets that the search kernels are compiled for, slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// Portable code, for any processor; on x86-64, with the SSE2 that each of them has.
    Scalar,
    /// 256-bit vectors: x86-64 with AVX2, BMI1, BMI2 and POPCNT (2013 on).
    Avx2,
    /// 512-bit vectors: AVX-512 F, BW, DQ, VL, VBMI2, BITALG and VPOPCNTDQ,
    /// that is Intel Ice Lake, AMD Zen 4, or later.
    Avx512,
}

impl Kernel {
    /// Every kernel, slowest first.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// The name that `--kernel` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Whether this machine can run the kernel.
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::Avx512::new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The kernels that this machine can run, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// The fastest kernel that this machine can run.
    pub fn best() -> Self {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().unwrap_or(Self::Scalar))
    }

    /// Confirms that this machine can run the kernel.
    ///
    /// # Errors
    ///
    /// [`Error::Kernel`] if it cannot.
    pub fn require(self) -> Result<Self, Error> {
        if self.is_available() {
            Ok(self)
        } else {
            Err(Error::Kernel {
                kernel: self.name(),
                best: Self::best().name(),
            })
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kernel {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|kernel| kernel.name() == name)
            .ok_or_else(|| format!("no kernel is named `{name}`"))
    }
}

/// Runs `task` with the instruction set of `kernel`.
///
/// # Panics
///
/// If the machine lacks it; [`Kernel::require`] says so beforehand.
pub fn dispatch<T: Task>(kernel: Kernel, task: T) -> T::Output {
    const LACKING: &str = "the kernel was checked against this machine";
    match kernel {
        Kernel::Scalar => Scalar.run(task),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => super::Avx2::new().expect(LACKING).run(task),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => super::Avx512::new().expect(LACKING).run(task),
        #[cfg(not(target_arch = "x86_64"))]
        _ => panic!("{LACKING}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for kernel in Kernel::ALL {
            assert_eq!(kernel.name().parse(), Ok(kernel));
        }
        assert!("sse9".parse::<Kernel>().is_err());
    }

    #[test]
    fn scalar_is_always_there_and_best_is_available() {
        assert!(Kernel::available().any(|kernel| kernel == Kernel::Scalar));
        assert!(Kernel::best().require().is_ok());
    }
}
