//! Memory available to this process.
//!
//! An allocation does not fail when memory is short: Linux grants more memory than the machine has,
//! and kills the process once the memory is used.

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

/// Available memory of a Linux machine and of its control groups.
#[cfg(target_os = "linux")]
mod cgroups {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Available bytes of a Linux system with its files below `root`.
    pub(super) fn available_below(root: &Path) -> Option<u64> {
        let of_machine = of_meminfo(&fs::read_to_string(root.join("proc/meminfo")).ok()?)?;
        let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
        let left = groups.lines().flat_map(|line| of_groups(root, line));
        Some(left.fold(of_machine, u64::min))
    }

    /// Parses `MemAvailable` of /proc/meminfo, in bytes.
    fn of_meminfo(text: &str) -> Option<u64> {
        let line = text
            .lines()
            .find(|line| line.starts_with("MemAvailable:"))?;
        let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes << 10)
    }

    /// Names of the files of one version of control groups.
    struct CgroupFiles {
        base: &'static str,
        limit: &'static str,
        used: &'static str,
        /// Field of `memory.stat`: used memory that the kernel can reclaim.
        reclaimable: &'static str,
    }

    const CGROUP_V2: CgroupFiles = CgroupFiles {
        base: "sys/fs/cgroup",
        limit: "memory.max",
        used: "memory.current",
        reclaimable: "inactive_file",
    };
    const CGROUP_V1: CgroupFiles = CgroupFiles {
        base: "sys/fs/cgroup/memory",
        limit: "memory.limit_in_bytes",
        used: "memory.usage_in_bytes",
        reclaimable: "total_inactive_file",
    };

    /// Bytes left to the group in a line of /proc/self/cgroup, and to each of its ancestors.
    ///
    /// In a container that sees its own group as the root, the path may not exist; the root is still
    /// read.
    fn of_groups(root: &Path, line: &str) -> Vec<u64> {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            return Vec::new();
        };
        let names = match controllers {
            "" => CGROUP_V2,
            _ if controllers.split(',').any(|name| name == "memory") => CGROUP_V1,
            _ => return Vec::new(),
        };
        let base = root.join(names.base);
        let path = PathBuf::from(path.trim_start_matches('/'));
        let groups = path.ancestors().map(|group| base.join(group));
        groups.filter_map(|group| left_to(&group, &names)).collect()
    }

    /// Bytes left to a group, or `None` for a group without a limit.
    fn left_to(group: &Path, names: &CgroupFiles) -> Option<u64> {
        let text = |name: &str| fs::read_to_string(group.join(name)).ok();
        let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
        let (limit, used) = (number(names.limit)?, number(names.used)?);
        let stat = text("memory.stat").unwrap_or_default();
        let reclaimable = stat.lines().find_map(|line| {
            let number = line.strip_prefix(names.reclaimable)?.strip_prefix(' ')?;
            number.parse::<u64>().ok()
        });
        Some(limit.saturating_sub(used.saturating_sub(reclaimable.unwrap_or(0))))
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::cgroups::available_below;

    /// Available bytes of a system with these files.
    fn system(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("temporary folder");
        for (name, text) in files {
            let path = root.path().join(name);
            let folder = path.parent().expect("it is in the folder");
            fs::create_dir_all(folder).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        available_below(root.path())
    }

    const MEMINFO: (&str, &str) = (
        "proc/meminfo",
        "MemTotal: 16 kB\nMemAvailable:    1024 kB\nCached: 3 kB\n",
    );

    #[test]
    fn a_machine_has_what_is_available() {
        assert_eq!(system(&[MEMINFO]), Some(1 << 20));
        assert_eq!(system(&[("proc/meminfo", "MemTotal: 16 kB\n")]), None);
        assert_eq!(system(&[]), None);
    }

    #[test]
    fn a_container_has_what_its_groups_leave() {
        let second = |own: &str, above: &str| {
            system(&[
                MEMINFO,
                ("proc/self/cgroup", "0::/work/job\n"),
                ("sys/fs/cgroup/work/job/memory.max", own),
                ("sys/fs/cgroup/work/job/memory.current", "700000\n"),
                (
                    "sys/fs/cgroup/work/job/memory.stat",
                    "anon 1\ninactive_file 100000\n",
                ),
                ("sys/fs/cgroup/work/memory.max", above),
                ("sys/fs/cgroup/work/memory.current", "800000\n"),
            ])
        };
        assert_eq!(second("max\n", "max\n"), Some(1 << 20));
        assert_eq!(second("900000\n", "max\n"), Some(300_000));
        assert_eq!(second("900000\n", "850000\n"), Some(50_000));
        assert_eq!(second("1\n", "max\n"), Some(0));
        // A container sees its own group as the root.
        let inside = system(&[
            MEMINFO,
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "5000\n"),
            ("sys/fs/cgroup/memory.current", "2000\n"),
        ]);
        assert_eq!(inside, Some(3000));
        let first = system(&[
            MEMINFO,
            ("proc/self/cgroup", "5:cpu:/x\n4:memory,misc:/far/away\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "5000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000\n"),
            (
                "sys/fs/cgroup/memory/memory.stat",
                "total_inactive_file 500\n",
            ),
        ]);
        assert_eq!(first, Some(3500));
    }
}
