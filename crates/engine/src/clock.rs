//! Clocks of the system, and in WebAssembly those of the browser: there the clocks of the standard
//! library panic.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time as system;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time as system;

pub use system::Instant;

/// Returns the number of seconds since 1970.
pub fn unix_seconds() -> u64 {
    let now = system::SystemTime::now();
    let since = now.duration_since(system::UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
