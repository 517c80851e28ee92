//! Text of `--version`.

use std::sync::LazyLock;

use countless::Kernel;
use countless_measure::Build;

/// Commit of the sources.
const COMMIT: Option<&str> = option_env!("COUNTLESS_COMMIT");

/// Build of the program, for benchmark records.
pub fn build() -> Build {
    let compiler = option_env!("COUNTLESS_COMPILER");
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.unwrap_or("unknown").to_owned(),
        compiler: compiler.unwrap_or("unknown").to_owned(),
    }
}

/// Version, commit and supported kernels, the fastest last.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.unwrap_or("unknown");
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let (version, kernels) = (env!("CARGO_PKG_VERSION"), kernels.join(", "));
    format!("{version}\ncommit: {commit}\nkernels: {kernels}")
});
