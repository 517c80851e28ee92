//! Machine and program of a benchmark run, as the operating system describes them.

use std::thread;

use countless_simd::Kernel;
use serde::{Deserialize, Serialize};

/// Machine of a run, as described by the operating system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Model of the processor.
    pub processor: String,
    /// Number of threads that run at once.
    pub threads: usize,
    /// Names of the supported kernels.
    pub kernels: Vec<String>,
    /// Instruction set extensions that matter here.
    pub features: Vec<String>,
    /// Name and version of the operating system.
    pub system: String,
    /// Governor of the clock rate.
    pub governor: Option<String>,
    /// Load before the run: average number of threads ready to run in the last minute.
    pub load: Option<f64>,
}

impl Machine {
    /// Describes this machine in its present state.
    pub fn here() -> Self {
        let host = host();
        let counts = |flag: &&str| {
            ["sse4_2", "popcnt", "bmi", "avx"]
                .iter()
                .any(|prefix| flag.starts_with(prefix))
        };
        let features = host.features.split(' ').filter(counts);
        let release = host.release.unwrap_or_default();
        Self {
            processor: host
                .processor
                .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            threads: thread::available_parallelism().map_or(1, usize::from),
            kernels: Kernel::available()
                .map(|kernel| kernel.name().to_owned())
                .collect(),
            features: features.map(str::to_owned).collect(),
            system: format!("{} {release}", std::env::consts::OS)
                .trim()
                .to_owned(),
            governor: host.governor,
            load: host.load,
        }
    }
}

impl Machine {
    /// True if more threads were ready to run than there are processors, before the run began.
    pub fn is_busy(&self) -> bool {
        self.load.is_some_and(|load| load > self.threads as f64)
    }
}

/// Program of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Version of the program.
    pub version: String,
    /// Commit of the sources; it ends in `-dirty` if they were changed.
    pub commit: String,
    /// Version of the compiler.
    pub compiler: String,
}

/// Properties of a machine. Unknown ones are empty.
#[derive(Debug, Default)]
pub(super) struct Host {
    /// Model of the processor.
    pub processor: Option<String>,
    /// Instruction set extensions of the processor, separated by spaces.
    pub features: String,
    /// Version of the operating system.
    pub release: Option<String>,
    /// Governor of the clock rate.
    pub governor: Option<String>,
    /// Average number of threads ready to run in the last minute.
    pub load: Option<f64>,
}

#[cfg(target_os = "linux")]
pub(super) fn host() -> Host {
    use std::fs;

    // First line of a file that may be missing.
    let line_of = |path: &str| Some(fs::read_to_string(path).ok()?.trim().to_owned());
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    Host {
        processor: value("model name"),
        features: value("flags").unwrap_or_default(),
        release: line_of("/proc/sys/kernel/osrelease"),
        governor: line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        load: line_of("/proc/loadavg").and_then(|line| line.split(' ').next()?.parse().ok()),
    }
}

#[cfg(target_os = "macos")]
pub(super) fn host() -> Host {
    use countless_engine::memory::sysctl;

    let numbers = sysctl("vm.loadavg").unwrap_or_default();
    Host {
        processor: sysctl("machdep.cpu.brand_string"),
        release: sysctl("kern.osproductversion"),
        // Three averages in braces, over 1, 5 and 15 minutes.
        load: numbers.split(' ').find_map(|number| number.parse().ok()),
        ..Host::default()
    }
}

#[cfg(windows)]
pub(super) fn host() -> Host {
    use winsafe::{HKEY, RegistryValue, co};

    let text = |key: &str, name: &str| {
        let value = HKEY::LOCAL_MACHINE.RegGetValue(Some(key), Some(name), co::RRF::RT_REG_SZ);
        match value {
            Ok(RegistryValue::Sz(text)) => Some(text.trim().to_owned()),
            _ => None,
        }
    };
    Host {
        processor: text(
            r"HARDWARE\DESCRIPTION\System\CentralProcessor\0",
            "ProcessorNameString",
        ),
        // The version that Windows reports to programs is that of Windows 8.
        release: text(
            r"SOFTWARE\Microsoft\Windows NT\CurrentVersion",
            "CurrentBuildNumber",
        )
        .map(|build| format!("build {build}")),
        ..Host::default()
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub(super) fn host() -> Host {
    Host::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(any(
        target_os = "macos",
        windows,
        all(target_os = "linux", target_arch = "x86_64")
    ))]
    fn the_processor_and_the_system_have_names() {
        let Host {
            processor, release, ..
        } = host();
        assert!(processor.is_some_and(|name| !name.is_empty()));
        assert!(release.is_some_and(|name| !name.is_empty()));
    }
}
