//! The one error type of the library: what went wrong, where, and why.

/// Everything that can go wrong in the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The machine lacks the instructions of a kernel.
    #[error("this machine cannot run the {kernel} kernel; the best it has is {best}")]
    Kernel {
        /// The kernel that was asked for.
        kernel: &'static str,
        /// The best kernel available.
        best: &'static str,
    },
}
