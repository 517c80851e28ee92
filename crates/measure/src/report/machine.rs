//! Machine and program of a benchmark run, as the operating system describes them.

use std::thread;

use countless_simd::Kernel;
use serde::{Deserialize, Serialize};

/// Machine of a run, as described by the operating system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
        let mut machine = host();
        if machine.processor.is_empty() {
            std::env::consts::ARCH.clone_into(&mut machine.processor);
        }
        machine.threads = thread::available_parallelism().map_or(1, usize::from);
        let kernels = Kernel::available().map(|kernel| kernel.name().to_owned());
        machine.kernels = kernels.collect();
        machine.features.retain(|flag| {
            let counted = ["sse4_2", "popcnt", "bmi", "avx"];
            counted.iter().any(|prefix| flag.starts_with(prefix))
        });
        let system = format!("{} {}", std::env::consts::OS, machine.system);
        system.trim().clone_into(&mut machine.system);
        machine
    }

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

// Each system describes the processor, all of its instruction set extensions, its own version, the
// governor and the load. Unknown properties are empty.

#[cfg(target_os = "linux")]
fn host() -> Machine {
    use std::fs;

    // First line of a file that may be missing.
    let line_of = |path: &str| Some(fs::read_to_string(path).ok()?.trim().to_owned());
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let features = value("flags").unwrap_or_default();
    Machine {
        processor: value("model name").unwrap_or_default(),
        features: features.split(' ').map(str::to_owned).collect(),
        system: line_of("/proc/sys/kernel/osrelease").unwrap_or_default(),
        governor: line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        load: line_of("/proc/loadavg").and_then(|line| line.split(' ').next()?.parse().ok()),
        ..Machine::default()
    }
}

#[cfg(target_os = "macos")]
fn host() -> Machine {
    use countless_engine::memory::sysctl;

    let numbers = sysctl("vm.loadavg").unwrap_or_default();
    Machine {
        processor: sysctl("machdep.cpu.brand_string").unwrap_or_default(),
        system: sysctl("kern.osproductversion").unwrap_or_default(),
        // Three averages in braces, over 1, 5 and 15 minutes.
        load: numbers.split(' ').find_map(|number| number.parse().ok()),
        ..Machine::default()
    }
}

#[cfg(windows)]
fn host() -> Machine {
    use winsafe::{HKEY, RegistryValue, co};

    let text = |key: &str, name: &str| {
        let value = HKEY::LOCAL_MACHINE.RegGetValue(Some(key), Some(name), co::RRF::RT_REG_SZ);
        match value {
            Ok(RegistryValue::Sz(text)) => Some(text.trim().to_owned()),
            _ => None,
        }
    };
    Machine {
        processor: text(
            r"HARDWARE\DESCRIPTION\System\CentralProcessor\0",
            "ProcessorNameString",
        )
        .unwrap_or_default(),
        // The version that Windows reports to programs is that of Windows 8.
        system: text(
            r"SOFTWARE\Microsoft\Windows NT\CurrentVersion",
            "CurrentBuildNumber",
        )
        .map(|build| format!("build {build}"))
        .unwrap_or_default(),
        ..Machine::default()
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn host() -> Machine {
    Machine::default()
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
        let machine = host();
        assert!(!machine.processor.is_empty() && !machine.system.is_empty());
    }
}
