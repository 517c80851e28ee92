//! Description of the machine by the operating system, in a form that depends on the system.

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
