//! The memory that can be had.
//!
//! An allocation says nothing of it: Linux hands out more than there is, and ends the program
//! once it is used.

#[cfg(target_os = "linux")]
mod cgroups;

/// The bytes that can be used without others having to go, as far as the system says: those that
/// the machine has available, or those left to a control group of this process if they are less.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    cgroups::available_below(std::path::Path::new("/"))
}

/// The bytes that can be used without others having to go.
#[cfg(windows)]
pub fn available() -> Option<u64> {
    let memory = winsafe::GlobalMemoryStatusEx().ok()?;
    Some(memory.ullAvailPhys)
}

/// The bytes of the machine: macOS does not say how many of them others would give back.
#[cfg(target_os = "macos")]
pub fn available() -> Option<u64> {
    sysctl("hw.memsize")?.parse().ok()
}

/// What macOS calls by a name.
#[cfg(target_os = "macos")]
pub fn sysctl(name: &str) -> Option<String> {
    let mut command = std::process::Command::new("/usr/sbin/sysctl");
    let output = command.args(["-n", name]).output().ok()?;
    let value = String::from_utf8(output.stdout).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Nothing is known.
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub fn available() -> Option<u64> {
    None
}
