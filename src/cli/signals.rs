//! Signals that stop the program.

use std::io;
#[cfg(unix)]
use std::sync::Arc;

/// Calls `handler` for every Ctrl-C, SIGTERM and SIGHUP, on its own thread. Signals that were
/// ignored at the start, as under `nohup`, stay ignored.
#[cfg(unix)]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let all = [SIGINT, SIGTERM, SIGHUP];
    let ignored = ignored(&all);
    let wanted = all.iter().filter(|signal| !ignored.contains(signal));
    let mut signals = Signals::new(wanted)?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

/// Makes a write beyond a file size limit, such as that of `ulimit -f`, fail with an error. By
/// default the signal SIGXFSZ ends the program.
#[cfg(unix)]
pub fn survive_file_size_limit() {
    use signal_hook::consts::SIGXFSZ;

    // Without a handler, only such a write is affected.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

#[cfg(not(unix))]
pub fn listen(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Returns the ignored ones of `signals`.
#[cfg(target_os = "linux")]
fn ignored(signals: &[i32]) -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_by(&status, signals)
}

/// Returns the ignored ones of `signals` by a file like /proc/self/status.
#[cfg(target_os = "linux")]
fn ignored_by(status: &str, signals: &[i32]) -> Vec<i32> {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let mask = mask.unwrap_or(0);
    let signals = signals.iter().copied();
    // The lowest bit stands for signal 1.
    signals
        .filter(|signal| mask >> (signal - 1) & 1 == 1)
        .collect()
}

/// Returns the ignored ones of `signals` on systems without /proc.
#[cfg(all(unix, not(target_os = "linux")))]
fn ignored(signals: &[i32]) -> Vec<i32> {
    outlived(signals)
}

/// Returns those of `signals` that a shell survives when it sends them to itself. A shell ignores
/// the signals that its parent process ignores.
#[cfg(all(unix, any(test, not(target_os = "linux"))))]
fn outlived(signals: &[i32]) -> Vec<i32> {
    use std::process::{Command, Stdio};

    let start = |&signal: &i32| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("kill -{signal} $$")]);
        shell.stdin(Stdio::null()).stdout(Stdio::null());
        Some((signal, shell.stderr(Stdio::null()).spawn().ok()?))
    };
    // All shells are started first, because they run in parallel.
    let shells: Vec<_> = signals.iter().filter_map(start).collect();
    let outlives = |(signal, mut shell): (i32, std::process::Child)| {
        let ended = shell.wait();
        ended.is_ok_and(|status| status.success()).then_some(signal)
    };
    shells.into_iter().filter_map(outlives).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use signal_hook::consts::{SIGCHLD, SIGKILL};

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_ignored_is_read() {
        let status = "Name:\tcountless\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001003\n";
        assert_eq!(ignored_by(status, &[1, 2, 3, 13, 15]), [1, 2, 13]);
        assert!(ignored_by("", &[1]).is_empty());
    }

    #[test]
    fn a_shell_outlives_what_does_not_end_it() {
        assert_eq!(outlived(&[SIGCHLD, SIGKILL]), [SIGCHLD]);
    }
}
