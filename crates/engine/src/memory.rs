//! Memory available to this process.
//!
//! An allocation does not fail when memory is short: Linux grants more memory than the machine has,
//! and kills the process once the memory is used.

#[cfg(target_os = "linux")]
mod cgroups;

/// Bytes available without swapping, if the system reports them.
///
/// The least of the memory available on the machine and the memory left to the control groups of
/// this process.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    cgroups::available_below(std::path::Path::new("/"))
}

/// Bytes of free physical memory.
#[cfg(windows)]
pub fn available() -> Option<u64> {
    Some(winsafe::GlobalMemoryStatusEx().ok()?.ullAvailPhys)
}

/// Bytes of physical memory. macOS does not report the available part.
#[cfg(target_os = "macos")]
pub fn available() -> Option<u64> {
    sysctl("hw.memsize")?.parse().ok()
}

/// Value of a macOS system variable.
#[cfg(target_os = "macos")]
pub fn sysctl(name: &str) -> Option<String> {
    let mut command = std::process::Command::new("/usr/sbin/sysctl");
    let value = String::from_utf8(command.args(["-n", name]).output().ok()?.stdout).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Unknown on this system.
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub fn available() -> Option<u64> {
    None
}
