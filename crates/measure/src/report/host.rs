//! What the system says of the machine; each says it in another way.

/// What is known of a machine. What the system does not say is empty.
#[derive(Debug, Default)]
pub(super) struct Host {
    /// The model of the processor.
    pub processor: Option<String>,
    /// The instruction set extensions of the processor, apart by spaces.
    pub features: String,
    /// The version of the operating system.
    pub release: Option<String>,
    /// What sets the clock rate.
    pub governor: Option<String>,
    /// How many threads wanted to run, on average over a minute.
    pub load: Option<f64>,
}

#[cfg(target_os = "linux")]
pub(super) fn host() -> Host {
    use std::fs;

    // The only line of a file that may not be there.
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
        // In braces, for 1, 5 and 15 minutes.
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
        // The version that programs are told is that of Windows 8.
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
