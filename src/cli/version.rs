//! What `--version` says besides the version.

use std::sync::LazyLock;

use countless::Kernel;

/// The version, the commit and the kernels of this machine, the fastest of which is last.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("COUNTLESS_COMMIT").unwrap_or("unknown");
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let (version, kernels) = (env!("CARGO_PKG_VERSION"), kernels.join(", "));
    format!("{version}\ncommit: {commit}\nkernels: {kernels}")
});
