//! How much memory can be had.

use std::fs;

/// The bytes that can be used without others having to go, as far as the system says (Linux):
/// what is available, or what is left to the container if that is less.
pub fn available() -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let of_machine = of_meminfo(&meminfo)?;
    let number = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    let of_container = number("memory.max").zip(number("memory.current"));
    let left = of_container.map(|(most, used)| most.saturating_sub(used));
    Some(left.map_or(of_machine, |left| left.min(of_machine)))
}

/// What a file like /proc/meminfo says.
fn of_meminfo(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo_is_in_kibibytes() {
        let text = "MemTotal: 16 kB\nMemAvailable:    1024 kB\nCached: 3 kB\n";
        assert_eq!(of_meminfo(text), Some(1 << 20));
        assert_eq!(of_meminfo("MemTotal: 16 kB\n"), None);
    }
}
